import { sessionEnd } from '@callboard/domain/accounts/attempt-limits.ts'
import { secondsBetween, type Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../platform/db/connect.ts'
import { hashOf, newToken, sessionToken, setSessionCookie } from '../platform/http/sessions.ts'
import type { SessionUser } from '../platform/user.ts'
import { findSessionUser, insertSession, markSignIn } from './queries.ts'

type Manner = { lacks_second_factor: boolean }

/** Signs in: stores the session, sets its cookie and returns its token. UI-010: 7 days, path root. */
export async function startSession(
  tx: Tx,
  reply: FastifyReply,
  user_id: number,
  now: Instant,
  { lacks_second_factor }: Manner = { lacks_second_factor: false },
): Promise<string> {
  const token = newToken()
  const expires_at = sessionEnd(now)
  const user_agent = (reply.request.headers['user-agent'] ?? '').slice(0, 200)
  const { ip } = reply.request
  const sessionFields = { created: now, last_seen: now, expires_at, user_agent, ip }
  await insertSession(tx, { token_hash: hashOf(token), user_id, lacks_second_factor, ...sessionFields })
  await markSignIn(tx, user_id, now)

  // Counted from the browser's own time: in development the product's clock may stand in another year.
  const seconds = Math.round(secondsBetween(now, expires_at))
  setSessionCookie(reply, token, seconds)
  return token
}

/** Finds the account of the session that a request carries. */
export async function sessionUser(tx: Tx, request: FastifyRequest, now: Instant): Promise<SessionUser | undefined> {
  const token = sessionToken(request)
  if (!token) return undefined
  const token_hash = hashOf(token)
  const user = await findSessionUser(tx, token_hash, now)
  return user && { ...user, token_hash }
}
