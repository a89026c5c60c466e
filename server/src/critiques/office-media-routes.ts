import { mediaEndpoints } from '@callboard/contract/critiques/media.ts'
import { canBecome, mediaFailures } from '@callboard/domain/critiques/media.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { AuditAction } from '@callboard/domain/platform/audit-actions.ts'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findCityHead } from '../tours/city-queries.ts'
import {
  addProcessing,
  conversionFailure,
  deleteMedia,
  listCityMedia,
  listMediaEntries,
  lockMedia,
  findMedia,
  setMediaPlace,
  setMediaState,
  setShift,
  type MediaRow,
} from './media-queries.ts'
import { hasTool, mediaTools } from './run-tool.ts'
import { openSpool } from './upload-spool.ts'

// Lifetime of a signed place in seconds; long enough to hear half an hour twice.
const placeSeconds = 3_600

function failureText(media: MediaRow): string | null {
  if (media.failure !== null) return mediaFailures[media.failure]
  const reason = conversionFailure(media)
  return (
    reason && `Served as it came: ${mediaFailures[reason].charAt(0).toLowerCase()}${mediaFailures[reason].slice(1)}`
  )
}

/** The cast holds for rows of `listCityMedia`, which leaves out what is made by the product. */
const presentMedia = (media: MediaRow) => ({
  ...{ id: media.id, kind: media.kind as Exclude<MediaRow['kind'], 'critique_mix'>, name: media.name },
  ...{ bytes: media.bytes, state: media.state, withheld_reason: media.withheld_reason, created: media.created },
  failure: failureText(media),
  can_retry: media.state === 'failed' && media.key !== null,
  ...{ duration_ms: media.duration_ms, started_at: media.started_at, shift_ms: media.shift_ms },
})

async function presentCity(tx: Tx, tour_date_id: number) {
  const media = await listCityMedia(tx, tour_date_id)
  const entries = await listMediaEntries(tx, tour_date_id)
  const placedIds = new Set<string>()
  const take = (isIncluded: (row: MediaRow) => boolean) =>
    media.filter(isIncluded).map((row) => {
      placedIds.add(row.id)
      return presentMedia(row)
    })
  const presented = entries.map(({ seats, ...entry }) => ({
    ...entry,
    seats: seats.map((seat) => ({
      ...seat,
      media: take((row) => row.registration_routine_id === entry.id && row.seat_id === seat.id),
    })),
    videos: take((row) => row.registration_routine_id === entry.id && row.kind === 'routine_video'),
  }))
  return { entries: presented, unmatched: media.filter(({ id }) => !placedIds.has(id)).map(presentMedia) }
}

/** The office sees what is missing, assigns files, withholds and deletes. OFF-031. */
export function officeMediaRoutes(app: App) {
  const endpoints = mediaEndpoints
  const entity = 'media'

  const note = (
    tx: Tx,
    caller: Caller,
    media: MediaRow,
    { action, before, after }: { action: AuditAction; before?: object; after?: object },
  ) =>
    audited(tx, caller, {
      ...{ action, entity, entity_id: media.id },
      before: { name: media.name, ...before },
      after: { name: media.name, ...after },
    })

  serve(app, endpoints.listCityMedia, async (tx, { query: { tour_date_id } }) => {
    const { event, city } = orNotFound(await findCityHead(tx, tour_date_id))
    const { ffmpeg, ffprobe } = mediaTools(app)
    const converts = (await hasTool(ffmpeg)) && (await hasTool(ffprobe))
    return { event, city, converts, ...(await presentCity(tx, tour_date_id)) }
  })

  serve(app, endpoints.officeMediaPlace, async (tx, { params, now }) => {
    const { key, content_type, state } = orNotFound(await findMedia(tx, params.media_id))
    if (key === null || state === 'expired') throw new NotFound()
    return app.files.sign(key, content_type, 'get', now, placeSeconds)
  })

  serve(app, endpoints.matchMedia, async (tx, { params, body, ...caller }) => {
    const media = orNotFound(await lockMedia(tx, params.media_id))
    const entry = (await listMediaEntries(tx, media.tour_date_id)).find(({ id }) => id === body.registration_routine_id)
    if (!entry) throw new Refused({ code: 'media.entry', field: 'registration_routine_id' })
    const seat = entry.seats.find(({ id }) => id === body.seat_id)
    const needsSeat = media.kind !== 'routine_video'
    if (needsSeat !== (body.seat_id !== null) || (needsSeat && !seat)) {
      throw new Refused({ code: 'media.seat', field: 'seat_id' })
    }
    await setMediaPlace(tx, media.id, body)
    await note(tx, caller, media, {
      action: 'assign media',
      after: { number: entry.label, seat: seat?.position ?? null },
    })
    return {}
  })

  serve(app, endpoints.shiftMedia, async (tx, { params, body: { shift_ms }, ...caller }) => {
    const media = orNotFound(await lockMedia(tx, params.media_id))
    await setShift(tx, media.id, shift_ms)
    await note(tx, caller, media, { action: 'shift media', before: { shift_ms: media.shift_ms }, after: { shift_ms } })
    return {}
  })

  serve(app, endpoints.withholdMedia, async (tx, { params, body, ...caller }) => {
    const media = orNotFound(await lockMedia(tx, params.media_id))
    const reason = body.reason === null ? null : body.reason.trim()
    if (reason === '') throw new Refused({ code: 'media.reason', field: 'reason' })
    const next = reason === null ? 'ready' : 'withheld'
    // Processing alone makes media ready that was not withheld.
    const isFitting = reason === null ? media.state === 'withheld' : canBecome(media.state, 'withheld')
    if (!isFitting || !(await setMediaState(tx, media.id, next, { withheld_reason: reason }))) {
      throw new Refused({ code: 'media.state', state: media.state })
    }
    await note(tx, caller, media, {
      action: 'withhold media',
      before: { reason: media.withheld_reason },
      after: { reason },
    })
    return {}
  })

  serve(app, endpoints.retryMedia, async (tx, { params, ...caller }) => {
    const media = orNotFound(await lockMedia(tx, params.media_id))
    if (media.state !== 'failed' || media.key === null || !(await setMediaState(tx, media.id, 'stored'))) {
      throw new Refused({ code: 'media.state', state: media.state })
    }
    await addProcessing(tx, media.id)
    await note(tx, caller, media, { action: 'retry media' })
    return {}
  })

  serve(app, endpoints.removeMedia, async (tx, { params, ...caller }) => {
    const media = orNotFound(await lockMedia(tx, params.media_id))
    await deleteMedia(tx, media)
    await note(tx, caller, media, { action: 'remove media' })
    await openSpool(mediaTools(app).folder).remove(media.id)
    return {}
  })
}
