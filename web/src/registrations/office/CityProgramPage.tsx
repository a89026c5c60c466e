import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { address, call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import { useWholeList, wholeListPage } from '../../shell/use-whole-list.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DayRange } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type ProgramCity = Reply<'GET /v1/office/tour-dates/{id}/program'>
type CityDancer = ProgramCity['rows'][number]

const nameOf = ({ fname, lname }: CityDancer) => `${fname} ${lname}`

/** Saves a photo under the studio and the name of its dancer. */
async function savePhoto({ attendee_id }: CityDancer): Promise<void> {
  const { signedRequest } = await call('GET /v1/office/attendees/{id}/photo', { params: { id: attendee_id } })
  const link = document.createElement('a')
  link.href = signedRequest
  link.download = ''
  link.click()
}

const sayWrong = (error: unknown) => void showFailure(error, () => {})

const columns: readonly Column<CityDancer>[] = [
  {
    key: 'photo',
    header: 'Photo',
    sort: ({ photo }) => Number(Boolean(photo)),
    text: () => '',
    width: '72px',
    cell: (dancer) =>
      dancer.photo && (
        <img className={styles['thumbnail']} src={dancer.photo} alt={nameOf(dancer)} width={40} height={40} />
      ),
  },
  {
    key: 'name',
    header: 'Dancer',
    sort: ({ lname, fname }) => `${lname} ${fname}`,
    text: (dancer) => `${nameOf(dancer)} ${dancer.registrant}`,
    width: 'minmax(0, 1.4fr)',
    cell: (dancer) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`registrations/${dancer.registration_id}`)} className={styles['name']}>
          {nameOf(dancer)}
        </Link>
        <span className={styles['second']}>{dancer.registrant}</span>
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    sort: ({ type }) => type,
    text: ({ type }) => type,
    width: '132px',
    cell: ({ type }) => type,
  },
  {
    key: 'routine',
    header: 'Routine',
    sort: ({ routine }) => routine,
    text: ({ routine, choreographer }) => `${routine ?? ''} ${choreographer ?? ''}`,
    width: 'minmax(0, 1.1fr)',
    cell: ({ routine, choreographer, performance_division }) =>
      routine && (
        <span className={styles['line']} style={{ display: 'block' }}>
          {routine}
          <span className={styles['second']}>{[choreographer, performance_division].filter(Boolean).join(', ')}</span>
        </span>
      ),
  },
  {
    key: 'size',
    header: 'Size and name',
    sort: ({ size }) => size ?? '',
    text: ({ size, jacket_name }) => `${size ?? ''} ${jacket_name ?? ''}`,
    width: 'minmax(0, 1fr)',
    cell: ({ size, jacket_name }) => [size, jacket_name && `“${jacket_name}”`].filter(Boolean).join(', '),
  },
  {
    key: 'missing',
    header: 'Missing',
    sort: ({ missing }) => missing.length,
    width: 'minmax(0, 1.3fr)',
    cell: ({ missing }) =>
      missing.length === 0 ? (
        <StatusBadge state="done">Complete</StatusBadge>
      ) : (
        <StatusBadge state="standby">{missing.join(', ')}</StatusBadge>
      ),
  },
  {
    key: 'save',
    header: 'Save',
    width: '84px',
    cell: (dancer) =>
      dancer.photo && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Save the photo of ${nameOf(dancer)}`}
          onClick={() => void savePhoto(dancer).catch(sayWrong)}
        >
          Photo
        </Button>
      ),
  },
]

type SearchParams = { q?: string | number; missing?: boolean; sort?: string; order?: 'asc' | 'desc'; page?: number }

/** The program of a city: who takes part, and what is missing of whom. */
export function CityProgramPage() {
  const id = useIdInPath()
  const [{ missing: onlyMissing = false }] = useSearchParams<SearchParams>()
  const answer = useRead('GET /v1/office/tour-dates/{id}/program', { params: { id } })
  const city = answer.data
  const missing = useMemo(() => (city?.rows ?? []).filter((dancer) => dancer.missing.length > 0), [city])
  const { list, show, data } = useWholeList<SearchParams, CityDancer>(
    onlyMissing && city ? missing : city?.rows,
    columns,
    { sort: 'name', order: 'asc' },
  )
  return (
    <OfficeList
      title={city ? `${city.program.plural} in ${city.city}` : 'Program'}
      above={city?.event_name}
      about={
        city && (
          <>
            <DayRange from={city.start_date} to={city.end_date} />
            {`. ${city.rows.length - missing.length} of ${city.rows.length} complete.`}
          </>
        )
      }
      nav={<CityNav id={id} />}
      actions={city && <ProgramFiles id={id} city={city} />}
      list={list}
      search="Dancer, studio or routine"
      isFiltered={onlyMissing}
      filters={
        <Switch
          label="Missing only"
          checked={onlyMissing}
          onChange={({ currentTarget }) => show({ missing: currentTarget.checked || undefined })}
        />
      }
      answer={{ ...answer, data }}
      pageSize={wholeListPage}
      columns={columns}
      rowKey={({ attendee_id }) => attendee_id}
      rowName={nameOf}
      empty={{
        title: 'No one takes part yet',
        text: 'Dancers appear here once their registrations are completed.',
      }}
      noMatch={
        onlyMissing && !list.searchText
          ? { title: 'Nothing is missing', text: 'Every dancer of this program is complete.' }
          : { title: 'No dancer matches', text: 'Try fewer letters.' }
      }
    />
  )
}

/** The jackets of a program as a spreadsheet, and its photos in one file. */
function ProgramFiles({ id, city: { program, rows } }: { id: number; city: ProgramCity }) {
  const photos = rows.filter(({ photo }) => photo !== null).length
  return (
    <Group gap="xs">
      <Button
        component="a"
        variant="default"
        href={address('/v1/office/tour-dates/{id}/program.csv', { params: { id } })}
        download
      >
        Download list of {program.garment === 'top' ? 'tops' : 'jackets'}
      </Button>
      {photos > 0 && (
        <Button
          component="a"
          variant="default"
          href={address('/v1/office/tour-dates/{id}/program/photos', { params: { id } })}
          download
        >
          Download {photos === 1 ? 'one photo' : `${photos} photos`}
        </Button>
      )}
    </Group>
  )
}
