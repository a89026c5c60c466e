import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { useMemo } from 'react'
import { LoadError } from '../shell/ErrorPage.tsx'
import { callQuery } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { DayRange } from '../ui/Day.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { MusicBoard } from './MusicBoard.tsx'
import { musicQuery } from './music-query.ts'

/** Music for anyone with a link, without an account; a link that opens nothing leads home. MUS-014, TOK-010. */
export function SharedMusicPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(callQuery('GET /v1/dance360/get-token-data', { query: { token } }))
  if (error?.status === 404 || error?.status === 400) return <Redirect to={paths.home} replace />
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  if (data.path !== 'music') return <Redirect to={paths.home} replace />
  return <Shared registration_id={data.registration_id} share={token} />
}

function Shared({ registration_id, share }: { registration_id: number; share: string }) {
  const visit = useMemo(() => ({ registration_id, share }), [registration_id, share])
  const { data } = useQuery(musicQuery(visit))
  return (
    <>
      <PageHeader
        title="Music"
        above={
          data && (
            <>
              {data.event_name}, {data.city}, <DayRange from={data.start_date} to={data.end_date} />
            </>
          )
        }
      >
        Upload the music of each routine. No account is needed.
      </PageHeader>
      <MusicBoard visit={visit} />
    </>
  )
}
