import { Button } from '@mantine/core'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { dayText } from '../../ui/Day.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useOfficeList } from '../../ui/use-search-params.ts'

type Entry = Reply<'GET /v1/office/entries'>['rows'][number]
type Sort = 'studio' | 'name' | 'city' | 'age_division' | 'performance_division' | 'category' | 'state'
type Filters = {
  tour_date_id?: number
  performance_division_id?: number
  age_division_id?: number
  category_id?: number
  state?: 'registered' | 'waiting' | 'without_music'
}
type SearchParams = Filters & { q?: string | number; sort?: Sort; order?: 'asc' | 'desc'; page?: number }

const states = [
  { value: 'registered', label: 'Registered' },
  { value: 'waiting', label: 'On the waiting list' },
  { value: 'without_music', label: 'Music is missing' },
] as const

const columns: readonly Column<Entry>[] = [
  {
    key: 'name',
    header: 'Routine',
    sort: ({ name }) => name,
    width: 'minmax(0, 1.6fr)',
    cell: ({ name, number, category, dancers }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {number === null ? name : `${number} ${name}`}
        <span
          className={styles['second']}
        >{`${category}, ${dancers === 1 ? 'one dancer' : `${dancers} dancers`}`}</span>
      </span>
    ),
  },
  {
    key: 'studio',
    header: 'Studio',
    sort: ({ studio }) => studio,
    width: 'minmax(0, 1.5fr)',
    phone: 'below',
    cell: ({ studio, registration_id }) => (
      <Link to={paths.officeAt(`registrations/${registration_id}`)} className={styles['name']}>
        {studio}
      </Link>
    ),
  },
  {
    key: 'city',
    header: 'City',
    sort: ({ start_date }) => start_date,
    width: 'minmax(0, 1.4fr)',
    phone: 'below',
    cell: ({ event, city, start_date }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        {city}
        <span className={styles['second']}>{`${event}, ${dayText(start_date)}`}</span>
      </span>
    ),
  },
  {
    key: 'age_division',
    header: 'Age',
    sort: ({ age_division }) => age_division,
    width: '104px',
    phone: 'named',
    cell: ({ age_division }) => age_division,
  },
  {
    key: 'performance_division',
    header: 'Division',
    sort: ({ performance_division }) => performance_division,
    width: '136px',
    phone: 'named',
    cell: ({ performance_division }) => performance_division,
  },
  {
    key: 'state',
    header: 'Status',
    sort: ({ status, music }) => `${status} ${music}`,
    width: '152px',
    phone: 'named',
    cell: ({ status, music }) =>
      status === 'waiting' ? (
        <StatusBadge state="standby">Waiting list</StatusBadge>
      ) : music === 'missing' ? (
        <StatusBadge state="stop">No music yet</StatusBadge>
      ) : (
        <StatusBadge state="done">{music === 'none' ? 'No music needed' : 'Music uploaded'}</StatusBadge>
      ),
  },
]

/** The rows of a list, those of brands with the brand's name. The list's own shape says what its rows have. */
const optionsOf = (
  rows: readonly Readonly<Record<string, unknown>>[],
  key: string,
  brandName: (event_id: unknown) => string | undefined,
) =>
  rows
    .filter(({ hidden }) => hidden !== true)
    .map(({ [key]: id, name, event_id }) => ({
      value: Number(id),
      label: event_id === null ? `${name as string}` : `${name as string} (${brandName(event_id) ?? ''})`,
    }))

/** Every entry of completed registrations, by city, division, category and state. */
export function EntriesPage() {
  const { list, params, show, query } = useOfficeList<SearchParams>({ sort: 'studio', order: 'asc' })
  const { tour_date_id, performance_division_id, age_division_id, category_id, state } = params
  const cities = useLookup('GET /v1/office/tour-dates', {})?.rows ?? []
  const events = useLookup('GET /v1/office/events', {})?.rows ?? []
  const age_divisions = useLookup('GET /v1/office/static/{table}', { params: { table: 'age_divisions' } })
  const divisions = useLookup('GET /v1/office/static/{table}', { params: { table: 'performance_divisions' } })
  const lists = useLookup('GET /v1/mybtf/static-data-dynamic', { query: { tables: 'routine_categories' } })
  const brandName = (event_id: unknown) => events.find(({ id }) => id === event_id)?.name
  const filters: Filters = {
    ...(tour_date_id && { tour_date_id }),
    ...(performance_division_id && { performance_division_id }),
    ...(age_division_id && { age_division_id }),
    ...(category_id && { category_id }),
    ...(state && { state }),
  }
  const answer = useRead('GET /v1/office/entries', { query: { ...query, ...filters } }, { keepsPage: true })
  const exported = { ...filters, ...(query.q && { q: query.q }) }
  const { page: _, ...sheetQuery } = { ...query, ...filters }
  const sheet = new URLSearchParams(Object.entries(sheetQuery).map(([name, value]) => [name, String(value)]))
  return (
    <OfficeList
      title="Entries"
      about="Routines of completed registrations in every city."
      actions={
        <Button component="a" href={`/v1/office/entries.csv?${sheet.toString()}`}>
          Download spreadsheet
        </Button>
      }
      exportOf={{ list: 'entries', filters: exported }}
      list={list}
      search="Routine or studio"
      isFiltered={Object.keys(filters).length > 0}
      filters={
        <>
          <SelectField
            label="City"
            value={tour_date_id ?? null}
            options={cities.map((city) => ({
              value: city.id,
              label: `${city.city} (${city.event} ${city.start_date.slice(0, 4)})`,
            }))}
            any="Every city"
            error={undefined}
            onChange={(next) => show({ tour_date_id: next ?? undefined })}
          />
          <SelectField
            label="Age division"
            value={age_division_id ?? null}
            options={optionsOf(age_divisions?.rows ?? [], 'level_id', brandName)}
            any="Every age"
            error={undefined}
            onChange={(next) => show({ age_division_id: next ?? undefined })}
          />
          <SelectField
            label="Performance division"
            value={performance_division_id ?? null}
            options={optionsOf(divisions?.rows ?? [], 'id', brandName)}
            any="Every division"
            error={undefined}
            onChange={(next) => show({ performance_division_id: next ?? undefined })}
          />
          <SelectField
            label="Category"
            value={category_id ?? null}
            options={(lists?.routine_categories ?? []).map((one) => ({ value: one.category_id, label: one.name }))}
            any="Every category"
            error={undefined}
            onChange={(next) => show({ category_id: next ?? undefined })}
          />
          <SelectField
            label="Status"
            value={state ?? null}
            options={states}
            any="Every status"
            error={undefined}
            onChange={(next) => show({ state: next ?? undefined })}
          />
        </>
      }
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{ title: 'No entries yet', text: 'Routines appear once their registration is completed.' }}
      noMatch={{ title: 'No entry matches', text: 'Try fewer letters, or clear a filter.' }}
      pageWords={{ before: 'Previous', after: 'Next' }}
    />
  )
}
