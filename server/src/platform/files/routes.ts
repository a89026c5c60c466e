import { Readable } from 'node:stream'
import { getFile, putFile } from '@callboard/contract/platform/files.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { mediaTypeOf, signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { inTransaction } from '../db/transaction.ts'
import { NotFound, orNotFound, orRefuse } from '../http/errors.ts'
import { servePhases, type App } from '../http/serve.ts'
import { savedAs, type ByteRange, type DiskFiles, type FileStore } from './store.ts'
import { checkSize, checkType, keyOfUpload, kindOfKey, type FileKind } from './file-kinds.ts'
import { insertFile, receiveUpload, updateUploadSize } from './queries.ts'

// Only the disk store has places of this server's own; another store serves its files itself.
const isOwn = (files: FileStore): files is DiskFiles => 'open' in files
const isInside = (key: string) => !key.startsWith('/') && !key.split('/').includes('..')

/**
 * Returns the ticket of a token for this operation. Fails with 404 when it is forged, expired or for another operation.
 */
function openTicket({ files }: App, token: string, operation: 'get' | 'put', now: Instant) {
  const ticket = orNotFound(isOwn(files) ? files.open(token, now) : undefined)
  if (ticket.operation !== operation || !isInside(ticket.key)) throw new NotFound()
  return ticket
}

type BodyFacts = { size: number; content_type: string }

/** Passes a body on while it is what its place takes; nothing is passed before its first bytes are known. */
async function* checkBody(source: AsyncIterable<Buffer>, kind: FileKind, bodyFacts: BodyFacts) {
  let firstParts: Buffer[] | undefined = []
  for await (const part of source) {
    bodyFacts.size += part.length
    orRefuse(checkSize(bodyFacts.size, kind))
    if (!firstParts) {
      yield part
      continue
    }
    firstParts.push(part)
    if (bodyFacts.size < signatureBytes) continue
    const start = Buffer.concat(firstParts)
    bodyFacts.content_type = orRefuse(checkType(start, kind))
    firstParts = undefined
    yield start
  }
  if (firstParts) {
    const whole = Buffer.concat(firstParts)
    bodyFacts.content_type = orRefuse(checkType(whole, kind))
    yield whole
  }
}

/** Signed places of the disk store: a file is streamed in under its limit, and never served as something that can run. */
export function fileRoutes(app: App) {
  void app.register(async (scope) => {
    // A body of any type stays unparsed: the handler reads the stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, callback) => callback(null, undefined))

    // The scope inherits the parts of the app.
    servePhases(scope as unknown as App, putFile, async (db, { params, request, now }) => {
      const { key } = openTicket(app, params.token, 'put', now)
      const accepted = orNotFound(keyOfUpload(key))
      if (!isInside(accepted)) throw new NotFound()
      const kind = kindOfKey(accepted)
      // One file for each ticket, refused ones included.
      const uploader = orNotFound(await inTransaction(db, (tx) => receiveUpload(tx, accepted, now)))
      orRefuse(checkSize(Number(request.headers['content-length'] ?? 0), kind))

      const bodyFacts: BodyFacts = { size: 0, content_type: '' }
      // The rest of a refused body is drained by the error handler.
      const body = request.raw.iterator({ destroyOnReturn: false })
      await app.files.put(key, Readable.from(checkBody(body, kind, bodyFacts)), '')
      await inTransaction(db, async (tx) => {
        const { user_id: owner_user_id, registration_id } = uploader
        await updateUploadSize(tx, accepted, bodyFacts.size)
        await insertFile(tx, { key, ...bodyFacts, owner_user_id, registration_id, created: now })
      })
      return {}
    })
  })

  servePhases(app, getFile, async (_db, { params, now, request, reply }) => {
    const { key, name: downloadName, contentType } = openTicket(app, params.token, 'get', now)
    const head = orNotFound(await app.files.head(key, signatureBytes))
    // Containers of sound and pictures look alike: for them the ticket says which it is. None of them can run.
    const playedType = /^(audio|video)\//.test(contentType) ? contentType : undefined
    const type = mediaTypeOf(head.start) ?? playedType ?? 'application/octet-stream'
    const name = key.slice(key.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_')
    const range = askedRange(request.headers.range, head.size)
    if (range === 'none') {
      return reply.code(416).header('content-range', `bytes */${head.size}`).send('')
    }
    if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${head.size}`)
    void reply
      .type(type)
      .header('accept-ranges', 'bytes')
      .header('content-length', range ? range.end - range.start + 1 : head.size)
      .header('content-disposition', downloadName ? savedAs(downloadName) : `attachment; filename="${name}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=300')
    return app.files.read(key, range)
  })
}

/** The bytes a player asks for when it seeks; 'none': the file has no such bytes. Several ranges at once get all of it. */
function askedRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}
