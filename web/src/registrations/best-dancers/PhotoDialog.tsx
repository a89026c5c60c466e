import { explain } from '@callboard/domain/refusals.ts'
import { Button, Group, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { failureSentence } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import type { Upload } from '../../api/upload.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { toast } from '../../ui/toasts.ts'
import { CropBox, type Square } from './CropBox.tsx'
import { cropped, openPicture, type OpenedPicture } from './open-picture.ts'
import styles from './Program.module.css'
import type { ProgramVisit } from './program-query.ts'
import { sendPhoto, type SavedPhoto } from './send-photo.ts'

type PhotoDialogProps = {
  name: string
  visit: Pick<ProgramVisit, 'share'>
  /** The number of the attendee, once they are saved; null: they are not. */
  attendee: () => Promise<number | null>
  onSaved: (saved: SavedPhoto) => void
  onClose: () => void
}

/** Chooses a photo, cuts its square and sends it. PROG-002, PROG-011, PROG-012. */
export default function PhotoDialog({ name, visit, attendee, onSaved, onClose }: PhotoDialogProps) {
  const [picture, setPicture] = useState<OpenedPicture>()
  // Undefined until the picture has been laid out.
  const [square, setSquare] = useState<Square>()
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)
  const uploading = useRef<Upload>(undefined)
  useEffect(() => () => uploading.current?.cancel(), [])
  useEffect(() => () => picture?.close(), [picture])

  async function choose(file: File) {
    setError(undefined)
    try {
      const loadedPicture = await openPicture(file)
      setSquare(undefined)
      setPicture(loadedPicture)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : undefined)
    }
  }

  async function send(of: OpenedPicture, part: Square) {
    setError(undefined)
    setProgress(0)
    try {
      const attendee_id = await attendee()
      if (attendee_id === null) throw new Error(explain({ code: 'best_dancer.not_saved' }))
      const photo = await cropped(of, part)
      const onStart = (upload: Upload) => void (uploading.current = upload)
      onSaved(await sendPhoto({ attendee_id, photo, original: of.file, visit, onStart, onProgress: setProgress }))
      toast('Photo saved')
      onClose()
    } catch (failure) {
      setProgress(null)
      if (failure instanceof ReplyError && failure.code === 'canceled') return
      const isReply = failure instanceof ReplyError
      setError(isReply ? failureSentence(failure) : failure instanceof Error ? failure.message : undefined)
    } finally {
      uploading.current = undefined
    }
  }

  return (
    <Dialog opened title={`Photo of ${name}`} onCancel={onClose} width={480}>
      {picture === undefined ? (
        <FileField
          label="Photo"
          // An iPhone makes a JPG of its own kind when that is not among these.
          accept="image/jpeg,image/png,image/webp"
          help="A photo of the dancer alone, from the shoulders up: JPG, PNG or WebP, at most 10MB; a HEIC photo of an iPhone has to be saved as JPG first. It is printed 2 by 2 inches."
          error={error}
          onFile={(file) => void choose(file)}
          progress={null}
          onCancel={onClose}
        />
      ) : (
        <>
          <CropBox url={picture.url} name={name} onChange={setSquare} />
          {error && (
            <p role="alert" className={styles['wrong']}>
              {error}
            </p>
          )}
          {progress === null ? (
            <Group justify="flex-end" gap="xs" mt="lg">
              <Button variant="default" onClick={() => setPicture(undefined)}>
                Choose another
              </Button>
              <Button disabled={!square} onClick={() => square && void send(picture, square)}>
                Use this photo
              </Button>
            </Group>
          ) : (
            <div className={styles['uploading']}>
              <Progress value={progress} size={6} aria-label={`Uploading the photo of ${name}`} />
              <output className="figures">{progress}%</output>
              <Button size="sm" variant="default" onClick={() => uploading.current?.cancel()}>
                Cancel upload
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}
