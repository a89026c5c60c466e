import { recordingEndpoints } from '@callboard/contract/results/recordings.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ShareScope } from '@callboard/domain/share-links/share-link.ts'
import { findMedia, listReadyMedia, listRecordingTimes } from '../critiques/media-queries.ts'
import { mixedKey } from '../critiques/mixes.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readExisting, savedAs } from '../platform/files/store.ts'
import { NotFound, orNotFound } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { findOwnCity, findRegistrationOfRoutine } from './portal-queries.ts'
import { loadReadable, loadShownPart } from './portal.ts'
import { recordingParts, routineVideo } from './recordings.ts'

// Lifetime of a signed place in seconds; long enough to hear half an hour twice.
const placeSeconds = 3_600

type Reader = { user: { id: number }; shared: ShareScope | null; now: Instant }

/** Media of a released critique that the caller may read; everything else is not found. TOK-005. */
async function loadReadableMedia(tx: Tx, reader: Reader, media_id: string) {
  const { registration_routine_id: entry_id } = orNotFound(await findMedia(tx, media_id))
  const registration_id = orNotFound(entry_id === null ? undefined : await findRegistrationOfRoutine(tx, entry_id))
  const registration = await loadReadable(tx, reader, registration_id)
  const part = await loadShownPart(tx, registration, 'critiques', reader)
  if (!part?.entries.some(({ id }) => id === entry_id)) throw new NotFound()
  const media = await listReadyMedia(tx, [entry_id ?? 0], ['judge_audio', 'judge_video', 'routine_video'])
  const own = media.find(({ id }) => id === media_id)
  if (!own?.key) throw new NotFound()
  const video = routineVideo(media, entry_id ?? 0)
  const times = await listRecordingTimes(tx, [entry_id ?? 0])
  const parts = recordingParts(media, times, entry_id ?? 0, own.position)
  const recordings = parts.flatMap(({ id, key, shift_ms }) => (key === null ? [] : [{ id, key, shift_ms }]))
  return { ...own, key: own.key, registration, video, recordings }
}

const fileName = (parts: readonly string[]) =>
  `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
    .replace(/[\\/\p{Cc}]/gu, ' ')}.mp4`

/** Recordings and videos of released critiques. */
export function recordingRoutes(app: App) {
  const endpoints = recordingEndpoints

  serve(app, endpoints.readRecording, async (tx, { query, ...reader }) => {
    const { key, content_type, registration } = await loadReadableMedia(tx, reader, query.media_id)
    if (registration.registration_id !== query.registration_id) throw new NotFound()
    return app.files.sign(key, content_type, 'get', reader.now, placeSeconds)
  })

  serve(app, endpoints.critiquePath, async (tx, { query: { tour_date_id }, user, reply }) => {
    orNotFound(await findOwnCity(tx, user.id, tour_date_id))
    // Fastify takes a string for a body that is written already.
    void reply.type('application/json; charset=utf-8')
    return JSON.stringify(`media/${tour_date_id}/`)
  })

  servePhases(app, endpoints.downloadCritique, async (db, { query, reply, ...reader }) => {
    const { key: media_id, event, city, number, routine, position } = query
    const media = await inTransaction(db, (tx) => loadReadableMedia(tx, reader, media_id))
    const { video } = media
    if (media.kind !== 'judge_video' && (media.kind !== 'judge_audio' || !video?.key)) throw new NotFound()
    const key =
      media.kind === 'judge_video' || !video?.key
        ? media.key
        : await mixedKey(app, media, { id: video.id, key: video.key }, media.recordings, reader.now)
    const content = orNotFound(await readExisting(app.files, key))
    const name = fileName([number, routine, position && `judge ${position}`, event, city])
    void reply
      .type('video/mp4')
      .header('content-disposition', savedAs(name))
      .header('cache-control', 'private, no-store')
    return content
  })
}
