import { Button, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import styles from './FileField.module.css'

type FileFieldProps = {
  label: string
  /** As the browser's file picker takes it: 'audio/*,.mp3'. */
  accept: string
  help: string
  error: string | undefined
  onFile: (file: File) => void
  /** Takes several at once, one after another. */
  multiple?: boolean
  /** Percent while a file is on its way, otherwise null. */
  progress: number | null
  onCancel: () => void
  /** The current file. */
  fileName?: string | undefined
}

/** Drop a file, or choose one; while it travels a bar with percent and a way to stop it. */
export function FileField({
  label,
  accept,
  help,
  error,
  onFile,
  progress,
  onCancel,
  fileName,
  multiple = false,
}: FileFieldProps) {
  const [over, setOver] = useState(false)
  const input = useId()
  const note = useId()

  if (progress !== null) {
    return (
      <div className={styles['box']} data-state="uploading">
        <div className={styles['line']}>
          <span className={styles['name']}>{fileName ?? label}</span>
          <span className="figures">{progress}%</span>
        </div>
        <Progress value={progress} size={6} aria-label={`Uploading ${fileName ?? label}`} />
        <div className={styles['line']}>
          <span className={styles['help']}>Uploading. You can keep working on this page.</span>
          <Button variant="default" size="sm" onClick={onCancel}>
            Cancel upload
          </Button>
        </div>
      </div>
    )
  }

  return (
    <div>
      <label htmlFor={input} className={styles['box']} data-state={over ? 'over' : error ? 'error' : 'waiting'}>
        <span className={styles['choose']}>
          <IconUpload className="icon" />
          <span>
            <span className={styles['label']}>{label}</span>
            <span className={styles['help']}>
              {fileName
                ? `${fileName}. Drop or choose another to replace it.`
                : multiple
                  ? 'Drop files here, or choose some.'
                  : 'Drop a file here, or choose one.'}
            </span>
          </span>
        </span>
        <input
          id={input}
          className={styles['input']}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-describedby={note}
          aria-invalid={error !== undefined}
          {...(error && { 'data-wrong': true })}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            const { files } = event.dataTransfer
            for (const file of [...files].slice(0, multiple ? undefined : 1)) onFile(file)
          }}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // The same file may be chosen again after a failure.
            currentTarget.value = ''
            for (const file of files) onFile(file)
          }}
        />
      </label>
      <p id={note} className={styles['note']} data-error={error ? true : undefined}>
        {error ?? help}
      </p>
    </div>
  )
}
