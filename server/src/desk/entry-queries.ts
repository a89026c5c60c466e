import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'
import { peopleNamed, searchOf } from '../platform/db/search-words.ts'
import { cityName } from '../tours/city-queries.ts'
import { inOrder } from './queries.ts'

export type EntrySearch = {
  q?: string | undefined
  event_id?: number | undefined
  tour_date_id?: number | undefined
  performance_division_id?: number | undefined
  age_division_id?: number | undefined
  category_id?: number | undefined
  state?: 'registered' | 'waiting' | 'without_music' | undefined
  sort: 'studio' | 'name' | 'city' | 'age_division' | 'performance_division' | 'category' | 'state'
  order: 'asc' | 'desc'
}

type Cut = { limit: number; offset: number }

/** At most this many studios and account holders, and entries, that a search text finds; more letters narrow it. */
const namesAtMost = 400
const foundAtMost = 5_000

/** Entries whose routine, studio or account holder has each of the words as a beginning. */
async function findIds(tx: Tx, searchText: string): Promise<number[]> {
  const { words } = searchOf(searchText)
  const { rows } = await sql<{ id: number }>`
    select q.id from registration_routines q where q.routine_id in (
      select id from routines where search_words(name) @@ to_tsquery('simple', ${words}) limit ${foundAtMost})
    union select q.id from registration_routines q where q.registration_id in (
      select r.id from registrations r where r.studio_id in (
        select id from studios where search_words(name) @@ to_tsquery('simple', ${words}) limit ${namesAtMost})
      union select r.id from registrations r where r.user_id in (
        select u.id from users u where u.person_id in (${peopleNamed(words)} limit ${namesAtMost})))
    limit ${foundAtMost}`.execute(tx)
  return rows.map(({ id }) => id)
}

const inState = {
  registered: sql`q.status = 'registered'`,
  waiting: sql`q.status = 'waiting'`,
  without_music: sql`q.status = 'registered' and q.music_id is null and not q.no_music`,
} as const

/** The conditions of a search, on an entry `q` and its registration `r`. */
function conditionsOf(search: EntrySearch, ids: readonly number[] | undefined): RawBuilder<unknown> {
  const { event_id, tour_date_id, performance_division_id, age_division_id, category_id, state } = search
  const conditions = [
    sql`${isCompleted('r')}`,
    ...(event_id === undefined
      ? []
      : [sql`r.tour_date_id in (select id from tour_dates where event_id = ${event_id})`]),
    ...(tour_date_id === undefined ? [] : [sql`r.tour_date_id = ${tour_date_id}`]),
    ...(performance_division_id === undefined ? [] : [sql`q.performance_division_id = ${performance_division_id}`]),
    ...(age_division_id === undefined ? [] : [sql`q.age_division_level_id = ${age_division_id}`]),
    ...(category_id === undefined ? [] : [sql`q.category_id = ${category_id}`]),
    ...(state === undefined ? [] : [inState[state]]),
    ...(ids === undefined ? [] : [sql`q.id = any(${ids}::int[])`]),
  ]
  return sql.join(conditions, sql` and `)
}

type Group = { rows: RawBuilder<unknown>; own: RawBuilder<unknown>; inner: readonly RawBuilder<unknown>[] }

/** Few rows each; the entries of one follow in the order of an index. */
const groups: Readonly<Record<Exclude<EntrySearch['sort'], 'studio' | 'name' | 'state'>, Group>> = {
  city: {
    rows: sql`select id, start_date as key from tour_dates`,
    own: sql`r.tour_date_id`,
    inner: [sql`r.tour_date_id`, sql`r.sort_name`, sql`r.id`, sql`q.id`],
  },
  age_division: {
    rows: sql`select level_id as id, minimum_age as key from age_divisions`,
    own: sql`q.age_division_level_id`,
    inner: [sql`q.age_division_level_id`, sql`q.id`],
  },
  performance_division: {
    rows: sql`select id, level as key from performance_divisions`,
    own: sql`q.performance_division_id`,
    inner: [sql`q.performance_division_id`, sql`q.id`],
  },
  category: {
    rows: sql`select category_id as id, min_dancers as key from routine_categories`,
    own: sql`q.category_id`,
    inner: [sql`q.category_id`, sql`q.id`],
  },
}

