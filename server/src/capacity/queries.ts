import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { addJobs } from '../platform/queue/queue.ts'
import { smallCities, smallRegistrations, type SmallCity } from './small-city-queries.ts'
import { isLive } from '../platform/db/registration-status.ts'

type ClaimOwner = { id: number; tour_date_id: number }
type Needs = Readonly<Record<string, number>>

/** Returns the registration's own claims and those of its accepted offers. An open offer does not count yet. */
const claimsOf = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('place_claims')
    .where('registration_id', '=', registration_id)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('entry_id', '=', 0),
        exists(
          selectFrom('waiting_entries as e')
            .whereRef('e.id', '=', 'place_claims.entry_id')
            .where('e.state', '=', 'accepted')
            .select('e.id'),
        ),
      ]),
    )
    .select(['key', 'n', 'entry_id'])

const sumByKey = (rows: readonly { key: string; n: number }[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { key, n } of rows) sums[key] = (sums[key] ?? 0) + n
  return sums
}

/** How many places of each key a registration holds or has claimed. */
export const loadClaims = async (tx: Tx, registration_id: number): Promise<Record<string, number>> =>
  sumByKey(await claimsOf(tx, registration_id).execute())

/** Same as `claimsOf`, locked, so that no other transaction lets the claims expire. */
async function lockClaims(tx: Tx, registration_id: number): Promise<{ own: Needs; accepted: Needs }> {
  const rows = await claimsOf(tx, registration_id).forUpdate('place_claims').execute()
  return {
    own: sumByKey(rows.filter(({ entry_id }) => entry_id === 0)),
    accepted: sumByKey(rows.filter(({ entry_id }) => entry_id !== 0)),
  }
}

/** Returns the places a registration must claim itself, excluding those that its accepted offers hold. */
const notCoveredByOffers = (neededPlaces: Needs, accepted: Needs): Needs =>
  Object.fromEntries(Object.entries(neededPlaces).map(([key, n]) => [key, Math.max(0, n - (accepted[key] ?? 0))]))

/**
 * Sets a registration's claims to exactly `neededPlaces`, until `held_until` or without expiry (null). Only differences
 * change the counts, in key order. Returns the first key without room, or null on success. When it returns a key, the
 * caller must roll back. Call it last: it locks rows shared by other registrations.
 */
export async function takePlaces(
  tx: Tx,
  owner: ClaimOwner,
  neededPlaces: Needs,
  held_until: Instant | null,
  now: Instant,
): Promise<string | null> {
  const { own, accepted } = await lockClaims(tx, owner.id)
  // For good: what offers kept becomes the registration's own.
  const forGood = held_until === null && Object.keys(neededPlaces).length > 0 && Object.keys(accepted).length > 0
  const before = forGood ? sumByKey(rowsOf(own, accepted)) : own
  const after = forGood ? neededPlaces : notCoveredByOffers(neededPlaces, accepted)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const changedKeys = keys.filter((key) => (after[key] ?? 0) !== (before[key] ?? 0))

  if (forGood)
    await tx
      .deleteFrom('place_claims')
      .where('registration_id', '=', owner.id)
      .where('entry_id', 'in', acceptedEntries(tx, owner.id))
      .execute()
  await replaceClaims(tx, owner, own, after, held_until)
  if (held_until !== null && Object.keys(accepted).length > 0) await prolongClaims(tx, owner.id, held_until)
  if (changedKeys.length === 0) return null
  const differences = changedKeys.map((key) => (after[key] ?? 0) - (before[key] ?? 0))
  const full = await changeTaken(tx, { ...owner, keys: changedKeys, differences, now })
  if (full === null && differences.some((n) => n < 0)) await addWaitingListJob(tx, owner.tour_date_id)
  return full
}

const rowsOf = (...needs: readonly Needs[]) => needs.flatMap((of) => Object.entries(of).map(([key, n]) => ({ key, n })))

const acceptedEntries = (tx: Tx, registration_id: number) =>
  tx
    .selectFrom('waiting_entries')
    .where('registration_id', '=', registration_id)
    .where('state', '=', 'accepted')
    .select('id')

type PlaceChange = ClaimOwner & {
  keys: readonly string[]
  differences: readonly number[]
  now: Instant
  is_offer?: boolean
}

