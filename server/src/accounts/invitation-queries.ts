import type { InvitationInput } from '@callboard/domain/accounts/invitation.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { contains } from '../platform/db/search-words.ts'

type InvitationSearch = {
  q?: string | undefined
  sort: 'mailed' | 'created' | 'name' | 'email' | 'until'
  order: 'asc' | 'desc'
  page: number
  per_page: number
}

const sorts = {
  mailed: sql`i.mailed_at`,
  created: sql`i.id`,
  name: sql`lower(i.fname || ' ' || i.lname)`,
  email: sql`lower(i.email)`,
  until: sql`i.expires_at`,
} as const

/** Invitations by a part of the name or address; one more than asked tells of another page. */
export const listOpenInvitations = (tx: Tx, { q, sort, order, page, per_page }: InvitationSearch) =>
  tx
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .$if(Boolean(q?.trim()), (some) =>
      some.where(sql`lower(i.fname || ' ' || i.lname || ' ' || i.email)`, 'like', contains(q ?? '')),
    )
    .select(['i.id', 'i.email', 'i.fname', 'i.lname', 'i.role', 'i.created', 'i.mailed_at', 'i.expires_at'])
    .select(sql<string | null>`p.fname || ' ' || p.lname`.as('invited_by'))
    .orderBy(sorts[sort], order)
    .orderBy('i.id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()

export const isInvited = async (tx: Tx, email: string) =>
  (await tx
    .selectFrom('invitations')
    .select('id')
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()) !== undefined

type InvitationLink = { token_hash: string; expires_at: Instant; mailed_at: Instant }

export const insertInvitation = async (tx: Tx, invitation: InvitationInput & InvitationLink & { created_by: number }) =>
  (
    await tx
      .insertInto('invitations')
      .values({ ...invitation, created: invitation.mailed_at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Gives an invitation a new link, in place of the one before. */
export const renewInvitation = (tx: Tx, id: number, link: InvitationLink) =>
  tx
    .updateTable('invitations')
    .set(link)
    .where('id', '=', id)
    .returning(['id', 'email', 'fname', 'lname', 'role'])
    .executeTakeFirst()

export const deleteInvitation = (tx: Tx, id: number) =>
  tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .returning(['id', 'email', 'fname', 'lname', 'role'])
    .executeTakeFirst()

export const findInvitation = (tx: Tx, token_hash: string, now: Instant) =>
  tx
    .selectFrom('invitations')
    .select(['email', 'fname', 'lname', 'role', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses an invitation up. Of two at once only one finds it. */
export const takeInvitation = (tx: Tx, token_hash: string, now: Instant) =>
  tx
    .deleteFrom('invitations')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returning(['id', 'email', 'role', 'created_by'])
    .executeTakeFirst()