// The expression of the index `registration_routines_by_state`: waiting, without music, no music needed, uploaded.
const stateRank = sql`(case when q.status = 'waiting' then 0 when q.music_id is not null then 3
  when q.no_music then 2 else 1 end)`

const entries = sql`registration_routines q join registrations r on r.id = q.registration_id`

/** The ids of a page, from the tables alone that its order needs: each order is that of an index. */
function idsOf(
  search: EntrySearch,
  conditions: RawBuilder<unknown>,
  { limit, offset }: Cut,
): RawBuilder<{ id: number }> {
  const { sort, order } = search
  const direction = sql.raw(order)
  const by = (keys: readonly RawBuilder<unknown>[]) =>
    sql.join(
      keys.map((key) => sql`${key} ${direction}`),
      sql`, `,
    )
  const cut = sql`limit ${limit} offset ${offset}`
  if (sort === 'studio')
    return sql`select q.id from ${entries} where ${conditions} order by ${by([sql`r.sort_name`, sql`r.id`, sql`q.id`])} ${cut}`
  if (sort === 'state')
    return sql`select q.id from ${entries} where ${conditions} order by ${by([stateRank, sql`q.id`])} ${cut}`
  if (sort === 'name')
    return sql`select q.id from ${entries} join routines n on n.id = q.routine_id where ${conditions}
      order by ${by([sql`lower(n.name)`, sql`n.id`, sql`q.id`])} ${cut}`
  const { rows, own, inner } = groups[sort]
  // Ordered before it is joined, so that groups behind the page are not read; and a range of one value, because for an
  // equal value the planner walks the primary key and reads all other groups.
  return sql`select one.id from (select * from (${rows}) g order by ${by([sql`key`, sql`id`])} offset 0) g
    cross join lateral (
      select q.id, row_number() over (order by ${by(inner)}) as place from ${entries}
      where ${own} >= g.id and ${own} <= g.id and ${conditions} order by ${by(inner)} limit ${limit + offset}) one
    order by ${by([sql`g.key`, sql`g.id`])}, one.place ${cut}`
}

/** The rows of these entries, in their order. */
async function linesOf(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('registration_routines as q')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('tour_dates as d', 'd.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .innerJoin('event_cities as c', 'c.id', 'd.event_city_id')
    .innerJoin('routines as n', 'n.id', 'q.routine_id')
    .innerJoin('routine_categories as g', 'g.category_id', 'q.category_id')
    .innerJoin('age_divisions as a', 'a.level_id', 'q.age_division_level_id')
    .innerJoin('performance_divisions as v', 'v.id', 'q.performance_division_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('q.id', '=', sql<number>`any(${ids}::int[])`)
    .select(['q.id', 'q.registration_id', 'q.date_routine_id as number', 'n.name', 'e.name as event', 'd.start_date'])
    .select(['a.name as age_division', 'v.name as performance_division', 'g.name as category', 'q.status'])
    .select([
      cityName.as('city'),
      sql<string>`coalesce(s.name, concat_ws(' ', p.fname, p.lname))`.as('studio'),
      sql<number>`(select count(*)::int from routine_attendees x where x.registration_routine_id = q.id)`.as('dancers'),
      sql<'sent' | 'missing' | 'none'>`case when q.music_id is not null then 'sent' when q.no_music then 'none'
        else 'missing' end`.as('music'),
    ])
    .execute()
  return inOrder(ids, rows)
}

/** Entries of completed registrations; `limit` and `offset` cut a page. */
export async function searchEntries(tx: Tx, search: EntrySearch, cut: Cut) {
  const ids = search.q?.trim() ? await findIds(tx, search.q) : undefined
  const { rows } = await idsOf(search, conditionsOf(search, ids), cut).execute(tx)
  return linesOf(
    tx,
    rows.map(({ id }) => id),
  )
}
