import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import type { Db } from '../platform/db/connect.ts'
import type { App } from '../platform/http/serve.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'

/** The calls of the demonstration's office. */
export type Office = Awaited<ReturnType<typeof openOffice>>

/** The first and the second account of the office. */
export const openOffice = (app: App, db: Db) =>
  openAccounts(app, db, ['office@callboard.example', 'admin@callboard.example'])

/** Accounts in the order in which they were made, each with a session of some minutes. */
export async function openAccounts(app: App, db: Db, emails: readonly string[]) {
  const accounts = await db.selectFrom('users').where('email', 'in', emails).select('id').orderBy('id').execute()
  const created = app.clock.now()
  const tokens = accounts.map(() => newToken())
  const sessions = accounts.map(({ id }, index) => ({
    ...{ token_hash: hashOf(tokens[index] ?? ''), user_id: id, created, expires_at: minutesAfter(created, 10) },
  }))
  await db.insertInto('sessions').values(sessions).execute()

  /** A call as one of them. Throws what is refused. */
  async function call<Answer>(
    who: number,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    body?: object,
  ): Promise<Answer> {
    const headers = { cookie: `callboard_session=${tokens[who] ?? ''}` }
    const reply = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    if (reply.statusCode >= 300) throw new Error(`The demonstration's ${method} ${url} was refused: ${reply.body}`)
    return reply.json<Answer>()
  }
  const close = () =>
    db
      .deleteFrom('sessions')
      .where(
        'token_hash',
        'in',
        sessions.map(({ token_hash }) => token_hash),
      )
      .execute()
  return { call, close }
}
