import { signInSafety } from '@callboard/contract/accounts/second-factor.ts'
import { deviceName } from '@callboard/domain/accounts/device-name.ts'
import { NotFound } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { mustBeOwn } from './ask-password.ts'
import { deleteSessionById, deleteSessions, listSessionsOf } from './queries.ts'

/** Lists and ends an account's sessions. */
export function sessionRoutes(app: App) {
  const { listSessions, endSession, endOtherSessions } = signInSafety

  serve(app, listSessions, async (tx, { params, user, now }) => {
    mustBeOwn(params.id, user)
    const rows = await listSessionsOf(tx, user.id, now)
    const sessions = rows.map(({ id, user_agent, ip, created, last_seen, token_hash }) => ({
      id,
      device: deviceName(user_agent),
      ip,
      created,
      last_seen: last_seen ?? created,
      here: token_hash === user.token_hash,
    }))
    // The current session comes first; the others are sorted by last use.
    return { sessions: sessions.sort((one, other) => Number(other.here) - Number(one.here)) }
  })

  serve(app, endSession, async (tx, { params, user }) => {
    mustBeOwn(params.id, user)
    if (!(await deleteSessionById(tx, user.id, params.session_id))) throw new NotFound()
    return {}
  })

  serve(app, endOtherSessions, async (tx, { params, user }) => {
    mustBeOwn(params.id, user)
    await deleteSessions(tx, user.id, user.token_hash)
    return {}
  })
}
