import { randomUUID } from 'node:crypto'
import { mediaEndpoints } from '@callboard/contract/critiques/media.ts'
import { checkMediaSize } from '@callboard/domain/critiques/media.ts'
import { matchMediaName } from '@callboard/domain/critiques/media-name.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { audited } from '../platform/audit-queries.ts'
import { answerWith, NotFound, orNotFound, orRefuse, Refused, SignedOut } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import type { JudgeDevice } from '../platform/user.ts'
import { findCityHead } from '../tours/city-queries.ts'
import { appendBytes, tellOffset, uploadState } from './append-upload.ts'
import {
  checkQuota,
  findUpload,
  insertUpload,
  listMediaEntries,
  takeOverUpload,
  type MediaUploader,
} from './media-queries.ts'

const officeUrl = (id: string) => `/v1/office/media/${id}/upload`
const deviceUrl = (id: string) => `/v1/judging/media/${id}`

function ofDevice(judge: JudgeDevice | null): { device_id: number; seat: JudgeDevice } {
  if (!judge) throw new SignedOut()
  return { device_id: judge.id, seat: judge }
}

/** Uploads of recordings and videos by the office and by the devices of judges, each its own. OFF-031. */
export function mediaUploadRoutes(app: App) {
  const endpoints = mediaEndpoints
  answerWith({ 'media.offset': 409 })

  serve(app, endpoints.beginMedia, async (tx, { body, now, ...caller }) => {
    const { tour_date_id, kind, name, bytes, sha256 } = body
    orNotFound(await findCityHead(tx, tour_date_id))
    orRefuse(checkMediaSize(bytes, kind))
    const uploader: MediaUploader = { uploaded_by: caller.user.id }
    orRefuse(await checkQuota(tx, uploader, now))
    const match = matchMediaName(name, kind, await listMediaEntries(tx, tour_date_id))
    const id = randomUUID()
    const place = { registration_routine_id: match?.registration_routine_id ?? null, seat_id: match?.seat_id ?? null }
    const media = { id, tour_date_id, kind, name: name.trim(), bytes, sha256, ...place, started_at: null, created: now }
    await insertUpload(tx, media, uploader)
    await audited(
      tx,
      { ...caller, now },
      { action: 'add media', entity: 'media', entity_id: id, before: null, after: { name: media.name } },
    )
    return { ...uploadState(media, 0, officeUrl(id)), matched: match !== null }
  })

  serve(app, endpoints.beginRecording, async (tx, { body, judge, now }) => {
    const { device_id, seat } = ofDevice(judge)
    const { id, registration_routine_id, bytes, sha256, started_at, clock } = body
    orRefuse(checkMediaSize(bytes, 'judge_audio'))
    const { seat_id, tour_date_id } = seat
    const entries = await listMediaEntries(tx, tour_date_id)
    const isJudged = entries.some((entry) => entry.id === registration_routine_id && entry.seats.some((one) => one.id === seat_id)) // oxfmt-ignore
    if (!isJudged) throw new Refused({ code: 'media.entry', field: 'registration_routine_id' })
    const uploader: MediaUploader = { device_id }
    const before = await findUpload(tx, id, uploader)
    if (!before) {
      orRefuse(await checkQuota(tx, uploader, now))
      // Both clocks are the device's, so its error cancels out.
      const age = Math.max(0, Date.parse(clock) - Date.parse(started_at))
      const isNew = await insertUpload(
        tx,
        {
          ...{ id, tour_date_id, kind: 'judge_audio', name: '', bytes, sha256, registration_routine_id, seat_id },
          ...{ started_at: instant(Date.parse(now) - age), created: now },
        },
        uploader,
      )
      if (!isNew && !(await takeOverUpload(tx, id, seat_id, device_id))) throw new NotFound()
    }
    return uploadState(before ?? { id, bytes }, 0, deviceUrl(id))
  })

  servePhases(app, endpoints.readMediaUpload, (db, { params, user, ...transfer }) =>
    tellOffset(app, db, { ...params, ...transfer, uploader: { uploaded_by: user.id } }),
  )
  servePhases(app, endpoints.readRecordingUpload, (db, { params, judge, ...transfer }) =>
    tellOffset(app, db, { ...params, ...transfer, uploader: { device_id: ofDevice(judge).device_id } }),
  )

  void app.register(async (scope) => {
    // A body of any type stays unparsed: the protocol reads the stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, callback) => callback(null, undefined))
    // The scope inherits the parts of the app.
    const rawApp = scope as unknown as App
    servePhases(rawApp, endpoints.appendMedia, (db, { params, user, ...transfer }) =>
      appendBytes(app, db, { ...params, ...transfer, uploader: { uploaded_by: user.id } }),
    )
    servePhases(rawApp, endpoints.appendRecording, (db, { params, judge, ...transfer }) =>
      appendBytes(app, db, { ...params, ...transfer, uploader: { device_id: ofDevice(judge).device_id } }),
    )
  })
}
