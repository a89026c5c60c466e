import { Button } from '@mantine/core'
import { useState } from 'react'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import { useWholeList, wholeListPage } from '../../shell/use-whole-list.ts'
import { SelectField } from '../../ui/fields.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { useSession } from '../../shell/session.ts'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DayRange } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { NewCityDialog } from './NewCityDialog.tsx'
import styles from '../../ui/Office.module.css'

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

type SearchParams = { q?: string | number; season?: number; sort?: string; order?: 'asc' | 'desc'; page?: number }

/** The cities of a season. */
export function TourDatesPage() {
  const seasonsRead = useRead('GET /v1/office/seasons', {})
  const seasons = seasonsRead.data?.rows
  const may = useSession()?.role === 'admin'
  const [opening, setOpening] = useState(false)
  const [{ season }] = useSearchParams<SearchParams>()
  const season_id = season ?? seasons?.find(({ current }) => current)?.id
  const answer = useRead(
    'GET /v1/office/tour-dates',
    { query: { ...(season_id && { season_id }) } },
    { enabled: seasons !== undefined },
  )
  const { list, show, data } = useWholeList<SearchParams, TourDateLine>(answer.data?.rows, columns, {
    sort: 'start',
    order: 'asc',
  })
  return (
    <OfficeList
      title="Cities"
      about="The cities of this season and their registrations."
      actions={may && <Button onClick={() => setOpening(true)}>New city</Button>}
      list={list}
      search="City or event"
      filters={
        <SelectField
          label="Season"
          value={season_id ?? null}
          options={(seasons ?? []).map(({ id, start_year, end_year }) => ({
            value: id,
            label: `${start_year}–${end_year}`,
          }))}
          error={undefined}
          onChange={(next) => show({ season: next ?? undefined })}
        />
      }
      // Without the seasons the cities are not read.
      answer={seasons ? { ...answer, data } : { ...seasonsRead, data: undefined }}
      pageSize={wholeListPage}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ city }) => city}
      empty={{ title: 'No city in this season', text: 'A city appears here once it is opened for registration.' }}
      noMatch={{ title: 'No city matches', text: 'Try fewer letters, or another season.' }}
    >
      {opening && <NewCityDialog season_id={season_id} onClose={() => setOpening(false)} />}
    </OfficeList>
  )
}
