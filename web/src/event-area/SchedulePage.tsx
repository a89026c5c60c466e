import { Stack } from '@mantine/core'
import { makeShareLink, turnOffShareLinks } from '../api/failure.ts'
import { useRead } from '../api/use-call.ts'
import { RequestsPanel } from '../running-order/RequestsPanel.tsx'
import { ScheduleList } from '../running-order/ScheduleList.tsx'
import { LoadError } from '../shell/ErrorPage.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SharePopover } from '../ui/SharePopover.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { useEvent } from './event-record.ts'

/** When the routines of this registration are on, and a link for families. */
export function SchedulePage() {
  const { id } = useEvent()
  const { data, error, refetch } = useRead('GET /v1/running-order', { query: { registration_id: id } })
  const withdraw = () =>
    turnOffShareLinks('schedule', id, 'All links to this schedule and its calendar will stop working.')
  return (
    <>
      <PageHeader
        title="Schedule"
        actions={
          data?.published_at && (
            <SharePopover
              label="Link for families and calendars"
              onMake={() => makeShareLink('schedule', id)}
              onWithdraw={withdraw}
            >
              Anyone with the link sees times, titles and entry numbers of your routines, and can add them to a
              calendar.{' '}
              {data.shows_dancers
                ? 'It shows names of dancers: the office of this city decided so. The calendar shows none.'
                : 'It shows no names of dancers.'}
            </SharePopover>
          )
        }
      >
        Times are those of the city and can still move on the day. We’ll email you any changes.
      </PageHeader>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsSkeleton rows={4} />}
      <Stack gap="lg">
        {data && <ScheduleList schedule={data} />}
        <RequestsPanel registration_id={id} />
      </Stack>
    </>
  )
}
