import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { peopleNamed, searchOf } from '../platform/db/search-words.ts'

/** Maximum number of name matches; more letters narrow the search. */
const alikeAtMost = 400

type AccountSearch = {
  q?: string | undefined
  sort: 'created' | 'name' | 'email' | 'last_sign_in' | 'second_step'
  order: 'asc' | 'desc'
  show: 'all' | 'staff' | 'ended'
  page: number
  per_page: number
}

// Numbers are given in the order accounts are made.
const sorts = {
  created: sql`u.id`,
  name: sql`lower(p.fname || ' ' || p.lname)`,
  email: sql`lower(u.email)`,
  // An account without a sign-in counts as the longest ago.
  last_sign_in: sql`coalesce(u.last_sign_in, '-infinity')`,
  second_step: sql`f.confirmed_at is not null`,
} as const

/** Finds accounts by name of person or studio, by address prefix or by id. */
async function findIds(tx: Tx, searchText: string): Promise<number[]> {
  const { number, words, begins } = searchOf(searchText)
  const { rows } = await sql<{ id: number }>`
    select id from users where id = ${number}
    union (select id from users where lower(email) like ${begins} limit ${alikeAtMost})
    union (select u.id from users u where u.studio_id in (
      select id from studios where search_words(name) @@ to_tsquery('simple', ${words}) limit ${alikeAtMost})
      limit ${alikeAtMost})
    union (select u.id from users u where u.person_id in (
      ${peopleNamed(words)})
      limit ${alikeAtMost})
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Accounts as the office finds them; one more than asked tells of another page. */
export async function searchAccounts(tx: Tx, { q, sort, order, show, page, per_page }: AccountSearch) {
  const ids = q?.trim() ? await findIds(tx, q) : undefined
  return tx
    .selectFrom('users as u')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'u.studio_id')
    .leftJoin('second_factors as f', (on) => on.onRef('f.user_id', '=', 'u.id').on('f.confirmed_at', 'is not', null))
    .$if(ids !== undefined, (some) => some.where('u.id', '=', sql<number>`any(${ids ?? []}::int[])`))
    .$if(show === 'staff', (some) => some.where('u.role', '!=', 'user'))
    .$if(show === 'ended', (some) => some.where('u.ended_at', 'is not', null))
    .select([
      'u.id',
      'u.email',
      'u.role',
      'u.confirmed',
      'u.created',
      'u.last_sign_in',
      'u.ended_at',
      's.name as studio',
      'f.confirmed_at as second_step_since',
      sql<string>`p.fname || ' ' || p.lname`.as('name'),
    ])
    .orderBy(sorts[sort], order)
    .orderBy('u.id', order)
    .limit(per_page + 1)
    .offset((page - 1) * per_page)
    .execute()
}
