import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { LoadError } from '../shell/ErrorPage.tsx'
import { callQuery } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { useDarkTheme } from '../ui/dark-theme.ts'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { CritiquesPart, DataPart, ResultsPart } from './portal/PortalTabs.tsx'

const parts = { critiques: CritiquesPart, results: ResultsPart, data: DataPart }

/** A part of the results for anyone with its link; a link to something else leads home. TOK-010, TOK-014, TOK-016. */
function SharedPart({ path, coda }: { path: keyof typeof parts; coda: boolean }) {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(callQuery('GET /v1/dance360/get-token-data', { query: { token } }))
  if (error?.status === 404 || error?.status === 400) return <Redirect to={paths.home} replace />
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  if (data.path !== path) return <Redirect to={paths.home} replace />
  const Part = parts[path]
  return <Part registration_id={data.registration_id} share={token} coda={coda} />
}

function SharedPortalPart({ path }: { path: keyof typeof parts }) {
  useDarkTheme()
  return <SharedPart path={path} coda />
}

export const SharedCritiquesPage = () => <SharedPart path="critiques" coda={false} />
export const SharedResultsPage = () => <SharedPart path="results" coda={false} />
export const SharedDataPage = () => <SharedPart path="data" coda={false} />
export const PortalCritiquesPage = () => <SharedPortalPart path="critiques" />
export const PortalResultsPage = () => <SharedPortalPart path="results" />
export const PortalDataPage = () => <SharedPortalPart path="data" />
