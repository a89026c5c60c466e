import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { mayBeListed } from './robots.ts'

/** Headers on every answer. The page's own policy, with its nonce, is set where the page is served. */
export function protect(app: FastifyInstance, { origin }: Pick<Dependencies, 'origin'>) {
  const https = origin.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    void reply.header('x-content-type-options', 'nosniff')
    void reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    if (!reply.hasHeader('x-frame-options')) void reply.header('x-frame-options', 'DENY')
    void reply.header('cross-origin-opener-policy', 'same-origin')
    void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (!mayBeListed(request)) void reply.header('x-robots-tag', 'noindex, nofollow')
    if (https) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.startsWith('/v1/')) {
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
      if (!reply.hasHeader('content-security-policy')) {
        // An answer of the API is never a page; even if one were opened, nothing in it could run.
        void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      }
    }
  })
}
