import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventHosts } from './event-hosts.ts'

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

const partsOf = (reply: FastifyReply) => reply.server as unknown as { origin: string; eventHosts?: EventHosts }

/**
 * Sets Secure when the product is reached over https, even if a load balancer does not forward the protocol. Not on
 * http://localhost, where Safari rejects it. A113.
 */
export const secureFlag = (reply: FastifyReply) =>
  reply.request.protocol === 'https' || partsOf(reply).origin.startsWith('https:') ? '; Secure' : ''

/** UI-010: path root. */
export const setSessionCookie = (reply: FastifyReply, token: string, seconds: number) =>
  setCookies(reply, token, '1', seconds)

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

const judgeCookieName = 'callboard_judge'

/** The token of a judge's device, sent with the calls of judging alone. */
export const setJudgeCookie = (reply: FastifyReply, token: string, seconds: number) =>
  void reply.header(
    'set-cookie',
    `${judgeCookieName}=${token}; Path=/v1/judging; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secureFlag(reply)}`,
  )

const judgeCookieToken = (request: FastifyRequest) =>
  /(?:^|; )callboard_judge=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

/** The token of a judge's device that a request carries. */
export const judgeToken = (request: FastifyRequest) => bearerToken(request) ?? judgeCookieToken(request)

const displayCookieName = 'callboard_display'

/** The token of a screen in the hall, sent with the calls about its city alone: one browser may show two cities. */
export const setDisplayCookie = (reply: FastifyReply, token: string, tour_date_id: number, seconds: number) =>
  void reply.header(
    'set-cookie',
    `${displayCookieName}=${token}; Path=/v1/live/${tour_date_id}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secureFlag(reply)}`,
  )

const displayCookieToken = (request: FastifyRequest) =>
  /(?:^|; )callboard_display=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

/** The token of a screen in the hall that a request carries. */
export const displayToken = (request: FastifyRequest) => bearerToken(request) ?? displayCookieToken(request)

const cookieToken = (request: FastifyRequest) =>
  /(?:^|; )callboard_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
const bearerToken = (request: FastifyRequest) => /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]

/** The token a request carries: a browser's cookie, or an API client's header. */
export const sessionToken = (request: FastifyRequest) => bearerToken(request) ?? cookieToken(request)

/**
 * A cookie travels with a request that another site's page made; a page cannot hide which site it is. SEC-022.
 * Requests without a cookie carry no authority that could be abused.
 */
export function isForgedOrigin(request: FastifyRequest): boolean {
  if (!cookieToken(request) && !judgeCookieToken(request)) return false
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
