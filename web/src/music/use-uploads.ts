import { useEffect, useRef, useState } from 'react'
import { failureWords } from '../api/failure.ts'
import { ReplyError } from '../api/reply-error.ts'
import type { Upload } from '../api/upload.ts'
import { notice } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'
import type { MusicVisit } from './music-query.ts'
import { NotSent, sendMusic } from './send-music.ts'

/** An upload in progress, or the reason of its failure. */
export type RunningUpload = { name: string; percent: number } | { error: string }

/** A save that failed for a reason of its own: it is said, and the page begins anew. MUS-011, ERR-020. */
export async function showFailureAndReload(error: unknown): Promise<void> {
  if (error instanceof ReplyError && error.endedSession) return
  await notice(failureWords(error))
  // A refusal is an answer; what the page shows is still so.
  if (error instanceof ReplyError && error.status === 422) return
  window.history.go(0)
}

/** Files on their way to the routines of a screen; those still uploading when it is left are called back. */
export function useUploads(visit: MusicVisit, onArrived: () => void) {
  const [uploading, setUploading] = useState<ReadonlyMap<number, RunningUpload>>(new Map())
  const activeUploads = useRef(new Map<number, Upload>())

  useEffect(() => {
    const uploads = activeUploads.current
    return () => uploads.forEach(({ cancel }) => cancel())
  }, [])

  function say(id: number, news: RunningUpload | undefined) {
    setUploading((before) => {
      const after = new Map(before)
      if (news) after.set(id, news)
      else after.delete(id)
      return after
    })
  }

  async function start(routine_id: number, file: File) {
    say(routine_id, { name: file.name, percent: 0 })
    try {
      await sendMusic({
        file,
        routine_id,
        visit,
        onStart: (upload) => void activeUploads.current.set(routine_id, upload),
        onProgress: (percent) => say(routine_id, { name: file.name, percent }),
      })
      say(routine_id, undefined)
      toast('Music uploaded')
      onArrived()
    } catch (error) {
      if (error instanceof NotSent) say(routine_id, { error: error.message })
      else {
        say(routine_id, undefined)
        if (!(error instanceof ReplyError && error.code === 'canceled')) await showFailureAndReload(error)
      }
    } finally {
      activeUploads.current.delete(routine_id)
    }
  }

  return {
    uploading,
    start: (id: number, file: File) => void start(id, file),
    cancel: (id: number) => activeUploads.current.get(id)?.cancel(),
  }
}
