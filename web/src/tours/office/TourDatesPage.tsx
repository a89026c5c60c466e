import { Button } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { NewCityDialog } from './NewCityDialog.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useSeason } from './use-season.tsx'

type TourDateLine = Reply<'GET /v1/office/tour-dates'>['rows'][number]

function standsAs({ published, canceled, postponed, coming_soon, passed, regenabled }: TourDateLine): {
  tone: StatusTone
  word: string
} {
  if (!published) return { tone: 'standby', word: 'Draft' }
  if (canceled) return { tone: 'stop', word: 'Canceled' }
  if (postponed) return { tone: 'standby', word: 'Postponed' }
  if (coming_soon) return { tone: 'idle', word: 'Coming soon' }
  if (passed) return { tone: 'idle', word: 'Passed' }
  return regenabled ? { tone: 'done', word: 'Open' } : { tone: 'stop', word: 'Closed' }
}

const columns: readonly Column<TourDateLine>[] = [
  {
    key: 'city',
    header: 'City',
    sort: ({ city }) => city,
    text: ({ city, event }) => `${city} ${event}`,
    width: 'minmax(0, 1.8fr)',
    cell: ({ id, city, event }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`tour-dates/${id}`)} className={styles['name']}>
          {city}
        </Link>
        <span className={styles['second']}>{event}</span>
      </span>
    ),
  },
  {
    key: 'start',
    header: 'Days',
    sort: ({ start_date }) => start_date,
    width: 'minmax(0, 1.3fr)',
    cell: ({ start_date, end_date }) => <DayRange from={start_date} to={end_date} />,
  },
  {
    key: 'stands',
    header: 'Status',
    sort: (city) => standsAs(city).word,
    width: '124px',
    cell: (city) => <StatusBadge state={standsAs(city).tone}>{standsAs(city).word}</StatusBadge>,
  },
  {
    key: 'registrations',
    header: 'Completed',
    sort: ({ registrations }) => registrations,
    align: 'end',
    width: '96px',
    cell: (city) => city.registrations,
  },
  {
    key: 'dancers',
    header: 'Dancers',
    sort: ({ dancers }) => dancers,
    align: 'end',
    width: '72px',
    cell: (city) => city.dancers,
  },
  {
    key: 'routines',
    header: 'Routines',
    sort: ({ routines }) => routines,
    align: 'end',
    width: '92px',
    cell: ({ routines, total_routine_limit }) =>
      total_routine_limit === null ? routines : `${routines} of ${total_routine_limit}`,
  },
  {
    key: 'total',
    header: 'Total',
    sort: ({ total }) => total,
    align: 'end',
    width: '120px',
    cell: ({ total }) => <Money cents={total} />,
  },
]

/** The cities of a season. */
export function TourDatesPage() {
  const { season_id, known, field } = useSeason()
  const may = useSession()?.role === 'admin'
  const [opening, setOpening] = useState(false)
  const { data, error, refetch } = useRead(
    'GET /v1/office/tour-dates',
    { query: { ...(season_id && { season_id }) } },
    { enabled: known },
  )
  return (
    <div className={styles['stack']}>
      <PageHeader title="Cities" actions={may && <Button onClick={() => setOpening(true)}>New city</Button>}>
        Where the tours go this season, and what is registered.
      </PageHeader>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={10} columns={6} />}
      {data && (
        <DataRows
          label="Cities"
          rows={data.rows}
          rowKey={({ id }) => id}
          rowName={({ city }) => city}
          columns={columns}
          startOrder={{ key: 'start', descending: false }}
          tools={field}
          empty={
            <Panel>
              <Empty title="No city in this season">A city appears here once it is opened for registration.</Empty>
            </Panel>
          }
        />
      )}
      {opening && <NewCityDialog season_id={season_id} onClose={() => setOpening(false)} />}
    </div>
  )
}
