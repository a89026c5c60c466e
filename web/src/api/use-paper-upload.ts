import { paperEndings, uploadLimits } from '@callboard/domain/kernel/files.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useEffect, useRef, useState } from 'react'
import { failureSentence } from './failure.ts'
import { ReplyError } from './reply-error.ts'
import { upload, type Upload, type UploadTo } from './upload.ts'

const types = Object.keys(paperEndings)

type PaperUpload = {
  /** The requested document: 'the form'. */
  what: string
  /** Runs the calls of the upload; `travel` sends the file to its address. */
  send: (file: File, travel: (to: Omit<UploadTo, 'onProgress'>) => Promise<void>) => Promise<void>
}

/** A photo or a PDF on its way, as a FileField shows it; leaving the screen stops it. ATT-063, A95. */
export function usePaperUpload({ what, send }: PaperUpload) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const uploading = useRef<Upload>(undefined)
  useEffect(() => () => uploading.current?.cancel(), [])

  async function travel(to: Omit<UploadTo, 'onProgress'>) {
    uploading.current = upload({ ...to, onProgress: setProgress })
    await uploading.current.done
    uploading.current = undefined
  }

  async function begin(file: File) {
    setError(undefined)
    if (!types.includes(file.type)) return setError(`Please choose a photo or a PDF of ${what}.`)
    if (file.size > uploadLimits.image) {
      return setError(explain({ code: 'file.too_large', field: 'file', kind: 'image' }))
    }
    setProgress(0)
    try {
      await send(file, travel)
    } catch (failure) {
      setProgress(null)
      if (failure instanceof ReplyError && failure.code === 'canceled') return
      setError(failureSentence(failure))
    }
  }

  return {
    accept: types.join(','),
    help: 'A photo (JPG, PNG, HEIC) or a PDF, at most 10MB.',
    error,
    progress,
    onFile: (file: File) => void begin(file),
    onCancel: () => uploading.current?.cancel(),
  }
}
