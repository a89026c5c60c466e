import { Button, Group, Switch } from '@mantine/core'
import { useParams } from 'wouter'
import { useMemo, useState } from 'react'
import { address, call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
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

type ProgramCity = Reply<'GET /v1/office/tour-dates/{id}/programme'>
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

/** The programme of a city: who takes part, and what is missing of whom. */
export function CityProgramPage() {
  const { id: text } = useParams()
  const id = Number(text)
  const { data, error, refetch } = useRead('GET /v1/office/tour-dates/{id}/programme', { params: { id } })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} />
  return <CityProgram id={id} city={data} />
}

function CityProgram({ id, city }: { id: number; city: ProgramCity }) {
  const { event_name, programme, start_date, end_date, rows } = city
  const [onlyMissing, setOnlyMissing] = useState(false)
  const missing = useMemo(() => rows.filter((dancer) => dancer.missing.length > 0), [rows])
  const photos = rows.filter(({ photo }) => photo !== null).length
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`${programme.plural} in ${city.city}`}
        above={event_name}
        actions={
          <Group gap="xs">
            <Button
              component="a"
              variant="default"
              href={address('/v1/office/tour-dates/{id}/programme.csv', { params: { id } })}
              download
            >
              {programme.garment === 'top' ? 'Tops' : 'Jackets'} as CSV
            </Button>
            {photos > 0 && (
              <Button
                component="a"
                variant="default"
                href={address('/v1/office/tour-dates/{id}/programme/photos', { params: { id } })}
                download
              >
                Save {photos === 1 ? '1 photo' : `${photos} photos`} as a zip file
              </Button>
            )}
          </Group>
        }
      >
        <DayRange from={start_date} to={end_date} />
      </PageHeader>
      <CityNav id={id} />
      <Panel title={`${rows.length - missing.length} of ${rows.length} complete`} flush>
        <DataRows
          label="Dancers"
          rows={onlyMissing ? missing : rows}
          rowKey={({ attendee_id }) => attendee_id}
          rowName={nameOf}
          columns={columns}
          startOrder={{ key: 'name', descending: false }}
          tools={
            <Switch
              label="Only missing"
              checked={onlyMissing}
              onChange={({ currentTarget }) => setOnlyMissing(currentTarget.checked)}
            />
          }
          empty={
            <Empty title={onlyMissing ? 'Nothing is missing' : 'Nobody takes part yet'}>
              {onlyMissing
                ? 'Every dancer of this program is complete.'
                : 'Dancers appear here once their registrations are completed.'}
            </Empty>
          }
        />
      </Panel>
    </div>
  )
}