async function changeTaken(tx: Tx, { id, tour_date_id, keys, differences, now, is_offer = false }: PlaceChange) {
  const { rows } = await sql<{ full_key: string | null }>`
    select take_places(${id}, ${tour_date_id}, ${keys}, ${differences}, ${now}, ${is_offer}) as full_key
  `.execute(tx)
  return rows[0]?.full_key ?? null
}

/**
 * Schedules a round of the city's waiting list after a place became free, if the list is not empty. The check runs
 * under the lock of the counts, so that no entry joins unnoticed.
 */
export async function addWaitingListJob(tx: Tx, ...tour_date_ids: readonly number[]): Promise<void> {
  const cities = await tx
    .selectFrom('capacity')
    .where('tour_date_id', 'in', tour_date_ids)
    .where('waiting', '>', 0)
    .select('tour_date_id')
    .distinct()
    .execute()
  await askForRound(tx, ...cities.map(({ tour_date_id }) => tour_date_id))
}

/** Schedules one round per city; repeated calls are deduplicated by key. */
export const askForRound = (tx: Tx, ...tour_date_ids: readonly number[]) =>
  addJobs(
    tx,
    'offer_places',
    tour_date_ids.map((tour_date_id) => ({ tour_date_id })),
    ({ tour_date_id }) => `offers:${tour_date_id}`,
  )

/** `own`: what it has, locked by the caller. Most often only the end of the hold changes. */
async function replaceClaims(
  tx: Tx,
  { id, tour_date_id }: ClaimOwner,
  own: Needs,
  neededPlaces: Needs,
  held_until: Instant | null,
) {
  const claims = Object.entries(neededPlaces)
    .filter(([, n]) => n > 0)
    .map(([key, n]) => ({ registration_id: id, tour_date_id, key, n, held_until }))
  const claimedKeys = claims.map(({ key }) => key)
  const staleKeys = Object.keys(own).filter((key) => !claimedKeys.includes(key))
  // Sent together; PostgreSQL executes them in this order, and a claim references its count.
  await Promise.all([
    staleKeys.length > 0 &&
      tx
        .deleteFrom('place_claims')
        .where('registration_id', '=', id)
        .where('entry_id', '=', 0)
        .where('key', 'in', staleKeys)
        .execute(),
    addCounts(
      tx,
      tour_date_id,
      claimedKeys.filter((key) => !(key in own)),
    ),
    claims.length > 0 &&
      tx
        .insertInto('place_claims')
        .values(claims)
        .onConflict((conflict) =>
          conflict
            .columns(['registration_id', 'key', 'entry_id'])
            .doUpdateSet({ n: sql`excluded.n`, held_until: sql`excluded.held_until` }),
        )
        .execute(),
  ])
}

/** A city that the office opened before a key existed gets its row now, without a limit. */
async function addCounts(tx: Tx, tour_date_id: number, keys: readonly string[]) {
  if (keys.length === 0) return
  await tx
    .insertInto('capacity')
    .values(keys.map((key) => ({ tour_date_id, key, places: null })))
    .onConflict((conflict) => conflict.columns(['tour_date_id', 'key']).doNothing())
    .execute()
}

/** Changes the end of a hold without changing its places. An accepted offer never ends before its own deadline. */
export const prolongClaims = (tx: Tx, registration_id: number, held_until: Instant | null) =>
  sql`update place_claims c set held_until = case when c.entry_id = 0 then ${held_until}::timestamptz
      else greatest(${held_until}::timestamptz, e.offer_ends) end
    from place_claims as same left join waiting_entries e on e.id = same.entry_id
    where same.registration_id = c.registration_id and same.key = c.key and same.entry_id = c.entry_id
    and c.registration_id = ${registration_id} and (c.entry_id = 0 or e.state = 'accepted')`.execute(tx)

/** Locks a city's counts in the common lock order. */
export const lockCounts = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('capacity')
    .where('tour_date_id', '=', tour_date_id)
    .select(['key', 'places', 'taken', 'waiting'])
    .orderBy('key')
    .forNoKeyUpdate()
    .execute()

/** Releases a city's expired holds except those in active use. Requires the lock of its counts. */
export const dropLapsed = (tx: Tx, tour_date_id: number, now: Instant) =>
  sql`with lapsed as (
      select registration_id, key, entry_id from place_claims
      where tour_date_id = ${tour_date_id} and held_until < ${now} for update skip locked
    ), gone as (
      delete from place_claims c using lapsed l
      where c.registration_id = l.registration_id and c.key = l.key and c.entry_id = l.entry_id returning c.key, c.n
    )
    update capacity c set taken = c.taken - g.n from (select key, sum(n) as n from gone group by key) g
    where c.tour_date_id = ${tour_date_id} and c.key = g.key`.execute(tx)

