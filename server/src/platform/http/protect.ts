import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'

/** Headers on every answer. The page's own policy, with its nonce, is set where the page is served. */
export function protect(app: FastifyInstance, { origin }: Pick<Dependencies, 'origin'>) {
  const https = origin.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    void reply.header('x-content-type-options', 'nosniff')
    void reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    if (!reply.hasHeader('x-frame-options')) void reply.header('x-frame-options', 'DENY')
    void reply.header('cross-origin-opener-policy', 'same-origin')
    void reply.header('permissions-policy', permissionsOf(request))
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

/** Permissions of a page: the judge's tablet records what its judge says, and the office reads a tablet's codes by camera. */
function permissionsOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const [, area] = /^\/(judge|office)(?:[/?]|$)/.exec(url) ?? []
  return `camera=(${area ? 'self' : ''}), geolocation=(), microphone=(${area === 'judge' ? 'self' : ''})`
}

// Pages that search engines may index. All others belong to an account or are opened by a token.
const publicPages = /^\/(?:signin|signup(?:\/(?:user|studio))?|register|terms|privacy)?$/

/** Whether a search engine may list this address. */
const mayBeListed = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  publicPages.test(url.replace(/[?#].*$/, '')) || /^\/assets\/|^\/[\w-]+\.svg$/.test(url)

// Nothing is disallowed: a crawler reads the header that forbids listing only where it may call.
const robots = '# Pages that are not to be listed answer with X-Robots-Tag: noindex.\nUser-agent: *\nDisallow:\n'

export function robotsRoute(app: FastifyInstance) {
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
}
