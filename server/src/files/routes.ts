import { Readable } from 'node:stream'
import { getFile, putFile } from '@callboard/contract/files.ts'
import { fileTypeFromBuffer } from 'file-type'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '../db/transaction.ts'
import { NotFound, orNotFound, orRefuse } from '../http/errors.ts'
import { servePhases, type App } from '../http/serve.ts'
import type { DiskFiles, FileStore } from '../ports/files.ts'
import { checkSize, checkType, kindOfKey, sniffedBytes, type FileKind } from '../ports/file-kinds.ts'
import { insertFile } from './queries.ts'

// Only the disk store has places of this server's own; another store serves its files itself.
const isOwn = (files: FileStore): files is DiskFiles => 'open' in files
const isInside = (key: string) => !key.startsWith('/') && !key.split('/').includes('..')

/** What a ticket allows, when it is for this operation. A forged, finished or wrong one opens nothing. */
function openTicket({ files }: App, token: string, operation: 'get' | 'put', now: Instant) {
  const ticket = orNotFound(isOwn(files) ? files.open(token, now) : undefined)
  if (ticket.operation !== operation || !isInside(ticket.key)) throw new NotFound()
  return ticket
}

type Seen = { size: number; content_type: string }

/** Passes a body on while it is what its place takes; nothing is passed before its first bytes are known. */
async function* checked(source: AsyncIterable<Buffer>, kind: FileKind, seen: Seen) {
  let held: Buffer[] | undefined = []
  for await (const part of source) {
    seen.size += part.length
    orRefuse(checkSize(seen.size, kind))
    if (!held) {
      yield part
      continue
    }
    held.push(part)
    if (seen.size < sniffedBytes) continue
    const start = Buffer.concat(held)
    seen.content_type = orRefuse(await checkType(start, kind))
    held = undefined
    yield start
  }
  if (held) {
    const whole = Buffer.concat(held)
    seen.content_type = orRefuse(await checkType(whole, kind))
    yield whole
  }
}

/** Signed places of the disk store: a file is streamed in under its limit, and never served as something that can run. */
export function fileRoutes(app: App) {
  void app.register(async (scope) => {
    // Whatever the type says, the body is left as it is: the handler reads the stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))

    // The scope inherits the parts of the app.
    servePhases(scope as unknown as App, putFile, async (db, { params, request, now, reply }) => {
      const { key } = openTicket(app, params.token, 'put', now)
      const kind = kindOfKey(key)
      const announced = checkSize(Number(request.headers['content-length'] ?? 0), kind)
      // The rest of a refused body is not read.
      if (!announced.ok) void reply.header('connection', 'close')
      orRefuse(announced)

      const seen: Seen = { size: 0, content_type: '' }
      await app.files.put(key, Readable.from(checked(request.raw, kind, seen)), '')
      await inTransaction(db, (tx) =>
        insertFile(tx, { key, ...seen, owner_user_id: null, registration_id: null, created: now }),
      )
      return {}
    })
  })

  servePhases(app, getFile, async (_db, { params, now, reply }) => {
    const { key } = openTicket(app, params.token, 'get', now)
    const head = orNotFound(await app.files.head(key, sniffedBytes))
    const type = (await fileTypeFromBuffer(head.start))?.mime ?? 'application/octet-stream'
    const name = key.slice(key.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_')
    void reply
      .type(type)
      .header('content-length', head.size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=300')
    return app.files.read(key)
  })
}
