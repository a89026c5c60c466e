import { checkContainer, type UploadedKind } from '@callboard/domain/critiques/media.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { BadBody } from '../platform/http/guard-body.ts'
import type { App } from '../platform/http/serve.ts'
import { findUpload, markReceived, type MediaRow, type MediaUploader } from './media-queries.ts'
import { mediaTools } from './run-tool.ts'
import { openSpool } from './upload-spool.ts'

type Transfer = {
  media_id: string
  uploader: MediaUploader
  now: Instant
  request: FastifyRequest
  reply: FastifyReply
}

/** Bytes that are here; all of them once the upload has left the spool. */
async function offsetOf(app: App, media: MediaRow): Promise<number> {
  return media.state === 'uploading' && media.received_at === null
    ? openSpool(mediaTools(app).folder).offset(media)
    : media.bytes
}

const findOwn = (db: Db, { media_id, uploader }: Transfer) =>
  inTransaction(db, async (tx) => orNotFound(await findUpload(tx, media_id, uploader)))

export const uploadState = ({ id, bytes }: Pick<MediaRow, 'id' | 'bytes'>, offset: number, upload_url: string) => ({
  ...{ id, offset, bytes, upload_url },
})

/** Says how much of the caller's own upload is here, in the body and in the headers of the tus protocol. */
export async function tellOffset(app: App, db: Db, transfer: Transfer) {
  const { reply, request, now } = transfer
  const media = await findOwn(db, transfer)
  const offset = await offsetOf(app, media)
  // The answer to the last byte was lost, or this process ended before it was noted.
  if (offset === media.bytes) await inTransaction(db, (tx) => markReceived(tx, media.id, now))
  void reply
    .header('tus-resumable', '1.0.0')
    .header('upload-offset', String(offset))
    .header('upload-length', String(media.bytes))
    .header('cache-control', 'no-store')
  return uploadState(media, offset, request.url)
}

/**
 * Appends the body to the caller's own upload. A file that is none of its kind is refused with its first bytes, and
 * begins again at 0; the last byte has it stored and processed.
 */
export async function appendBytes(app: App, db: Db, transfer: Transfer) {
  const { reply, request, now } = transfer
  const media = await findOwn(db, transfer)
  const before = await offsetOf(app, media)
  if (before === media.bytes) throw new Refused({ code: 'media.offset', offset: before })
  const spool = openSpool(mediaTools(app).folder)
  const appended = await spool.append(media, request)
  if ('status' in appended) {
    if (appended.status === 409) throw new Refused({ code: 'media.offset', offset: before })
    if (appended.status === 404 || appended.status === 410) throw new NotFound()
    if (appended.status < 500) throw new BadBody('This request is not one of the tus protocol.')
    throw new Error(`The upload was answered ${appended.status}`)
  }
  const { offset } = appended
  const isTold = offset >= Math.min(signatureBytes, media.bytes)
  if (before < signatureBytes && isTold) {
    // The cast: what is uploaded has one of these kinds.
    const check = checkContainer(await spool.start(media.id), media.kind as UploadedKind)
    if (!check.ok) await spool.remove(media.id)
    orRefuse(check)
  }
  if (offset === media.bytes) await inTransaction(db, (tx) => markReceived(tx, media.id, now))
  void reply.header('tus-resumable', '1.0.0').header('upload-offset', String(offset))
  return {}
}