type EntryClaim = { registration_id: number; entry_id: number; needs: Needs }

/** Claims places for entries that get an offer, bypassing the entries behind them. Returns a key without room. */
export async function keepForEntries(
  tx: Tx,
  tour_date_id: number,
  entryClaims: readonly EntryClaim[],
  held_until: Instant,
  now: Instant,
): Promise<string | null> {
  const sums = sumByKey(entryClaims.flatMap(({ needs }) => rowsOf(needs)))
  const keys = Object.keys(sums).toSorted()
  const differences = keys.map((key) => sums[key] ?? 0)
  await addCounts(tx, tour_date_id, keys)
  const full = await changeTaken(tx, { id: 0, tour_date_id, keys, differences, now, is_offer: true })
  if (full !== null) return full
  await tx
    .insertInto('place_claims')
    .values(
      entryClaims.flatMap(({ registration_id, entry_id, needs }) =>
        Object.entries(needs).map(([key, n]) => ({ registration_id, tour_date_id, key, n, held_until, entry_id })),
      ),
    )
    .execute()
  return null
}

/** Releases the claims of these entries. Must run last in its transaction. */
export async function dropEntryClaims(tx: Tx, tour_date_id: number, entry_ids: readonly number[], now: Instant) {
  if (entry_ids.length === 0) return
  const deletedClaims = await tx
    .deleteFrom('place_claims')
    .where('entry_id', 'in', entry_ids)
    .returning(['key', 'n'])
    .execute()
  const sums = sumByKey(deletedClaims)
  const keys = Object.keys(sums).toSorted()
  if (keys.length === 0) return
  await changeTaken(tx, { id: 0, tour_date_id, keys, differences: keys.map((key) => -(sums[key] ?? 0)), now })
}

/** Says for each key of a city how many wait. Under the lock of its counts. */
export const setWaiting = (tx: Tx, tour_date_id: number, waiting: Needs) =>
  sql`update capacity c set waiting = coalesce((${JSON.stringify(waiting)}::jsonb ->> c.key)::integer, 0)
    where c.tour_date_id = ${tour_date_id}
    and c.waiting <> coalesce((${JSON.stringify(waiting)}::jsonb ->> c.key)::integer, 0)`.execute(tx)

/** One more waits for these keys. Last in its transaction. */
export const addWaiting = (tx: Tx, tour_date_id: number, keys: readonly string[]) =>
  sql`update capacity c set waiting = c.waiting + 1
    from (select key from capacity where tour_date_id = ${tour_date_id} and key = any(${keys}) order by key for no key update) k
    where c.tour_date_id = ${tour_date_id} and c.key = k.key`.execute(tx)

/** Lists cities that have expired holds and a waiting list. */
export const citiesWithLapsed = (tx: Tx, now: Instant) =>
  tx
    .selectFrom('place_claims as p')
    .innerJoin('capacity as c', (join) =>
      join.onRef('c.tour_date_id', '=', 'p.tour_date_id').onRef('c.key', '=', 'p.key'),
    )
    .where('p.held_until', '<', now)
    .where('c.waiting', '>', 0)
    .select('p.tour_date_id')
    .distinct()
    .execute()

/**
 * Locks the small-solo counts of all cities before such a setting changes and returns the current state of each, so
 * that no recount uses the old setting. Claims on small-registration solos wait until this transaction ends.
 */
export async function lockSmallCities(tx: Tx): Promise<SmallCity[]> {
  await sql`select from capacity where key = 'small_solos' order by tour_date_id for no key update`.execute(tx)
  return smallCities(tx)
}

/**
 * Schedules recounts after a setting changes. Each city keeps its old limit until its own job recounts it, so that a
 * change for a whole season blocks each city only during its own recount. COMP-083.
 */
export async function recountLater(tx: Tx, smallBefore: readonly SmallCity[]): Promise<void> {
  if (smallBefore.length === 0) return
  const set = new Map((await smallCities(tx)).map((city) => [city.tour_date_id, city.set]))
  const cities = smallBefore.filter(({ tour_date_id, below }) => set.get(tour_date_id) !== below)
  if (cities.length === 0) return
  await sql`
    update capacity c set small_below = s.below
    from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) s(tour_date_id integer, below integer)
    where c.tour_date_id = s.tour_date_id and c.key = 'small_solos'`.execute(tx)
  await addJobs(
    tx,
    'recount_small_solos',
    cities.map(({ tour_date_id }) => ({ tour_date_id })),
  )
}

