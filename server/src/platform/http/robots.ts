import type { FastifyInstance, FastifyRequest } from 'fastify'

// Pages that search engines may index. All others belong to an account or are opened by a token.
const publicPages = /^\/(?:signin|signup(?:\/(?:user|studio))?|register|terms|privacy)?$/

/** Whether a search engine may list this address. */
export const mayBeListed = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  publicPages.test(url.replace(/[?#].*$/, '')) || /^\/assets\/|^\/[\w-]+\.svg$/.test(url)

// Nothing is disallowed: a crawler reads the header that forbids listing only where it may call.
const robots = '# Pages that are not to be listed answer with X-Robots-Tag: noindex.\nUser-agent: *\nDisallow:\n'

export function robotsRoute(app: FastifyInstance) {
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
}
