import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { EntryNumber } from '@callboard/domain/running-order/entry-numbers.ts'
import type { OrderEntryState } from '@callboard/domain/running-order/entry-state.ts'
import type { OrderReaders } from '@callboard/domain/running-order/order-readers.ts'
import type { OrderVersion } from '@callboard/domain/running-order/order-changes.ts'
import type { BlockKind, Order, OrderEntry } from '@callboard/domain/running-order/order.ts'
import { cityDays, wishWindows } from '@callboard/domain/running-order/entry-request.ts'
import { dayIn, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'
import { inNameOrder } from '../platform/db/search-words.ts'
import { cityName } from '../tours/city-queries.ts'

/** A city with the settings' scopes, and its order's version (0: there is none yet). */
export const findOrderCity = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .leftJoin('running_orders as o', 'o.tour_date_id', 't.id')
    .where('t.id', '=', tour_date_id)
    .select(['t.id as tour_date_id', 't.event_id', 't.season_id', 't.time_zone', 't.start_date', 't.end_date'])
    .select('e.name as event')
    .select(['o.published_version', 'o.published_at', 'o.public_token'])
    .select(sql<boolean>`coalesce(o.is_public, false)`.as('is_public'))
    .select(sql<boolean>`coalesce(o.shows_dancers, false)`.as('shows_dancers'))
    .select([cityName.as('city'), sql<number>`coalesce(o.version, 0)`.as('version')])
    .executeTakeFirst()

/** The entries of a city that are on a stage now. */
export const listEntriesOnStage = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('running_order_entries')
    .where('tour_date_id', '=', tour_date_id)
    .where('state', '=', 'on_stage')
    .select('registration_routine_id as id')
    .orderBy('registration_routine_id')
    .execute()

/** The orders of these cities, each with its version and the entries that are on a stage now. */
export async function listStagesNow(tx: Tx, tour_date_ids: readonly number[]) {
  const rows = await tx
    .selectFrom('running_orders as o')
    .where('o.tour_date_id', 'in', tour_date_ids)
    .select(['o.tour_date_id', 'o.version'])
    .select(
      sql<number[]>`array(
        select e.registration_routine_id from running_order_entries e
        where e.tour_date_id = o.tour_date_id and e.state = 'on_stage' order by 1)`.as('entry_ids'),
    )
    .execute()
  return new Map(rows.map(({ tour_date_id, ...stage }) => [tour_date_id, stage]))
}

/** Makes sure the city has an order, and locks it until the transaction ends. Returns its version. */
export async function lockRunningOrder(tx: Tx, tour_date_id: number): Promise<number> {
  await tx
    .insertInto('running_orders')
    .values({ tour_date_id, version: 0 })
    .onConflict((conflict) => conflict.column('tour_date_id').doNothing())
    .execute()
  const { version } = await tx
    .selectFrom('running_orders')
    .where('tour_date_id', '=', tour_date_id)
    .select('version')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

/** Sets who may read a city's order; `token` becomes that of its public page if it has none yet. */
export const saveReaders = (tx: Tx, tour_date_id: number, { is_public, shows_dancers }: OrderReaders, token: string) =>
  tx
    .updateTable('running_orders')
    .set({ is_public, shows_dancers })
    .$if(is_public, (update) => update.set({ public_token: sql`coalesce(public_token, ${token})` }))
    .where('tour_date_id', '=', tour_date_id)
    .execute()

export const raiseOrderVersion = (tx: Tx, tour_date_id: number) =>
  tx
    .updateTable('running_orders')
    .set({ version: sql`version + 1` })
    .where('tour_date_id', '=', tour_date_id)
    .execute()

/** Whether a city divides the entries of an age division by performance division. The statement names both tables so. */
export const isSplitDivision = (city: string, division: string) =>
  sql<boolean>`${sql.ref(`${city}.split_teen_performance`)} and ${sql.ref(`${division}.splits_by_performance`)}`

/** Routines of the city that are in the order, or may be: registered, completed, danced on site. */
const loadRoutines = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registration_routines as q')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('age_divisions as g', 'g.level_id', 'q.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .innerJoin('performance_divisions as f', 'f.id', 'q.performance_division_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .leftJoin('entry_requests as w', 'w.registration_routine_id', 'q.id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where((on) =>
      on.or([
        on('n.registration_routine_id', 'is not', null),
        on.and([on('q.status', '=', 'registered'), on('q.virtual', '=', false), isCompleted('r')]),
      ]),
    )
    .select(['q.id', 'q.registration_id', 'q.extra_time', 'q.has_prop', 'q.age_division_level_id', 'q.category_id'])
    .select(['q.performance_division_id', 'd.name', 'g.name as division', 'g.minimum_age'])
    .select(['c.name as category', 'c.allowed_seconds', 'f.name as performance_division'])
    .select(['n.block_id', 'n.position', 'n.entry_number', 'n.suffix', 'n.pinned', 'n.state', 'n.override_reason'])
    .select(['n.on_stage_at', 'n.measured_seconds', 'n.adjudicated_only', 'g.is_showcase'])
    .select(isSplitDivision('t', 'g').as('is_split'))
    .select(['w.text', 'w.day', 'w.not_before', 'w.not_after', 'w.revision', 'w.requested_at', 'w.answer'])
    .select(sql<string>`coalesce(s.name, concat_ws(' ', p.fname, p.lname))`.as('studio'))
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('routine_attendees as x')
          .innerJoin('persons as o', 'o.id', 'x.person_id')
          .whereRef('x.registration_routine_id', '=', 'q.id')
          .select(['x.person_id', sql<string>`concat_ws(' ', o.fname, o.lname)`.as('name')])
          .orderBy(inNameOrder(sql.ref('o.lname')))
          .orderBy('x.person_id'),
      ).as('cast'),
    )
    .orderBy('q.id')
    .execute()

export type OrderRoutineRow = Awaited<ReturnType<typeof loadRoutines>>[number]

const entryOf = (row: OrderRoutineRow, wish_windows: OrderEntry['wish_windows']): OrderEntry => ({
  id: row.id,
  registration_id: row.registration_id,
  block_id: row.block_id,
  position: row.position ?? 0,
  entry_number: row.entry_number,
  suffix: row.suffix ?? '',
  pinned: row.pinned ?? false,
  state: row.state ?? 'planned',
  override_reason: row.override_reason ?? '',
  allowed_seconds: row.allowed_seconds,
  extra_minutes: row.extra_time,
  has_prop: row.has_prop,
  minimum_age: row.minimum_age,
  age_division_id: row.age_division_level_id,
  dancers: row.cast.map(({ person_id }) => person_id),
  wish_windows,
})

type OrderCity = { tour_date_id: number; time_zone: string; start_date: CalendarDate; end_date: CalendarDate }

/** The order of a city, as the rules read it, and the rows it is made of. */
export async function loadOrder(tx: Tx, city: OrderCity): Promise<{ order: Order; rows: OrderRoutineRow[] }> {
  const { tour_date_id, time_zone } = city
  const blockRows = await tx
    .selectFrom('competition_blocks')
    .where('tour_date_id', '=', tour_date_id)
    .select(['id', 'stage', 'kind', 'name', 'starts_at', 'minutes'])
    .orderBy('id')
    .execute()
  const rows = await loadRoutines(tx, tour_date_id)
  const blocks = blockRows.map((block) => ({ ...block, day: dayIn(time_zone, block.starts_at) }))
  const days = cityDays(
    city,
    blocks.map(({ day }) => day),
  )
  const entries = rows.map((row) => entryOf(row, wishWindows(row, days, time_zone)))
  return { order: { blocks, entries }, rows }
}

const isSamePlace = (one: OrderEntry, other: OrderEntry | undefined): boolean =>
  other !== undefined &&
  one.block_id === other.block_id &&
  one.position === other.position &&
  one.pinned === other.pinned &&
  one.override_reason === other.override_reason

/** Writes where entries stand that differ between the two orders. */
export async function saveEntryPlaces(tx: Tx, tour_date_id: number, before: Order, after: Order): Promise<number> {
  const earlier = new Map(before.entries.map((entry) => [entry.id, entry]))
  const changedEntries = after.entries.filter((entry) => !isSamePlace(entry, earlier.get(entry.id)))
  const removed = changedEntries.flatMap(({ id, block_id }) => (block_id === null ? [id] : []))
  if (removed.length > 0) {
    await tx.deleteFrom('running_order_entries').where('registration_routine_id', 'in', removed).execute()
  }
  const values = changedEntries.flatMap(({ id, block_id, position, pinned, override_reason }) =>
    block_id === null
      ? []
      : [{ registration_routine_id: id, tour_date_id, block_id, position, pinned, override_reason, danced_as: null }],
  )
  if (values.length > 0) {
    await tx
      .insertInto('running_order_entries')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('registration_routine_id').doUpdateSet((from) => ({
          block_id: from.ref('excluded.block_id'),
          position: from.ref('excluded.position'),
          pinned: from.ref('excluded.pinned'),
          override_reason: from.ref('excluded.override_reason'),
        })),
      )
      .execute()
  }
  return changedEntries.length
}

