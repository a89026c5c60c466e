import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../shell/ErrorPage.tsx'
import { call, type Reply } from '../api/call.ts'
import type { ReplyError } from '../api/reply-error.ts'
import { callQuery } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { Redirect, useParams } from 'wouter'
import { ScheduleList } from './ScheduleList.tsx'

const route = 'GET /v1/running-order'

/** The schedule of a registration for anyone with a link. */
export function SharedSchedulePage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(callQuery('GET /v1/dance360/get-token-data', { query: { token } }))
  if (error?.status === 404 || error?.status === 400) return <Redirect to={paths.home} replace />
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  if (data.path !== 'schedule') return <Redirect to={paths.home} replace />
  return <SharedSchedule registration_id={data.registration_id} share={token} />
}

function SharedSchedule({ registration_id, share }: { registration_id: number; share: string }) {
  const { data, error, refetch } = useQuery<Reply<typeof route>, ReplyError>({
    queryKey: [route, share],
    queryFn: ({ signal }) => call(route, { query: { registration_id } }, { share, signal }),
    retry: false,
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  return (
    <>
      <PageHeader title="Schedule" above={`${data.event}, ${data.city}`}>
        Times are those of the city and can still move on the day.
      </PageHeader>
      <Stack gap="lg">
        <ScheduleList schedule={data} />
        <CopyLink
          label="Calendar address, to subscribe to in your calendar"
          url={`${window.location.origin}/v1/running-order/feeds/${encodeURIComponent(share)}`}
        />
      </Stack>
    </>
  )
}
