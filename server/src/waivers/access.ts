import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, Refused, SignedOut } from '../platform/http/errors.ts'
import { hashOf } from '../platform/http/sessions.ts'
import type { SessionUser } from '../platform/user.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { FastifyRequest } from 'fastify'
import { findShareScope } from '../share-links/queries.ts'
import { findWaiverRegistration, findOwnWaiverRegistration, type WaiverRegistration } from './queries.ts'

export function requireCompleted(about: WaiverRegistration | undefined): WaiverRegistration {
  const existingRegistration = orNotFound(about)
  if (!existingRegistration.completed) throw new Refused({ code: 'registration.not_completed' })
  return existingRegistration
}

/** The token a call carries: where the call itself names it, or in its header. A70. */
export const tokenOf = (request: FastifyRequest, tokenOfCall: string | undefined): string | undefined => {
  const header = request.headers['x-share-token']
  return tokenOfCall ?? (typeof header === 'string' ? header : undefined)
}

/** Returns the registration behind a share link to the waivers. Fails with 404 for links to other pages. TOK-014. */
export async function openShared(tx: Tx, token: string, now: Instant): Promise<WaiverRegistration> {
  const share = await findShareScope(tx, hashOf(token), now)
  if (share?.path !== 'waivers') throw new NotFound()
  return requireCompleted(await findWaiverRegistration(tx, share.registration_id))
}

type AccessCall = { registration_id: number; token: string | undefined; user: SessionUser; now: Instant }

/** Opens the registration for its owner or through a share link to its waivers. C072. */
export async function openRegistration(
  tx: Tx,
  { registration_id, token, user, now }: AccessCall,
): Promise<WaiverRegistration> {
  if (token !== undefined) {
    const about = await openShared(tx, token, now)
    if (about.id !== registration_id) throw new NotFound()
    return about
  }
  if (user.id === 0) throw new SignedOut()
  if (!user.confirmed) throw new NotFound()
  return requireCompleted(await findOwnWaiverRegistration(tx, registration_id, user.id))
}
