import { audioKinds, checkAudio } from '@callboard/domain/music/audio-kind.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { explained } from '../api/failure.ts'
import { call } from '../api/call.ts'
import { ReplyError } from '../api/reply-error.ts'
import { upload, type Upload } from '../api/upload.ts'
import { shareOptions, type MusicVisit } from './music-query.ts'

/** For how long a file may be looked at or heard under an address of this page alone. MUS-019. */
export const previewMilliseconds = 60_000

/** An address for a file that is still on this machine; after a minute it leads nowhere, so that its bytes can go. */
export function previewUrl(file: Blob): string {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), previewMilliseconds)
  return url
}

/** A failed upload; the message is shown at its file. */
export class NotSent extends Error {}

type Sending = {
  file: File
  routine_id: number
  visit: MusicVisit
  onStart: (upload: Upload) => void
  onProgress: (percent: number) => void
}

/** Whether a file can be music at all, before a byte of it travels. MUS-003, MUS-004. */
async function kindOf(file: File) {
  const start = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
  const audioCheck = checkAudio({ size: file.size, start })
  if (!audioCheck.ok) throw new NotSent(await explained(audioCheck.refusal))
  return audioCheck.value
}

/** Why a file cannot be music, in words; null: it can. */
export const whyNotMusic = (file: File): Promise<string | null> =>
  kindOf(file).then(
    () => null,
    // A folder, for example, cannot be read.
    (error: unknown) => (error instanceof NotSent ? error.message : explained({ code: 'file.failed', field: 'file' })),
  )

const patience = 5_000

/** Seconds, as this browser reads them; 0: it cannot play such a file. The server reads them itself. */
const durationOf = (file: File) =>
  new Promise<number>((resolve) => {
    const audio = new Audio()
    const end = (seconds: number) => {
      audio.removeAttribute('src')
      resolve(Number.isFinite(seconds) ? seconds : 0)
    }
    audio.addEventListener('loadedmetadata', () => end(audio.duration))
    audio.addEventListener('error', () => end(0))
    setTimeout(() => end(0), patience)
    audio.preload = 'metadata'
    audio.src = previewUrl(file)
  })

/** Refusals that speak of the file: they are said beside it. */
const isOfFile = (error: unknown): error is ReplyError => error instanceof ReplyError && error.code.startsWith('file.')

/** Puts a file into the store and makes it the music of a routine. Throws NotSent for what the file or its way is to blame for. */
export async function sendMusic({ file, routine_id, visit, onStart, onProgress }: Sending): Promise<void> {
  const kind = await kindOf(file)
  const { content_type, endings } = audioKinds[kind]
  const [place, duration] = await Promise.all([
    // The ending tells the kind of music, not the file's own name.
    call(
      'GET /v1/mybtf/music',
      { query: { name: `${routine_id}/music.${endings[0]}`, type: content_type, operation: 'put', size: file.size } },
      shareOptions(visit),
    ),
    durationOf(file),
  ])
  const uploading = upload({
    url: place.signedRequest,
    file,
    headers: { 'content-type': content_type },
    onProgress,
  })
  onStart(uploading)
  await uploading.done.catch(async (error: unknown) => {
    if (isOfFile(error)) throw new NotSent(error.message)
    if (error instanceof ReplyError && error.code === 'canceled') throw error
    throw new NotSent(await explained({ code: 'file.failed', field: 'file' }))
  })
  const fileName = file.name.slice(-260)
  await call(
    'POST /v1/mybtf/music',
    { body: { registrationsRoutineId: routine_id, url: place.url, fileName, duration, content_type } },
    shareOptions(visit),
  ).catch((error: unknown) => {
    throw isOfFile(error) ? new NotSent(error.message) : error
  })
}
