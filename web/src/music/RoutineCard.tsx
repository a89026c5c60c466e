import { audioEndings, durationText } from '@callboard/domain/music/audio-kind.ts'
import { Button, FileButton, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { DateTime } from '../ui/Day.tsx'
import type { MusicActions } from './music-actions.ts'
import { Switch } from '../ui/Checkbox.tsx'
import styles from './Music.module.css'
import { PlayButton, PlayLine } from './PlayButton.tsx'
import type { RoutineMusic, MusicVisit } from './music-query.ts'
import type { RunningUpload } from './use-uploads.ts'

type RoutineCardProps = {
  routine: RoutineMusic
  visit: MusicVisit
  zone: string
  /** The city takes music now. */
  open: boolean
  uploading: RunningUpload | undefined
  changes: MusicActions
  onFile: (file: File) => void
  onCancel: () => void
}

export const audioAccept = ['audio/*', ...audioEndings.map((ending) => `.${ending}`)].join(',')

/** One routine and its music: heard, put in its place, noted, taken back. MUS-001. */
export function RoutineCard(props: RoutineCardProps) {
  const { routine, visit, open, uploading, onFile } = props
  const [over, setOver] = useState(false)
  const isUploading = uploading !== undefined && 'percent' in uploading
  const { name, choreographer, category, age_division, performance_division, date_routine_id, entry } = routine
  const info = [choreographer && `by ${choreographer}`, category, age_division, performance_division].filter(Boolean)
  const takes = open && !isUploading
  return (
    <div
      className={styles['card']}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!takes) return
        event.preventDefault()
        // The screen around takes what is dropped beside the cards.
        event.stopPropagation()
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <PlayButton routine={routine} visit={visit} />
      <div className={styles['words']}>
        <h3 className={styles['name']}>
          {(entry ?? date_routine_id) !== null && (
            <span className={styles['number']}>{entry === null ? `No. ${date_routine_id}` : `Entry ${entry}`}</span>
          )}
          {name}
        </h3>
        <p className={styles['quiet']}>{info.join(', ')}</p>
        <FileLine {...props} />
        <PlayLine routine={routine} />
      </div>
      <div className={styles['side']}>
        <div className={styles['state']}>
          <MusicStatus routine={routine} />
          {open && <UploadButton {...props} />}
        </div>
        {open && <Actions {...props} />}
      </div>
    </div>
  )
}

function FileLine({ routine: { name, music, upload_email }, zone, uploading, onCancel }: RoutineCardProps) {
  if (uploading && 'percent' in uploading) {
    const { percent } = uploading
    return (
      <div className={styles['uploading']}>
        <span className={styles['file']}>{uploading.name}</span>
        <Progress value={percent} size={6} aria-label={`Uploading the music of ${name}`} />
        <output>{percent < 100 ? `${percent}%` : 'Checking the file'}</output>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    )
  }
  return (
    <>
      {music && (
        <p className={styles['file']}>
          {music.name}
          <span className={styles['quiet']}>
            {' '}
            <span className="figures">{durationText(music.duration)}</span>, added{' '}
            <DateTime at={music.date_added} zone={zone} />
          </span>
        </p>
      )}
      {music?.notes && <p className={styles['note']}>Note: {music.notes}</p>}
      {!music && upload_email && <p className={styles['quiet']}>A link was emailed to {upload_email}.</p>}
      {uploading && (
        <p role="alert" className={styles['wrong']}>
          {uploading.error}
        </p>
      )}
    </>
  )
}

function MusicStatus({ routine: { music, no_music } }: Pick<RoutineCardProps, 'routine'>) {
  if (music) return <StatusBadge state="done">Uploaded</StatusBadge>
  return no_music ? (
    <StatusBadge state="done">No Music</StatusBadge>
  ) : (
    <StatusBadge state="standby">Missing</StatusBadge>
  )
}

function UploadButton({ routine: { name, music }, uploading, onFile }: RoutineCardProps) {
  return (
    <FileButton accept={audioAccept} onChange={(file) => file && onFile(file)}>
      {(button) => (
        <Button
          {...button}
          size="sm"
          variant="default"
          disabled={uploading !== undefined && 'percent' in uploading}
          leftSection={<IconUpload className="icon" />}
          aria-label={`${music ? 'Replace' : 'Upload'} the music of ${name}`}
        >
          {music ? 'Replace' : 'Upload'}
        </Button>
      )}
    </FileButton>
  )
}

/** The smaller things; by a link only what belongs to bringing the music. TOK-006. */
function Actions({ routine, visit, uploading, changes }: RoutineCardProps) {
  const { name, music, no_music } = routine
  const isOwner = !visit.share
  return (
    <div className={styles['more']}>
      {music && (
        <QuietButton
          label={`${music.notes ? 'Change the note' : 'Add a note'} for ${name}`}
          onClick={() => void changes.note(routine)}
        >
          {music.notes ? 'Change note' : 'Add note'}
        </QuietButton>
      )}
      {isOwner && music && (
        <>
          <QuietButton label={`Rename the file of ${name}`} onClick={() => void changes.rename(routine)}>
            Rename
          </QuietButton>
          <QuietButton label={`Delete the music of ${name}`} onClick={() => void changes.remove(routine)}>
            Delete
          </QuietButton>
        </>
      )}
      {isOwner && !visit.by_office && !music && !no_music && (
        <QuietButton label={`Email a link for ${name}`} onClick={() => void changes.mailLink(routine)}>
          Email link
        </QuietButton>
      )}
      {isOwner && (
        <Switch
          label="No Music"
          aria-label={`No Music for ${name}`}
          checked={no_music}
          disabled={uploading !== undefined && 'percent' in uploading}
          onChange={({ currentTarget }) => void changes.setNoMusic(routine, currentTarget.checked)}
        />
      )}
    </div>
  )
}

type QuietButtonProps = { label: string; onClick: () => void; children: string }

const QuietButton = ({ label, onClick, children }: QuietButtonProps) => (
  <Button size="compact-sm" variant="subtle" aria-label={label} onClick={onClick}>
    {children}
  </Button>
)
