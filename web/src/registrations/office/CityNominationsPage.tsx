import { NativeSelect } from '@mantine/core'
import { useParams } from 'wouter'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

type NominationsCity = Reply<'GET /v1/office/tour-dates/{id}/nominations'>
type NominatedRegistration = NominationsCity['rows'][number]

const steps = [
  ['soty', 'Studio of the Year'],
  ['studio-awards', 'Studio awards'],
  ['specialty', 'Specialty awards'],
] as const satisfies readonly (readonly [NominatedRegistration['step'], string])[]

const columns: readonly Column<NominatedRegistration>[] = [
  {
    key: 'award',
    header: 'Nominated for',
    sort: ({ nomination_type_id }) => nomination_type_id,
    text: ({ category, type }) => `${category} ${type}`,
    width: 'minmax(0, 1.4fr)',
    cell: ({ category, type }) => (
      <span className={styles['twoLines']}>
        {category}
        <span className={styles['second']}>{type}</span>
      </span>
    ),
  },
  {
    key: 'number',
    header: 'No.',
    sort: ({ date_routine_id }) => date_routine_id ?? 0,
    align: 'end',
    width: '56px',
    cell: ({ date_routine_id }) => date_routine_id,
  },
  {
    key: 'routine',
    header: 'Routine',
    sort: ({ routine }) => routine,
    text: ({ routine, choreographer }) => `${routine} ${choreographer}`,
    width: 'minmax(0, 1.4fr)',
    cell: ({ routine, choreographer, outside }) => (
      <span className={styles['twoLines']}>
        {routine}
        {choreographer && (
          <span className={styles['second']}>
            By {choreographer}
            {outside && ', outside choreographer'}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'name',
    header: 'Credited to',
    sort: ({ name }) => name ?? '',
    text: ({ name }) => name ?? '',
    width: 'minmax(0, 1fr)',
    cell: ({ name }) => name ?? '',
  },
  {
    key: 'studio',
    header: 'Studio',
    sort: ({ registrant }) => registrant,
    text: ({ registrant }) => registrant,
    width: 'minmax(0, 1.2fr)',
    cell: ({ registrant, registration_id }) => (
      <Link to={paths.officeAt(`registrations/${registration_id}`)} className={styles['name']}>
        {registrant}
      </Link>
    ),
  },
]

/** Lists the nominations of a city's studios. OFF-014. */
export function CityNominationsPage() {
  const { id: text } = useParams()
  const id = Number(text)
  const { data, error, refetch } = useRead('GET /v1/office/tour-dates/{id}/nominations', { params: { id } })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} />
  return <Nominations id={id} city={data} />
}

const studiosIn = (rows: readonly NominatedRegistration[]) =>
  new Set(rows.map(({ registration_id }) => registration_id)).size

function Nominations({ id, city }: { id: number; city: NominationsCity }) {
  const [step, setStep] = useState<string>('')
  const filteredRows = useMemo(() => city.rows.filter((row) => step === '' || row.step === step), [city.rows, step])
  const studios = studiosIn(filteredRows)
  return (
    <div className={styles['stack']}>
      <PageHeader title={`Nominations for ${city.city}`} above={city.event_name}>
        <DayRange from={city.start_date} to={city.end_date} />
      </PageHeader>
      <CityNav id={id} />
      <Panel
        title={`${filteredRows.length} ${filteredRows.length === 1 ? 'nomination' : 'nominations'} of ${studios} ${studios === 1 ? 'studio' : 'studios'}`}
        flush
      >
        <DataRows
          label="Nominations"
          rows={filteredRows}
          rowKey={({ registration_id, nomination_type_id }) => `${registration_id}:${nomination_type_id}`}
          rowName={({ routine }) => routine}
          columns={columns}
          startOrder={{ key: 'award', descending: false }}
          tools={
            <NativeSelect
              aria-label="Kind of award"
              value={step}
              onChange={({ currentTarget }) => setStep(currentTarget.value)}
              data={[{ value: '', label: 'All awards' }, ...steps.map(([value, label]) => ({ value, label }))]}
            />
          }
          empty={
            <Empty title="Nothing is nominated">Nominations appear here once their registrations are completed.</Empty>
          }
        />
      </Panel>
    </div>
  )
}
