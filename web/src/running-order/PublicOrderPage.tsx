import { foldName } from '@callboard/domain/kernel/fold-text.ts'
import { useState } from 'react'
import { Stack } from '@mantine/core'
import { useParams } from 'wouter'
import { useRead } from '../api/use-call.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { matching } from '../ui/data-columns.ts'
import { DateTime } from '../ui/Day.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { EntriesByDay } from './ScheduleList.tsx'

/** The published order of a city for anyone with its link. */
export function PublicOrderPage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useRead('GET /v1/running-order/public/{token}', { params: { token } })
  const [searchText, setSearchText] = useState('')
  if (error && !data) return <LinkError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} />
  const { event, city, time_zone, published_at, entries } = data
  const visibleEntries = matching(
    entries,
    ({ label, name, studio }) => foldName(`${label} ${name} ${studio}`),
    searchText,
  )
  return (
    <>
      <PageHeader title="Running order" above={`${event}, ${city}`}>
        Published <DateTime at={published_at} zone={time_zone} />. Times are those of the city and can still move on the
        day. Reload the page to see the latest.
      </PageHeader>
      <Stack gap="lg">
        <search>
          <SearchField value={searchText} placeholder="Number, title or studio" onChange={setSearchText} />
        </search>
        {visibleEntries.length > 0 ? (
          <EntriesByDay entries={visibleEntries} zone={time_zone} hasStages={entries.some(({ stage }) => stage > 1)} />
        ) : (
          <Panel>
            <output>No entry matches. Try fewer letters.</output>
          </Panel>
        )}
      </Stack>
    </>
  )
}
