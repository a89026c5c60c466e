import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { containerOf, mixDays } from '@callboard/domain/critiques/media.ts'
import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { storeFile } from '../platform/files/queries.ts'
import { NotFound } from '../platform/http/errors.ts'
import { mixCritique } from './convert.ts'
import { findMix, insertMix, type MediaRow } from './media-queries.ts'
import { fetchFile, withWorkFolder } from './process-media.ts'
import { hasTool, mediaTools } from './run-tool.ts'

type MixPlace = Pick<MediaRow, 'tour_date_id' | 'registration_routine_id' | 'seat_id'>
/** A part of what a judge said; `shift_ms`: how long after the video it begins. */
type Recording = { id: string; key: string; shift_ms: number }
type Video = { id: string; key: string }

const running = new Map<string, Promise<string>>()

/**
 * Where the video of a routine with what a judge said of it lies. It is made when it is first asked for and kept for 30
 * days; other recordings or another shift make another one. Without ffmpeg there is none.
 */
export async function mixedKey(
  dependencies: Dependencies,
  place: MixPlace,
  video: Video,
  recordings: readonly Recording[],
  now: Instant,
): Promise<string> {
  const name = [...recordings.map(({ id, shift_ms }) => `${id} ${shift_ms}`), video.id].join(' ')
  const before = await inTransaction(dependencies.db, (tx) => findMix(tx, name, now))
  if (before?.key) return before.key
  const mix = running.get(name) ?? makeMix(dependencies, { place, recordings, video, name }, now)
  running.set(name, mix)
  return mix.finally(() => running.delete(name))
}

type Mix = { place: MixPlace; recordings: readonly Recording[]; video: Video; name: string }

async function makeMix(dependencies: Dependencies, { place, recordings, video, name }: Mix, now: Instant) {
  const { db, files } = dependencies
  const tools = mediaTools(dependencies)
  if (!(await hasTool(tools.ffmpeg)) || !(await hasTool(tools.ffprobe))) throw new NotFound()
  return withWorkFolder(dependencies, async (folder) => {
    const fetchSource = async (key: string, fileName: string) => {
      const file = path.join(folder, fileName)
      const head = await files.head(key, signatureBytes)
      const container = head && containerOf(head.start)
      if (!container) throw new NotFound()
      await fetchFile(dependencies, key, file)
      return { file, container }
    }
    const picture = await fetchSource(video.key, 'video')
    const voices = []
    for (const [index, { key, shift_ms }] of recordings.entries()) {
      voices.push({ source: await fetchSource(key, `voice-${index}`), shift_ms })
    }
    const out = path.join(folder, 'out')
    await mixCritique(tools, picture, voices, out)
    const id = randomUUID()
    const key = `media/mixes/${id}.mp4`
    const { size } = await stat(out)
    const file = { key, content_type: 'video/mp4', size, owner_user_id: null, registration_id: null, created: now }
    await storeFile(dependencies, file, createReadStream(out))
    const { tour_date_id, registration_routine_id, seat_id } = place
    const mix = { id, name, key, bytes: size, tour_date_id, registration_routine_id, seat_id }
    await inTransaction(db, (tx) => insertMix(tx, { ...mix, created: now, expires_at: daysAfter(now, mixDays) }))
    return key
  })
}