/** Locks a city's registrations, so that none claims, changes or releases places until the transaction ends. */
const lockRegistrationsOf = (tx: Tx, tour_date_id: number) =>
  sql`select from registrations r where tour_date_id = ${tour_date_id} and ${isLive('r')} order by id for update`.execute(
    tx,
  )

/**
 * Recounts the solos of a city's small registrations by the current definition of a small registration, whether sold,
 * held or being paid. No registration loses a place, and places claimed by an open edit stay until it is submitted.
 * Must run last in its transaction. COMP-035, COMP-083.
 */
export async function recountSmallSolos(tx: Tx, tour_date_id: number): Promise<void> {
  await lockRegistrationsOf(tx, tour_date_id)
  await sql`select from place_claims where tour_date_id = ${tour_date_id} and entry_id = 0
    order by registration_id, key for update`.execute(tx)
  // This lock also blocks changes to the definition of a small registration.
  await sql`update capacity set small_below = null where tour_date_id = ${tour_date_id} and key = 'small_solos'`.execute(
    tx,
  )
  const here = await smallCities(tx, tour_date_id)
  await sql`
    with small as (${smallRegistrations(here)}), holders as (
      select registration_id, case when bool_or(held_until is null) then null else max(held_until) end as held_until,
        coalesce(max(n) filter (where key = 'small_solos'), 0) as had
      from place_claims where tour_date_id = ${tour_date_id} and entry_id = 0 group by registration_id
    ), needed as (
      select h.*, greatest(
        (select count(*) from registration_routines x join routine_categories c using (category_id)
          where x.registration_id = h.registration_id and h.registration_id in (select id from small)
          and c.is_solo and x.status = 'registered' and not x.is_best_dancer)
        - (select coalesce(sum(p.n), 0) from place_claims p join waiting_entries e on e.id = p.entry_id
          where p.registration_id = h.registration_id and p.key = 'small_solos' and e.state = 'accepted'),
        (select h.had from revisions v where v.registration_id = h.registration_id)
      )::integer as n from holders h
    ), gone as (
      delete from place_claims p using needed
      where p.registration_id = needed.registration_id and p.key = 'small_solos' and p.entry_id = 0 and needed.n = 0
    )
    insert into place_claims (registration_id, tour_date_id, key, n, held_until)
    select registration_id, ${tour_date_id}, 'small_solos', n, held_until from needed where n > 0 and n <> had
    on conflict (registration_id, key, entry_id) do update set n = excluded.n`.execute(tx)
  await sql`
    update capacity c set taken = s.n, granted = case when s.n > c.places then s.n else c.granted end
    from (select coalesce(sum(n), 0)::integer as n from place_claims
      where tour_date_id = ${tour_date_id} and key = 'small_solos') s
    where c.tour_date_id = ${tour_date_id} and c.key = 'small_solos'`.execute(tx)
  await addWaitingListJob(tx, tour_date_id)
}

/**
 * Inserts or updates the rows of cities with their current limits; claimed places stay. A limit lowered below what is
 * given is noted as `granted`. COMP-081, COMP-083.
 */
export const putLimits = (tx: Tx, tour_date_ids: readonly number[]) =>
  sql`
    insert into capacity (tour_date_id, key, places)
    select t.id, limits.key, limits.places
    from tour_dates t
    cross join lateral (
      select 'routines' as key, t.total_routine_limit as places
      union all select 'small_solos', t.solo_groups
      union all select 'category:' || c.category_id, d.max_routines
        from routine_categories c
        left join tour_date_categories d on d.category_id = c.category_id and d.tour_date_id = t.id
      union all select 'level:' || l.id, d.max_people
        from workshop_levels l
        left join tour_date_levels d on d.level_id = l.id and d.tour_date_id = t.id
    ) as limits
    where t.id = any(${tour_date_ids})
    order by t.id, limits.key
    on conflict (tour_date_id, key) do update set places = excluded.places, granted = case
      when capacity.places is not distinct from excluded.places then capacity.granted
      when capacity.taken > excluded.places then capacity.taken else 0 end`.execute(tx)
