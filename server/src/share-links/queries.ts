import type { Instant } from '@callboard/domain/kernel/instant.ts'
import {
  purposeOf,
  type CallerIdentity,
  type SharePath,
  type ShareScope,
} from '@callboard/domain/share-links/share-link.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isLive } from '../platform/db/registration-status.ts'

type ShareToken = {
  token_hash: string
  path: SharePath
  registration_id: number
  routine_ids: number[] | null
  expires_at: Instant
}

/** Keeps a link's hash, and drops the registration's older ones that are over. */
export async function insertShareToken(tx: Tx, token: ShareToken, now: Instant): Promise<void> {
  await tx
    .deleteFrom('share_tokens')
    .where('registration_id', '=', token.registration_id)
    .where('expires_at', '<=', now)
    .execute()
  await tx
    .insertInto('share_tokens')
    .values({ ...token, created: now })
    .execute()
}

/** Returns the scope of a share link; undefined when it is expired or its registration is deleted. TOK-005, TOK-014. */
export async function findShareScope(tx: Tx, token_hash: string, now: Instant): Promise<ShareScope | undefined> {
  const shareToken = await tx
    .selectFrom('share_tokens as s')
    .innerJoin('registrations as r', 'r.id', 's.registration_id')
    .where('s.token_hash', '=', token_hash)
    .where('s.expires_at', '>', now)
    .where(isLive('r'))
    .select(['s.path', 's.registration_id', 's.routine_ids'])
    .executeTakeFirst()
  // Only paths of the list are ever written.
  return shareToken && { ...shareToken, path: shareToken.path as SharePath }
}

/** Same, of a link to this page: one of another opens nothing here. */
export async function findShareOfPage(tx: Tx, token_hash: string, page: SharePath, now: Instant) {
  const scope = await findShareScope(tx, token_hash, now)
  return scope && purposeOf(scope.path) === page ? scope : undefined
}

/** How many links to this page are open. */
export const countLiveTokens = async (tx: Tx, registration_id: number, path: SharePath, now: Instant) =>
  (
    await tx
      .selectFrom('share_tokens')
      .where('registration_id', '=', registration_id)
      .where('path', '=', path)
      .where('expires_at', '>', now)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** From now on the links to this page open nothing. */
export const deleteShareTokens = (tx: Tx, registration_id: number, path: SharePath) =>
  tx.deleteFrom('share_tokens').where('registration_id', '=', registration_id).where('path', '=', path).execute()

/** The registrations a caller may reach: the account's own, or the one its link is of. SEC-007, TOK-005. */
export const reachableRegistrations = (tx: Tx, { user, shared }: CallerIdentity) =>
  tx
    .selectFrom('registrations as r')
    .where(isLive('r'))
    .where((on) => (shared ? on('r.id', '=', shared.registration_id) : on('r.user_id', '=', user.id)))

/** One of them, with its tour date `t`, event `e` and city `c`. */
export const reachableRegistration = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistrations(tx, caller)
    .where('r.id', '=', registration_id)
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')

/** An account's own registration, with what making a link of it needs. */
export const findShareable = (tx: Tx, id: number, user_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .where('r.id', '=', id)
    .where('r.user_id', '=', user_id)
    .where(isLive('r'))
    .select(['r.id', 'r.completed', 't.event_id'])
    .executeTakeFirst()

/** How many of these routines are the registration's. */
export const countRoutines = async (tx: Tx, registration_id: number, ids: readonly number[]) =>
  (
    await tx
      .selectFrom('registration_routines')
      .where('registration_id', '=', registration_id)
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
