import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this the headers and the work cost more than the bytes that are saved. */
const smallestBytes = 2_000

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
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // No client sends compressed requests, and decompression would allow zip bombs.
    globalDecompression: false,
  }
  // Called directly: a registered plugin would run only after the caller has added its routes.
  fastifyCompress(app, { ...options, encodings: [...options.encodings] }, (error) => {
    if (error) throw error
  })
}
