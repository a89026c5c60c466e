import { useQuery } from '@tanstack/react-query'
import { call, type CallInput, type Reply } from '../../api/call.ts'
import type { ReplyError } from '../../api/reply-error.ts'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { CritiqueList } from './CritiqueList.tsx'
import { CritiqueShare } from './CritiqueShare.tsx'
import { DataFigures } from './DataFigures.tsx'
import { PaperButton } from './PaperButton.tsx'
import { PartShare } from './PartShare.tsx'
import styles from './Portal.module.css'
import { ResultList } from './ResultList.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type PartRoute = 'GET /v1/dance360/coda/critiques' | 'GET /v1/dance360/coda/results' | 'GET /v1/dance360/coda/data'

/** A part of a registration's results, as its owner or with the token of a link. */
function usePart<R extends PartRoute>(route: R, registration_id: number, share?: string) {
  return useQuery<Reply<R>, ReplyError>({
    queryKey: [route, registration_id, share ?? ''],
    queryFn: ({ signal }) =>
      // The three calls take the same query.
      call(route, { query: { registration_id } } as unknown as CallInput<R>, { signal, ...(share && { share }) }),
    retry: false,
  })
}

type PartProps = {
  registration_id: number
  /** The token of a link: its visitor shares nothing on. TOK-006. */
  share?: string
  /** Links lead into the portal. */
  coda: boolean
}

/** Scores and critiques, with a mode to share some of them. RES-006, RES-030. */
export function CritiquesPart({ registration_id, share, coda }: PartProps) {
  const { data, error, refetch } = usePart('GET /v1/dance360/coda/critiques', registration_id, share)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Critiques"
        above={share && data && `${data.event}, ${data.city}`}
        actions={
          !share &&
          data?.released && (
            <PaperButton paper="/v1/reports/online-score-sheets/{token}" registration_id={registration_id}>
              Score sheets
            </PaperButton>
          )
        }
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsSkeleton rows={4} />}
      {data?.source === 'recordings' && (
        <p className={styles['second']}>The critiques of this season are recordings.</p>
      )}
      {data &&
        (share || !data.released ? (
          <CritiqueList critiques={data} share={share} />
        ) : (
          <CritiqueShare critiques={data} coda={coda} />
        ))}
    </div>
  )
}

export function ResultsPart({ registration_id, share, coda }: PartProps) {
  const { data, error, refetch } = usePart('GET /v1/dance360/coda/results', registration_id, share)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Results"
        above={share && data && `${data.event}, ${data.city}`}
        actions={
          !share &&
          data?.released && (
            <>
              <PaperButton paper="/v1/reports/tour-results/{token}" registration_id={registration_id}>
                Download PDF
              </PaperButton>
              <PartShare path="results" registration_id={registration_id} coda={coda} />
            </>
          )
        }
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsSkeleton rows={4} />}
      {data && <ResultList results={data} />}
    </div>
  )
}

const dataMessages = ['data.not_released', 'data.too_few_routines']

export function DataPart({ registration_id, share, coda }: PartProps) {
  const { data, error, refetch } = usePart('GET /v1/dance360/coda/data', registration_id, share)
  const isMessage = error && dataMessages.includes(error.code)
  return (
    <div className={styles['stack']}>
      <PageHeader
        title="Data"
        above={share && data && `${data.event}, ${data.city}`}
        actions={!share && data && <PartShare path="data" registration_id={registration_id} coda={coda} />}
      />
      {isMessage && (
        <Panel>
          <Empty title="No data">{error.message}</Empty>
        </Panel>
      )}
      {error && !isMessage && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <output data-waiting>Analyzing your data...</output>}
      {data && <DataFigures data={data} />}
    </div>
  )
}

export const CritiquesTab = () => <CritiquesPart registration_id={useIdInPath()} coda />
export const ResultsTab = () => <ResultsPart registration_id={useIdInPath()} coda />
export const DataTab = () => <DataPart registration_id={useIdInPath()} coda />

/** Screens of seasons without a portal. RES-006. */
export const PlainCritiquesPage = () => <CritiquesPart registration_id={useIdInPath()} coda={false} />
export const PlainResultsPage = () => <ResultsPart registration_id={useIdInPath()} coda={false} />

export const ResourcesTab = () => (
  <div className={styles['stack']}>
    <PageHeader title="Resources" />
    <Panel>
      <p>COMING SOON</p>
    </Panel>
  </div>
)
