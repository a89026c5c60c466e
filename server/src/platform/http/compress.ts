import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this the headers and the work cost more than the bytes that are saved. */
const smallestBytes = 2_000

/** Text types to compress. PDFs, music and pictures are already compressed. */
const texts = /^(application\/json|text\/(csv|calendar|html))\b/

/**
 * Sends long answers compressed. It must come before the routes: each is told as it is put on the air. An answer that
 * sets a cookie is short, and no long answer holds a secret beside words that another site could have put there: see
 * docs/performance.md.
 */
export function compressAnswers(app: FastifyInstance) {
  const options = {
    threshold: smallestBytes,
    encodings: ['br', 'gzip'] as const,
    customTypes: texts,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Nobody sends compressed requests; unpacking them would open a door for bombs.
    globalDecompression: false,
  }
  // Called, not registered: what is registered runs only after this function's caller has added its routes.
  fastifyCompress(app, { ...options, encodings: [...options.encodings] }, (error) => {
    if (error) throw error
  })
}
