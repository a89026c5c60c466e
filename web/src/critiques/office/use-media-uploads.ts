import type { UploadedKind } from '@callboard/domain/critiques/media.ts'
import { useRef, useState } from 'react'
import { ReplyError } from '../../api/reply-error.ts'
import { sendMedia } from './send-media.ts'

/** A file on its way: waiting (0 percent), traveling, or refused with a sentence. */
export type MediaUpload = { id: number; name: string; percent: number; error: string }

type QueuedFile = { id: number; file: File; kind: UploadedKind }

/** More at once would share the same line. */
const atOnce = 2

/** Files on their way to a city. One that has arrived leaves the list. */
export function useMediaUploads(tour_date_id: number, onArrived: () => void) {
  const [uploads, setUploads] = useState<readonly MediaUpload[]>([])
  const queue = useRef<QueuedFile[]>([])
  const running = useRef(0)
  const latestId = useRef(0)
  const change = (id: number, part: Partial<MediaUpload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const drop = (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id))

  async function run() {
    if (running.current >= atOnce) return
    running.current += 1
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file, kind } = next
      try {
        await sendMedia({ file, tour_date_id, kind, onProgress: (percent) => change(id, { percent }) })
        drop(id)
        onArrived()
      } catch (error) {
        const isSentence = error instanceof ReplyError || error instanceof Error
        change(id, { error: isSentence ? error.message : 'The upload failed. Try again.' })
      }
    }
    running.current -= 1
  }

  function add(file: File, kind: UploadedKind) {
    const id = (latestId.current += 1)
    setUploads((before) => [...before, { id, name: file.name, percent: 0, error: '' }])
    queue.current.push({ id, file, kind })
    void run()
  }
  return { uploads, add, drop }
}
