import { sql } from 'kysely'
import type { App } from './serve.ts'

/** /healthz: the process lives. /readyz: it can serve, its database answers. */
export function healthRoutes(app: App) {
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(app.db)
      return { ok: true }
    } catch {
      return reply.code(503).send({ ok: false })
    }
  })
}