type BlockValues = {
  stage: number
  kind: BlockKind
  name: string
  starts_at: Instant
  minutes: number
}

export const insertBlock = (tx: Tx, tour_date_id: number, block: BlockValues) =>
  tx
    .insertInto('competition_blocks')
    .values({ tour_date_id, ...block })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateBlock = (tx: Tx, id: number, block: BlockValues) =>
  tx.updateTable('competition_blocks').set(block).where('id', '=', id).execute()

export const deleteBlock = (tx: Tx, id: number) => tx.deleteFrom('competition_blocks').where('id', '=', id).execute()

/** Fixes the numbers of entries. */
export async function setEntryNumbers(tx: Tx, numbers: ReadonlyMap<number, EntryNumber>): Promise<void> {
  const rows = [...numbers].map(([id, number]) => ({ id, ...number }))
  await sql`update running_order_entries e set entry_number = v.entry_number, suffix = v.suffix
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) v(id int, entry_number int, suffix text)
    where e.registration_routine_id = v.id and e.entry_number is null`.execute(tx)
}

export const findOrderVersion = async (tx: Tx, tour_date_id: number): Promise<OrderVersion | null> =>
  (
    await tx
      .selectFrom('order_versions as v')
      .innerJoin('running_orders as o', (join) =>
        join.onRef('o.tour_date_id', '=', 'v.tour_date_id').onRef('o.published_version', '=', 'v.version'),
      )
      .where('v.tour_date_id', '=', tour_date_id)
      .select('v.body')
      .executeTakeFirst()
  )?.body ?? null

