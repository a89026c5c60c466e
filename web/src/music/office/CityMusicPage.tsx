import { durationText } from '@callboard/domain/music/audio-kind.ts'
import { Button, Group, Switch } from '@mantine/core'
import { useParams } from 'wouter'
import { useEffect, useMemo, useState } from 'react'
import { address, call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { player, usePlaying } from '../player.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { DataRows } from '../../ui/DataRows.tsx'
import { dayText, DayRange } from '../../ui/Day.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

type MusicCity = Reply<'GET /v1/office/tour-dates/{id}/music'>
type Routine = MusicCity['rows'][number]

const isMissing = ({ music, no_music }: Routine) => !music && !no_music
const placeOf = (id: number) =>
  call('GET /v1/office/music/{id}', { params: { id } }).then(({ signedRequest }) => signedRequest)

const columns: readonly Column<Routine>[] = [
  {
    key: 'number',
    header: 'No.',
    sort: ({ date_routine_id }) => date_routine_id ?? 0,
    align: 'end',
    width: '64px',
    cell: ({ date_routine_id }) => date_routine_id,
  },
  {
    key: 'name',
    header: 'Routine',
    sort: ({ name }) => name,
    text: ({ name, category, registrant }) => `${name} ${category} ${registrant}`,
    width: 'minmax(0, 1.6fr)',
    cell: ({ name, category, registrant, registration_id }) => (
      <span className={styles['line']} style={{ display: 'block' }}>
        <Link to={paths.officeAt(`registrations/${registration_id}`)} className={styles['name']}>
          {name}
        </Link>
        <span className={styles['second']}>
          {category}, {registrant}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Music',
    sort: (routine) => (isMissing(routine) ? 0 : routine.no_music ? 1 : 2),
    width: '124px',
    cell: (routine) => (
      <StatusBadge state={isMissing(routine) ? 'standby' : 'done'}>
        {routine.music ? 'Uploaded' : routine.no_music ? 'No Music' : 'Missing'}
      </StatusBadge>
    ),
  },
  {
    key: 'file',
    header: 'File',
    text: ({ music }) => music?.name ?? '',
    width: 'minmax(0, 1.4fr)',
    cell: ({ music }) =>
      music && (
        <span className={styles['line']} style={{ display: 'block' }}>
          {music.name}
          {music.notes && <span className={styles['second']}>{music.notes}</span>}
        </span>
      ),
  },
  {
    key: 'length',
    header: 'Length',
    sort: ({ music }) => music?.duration ?? 0,
    align: 'end',
    width: '80px',
    cell: ({ music }) => music && durationText(music.duration),
  },
  {
    key: 'acts',
    header: 'Hear or save',
    width: '180px',
    cell: (routine) => <Acts routine={routine} />,
  },
]

/** Hears a track, or saves it under its number and name. */
function Acts({ routine: { name, music } }: { routine: Routine }) {
  const { id, state } = usePlaying()
  if (!music) return null
  const plays = id === music.id && state === 'playing'
  const say = (error: unknown) => void showFailure(error, () => {})
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`${plays ? 'Pause' : 'Play'} ${name}`}
        onClick={() => (plays ? player.pause() : void player.play(music.id, () => placeOf(music.id)).catch(say))}
      >
        {plays ? 'Pause' : 'Play'}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Save the music of ${name}`}
        onClick={() => void placeOf(music.id).then((place) => window.location.assign(place), say)}
      >
        Save
      </Button>
    </Group>
  )
}

/** The music of a city: what is there, and what is missing. OFF-043. */
export function CityMusicPage() {
  const { id: text } = useParams()
  const id = Number(text)
  const { data, error, refetch } = useRead('GET /v1/office/tour-dates/{id}/music', { params: { id } })
  useEffect(() => () => player.stop(), [])
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} />
  return <CityMusic id={id} city={data} />
}

function CityMusic({
  id,
  city: { city, event_name, start_date, end_date, rows, purged },
}: {
  id: number
  city: MusicCity
}) {
  const [onlyMissing, setOnlyMissing] = useState(false)
  const missing = useMemo(() => rows.filter(isMissing), [rows])
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={`Music for ${city}`}
        above={event_name}
        actions={
          rows.some(({ music }) => music) && (
            <Button
              component="a"
              variant="default"
              href={address('/v1/office/tour-dates/{id}/music/zip', { params: { id } })}
              download
            >
              Save all as a zip file
            </Button>
          )
        }
      >
        <DayRange from={start_date} to={end_date} />
        {rows.length > 0 && `. Music ready for ${rows.length - missing.length} of ${rows.length} routines.`}
      </PageHeader>
      <CityNav id={id} />
      {purged.map(({ at, files }) => (
        <p key={at} className={styles['notice']}>
          {files} {files === 1 ? 'file was' : 'files were'} deleted on {dayText(at.slice(0, 10) as typeof start_date)}.
        </p>
      ))}
      <DataRows
        label="Routines"
        rows={onlyMissing ? missing : rows}
        rowKey={(routine) => routine.id}
        rowName={({ name }) => name}
        columns={columns}
        startOrder={{ key: 'number', descending: false }}
        tools={
          <Switch
            label="Only missing"
            checked={onlyMissing}
            onChange={({ currentTarget }) => setOnlyMissing(currentTarget.checked)}
          />
        }
        empty={
          <Panel>
            <Empty level={2} title={onlyMissing ? 'Nothing is missing' : 'No routines yet'}>
              {onlyMissing
                ? 'Every routine of this city has its music or needs none.'
                : 'Routines appear here once competing registrations are completed.'}
            </Empty>
          </Panel>
        }
      />
    </div>
  )
}
