import { Button } from '@mantine/core'
import { useState } from 'react'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { StatusIcon } from '../ui/StatusBadge.tsx'
import styles from './Music.module.css'
import type { RoutineMusic } from './music-query.ts'

/** `key`: tells files of one name apart, and stays with its file while others go. */
export type UnplacedFile = { key: number; file: File }

type FilesToPlaceProps = {
  files: readonly UnplacedFile[]
  routines: readonly RoutineMusic[]
  /** null: the file is put away. */
  onPlace: (unplaced: UnplacedFile, routine_id: number | null) => void
}

/** Files whose names do not say which routine they are for, or whose routine has music already. */
export function FilesToPlace({ files, routines, onPlace }: FilesToPlaceProps) {
  return (
    <section className={styles['unplaced']} aria-label="Files without a routine">
      <h3 className={styles['name']}>Which routine are these for?</h3>
      <ul className={styles['files']}>
        {files.map((unplaced) => (
          <FileToPlace
            key={unplaced.key}
            file={unplaced.file}
            routines={routines}
            onPlace={(id) => onPlace(unplaced, id)}
          />
        ))}
      </ul>
    </section>
  )
}

type FileToPlaceProps = { file: File; routines: readonly RoutineMusic[]; onPlace: (routine_id: number | null) => void }

function FileToPlace({ file, routines, onPlace }: FileToPlaceProps) {
  const [id, setId] = useState('')
  const selectedRoutine = routines.find((routine) => String(routine.registrations_routine_id) === id)
  return (
    <li className={styles['unplacedFile']}>
      <span className={styles['file']}>{file.name}</span>
      <NativeSelect
        aria-label={`Routine for ${file.name}`}
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
        data={[
          { value: '', label: 'Choose a routine' },
          ...routines.map(({ registrations_routine_id, name, music }) => ({
            value: String(registrations_routine_id),
            label: music ? `${name} (has music)` : name,
          })),
        ]}
      />
      <Button
        size="sm"
        disabled={!selectedRoutine}
        onClick={() => selectedRoutine && onPlace(selectedRoutine.registrations_routine_id)}
      >
        {selectedRoutine?.music ? 'Replace its music' : 'Upload'}
      </Button>
      <Button size="sm" variant="subtle" aria-label={`Dismiss ${file.name}`} onClick={() => onPlace(null)}>
        Not now
      </Button>
    </li>
  )
}

export type RefusedFile = { file: File; reason: string }

/** Files that cannot be music, each with its reason. MUS-003, MUS-004. */
export function RefusedFiles({ files, onDismiss }: { files: readonly RefusedFile[]; onDismiss: (file: File) => void }) {
  return (
    <section className={styles['refused']} aria-label="Files not uploaded" role="alert">
      <h3 className={styles['name']}>Not uploaded</h3>
      <ul className={styles['files']}>
        {files.map(({ file, reason }, i) => (
          // Two files may have one name.
          <li key={`${i} ${file.name}`} className={styles['unplacedFile']}>
            <span className={styles['file']}>{file.name}</span>
            <span className={styles['refusedReason']}>
              <StatusIcon state="stop" /> {reason}
            </span>
            <Button size="sm" variant="subtle" aria-label={`Dismiss ${file.name}`} onClick={() => onDismiss(file)}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