type Publication = { tour_date_id: number; version: number; body: OrderVersion; now: Instant; by: number }

/** Keeps a version for good and makes it the published one. */
export async function insertOrderVersion(tx: Tx, { tour_date_id, version, body, now, by }: Publication) {
  await tx
    .insertInto('order_versions')
    .values({ tour_date_id, version, body: JSON.stringify(body), published_at: now, published_by: by })
    .execute()
  await tx
    .updateTable('running_orders')
    .set({ published_version: version, published_at: now })
    .where('tour_date_id', '=', tour_date_id)
    .execute()
}

/** The owners of registrations, to whom changes are mailed. */
export const listOrderOwners = (tx: Tx, registration_ids: readonly number[]) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.id', '=', sql<number>`any(${registration_ids}::int[])`)
    .where(isCompleted('r'))
    .select(['r.id as registration_id', 'u.id as user_id', 'u.email'])
    .orderBy('r.id')
    .execute()

const judgedBlocks = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('judged_blocks as b')
    .innerJoin('competition_blocks as c', 'c.id', 'b.block_id')
    .where('c.tour_date_id', '=', tour_date_id)
    .select(['b.block_id', 'b.locked_at'])
    .orderBy('b.block_id')

const lockedOf = (blocks: Awaited<ReturnType<ReturnType<typeof judgedBlocks>['execute']>>): ReadonlySet<number> =>
  new Set(blocks.flatMap(({ block_id, locked_at }) => (locked_at === null ? [] : [block_id])))

/** Blocks of a city whose scores are locked. */
export const loadLockedBlocks = async (tx: Tx, tour_date_id: number) =>
  lockedOf(await judgedBlocks(tx, tour_date_id).execute())

/** The same; none of the city's blocks is locked or opened until the transaction ends. */
export const keepLockedBlocks = async (tx: Tx, tour_date_id: number) =>
  lockedOf(await judgedBlocks(tx, tour_date_id).forShare('b').execute())

/** Sets the state of entries on the day, with the moments they go on and off and what they danced as. */
export async function setEntryState(tx: Tx, id: number, state: OrderEntryState, now: Instant): Promise<void> {
  const update = tx.updateTable('running_order_entries').where('registration_routine_id', '=', id)
  if (state === 'on_stage') {
    // One that was ended by mistake goes on with its own time.
    await sql`update running_order_entries set state = 'on_stage',
        on_stage_at = case when state = 'danced' then coalesce(on_stage_at, ${now}) else ${now} end,
        off_stage_at = null, measured_seconds = null, danced_as = null
      where registration_routine_id = ${id}`.execute(tx)
  } else if (state === 'on_deck') {
    await update.set({ state, on_stage_at: null }).execute()
  } else if (state === 'danced') {
    await sql`update running_order_entries e set state = 'danced', off_stage_at = coalesce(e.off_stage_at, ${now}),
        measured_seconds = coalesce(e.measured_seconds,
          round(extract(epoch from ${now}::timestamptz - e.on_stage_at))),
        danced_as = coalesce(e.danced_as, jsonb_build_object('age_division_level_id', q.age_division_level_id,
          'category_id', q.category_id, 'performance_division_id', q.performance_division_id))
      from registration_routines q where q.id = e.registration_routine_id and e.registration_routine_id = ${id}`.execute(
      tx,
    )
  } else {
    await update.set({ state }).execute()
  }
}

/** The numbered entries of a city: n of the order, q and d of the routine, r and s of who entered it. */
export const selectNumberedEntries = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where('n.tour_date_id', '=', tour_date_id)
    .where('n.entry_number', 'is not', null)
    .select(['q.id', 'd.name', 'n.suffix', 'n.state', sql<number>`n.entry_number`.as('entry_number')])
    .select(sql<string>`coalesce(s.name, 'Independent')`.as('studio'))

/** The numbered entries of a city by their number. */
export const listNumberedEntries = (tx: Tx, tour_date_id: number) =>
  selectNumberedEntries(tx, tour_date_id).orderBy('n.entry_number').orderBy('n.suffix').execute()
