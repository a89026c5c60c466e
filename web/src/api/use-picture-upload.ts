import { useState } from 'react'
import { failureSentence } from './failure.ts'
import { ReplyError } from './reply-error.ts'
import { upload, type Upload } from './upload.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
type PictureFile = { type: (typeof pictureTypes)[number]; size: number }

type PictureCalls = {
  /** Opens a signed place for the file. */
  openPlace: (file: PictureFile) => Promise<{ signedRequest: string; url: string }>
  /** Saves the address of the picture that was sent; null deletes the picture. */
  save: (url: string | null) => Promise<void>
}

/** Sends a picture to a signed place and saves it, or deletes it; with the props of its field. */
export function usePictureUpload({ openPlace, save }: PictureCalls) {
  const [underway, setUnderway] = useState<Upload | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()

  async function attempt(act: () => Promise<void>) {
    setError(undefined)
    try {
      await act()
    } catch (failure) {
      if (!(failure instanceof ReplyError)) throw failure
      if (failure.code !== 'canceled') setError(failureSentence(failure))
    } finally {
      setProgress(null)
      setUnderway(null)
    }
  }
  const send = (file: File) =>
    attempt(async () => {
      const type = pictureTypes.find((one) => one === file.type) ?? 'image/jpeg'
      const place = await openPlace({ type, size: file.size })
      setProgress(0)
      const headers = { 'content-type': type }
      const sending = upload({ url: place.signedRequest, file, headers, onProgress: setProgress })
      setUnderway(sending)
      await sending.done
      await save(place.url)
    })

  return {
    remove: () => void attempt(() => save(null)),
    field: {
      accept: pictureTypes.join(),
      error,
      progress,
      onFile: (file: File) => void send(file),
      onCancel: () => underway?.cancel(),
    },
  }
}
