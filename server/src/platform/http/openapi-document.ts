import { createHash } from 'node:crypto'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'
import type { OpenApi } from '@callboard/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'

/** Serializes and compresses the document once, at the first request. */
function writeDocument(document: OpenApi) {
  const text = JSON.stringify(document)
  const etag = createHash('sha256').update(text).digest('base64url')
  const br = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { text, etag: `"${etag}"`, br, gzip: gzipSync(text) }
}

/** Serves the OpenAPI documents by their versions: a client that has one is answered 304. */
export function serveOpenApi(app: FastifyInstance, documents: Readonly<Record<string, () => OpenApi>>) {
  for (const [path, document] of Object.entries(documents)) serveDocument(app, path, document)
}

function serveDocument(app: FastifyInstance, path: string, document: () => OpenApi) {
  let cachedDocument: ReturnType<typeof writeDocument> | undefined
  app.get(path, (request, reply) => {
    const { text, etag, br, gzip } = (cachedDocument ??= writeDocument(document()))
    void reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    void reply.type('application/json; charset=utf-8')
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
    if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip)
    // The text is compressed already; `identity` prevents compressing it for each request.
    return reply.header('content-encoding', 'identity').send(text)
  })
}
