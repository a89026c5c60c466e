import { audioWords } from '@callboard/domain/music/audio-kind.ts'
import { matchFiles } from '@callboard/domain/music/match-files.ts'
import { uploadProgress } from '@callboard/domain/music/music-open.ts'
import { Button, FileButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LoadError } from '../shell/ErrorPage.tsx'
import type { Route } from '../api/call.ts'
import { makeShareLink, turnOffShareLinks } from '../api/failure.ts'
import { Empty } from '../ui/Empty.tsx'
import { StatusIcon } from '../ui/StatusBadge.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { makeMusicActions } from './music-actions.ts'
import { FilesToPlace, RefusedFiles, type RefusedFile, type UnplacedFile } from './FilesToPlace.tsx'
import styles from './Music.module.css'
import { player } from './player.ts'
import { musicQuery, type RegistrationMusic, type MusicVisit } from './music-query.ts'
import { audioAccept, RoutineCard } from './RoutineCard.tsx'
import { whyNotMusic } from './send-music.ts'
import { useUploads } from './use-uploads.ts'
import { SharePopover } from '../ui/SharePopover.tsx'

type MusicBoardProps = { visit: MusicVisit; onChanged?: () => void }

/** The routines of a registration and the music of each. MUS-001. */
export function MusicBoard({ visit, onChanged }: MusicBoardProps) {
  const { data, error, refetch } = useQuery(musicQuery(visit))
  useEffect(() => () => player.stop(), [])
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} />
  if (data.routines.length === 0) {
    return (
      <Panel>
        <Empty title="No routines, so no music">
          Music can be uploaded for routines of the competition. There are none here.
        </Empty>
      </Panel>
    )
  }
  return <Board visit={visit} music={data} onChanged={onChanged} />
}

type BoardProps = { visit: MusicVisit; music: RegistrationMusic; onChanged: (() => void) | undefined }

/** The readings that a change of music makes out of date. */
const outOfDate: readonly Route[] = [
  'GET /v1/mybtf/registration/{id}/music',
  'GET /v1/dance360/registrations/{id}',
  'GET /v1/dance360/registrations/{id}/event-area',
  'GET /v1/mybtf/own-registrations',
]

function Board({ visit, music, onChanged }: BoardProps) {
  const { routines, closed, time_zone } = music
  const queries = useQueryClient()
  const refresh = useCallback(() => {
    void Promise.all(outOfDate.map((route) => queries.invalidateQueries({ queryKey: [route] })))
    onChanged?.()
  }, [queries, onChanged])
  const uploads = useUploads(visit, refresh)
  const changes = useMemo(() => makeMusicActions(visit, refresh), [visit, refresh])
  const [unplaced, setUnplaced] = useState<readonly UnplacedFile[]>([])
  const nextKey = useRef(0)
  const [refusedFiles, setRefusedFiles] = useState<readonly RefusedFile[]>([])

  const legend = [
    routines.some(({ entry }) => entry !== null) && '“Entry” is the number in the published running order.',
    routines.some(({ entry, date_routine_id }) => entry === null && date_routine_id !== null) &&
      '“No.” is the routine’s number in this city.',
  ]
    .filter(Boolean)
    .join(' ')

  /**
   * Each file goes to the routine it is named after; where there is music already, or doubt, a person says it. A file that
   * cannot be music is refused before anything is asked about it.
   */
  async function place(dropped: readonly File[]) {
    const checkedFiles = await Promise.all(dropped.map(async (file) => ({ file, reason: await whyNotMusic(file) })))
    const badFiles = checkedFiles.flatMap(({ file, reason }) => (reason === null ? [] : [{ file, reason }]))
    // Files of an earlier drop still wait for their answer.
    setRefusedFiles((before) => [...before, ...badFiles])
    const files = checkedFiles.flatMap(({ file, reason }) => (reason === null ? [file] : []))
    const isUploading = (id: number) => {
      const upload = uploads.uploading.get(id)
      return upload !== undefined && !('error' in upload)
    }
    const missing = routines.filter(
      ({ registrations_routine_id: id, music: present, no_music }) => !present && !no_music && !isUploading(id),
    )
    const ids = matchFiles(
      files.map(({ name }) => name),
      routines.map(({ registrations_routine_id: id, name }) => ({ id, name })),
    ).map((id) => (missing.some((routine) => routine.registrations_routine_id === id) ? id : null))
    files.forEach((file, i) => {
      const id = ids[i]
      if (id) uploads.start(id, file)
    })
    const unnamedFiles = files.filter((_, i) => !ids[i]).map((file) => ({ key: (nextKey.current += 1), file }))
    setUnplaced((before) => [...before, ...unnamedFiles])
  }

  return (
    <>
      {closed !== null && (
        <div className={styles['closed']} role="note">
          <StatusIcon state="stop" />
          <p>{closed}</p>
        </div>
      )}
      <Panel
        title={uploadProgress(routines)}
        flush
        actions={closed === null && !visit.share && !visit.by_office ? <ShareMusic visit={visit} /> : undefined}
      >
        {legend && <p className={styles['numbers']}>{legend}</p>}
        {closed === null && <DropHere onFiles={(files) => void place(files)} several={routines.length > 1} />}
        {refusedFiles.length > 0 && (
          <RefusedFiles
            files={refusedFiles}
            onDismiss={(file) => setRefusedFiles((before) => before.filter((other) => other.file !== file))}
          />
        )}
        {unplaced.length > 0 && (
          <FilesToPlace
            files={unplaced}
            routines={routines}
            onPlace={({ key, file }, id) => {
              setUnplaced((before) => before.filter((other) => other.key !== key))
              if (id !== null) uploads.start(id, file)
            }}
          />
        )}
        <ul className={styles['list']}>
          {routines.map((routine) => (
            <li key={routine.registrations_routine_id} className={styles['routine']}>
              <RoutineCard
                routine={routine}
                visit={visit}
                zone={time_zone}
                open={closed === null}
                uploading={uploads.uploading.get(routine.registrations_routine_id)}
                changes={changes}
                onFile={(file) => uploads.start(routine.registrations_routine_id, file)}
                onCancel={() => uploads.cancel(routine.registrations_routine_id)}
              />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

type DropHereProps = { several: boolean; onFiles: (files: readonly File[]) => void }

function DropHere({ several, onFiles }: DropHereProps) {
  const [over, setOver] = useState(false)
  return (
    <div
      className={styles['drop']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <p>
        {several
          ? 'Drop all your tracks here. Each is matched to a routine by its file name. Or drop a track on its routine.'
          : 'Drop the track on its routine, or choose it there.'}
        <span className={styles['quiet']}> {audioWords}.</span>
      </p>
      {several && (
        <FileButton accept={audioAccept} multiple onChange={onFiles}>
          {(button) => (
            <Button {...button} variant="default" size="sm">
              Choose files
            </Button>
          )}
        </FileButton>
      )}
    </div>
  )
}

/** A link that opens this page without an account. MUS-014, TOK-013. */
const ShareMusic = ({ visit: { registration_id } }: { visit: MusicVisit }) => (
  <SharePopover
    onMake={() => makeShareLink('music', registration_id)}
    onWithdraw={() => turnOffShareLinks('music', registration_id, 'All links to this music will stop working.')}
  >
    Anyone with the link can play and upload the music of these routines, and see nothing else.
  </SharePopover>
)
