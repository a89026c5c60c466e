import { createHash, randomBytes } from 'node:crypto'
import { sessionEnd } from '@callboard/domain/accounts/session.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findSessionUser, insertSession, type User } from '../../accounts/queries.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Tx } from '../db/connect.ts'

export type SessionUser = User & { token_hash: string }

/** Whether this session may see and do what belongs to the office: the role alone is not enough. SEC-020. */
export const actsForOffice = ({ role, confirmed, lacks_second_factor }: User): boolean =>
  role !== 'user' && confirmed && !lacks_second_factor

const cookieName = 'callboard_session'
/**
 * Readable marker that the HttpOnly session cookie exists, so that pages of signed-out visitors skip the account
 * request.
 */
const markerName = 'callboard_signed_in'

/** Returns the stored hash of a token, so that a reader of the table cannot use the token. SEC-020. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** 256 random bits, fit for a link. */
export const newToken = () => randomBytes(32).toString('base64url')

const partsOf = (reply: FastifyReply) => reply.server as unknown as Pick<Dependencies, 'eventHosts' | 'origin'>

/**
 * Sets Secure when the product is reached over https, even if a load balancer does not forward the protocol. Not on
 * http://localhost, where Safari rejects it. A113.
 */
export const secureFlag = (reply: FastifyReply) =>
  reply.request.protocol === 'https' || partsOf(reply).origin.startsWith('https:') ? '; Secure' : ''

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
  const seen = { created: now, last_seen: now, expires_at, user_agent, ip }
  await insertSession(tx, { token_hash: hashOf(token), user_id, lacks_second_factor, ...seen })

  // Counted from the browser's own time: in development the product's clock may stand in another year.
  const seconds = Math.round((Date.parse(expires_at) - Date.parse(now)) / 1000)
  setCookies(reply, token, '1', seconds)
  return token
}

export const clearSessionCookie = (reply: FastifyReply) => setCookies(reply, '', '', 0)

/** A91: one session for all hosts of events. */
export function cookieDomain(reply: FastifyReply): string {
  const { eventHosts } = partsOf(reply)
  return eventHosts ? `; Domain=${eventHosts.domain}` : ''
}

function setCookies(reply: FastifyReply, token: string, marker: string, seconds: number) {
  const domain = cookieDomain(reply)
  const flags = `SameSite=Lax; Max-Age=${seconds}${secureFlag(reply)}`
  void reply.header('set-cookie', [
    // Deletes an older host-only cookie, which would be sent as well; placed first, so that no browser applies it to
    // the new cookie.
    ...(domain ? [`${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secureFlag(reply)}`] : []),
    `${cookieName}=${token}; Path=/; HttpOnly; ${flags}${domain}`,
    `${markerName}=${marker}; Path=/; ${flags}${domain}`,
  ])
}

const cookieToken = (request: FastifyRequest) =>
  /(?:^|; )callboard_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
const bearerToken = (request: FastifyRequest) => /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]

/** The token a request carries: a browser's cookie, or an API client's header. */
export const sessionToken = (request: FastifyRequest) => bearerToken(request) ?? cookieToken(request)

export async function sessionUser(tx: Tx, request: FastifyRequest, now: Instant): Promise<SessionUser | undefined> {
  const token = sessionToken(request)
  if (!token) return undefined
  const token_hash = hashOf(token)
  const user = await findSessionUser(tx, token_hash, now)
  return user && { ...user, token_hash }
}

/**
 * A cookie travels with a request that another site's page made; a page cannot hide which site it is. SEC-022.
 * Requests without a cookie carry no authority that could be abused.
 */
export function isForgedOrigin(request: FastifyRequest): boolean {
  if (!cookieToken(request)) return false
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
