import { sql } from 'kysely'
import type { App } from './serve.ts'

/** A probe without an answer within this time gets a response anyway; in milliseconds. */
const patience = 2_000

async function databaseAnswers({ db, probe }: App): Promise<boolean> {
  if (probe) return probe.isReady()
  let impatient: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    impatient = setTimeout(() => resolve(false), patience)
  })
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(impatient))
}

/**
 * /healthz: the process is alive. /readyz: it can serve: the database is writable, jobs run, no shutdown was requested.
 */
export function healthRoutes(app: App) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ok = (app.isReady?.() ?? true) && (await databaseAnswers(app))
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok })
  })
}
