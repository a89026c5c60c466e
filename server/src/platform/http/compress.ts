import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Below this the headers and the work cost more than the bytes that are saved. */
const smallestBytes = 2_000

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Text types to compress. PDFs, music and pictures are already compressed. */
const texts = /^(application\/json|text\/(csv|calendar|html))\b/

/**
 * Compresses long responses. Must be registered before the routes, because it hooks into each route's registration.
 * BREACH does not apply: responses with cookies are short, and no long response mixes a secret with text another site
 * controls. See docs/performance.md.
 */
export function compressAnswers(app: FastifyInstance) {
  const options = {
    threshold: smallestBytes,
    encodings: ['br', 'gzip'] as const,
    customTypes: texts,
    brotliOptions,
    // No client sends compressed requests, and decompression would allow zip bombs.
    globalDecompression: false,
  }
  // Called directly: a registered plugin would run only after the caller has added its routes.
  fastifyCompress(app, { ...options, encodings: [...options.encodings] }, (error) => {
    if (error) throw error
  })
}

/**
 * Compresses a text for a reply without a route of its own: the hook of `compressAnswers` sees routes only. Returns the
 * body to send.
 */
export async function packText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  void reply.header('vary', 'accept-encoding')
  const names = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim())
  // A name with a weight (`br;q=0`) is left to the plain text: no browser sends one.
  const encoding = (['br', 'gzip'] as const).find((name) => names.includes(name))
  if (!encoding || text.length < smallestBytes) return text
  void reply.header('content-encoding', encoding)
  return encoding === 'br' ? promisify(brotliCompress)(text, brotliOptions) : promisify(gzip)(text)
}
