import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { containerOf, mixDays } from '@callboard/domain/critiques/media.ts'
import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { NotFound } from '../platform/http/errors.ts'
import { mixCritique } from './convert.ts'
import { findMix, insertMix, type MediaRow } from './media-queries.ts'
import { fetchFile, withWorkFolder } from './process-media.ts'
import { hasTool, mediaTools } from './run-tool.ts'

type Recording = Pick<MediaRow, 'id' | 'tour_date_id' | 'registration_routine_id' | 'seat_id'> & { key: string }
type Video = { id: string; key: string }

const running = new Map<string, Promise<string>>()

/**
 * Where the video of a routine with what a judge said of it lies. It is made when it is first asked for and kept for 30
 * days; another shift makes another one. Without ffmpeg there is none.
 */
export async function mixedKey(
  dependencies: Dependencies,
  recording: Recording,
  video: Video,
  shift_ms: number,
  now: Instant,
): Promise<string> {
  const name = `${recording.id} ${video.id} ${shift_ms}`
  const before = await inTransaction(dependencies.db, (tx) => findMix(tx, name, now))
  if (before?.key) return before.key
  const mix = running.get(name) ?? makeMix(dependencies, { recording, video, shift_ms, name }, now)
  running.set(name, mix)
  return mix.finally(() => running.delete(name))
}

type Mix = { recording: Recording; video: Video; shift_ms: number; name: string }

async function makeMix(dependencies: Dependencies, { recording, video, shift_ms, name }: Mix, now: Instant) {
  const { db, files } = dependencies
  const tools = mediaTools(dependencies)
  if (!(await hasTool(tools.ffmpeg)) || !(await hasTool(tools.ffprobe))) throw new NotFound()
  const fetchSource = async (key: string, file: string) => {
    const head = await files.head(key, signatureBytes)
    const container = head && containerOf(head.start)
    if (!container) throw new NotFound()
    await fetchFile(dependencies, key, file)
    return { file, container }
  }
  return withWorkFolder(dependencies, async (folder) => {
    const [picture, audio, out] = ['video', 'audio', 'out'].map((file) => path.join(folder, file)) as [
      string,
      string,
      string,
    ]
    const sources = { video: await fetchSource(video.key, picture), audio: await fetchSource(recording.key, audio) }
    await mixCritique(tools, { ...sources, out }, shift_ms)
    const id = randomUUID()
    const key = `media/mixes/${id}.mp4`
    const { size } = await files.put(key, createReadStream(out), 'video/mp4').then(() => stat(out))
    const { tour_date_id, registration_routine_id, seat_id } = recording
    const place = { tour_date_id, registration_routine_id, seat_id }
    await inTransaction(db, (tx) =>
      insertMix(tx, { ...{ id, name, key, bytes: size, ...place }, created: now, expires_at: daysAfter(now, mixDays) }),
    )
    return key
  })
}
