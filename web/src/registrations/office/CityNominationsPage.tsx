import { useMemo } from 'react'
import type { Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import { useWholeList, wholeListPage } from '../../shell/use-whole-list.ts'
import { SelectField } from '../../ui/fields.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import type { Column } from '../../ui/data-columns.ts'
import { DayRange } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import styles from '../../ui/Office.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

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

type Step = NominatedRegistration['step']
type SearchParams = { q?: string | number; step?: Step; sort?: string; order?: 'asc' | 'desc'; page?: number }

const studiosIn = (rows: readonly NominatedRegistration[]) =>
  new Set(rows.map(({ registration_id }) => registration_id)).size

/** Lists the nominations of a city's studios. OFF-014. */
export function CityNominationsPage() {
  const id = useIdInPath()
  const [{ step }] = useSearchParams<SearchParams>()
  const answer = useRead('GET /v1/office/tour-dates/{id}/nominations', { params: { id } })
  const city = answer.data
  const rows = useMemo(() => city?.rows.filter((row) => !step || row.step === step), [city, step])
  const { list, show, data } = useWholeList<SearchParams, NominatedRegistration>(rows, columns, {
    sort: 'award',
    order: 'asc',
  })
  const studios = studiosIn(rows ?? [])
  return (
    <OfficeList
      title={city ? `Nominations for ${city.city}` : 'Nominations'}
      above={city?.event_name}
      about={
        city && (
          <>
            <DayRange from={city.start_date} to={city.end_date} />
            {`. ${rows?.length ?? 0} ${rows?.length === 1 ? 'nomination' : 'nominations'} of ${studios} ${studios === 1 ? 'studio' : 'studios'}.`}
          </>
        )
      }
      nav={<CityNav id={id} />}
      list={list}
      search="Award, routine, name or studio"
      isFiltered={step !== undefined}
      filters={
        <SelectField
          label="Award"
          value={step ?? null}
          options={steps.map(([value, label]) => ({ value, label }))}
          any="All awards"
          error={undefined}
          onChange={(next) => show({ step: next ?? undefined })}
        />
      }
      answer={{ ...answer, data }}
      pageSize={wholeListPage}
      columns={columns}
      rowKey={({ registration_id, nomination_type_id }) => `${registration_id}:${nomination_type_id}`}
      rowName={({ routine }) => routine}
      empty={{
        title: 'Nothing is nominated',
        text: 'Nominations appear here once their registrations are completed.',
      }}
      noMatch={{ title: 'No nomination matches', text: 'Try fewer letters, or all awards.' }}
    />
  )
}
