import { logoAddress } from '@callboard/domain/kernel/files.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { PriceKind, RateTier } from '@callboard/domain/tours/city.ts'
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { brandLists, isOfBrand } from './brand-lists.ts'

export const listEvents = (tx: Tx) => tx.selectFrom('events').selectAll().orderBy('name').execute()

export const findEvent = (tx: Tx, id: number) =>
  tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

/** An event, locked against another change of it. */
export const lockEvent = (tx: Tx, id: number) =>
  tx.selectFrom('events').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** An event as the office's calls answer it. */
export const presentEvent = (event: Selectable<Schema['events']>) => ({ ...event, logo: logoAddress(event.logo_key) })

const nextId = (table: 'events' | 'seasons') => sql<number>`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`

/** Inserts a new event after all others. OFF-001. */
export const insertEvent = (tx: Tx, event: Omit<Insertable<Schema['events']>, 'id'>) =>
  tx
    .insertInto('events')
    .values({ ...event, id: nextId('events') })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets names, flags and rules of an event, as far as the office changed them. */
export const setEventSettings = (tx: Tx, id: number, settings: Omit<Updateable<Schema['events']>, 'id'>) =>
  tx.updateTable('events').set(settings).where('id', '=', id).returningAll().executeTakeFirst()

export const setEventLogo = (tx: Tx, id: number, logo_key: string | null) =>
  tx.updateTable('events').set({ logo_key }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const setEventPublished = (tx: Tx, id: number, published: boolean) =>
  tx.updateTable('events').set({ published }).where('id', '=', id).returningAll().executeTakeFirst()

export const listSeasons = (tx: Tx) => tx.selectFrom('seasons').selectAll().orderBy('start_year', 'desc').execute()

export const findSeason = (tx: Tx, id: number) =>
  tx.selectFrom('seasons').selectAll().where('id', '=', id).executeTakeFirst()

export const insertSeason = (tx: Tx, season: Omit<Insertable<Schema['seasons']>, 'id'>) =>
  tx
    .insertInto('seasons')
    .values({ ...season, id: nextId('seasons') })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ends the current season before the next one starts: only one may be current. OFF-002. */
export const endCurrentSeason = (tx: Tx) =>
  tx.updateTable('seasons').set({ current: false }).where('current', '=', true).execute()

/** Sets years and flags of a season, as far as the office changed them. */
export const setSeasonSettings = (tx: Tx, id: number, settings: Omit<Updateable<Schema['seasons']>, 'id'>) =>
  tx.updateTable('seasons').set(settings).where('id', '=', id).returningAll().executeTakeFirst()

type OfSeason = { event_id: number; season_id: number }

export const loadLevelPrices = (tx: Tx, { event_id, season_id }: OfSeason) =>
  tx
    .selectFrom('level_prices')
    .where('event_id', '=', event_id)
    .where('season_id', '=', season_id)
    .select(['level_id', 'tier', 'kind', 'price'])
    .orderBy('level_id')
    .orderBy('tier')
    .orderBy('kind')
    .execute()

export const loadCategoryFees = (tx: Tx, { event_id, season_id }: OfSeason) =>
  tx
    .selectFrom('category_fees')
    .where('event_id', '=', event_id)
    .where('season_id', '=', season_id)
    .select(['category_id', 'fee_per_dancer'])
    .orderBy('category_id')
    .execute()

type LevelPrice = Pick<Insertable<Schema['level_prices']>, 'level_id' | 'tier' | 'kind'> & {
  price: Schema['level_prices']['price'] | null
}

/** Sets prices; null takes a way of taking part out of the offer. OFF-010. */
export async function setLevelPrices(tx: Tx, of: OfSeason, prices: readonly LevelPrice[]): Promise<void> {
  const priced = prices.flatMap(({ price, ...one }) => (price === null ? [] : [{ ...of, ...one, price }]))
  const clearedPrices = prices.filter(({ price }) => price === null)
  if (priced.length > 0) {
    await tx
      .insertInto('level_prices')
      .values(priced)
      .onConflict((conflict) =>
        conflict
          .columns(['event_id', 'season_id', 'level_id', 'tier', 'kind'])
          .doUpdateSet((row) => ({ price: row.ref('excluded.price') })),
      )
      .execute()
  }
  if (clearedPrices.length > 0) {
    await tx
      .deleteFrom('level_prices')
      .where('event_id', '=', of.event_id)
      .where('season_id', '=', of.season_id)
      .where((on) => on.or(clearedPrices.map(({ level_id, tier, kind }) => on.and({ level_id, tier, kind }))))
      .execute()
  }
}

type CategoryFee = { category_id: number; fee_per_dancer: Schema['category_fees']['fee_per_dancer'] | null }

/** Sets fees; a category without one is not offered. OFF-011. */
export async function setCategoryFees(tx: Tx, of: OfSeason, fees: readonly CategoryFee[]): Promise<void> {
  const priced = fees.flatMap(({ category_id, fee_per_dancer }) =>
    fee_per_dancer === null ? [] : [{ ...of, category_id, fee_per_dancer }],
  )
  const clearedIds = fees.flatMap(({ category_id, fee_per_dancer }) => (fee_per_dancer === null ? [category_id] : []))
  if (priced.length > 0) {
    await tx
      .insertInto('category_fees')
      .values(priced)
      .onConflict((conflict) =>
        conflict
          .columns(['event_id', 'season_id', 'category_id'])
          .doUpdateSet((row) => ({ fee_per_dancer: row.ref('excluded.fee_per_dancer') })),
      )
      .execute()
  }
  if (clearedIds.length > 0) {
    await tx
      .deleteFrom('category_fees')
      .where('event_id', '=', of.event_id)
      .where('season_id', '=', of.season_id)
      .where('category_id', 'in', clearedIds)
      .execute()
  }
}

type SeasonPrice = {
  event_id: number
  event: string
  /** 'Junior' or 'Solo'. */
  name: string
  price: Cents
} & ({ level_id: number; tier: RateTier; kind: PriceKind } | { category_id: number })

/** Every price and fee of a season with names, by event. */
export async function loadSeasonPrices(tx: Tx, season_id: number): Promise<SeasonPrice[]> {
  const levels = await tx
    .selectFrom('level_prices as p')
    .innerJoin('workshop_levels as l', 'l.id', 'p.level_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.season_id', '=', season_id)
    .orderBy('e.name')
    .orderBy('l.position')
    .orderBy('p.kind')
    .orderBy('p.price')
    .select(['p.event_id', 'e.name as event', 'l.level as name', 'p.level_id', 'p.tier', 'p.kind', 'p.price'])
    .execute()
  const categories = await tx
    .selectFrom('category_fees as f')
    .innerJoin('routine_categories as c', 'c.category_id', 'f.category_id')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .where('f.season_id', '=', season_id)
    .orderBy('e.name')
    .orderBy('c.min_dancers')
    .select(['f.event_id', 'e.name as event', 'c.name', 'f.category_id', 'f.fee_per_dancer as price'])
    .execute()
  return [...levels, ...categories]
}

/** Removes the prices of a season of the events that have no city in it. */
export async function deleteUnusedPrices(tx: Tx, season_id: number, event_ids: readonly number[]): Promise<void> {
  const isUnused = sql<SqlBool>`season_id = ${season_id} and event_id = any(${event_ids})
    and event_id not in (select t.event_id from tour_dates t where t.season_id = ${season_id})`
  await tx.deleteFrom('level_prices').where(isUnused).execute()
  await tx.deleteFrom('category_fees').where(isUnused).execute()
}

/** Deletes the prices and fees of an event, or of a season. */
async function deletePrices(tx: Tx, column: 'event_id' | 'season_id', id: number): Promise<void> {
  await tx.deleteFrom('level_prices').where(column, '=', id).execute()
  await tx.deleteFrom('category_fees').where(column, '=', id).execute()
}

/** Deletes an event with its prices and its own rows of the lists. */
export async function deleteEvent(tx: Tx, id: number): Promise<void> {
  await deletePrices(tx, 'event_id', id)
  const ownRows = Object.keys(brandLists).map(
    (list) => sql`${sql.ref(`own_${list}`)} as (delete from ${sql.table(list)} where event_id = ${id})`,
  )
  await sql`with ${sql.join(ownRows)} select`.execute(tx)
  await tx.deleteFrom('events').where('id', '=', id).execute()
}

/** Deletes a season with its prices. */
export async function deleteSeason(tx: Tx, id: number): Promise<void> {
  await deletePrices(tx, 'season_id', id)
  await tx.deleteFrom('seasons').where('id', '=', id).execute()
}

/** Copies the prices and fees of an event, of the current season and later ones, to another event. */
export async function copyEventPrices(tx: Tx, from_id: number, event_id: number): Promise<void> {
  const seasons = sql`select s.id from seasons s
    where s.start_year >= coalesce((select start_year from seasons where current), 0)`
  await sql`
    insert into level_prices (event_id, season_id, level_id, tier, kind, price)
    select ${event_id}, season_id, level_id, tier, kind, price from level_prices
    where event_id = ${from_id} and season_id in (${seasons})`.execute(tx)
  await sql`
    insert into category_fees (event_id, season_id, category_id, fee_per_dancer)
    select ${event_id}, season_id, category_id, fee_per_dancer from category_fees
    where event_id = ${from_id} and season_id in (${seasons})`.execute(tx)
}

/** The lists that every city shares, and the column that tells their rows apart. */
export const sharedLists = {
  workshop_levels: 'id',
  routine_categories: 'category_id',
  age_divisions: 'level_id',
  performance_divisions: 'id',
  competition_awards: 'id',
  jacket_sizes: 'id',
  vip_types: 'id',
  nominations: 'id',
  nomination_types: 'id',
} as const

type SharedList = keyof typeof sharedLists

/** Levels of a brand or a season are no shared ones: the awards' page keeps them. */
const isShared = (table: SharedList) =>
  table === 'competition_awards' ? sql<SqlBool>`event_id is null and season_id is null` : sql<SqlBool>`true`

/** All rows of a list, or the list as a brand has it. */
const isListed = (table: SharedList, event_id: number | undefined) =>
  event_id !== undefined && table in brandLists
    ? isOfBrand(table as keyof typeof brandLists, table, event_id)
    : sql<SqlBool>`true`

export const loadSharedList = async (
  tx: Tx,
  table: SharedList,
  event_id?: number,
): Promise<Record<string, unknown>[]> =>
  (
    await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} where ${isShared(table)} and ${isListed(table, event_id)} order by ${sql.ref(sharedLists[table])}`.execute(
      tx,
    )
  ).rows

/** Locks a shared list against another change of it, so that two new rows never get one number. Readers go on. */
export const lockSharedList = (tx: Tx, table: SharedList) =>
  sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)

/** Adds rows of a shared list, or overwrites those of the same number. The rows were read by the list's own shape. OFF-013. */
export async function upsertSharedRows(tx: Tx, table: SharedList, rows: readonly Record<string, unknown>[]) {
  const [first] = rows
  if (!first) return
  const key = sharedLists[table]
  const columns = Object.keys(first)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const updates = columns
    .filter((column) => column !== key)
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (${sql.ref(key)}) do update set ${sql.join(updates)}
  `.execute(tx)
}
