import { durationText } from '@callboard/domain/music/audio-kind.ts'
import { uploadProgress } from '@callboard/domain/music/music-open.ts'
import { Button, Group } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { address, call, type Reply } from '../../api/call.ts'
import { showFailure } from '../../api/failure.ts'
import { useRead } from '../../api/use-call.ts'
import { OfficeList } from '../../shell/OfficeList.tsx'
import { paths } from '../../shell/paths.ts'
import { useWholeList, wholeListPage } from '../../shell/use-whole-list.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { player, usePlaying } from '../player.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/data-columns.ts'
import { dayText, DayRange } from '../../ui/Day.tsx'
import { Link } from '../../ui/Link.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type MusicCity = Reply<'GET /v1/office/tour-dates/{id}/music'>
type Routine = MusicCity['rows'][number]

const isMissing = ({ music, no_music }: Routine) => !music && !no_music
const placeOf = (id: number) =>
  call('GET /v1/office/music/{id}', { params: { id } }).then(({ signedRequest }) => signedRequest)

const cityNumber: Column<Routine> = {
  key: 'number',
  header: 'No.',
  sort: ({ date_routine_id }) => date_routine_id ?? 0,
  align: 'end',
  width: '64px',
  cell: ({ date_routine_id }) => date_routine_id,
}

/** Once the order is published with some. 156 and 156a stay as the reply has them. */
const entryNumber: Column<Routine> = {
  ...cityNumber,
  header: 'Entry',
  sort: ({ entry }) => (entry === null ? Infinity : Number.parseInt(entry, 10)),
  cell: ({ entry }) => entry,
}

const otherColumns: readonly Column<Routine>[] = [
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
    sort: ({ music }) => music?.name ?? null,
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

type SearchParams = { q?: string | number; missing?: boolean; sort?: string; order?: 'asc' | 'desc'; page?: number }

/** The music of a city: what is there, and what is missing. OFF-043. */
export function CityMusicPage() {
  const id = useIdInPath()
  useEffect(() => () => player.stop(), [])
  const [{ missing: onlyMissing = false }] = useSearchParams<SearchParams>()
  const answer = useRead('GET /v1/office/tour-dates/{id}/music', { params: { id } })
  const city = answer.data
  const missing = useMemo(() => (city?.rows ?? []).filter(isMissing), [city])
  const isPublished = city?.rows.some(({ entry }) => entry !== null) ?? false
  const columns = useMemo(() => [isPublished ? entryNumber : cityNumber, ...otherColumns], [isPublished])
  const { list, show, data } = useWholeList<SearchParams, Routine>(
    onlyMissing && city ? missing : city?.rows,
    columns,
    {
      sort: 'number',
      order: 'asc',
    },
  )
  return (
    <OfficeList
      title={city ? `Music for ${city.city}` : 'Music'}
      above={city?.event_name}
      about={
        city && (
          <>
            <DayRange from={city.start_date} to={city.end_date} />
            {city.rows.length > 0 && `. ${uploadProgress(city.rows)}.`}
          </>
        )
      }
      nav={
        <>
          <CityNav id={id} />
          {city?.purged.map(({ at, files }) => (
            <p key={at} className={styles['notice']}>
              {files} {files === 1 ? 'file was' : 'files were'} deleted on{' '}
              {dayText(at.slice(0, 10) as typeof city.start_date)}.
            </p>
          ))}
        </>
      }
      actions={
        city?.rows.some(({ music }) => music) && (
          <Button
            component="a"
            variant="default"
            href={address('/v1/office/tour-dates/{id}/music/zip', { params: { id } })}
            download
          >
            Download all
          </Button>
        )
      }
      list={list}
      search="Routine, studio or file"
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
      rowKey={(routine) => routine.id}
      rowName={({ name }) => name}
      empty={{ title: 'No routines yet', text: 'Routines appear here once competing registrations are completed.' }}
      noMatch={
        onlyMissing && !list.searchText
          ? { title: 'Nothing is missing', text: 'Every routine of this city has its music or needs none.' }
          : { title: 'No routine matches', text: 'Try fewer letters.' }
      }
    />
  )
}
