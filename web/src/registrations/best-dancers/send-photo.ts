import { photoProgress, type PhotoPart } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { call, type Reply } from '../../api/call.ts'
import { upload, type Upload } from '../../api/upload.ts'
import { shareOptions, type ProgramVisit } from './program-query.ts'

export type SavedPhoto = Reply<'PATCH /v1/tda/best-dancers'>['attendee']
type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

type Sending = {
  attendee_id: number
  /** The square, and the file it was cropped from. */
  photo: Blob
  original: File
  visit: Pick<ProgramVisit, 'share'>
  onStart: (upload: Upload) => void
  onProgress: (percent: number) => void
}

/** Maps the MIME type of a file to the image type stored. */
const nameOf: Record<string, ImageType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/webp': 'image/webp',
}

/** Puts a dancer's photo and the original, then saves them; the server makes the thumbnail. PROG-012, PROG-013, PROG-052. */
export async function sendPhoto({
  attendee_id,
  photo,
  original,
  visit,
  onStart,
  onProgress,
}: Sending): Promise<SavedPhoto> {
  const percent: Record<PhotoPart, number> = { photo: 0, original: 0, headshot: 0 }
  const tell = (part: PhotoPart, partPercent: number) => {
    percent[part] = partPercent
    onProgress(photoProgress(percent))
  }
  async function put(part: 'photo' | 'original', file: Blob): Promise<string> {
    const type = nameOf[file.type] ?? 'image/jpeg'
    const { url, fields, public_id } = await call(
      'GET /v1/mybtf/image-upload-params',
      { query: { name: `${attendee_id}/${part}`, type, folder: 'best_dancer', size: file.size } },
      shareOptions(visit),
    )
    const uploading = upload({ url, file, headers: fields, onProgress: (partPercent) => tell(part, partPercent) })
    onStart(uploading)
    await uploading.done
    return public_id
  }

  const best_dancer_photo = await put('photo', photo)
  const best_dancer_photo_original = await put('original', original)
  const body = { id: attendee_id, best_dancer_photo, best_dancer_photo_original }
  const { attendee } = await call('PATCH /v1/tda/best-dancers', { body }, shareOptions(visit))
  tell('headshot', 100)
  return attendee
}
