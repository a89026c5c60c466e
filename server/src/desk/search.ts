import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import { sql, type Expression, type SqlBool } from 'kysely'
import { cityName } from '../tours/city-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { peopleNamed, searchOf } from '../platform/db/search-words.ts'
import { nextPage } from '../platform/http/write-reply.ts'
import {
  isCompleted,
  isDeleted,
  isLive,
  isToConfirm,
  isUnfinished,
  wasCompleted,
  wasNotCompleted,
} from '../platform/db/registration-status.ts'
import { inOrder } from './queries.ts'

type RegistrationSearch = {
  tour_date_id?: number | undefined
  studio_id?: number | undefined
  state?: 'incomplete' | 'unconfirmed' | 'pending' | 'paid' | 'deleted' | undefined
  q?: string | undefined
  sort: 'completed' | 'studio' | 'city' | 'dancers' | 'routines' | 'total' | 'balance'
  order: 'asc' | 'desc'
  page: number
  per_page: number
  /** The last registration of the page before; by studio, the page begins behind it instead of counting up to it. */
  after?: number | undefined
}

/** Counts above this are shown as 'more than': exact counts of a whole season are slow and not needed. */
export const countedAtMost = 1_000
/** Maximum number of name matches; more letters narrow the search. */
const peopleAtMost = 400

// Amounts deducted by promo codes and the credit; each is one index lookup.
const promo = sql<Cents>`(select coalesce(sum(u.amount), 0)::int from promo_uses u where u.registration_id = r.id)`
const credit = sql<Cents>`(select coalesce(sum(c.amount), 0)::int from credits c
  where c.registration_id = r.id and c.status <> 'rejected')`
// Same rule as `owedOf`: price until completion, ledger afterwards. The ledger balance is stored in `receivable`.
const priced = sql<Cents>`(r.total - r.paid - ${promo} - least(${credit}, greatest(0, r.total - ${promo})))`
const balance = sql<Cents>`(case when ${wasCompleted('r')} then r.receivable else ${priced} end)`

const registrations = (tx: Tx) => tx.selectFrom('registrations as r')

/** Registrations joined with the other columns of a list row. */
const lines = (tx: Tx) =>
  registrations(tx)
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')

const selectColumns = (query: ReturnType<typeof lines>) =>
  query.select([
    'r.id',
    'r.tour_date_id',
    'e.name as event',
    cityName.as('city'),
    't.start_date',
    't.time_zone',
    's.name as studio',
    sql<string>`p.fname || ' ' || p.lname`.as('owner'),
    'u.email',
    'r.dancers',
    'r.teachers',
    'r.observers',
    'r.routine_count',
    'r.total',
    'r.paid',
    balance.as('balance'),
    'r.completed',
    'r.confirmed',
    'r.viewed',
    'r.deleted',
    'r.paying_by_check',
    'r.left_off',
    'r.completed_at',
    'r.edited_at',
    'r.updated',
  ])

const inState: Readonly<Record<NonNullable<RegistrationSearch['state']>, Expression<SqlBool>>> = {
  incomplete: isUnfinished('r'),
  unconfirmed: isToConfirm('r'),
  pending: sql<SqlBool>`(${isCompleted('r')} and r.receivable > 0)`,
  paid: sql<SqlBool>`(${isCompleted('r')} and r.receivable <= 0)`,
  deleted: isDeleted('r'),
}

