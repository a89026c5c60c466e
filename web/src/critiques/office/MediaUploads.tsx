import type { UploadedKind } from '@callboard/domain/critiques/media.ts'
import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { FileField } from '../../ui/FileField.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import type { MediaUpload } from './use-media-uploads.ts'

const kinds: readonly { value: UploadedKind; label: string; help: string; accept: string }[] = [
  {
    value: 'judge_audio',
    label: 'Recordings of judges',
    help: 'Name each file by entry and seat: 156a_2.m4a is the recording of the judge on seat 2 for entry 156a. MP4, M4A, WebM, WAV, MP3 or Ogg, up to 50 MB.',
    accept: 'audio/*,.m4a,.mp4,.webm,.wav,.mp3,.ogg',
  },
  {
    value: 'routine_video',
    label: 'Videos of routines',
    help: 'Name each file by its entry: 156a.mp4. MP4 or WebM, up to 4 GB and 30 minutes.',
    accept: 'video/*,.mp4,.webm',
  },
  {
    value: 'judge_video',
    label: 'Whole video critiques',
    help: 'Name each file by entry and seat: 156a_2.mp4. MP4 or WebM, up to 4 GB and 30 minutes.',
    accept: 'video/*,.mp4,.webm',
  },
]

type MediaUploadsProps = {
  uploads: readonly MediaUpload[]
  onFile: (file: File, kind: UploadedKind) => void
  onDrop: (id: number) => void
}

/** Uploads many files; their names say whose they are. */
export function MediaUploads({ uploads, onFile, onDrop }: MediaUploadsProps) {
  const [value, setValue] = useState<UploadedKind>('judge_audio')
  const kind = kinds.find((one) => one.value === value)
  return (
    <Panel title="Upload files">
      <div className={styles['stack']}>
        <NativeSelect
          label="Kind"
          data={kinds.map((one) => ({ value: one.value, label: one.label }))}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value as UploadedKind)}
        />
        <FileField
          label="Choose files"
          multiple
          accept={kind?.accept ?? ''}
          help={kind?.help ?? ''}
          error={undefined}
          progress={null}
          onCancel={() => {}}
          onFile={(file) => onFile(file, value)}
        />
        {uploads.length > 0 && (
          <ul className={styles['rows']} aria-label="Uploads">
            {uploads.map(({ id, name, percent, error }) => (
              <li key={id}>
                <div style={{ minWidth: 0, flex: 1 }}>
                  <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
                  {error ? (
                    <span role="alert" className={styles['second']}>
                      {error}
                    </span>
                  ) : (
                    <Progress value={percent} size={6} aria-label={`Uploading ${name}`} />
                  )}
                </div>
                {error && (
                  <Button size="compact-sm" variant="subtle" aria-label={`Dismiss ${name}`} onClick={() => onDrop(id)}>
                    Dismiss
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