/** Finds registrations by name of studio, account, city or attendee, by address prefix or by id. */
async function findIds(tx: Tx, searchText: string): Promise<number[]> {
  const { number, words, begins } = searchOf(searchText)
  const many = searchText.trim().length > 2
  const { rows } = await sql<{ id: number }>`
    select id from registrations where id = ${number}
    union select r.id from registrations r where r.studio_id in (
      select id from studios where search_words(name) @@ to_tsquery('simple', ${words}) limit ${peopleAtMost})
    union select r.id from registrations r where r.user_id in (
      select id from users where lower(email) like ${begins} limit ${peopleAtMost})
    union select r.id from registrations r where ${many} and r.user_id in (
      select u.id from users u where u.person_id in (
        ${peopleNamed(words)}
        limit ${peopleAtMost}))
    union select r.id from registrations r where ${many} and r.tour_date_id in (
      select t.id from tour_dates t join event_cities c on c.id = t.event_city_id
      where search_words(c.name || ' ' || c.state) @@ to_tsquery('simple', ${words}))
    union select a.registration_id from attendees a where ${many} and a.person_id in (
      ${peopleNamed(words)}
      limit ${peopleAtMost})
    limit 5000
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Filters registrations by columns of their own table only, so that counting reads no other table. */
async function matching(tx: Tx, { tour_date_id, studio_id, state, q }: RegistrationSearch) {
  const ids = q?.trim() ? await findIds(tx, q) : undefined
  return registrations(tx)
    .where(state ? inState[state] : isLive('r'))
    .$if(tour_date_id !== undefined, (some) => some.where('r.tour_date_id', '=', tour_date_id ?? 0))
    .$if(studio_id !== undefined, (some) => some.where('r.studio_id', '=', studio_id ?? 0))
    .$if(ids !== undefined, (some) => some.where('r.id', '=', sql<number>`any(${ids ?? []}::int[])`))
}

const sorts: Readonly<Record<Exclude<RegistrationSearch['sort'], 'completed'>, Expression<unknown>>> = {
  studio: sql`r.sort_name`,
  city: sql`c.name`,
  dancers: sql`r.dancers`,
  routines: sql`r.routine_count`,
  total: sql`r.total`,
  balance,
}

/** Only for completed registrations the balance is an indexed column. */
const allCompleted: readonly RegistrationSearch['state'][] = ['unconfirmed', 'pending', 'paid']

type MatchQuery = Awaited<ReturnType<typeof matching>>

/** Sorts the registrations, joining only the tables the sort key needs. */
function sorted(matches: MatchQuery, { sort, order, state }: RegistrationSearch): MatchQuery {
  // Incomplete registrations have no completion time and are sorted by id, newest first.
  const byMoment = state === 'incomplete' || state === 'deleted' ? sql`r.id` : sql`r.completed_at`
  return matches
    .$if(sort === 'city', (some) =>
      some
        .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
        .innerJoin('event_cities as c', 'c.id', 't.event_city_id'),
    )
    .$if(sort === 'completed', (some) =>
      some.orderBy(byMoment, (to) => (order === 'desc' ? to.desc().nullsLast() : to.asc().nullsFirst())),
    )
    .$if(sort !== 'completed', (some) =>
      some.orderBy(
        sort === 'completed'
          ? byMoment
          : sort === 'balance' && allCompleted.includes(state)
            ? sql`r.receivable`
            : sorts[sort],
        order,
      ),
    )
    .orderBy('r.id', order)
}

// Columns with an index over completed registrations alone, and what stands for them before: a step of the wizard changes
// these often, and would write the index each time.
const mergedSorts: Readonly<
  Partial<Record<RegistrationSearch['sort'], [completed: Expression<number>, other: Expression<number>]>>
> = {
  dancers: [sql<number>`r.dancers`, sql<number>`r.dancers`],
  routines: [sql<number>`r.routine_count`, sql<number>`r.routine_count`],
  total: [sql<number>`r.total`, sql<number>`r.total`],
  balance: [sql<number>`r.receivable`, priced],
}

/**
 * Returns a page of ids in order. Sorting all states by an amount merges completed registrations, from their index, with
 * the others.
 */
function pageOf(tx: Tx, matches: MatchQuery, search: RegistrationSearch) {
  const { sort, state, order, page, per_page } = search
  const merged = state === undefined ? mergedSorts[sort] : undefined
  if (!merged) return sorted(matches, search).select('r.id')
  const first = (of: MatchQuery, by: Expression<number>) =>
    tx
      .selectFrom(
        of
          .select(['r.id', sql<number>`${by}`.as('amount')])
          .orderBy(by, order)
          .orderBy('r.id', order)
          .limit(page * per_page)
          .as('some'),
      )
      .select(['some.id', 'some.amount'])
  const [ofCompleted, ofOthers] = merged
  const completed = first(matches.where(wasCompleted('r')), ofCompleted)
  const others = first(matches.where(wasNotCompleted('r')), ofOthers)
  return tx
    .selectFrom(completed.unionAll(others).as('r'))
    .orderBy('r.amount', order)
    .orderBy('r.id', order)
    .select('r.id')
}

/**
 * Loads the list rows of these registrations in order. A separate statement: with `limit $n` the seven-table join would
 * be planned again on each use, which takes longer than its execution.
 */
async function linesOf(tx: Tx, ids: readonly number[]) {
  const rows = await selectColumns(lines(tx).where('r.id', '=', sql<number>`any(${ids}::int[])`)).execute()
  return inOrder(ids, rows)
}

/** The place in the order by studio behind which a page begins; undefined: the page is found by its number. */
async function placeBehind(tx: Tx, { sort, page, after }: RegistrationSearch) {
  if (sort !== 'studio' || page === 1 || after === undefined) return undefined
  return tx.selectFrom('registrations').where('id', '=', after).select(['id', 'sort_name']).executeTakeFirst()
}

/** One page of the list: rows, and how many there are up to a bound. OFF-048. */
export async function searchRegistrations(tx: Tx, search: RegistrationSearch) {
  const { page, per_page } = search
  const matches = await matching(tx, search)
  const offset = (page - 1) * per_page
  const bound = Math.max(countedAtMost, offset + per_page)
  const behind = await placeBehind(tx, search)
  const remaining = behind
    ? matches.where(
        sql`(r.sort_name, r.id)`,
        search.order === 'asc' ? '>' : '<',
        sql`(${behind.sort_name}, ${behind.id}::int)`,
      )
    : matches
  // Independent queries, sent together.
  const [shownHere, countRow] = await Promise.all([
    pageOf(tx, remaining, search)
      .limit(per_page)
      .offset(behind ? 0 : offset)
      .execute(),
    tx
      .selectFrom(
        matches
          .select('r.id')
          .limit(bound + 1)
          .as('some'),
      )
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  const rows = await linesOf(
    tx,
    shownHere.map(({ id }) => id),
  )
  return {
    rows,
    total: countRow.n > bound ? null : countRow.n,
    next: nextPage(countRow.n, search),
    at_least: Math.min(countRow.n, bound),
  }
}

/** How many there are of a state, up to the bound. */
export async function countState(tx: Tx, state: NonNullable<RegistrationSearch['state']>): Promise<number> {
  const { n } = await tx
    .selectFrom(
      tx.selectFrom('registrations as r').where(inState[state]).select('r.id').limit(countedAtMost).as('some'),
    )
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** One line of the list. */
export const findLine = (tx: Tx, id: number) => selectColumns(lines(tx).where('r.id', '=', id)).executeTakeFirst()

/** Completed registrations of cities since a day that owe something, with the dates money is due by. */
export const listOwing = (
  tx: Tx,
  { since, tour_date_id, most }: { since: CalendarDate; tour_date_id?: number | undefined; most: number },
) =>
  selectColumns(lines(tx))
    .select(['t.event_id', 't.season_id', 't.payment_date', 't.send_check_date', 't.cutoff_start_date'])
    .where(inState.pending)
    .where('t.start_date', '>=', since)
    .$if(tour_date_id !== undefined, (some) => some.where('r.tour_date_id', '=', tour_date_id ?? 0))
    .orderBy('t.start_date')
    .orderBy('r.id')
    .limit(most)
    .execute()
