import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { AwardDefinition, LevelDraft, PickDraft } from '@callboard/domain/results/award.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { sql } from 'kysely'
import { isOfBrand } from '../tours/brand-lists.ts'
import type { Tx } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'
import { inNameOrder } from '../platform/db/search-words.ts'
import { listNumberedEntries } from '../running-order/queries.ts'
import { cityName } from '../tours/city-queries.ts'

export const findAwardCity = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('t.id', '=', tour_date_id)
    .select(['t.id as tour_date_id', 't.event_id', 't.season_id', 't.time_zone', 't.start_date', 't.end_date'])
    .select(['e.name as event', cityName.as('city'), 't.no_critiques'])
    .executeTakeFirst()

export type AwardCity = NonNullable<Awaited<ReturnType<typeof findAwardCity>>>
type Scope = Pick<AwardCity, 'tour_date_id' | 'event_id' | 'season_id'>

/** The blocks in which awards are announced, while they are blocks of awards: the office can make one a break. */
const awardBlocks = (tx: Tx) =>
  tx
    .selectFrom('award_blocks as k')
    .innerJoin('competition_blocks as b', 'b.id', 'k.block_id')
    .where('b.kind', '=', 'awards')

/** The awards of a city: its own, and those of its event's season. */
export const listAwards = (tx: Tx, { tour_date_id, event_id, season_id }: Scope) =>
  tx
    .selectFrom('award_definitions as d')
    .leftJoin(awardBlocks(tx).where('k.tour_date_id', '=', tour_date_id).selectAll('k').as('k'), (on) =>
      on.onRef('k.award_definition_id', '=', 'd.id'),
    )
    .where('d.event_id', '=', event_id)
    .where('d.season_id', '=', season_id)
    .where((on) => on.or([on('d.tour_date_id', 'is', null), on('d.tour_date_id', '=', tour_date_id)]))
    .selectAll('d')
    // The column of this name in `d` is of the version before.
    .select('k.block_id')
    .orderBy('d.position')
    .orderBy('d.id')
    .execute()

export const findAwardBlock = async (tx: Tx, award_definition_id: number, tour_date_id: number) =>
  (
    await awardBlocks(tx)
      .where('k.award_definition_id', '=', award_definition_id)
      .where('k.tour_date_id', '=', tour_date_id)
      .select('k.block_id')
      .executeTakeFirst()
  )?.block_id ?? null

/** The block of a city in which an award is announced; null: in none. */
export async function setAwardBlock(
  tx: Tx,
  of: { award_definition_id: number; tour_date_id: number },
  block_id: number | null,
): Promise<void> {
  if (block_id === null) {
    await tx
      .deleteFrom('award_blocks')
      .where('award_definition_id', '=', of.award_definition_id)
      .where('tour_date_id', '=', of.tour_date_id)
      .execute()
    return
  }
  await tx
    .insertInto('award_blocks')
    .values({ ...of, block_id })
    .onConflict((conflict) => conflict.columns(['award_definition_id', 'tour_date_id']).doUpdateSet({ block_id }))
    .execute()
}

/** An award, locked until the transaction ends. */
export const lockAward = (tx: Tx, id: number) =>
  tx.selectFrom('award_definitions').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

export const raiseAwardVersion = (tx: Tx, id: number) =>
  tx
    .updateTable('award_definitions')
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

const columnsOf = ({ scope, places, tie_break, ...columns }: AwardDefinition) => ({
  ...columns,
  scope: JSON.stringify(scope),
  places: JSON.stringify(places),
  tie_break: [...tie_break],
})

type AwardPlace = { event_id: number; season_id: number; tour_date_id: number | null }

export const insertAward = (tx: Tx, place: AwardPlace, award: AwardDefinition) =>
  tx
    .insertInto('award_definitions')
    .values({ ...place, ...columnsOf(award) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateAward = (tx: Tx, id: number, award: AwardDefinition) =>
  tx.updateTable('award_definitions').set(columnsOf(award)).where('id', '=', id).execute()

/** The picks of a city with the names of whom they went to. */
export const listPicks = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('award_picks as k')
    .leftJoin('registration_routines as q', 'q.id', 'k.registration_routine_id')
    .leftJoin('routines as d', 'd.id', 'q.routine_id')
    .leftJoin('persons as p', 'p.id', 'k.person_id')
    .leftJoin('studios as s', 's.id', 'k.studio_id')
    .where('k.tour_date_id', '=', tour_date_id)
    .select(['k.id', 'k.award_definition_id', 'k.registration_routine_id', 'k.person_id', 'k.studio_id'])
    .select(['k.place', 'k.blurb', 'k.amount'])
    .select(sql<string>`coalesce(d.name, s.name, concat_ws(' ', p.fname, p.lname))`.as('subject'))
    .orderBy('k.place')
    .orderBy('k.id')
    .execute()

type PickContext = { award_definition_id: number; tour_date_id: number; now: Instant; user_id: number }

/** Makes these the picks of an award in a city. A pick that stays keeps its id, by which its scholarship is known. */
export async function replacePicks(
  tx: Tx,
  { award_definition_id, tour_date_id, now, user_id }: PickContext,
  picks: readonly PickDraft[],
): Promise<void> {
  const of = { award_definition_id, tour_date_id }
  const existing = await tx
    .selectFrom('award_picks')
    .where('award_definition_id', '=', award_definition_id)
    .where('tour_date_id', '=', tour_date_id)
    .select(['id', 'registration_routine_id', 'person_id', 'studio_id'])
    .execute()
  // A pick of the same winner is the same pick, whether or not the caller named its id.
  const idOf = (pick: PickDraft) =>
    existing.find(
      (one) =>
        one.registration_routine_id === pick.registration_routine_id &&
        one.person_id === pick.person_id &&
        one.studio_id === pick.studio_id,
    )?.id
  const keptIds = picks.flatMap((pick) => idOf(pick) ?? [])
  await tx
    .deleteFrom('award_picks')
    .where('award_definition_id', '=', award_definition_id)
    .where('tour_date_id', '=', tour_date_id)
    .where('id', '!=', sql<number>`all(${keptIds}::int[])`)
    .execute()
  const keptPicks = picks.map((pick) => ({ ...pick, id: idOf(pick) }))
  await sql`update award_picks p set place = k.place, blurb = k.blurb, amount = k.amount
    from jsonb_to_recordset(${JSON.stringify(keptPicks)}::jsonb)
      as k (id integer, place integer, blurb text, amount integer)
    where p.id = k.id`.execute(tx)
  const newPicks = picks.filter((pick) => idOf(pick) === undefined)
  if (newPicks.length === 0) return
  await tx
    .insertInto('award_picks')
    .values(newPicks.map(({ id: _, ...pick }) => ({ ...of, ...pick, picked_by: user_id, picked_at: now })))
    .execute()
}

/** The levels that hold: those of event and season before the event's, the season's and the product's own. */
export async function loadLevels(tx: Tx, { event_id, season_id }: Pick<Scope, 'event_id' | 'season_id'>) {
  const rows = await tx
    .selectFrom('competition_awards')
    .where('retired', '=', false)
    .where((on) => on.or([on('event_id', 'is', null), on('event_id', '=', event_id)]))
    .where((on) => on.or([on('season_id', 'is', null), on('season_id', '=', season_id)]))
    .select(['id', 'name', 'minimum_points', 'event_id', 'season_id'])
    .orderBy('position')
    .orderBy('minimum_points', 'desc')
    .execute()
  const scopes = [
    { of: 'event and season', rows: rows.filter((row) => row.event_id !== null && row.season_id !== null) },
    { of: 'event', rows: rows.filter((row) => row.event_id !== null && row.season_id === null) },
    { of: 'season', rows: rows.filter((row) => row.event_id === null && row.season_id !== null) },
  ] as const
  const scope = scopes.find((one) => one.rows.length > 0)
  const own = scope?.rows ?? rows.filter((row) => row.event_id === null && row.season_id === null)
  return {
    levels_of: scope?.of ?? ('product' as const),
    levels: own.map(({ id, name, minimum_points }) => ({ id, name, minimum_points })),
  }
}

type ScaleScope = { event_id: number | null; season_id: number | null }

const scopeKey = ({ event_id, season_id }: ScaleScope) =>
  [event_id !== null && `event ${event_id}`, season_id !== null && `season ${season_id}`].filter(Boolean).join(' ')

/** How often the levels of a scope have changed. */
export async function findScaleVersion(tx: Tx, scope: ScaleScope): Promise<number> {
  const row = await tx
    .selectFrom('award_scale_versions')
    .where('scope', '=', scopeKey(scope))
    .select('version')
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Raises the version of a scope's levels; false: it is not the one given. A second writer waits for the first. */
export async function raiseScaleVersion(tx: Tx, scope: ScaleScope, version: number): Promise<boolean> {
  const row = await tx
    .insertInto('award_scale_versions')
    .values({ scope: scopeKey(scope), version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet({ version: sql`award_scale_versions.version + 1` })
        .where('award_scale_versions.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes these the levels of a scope, the highest first. Those left out are no longer given and keep their name. */
export async function replaceScale(tx: Tx, scope: ScaleScope, levels: readonly LevelDraft[]): Promise<void> {
  const { event_id, season_id } = scope
  const ofScope = sql<boolean>`event_id is not distinct from ${event_id} and season_id is not distinct from ${season_id}`
  await tx.updateTable('competition_awards').set({ retired: true }).where(ofScope).execute()
  for (const [index, { id, name, minimum_points }] of levels.entries()) {
    const level = { name, minimum_points, minimum_score: Math.floor(minimum_points / 100), position: index + 1 }
    const changedLevel =
      id === null
        ? undefined
        : await tx
            .updateTable('competition_awards')
            .set({ ...level, retired: false })
            .where('id', '=', id)
            .where(ofScope)
            .returning('id')
            .executeTakeFirst()
    if (!changedLevel) {
      await tx
        .insertInto('competition_awards')
        .values({ ...level, ...scope, id: sql<number>`nextval('scoped_award_ids')` })
        .execute()
    }
  }
}

/** Blocks of awards of a city, by time. */
export const listAwardBlocks = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('competition_blocks')
    .where('tour_date_id', '=', tour_date_id)
    .where('kind', '=', 'awards')
    .select(['id', 'name', 'starts_at'])
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

/** The candidates of awards of a city: its numbered entries, people and studios of its registrations. */
export async function listCandidates(tx: Tx, tour_date_id: number) {
  const entries = await listNumberedEntries(tx, tour_date_id)
  const routines = entries.map(({ id, name, state, ...number }) => {
    const label = entryLabel(number)
    return { id, name: `${label} ${name}`, label, state }
  })
  const lastName = inNameOrder(sql.ref('p.lname'))
  const people = await tx
    .selectFrom('attendees as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .select(['p.id', sql<string>`concat_ws(' ', p.fname, p.lname)`.as('name')])
    .distinctOn([lastName, 'p.fname', 'p.id'])
    .orderBy(lastName)
    .orderBy('p.fname')
    .orderBy('p.id')
    .execute()
  const studios = await tx
    .selectFrom('registrations as r')
    .innerJoin('studios as s', 's.id', 'r.studio_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .select(['s.id', 's.name'])
    .distinct()
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
  return { routines, people, studios }
}

const eventOf = (tour_date_id: number) =>
  sql<number>`(select t.event_id from tour_dates t where t.id = ${tour_date_id})`

/** Whether a routine of the city is in a division, which stays although the brand replaced it. */
const isEntered = (tour_date_id: number, column: 'age_division_level_id' | 'performance_division_id', key: string) =>
  sql<boolean>`exists (select from registration_routines q join registrations r on r.id = q.registration_id
    where r.tour_date_id = ${tour_date_id} and ${sql.ref(`q.${column}`)} = ${sql.ref(key)})`

/** The limits that an award of a city may have: the lists of its brand, and divisions that routines are in already. */
export async function listDivisionOptions(tx: Tx, tour_date_id: number) {
  const event_id = eventOf(tour_date_id)
  const { categories } = await loadDivisionNames(tx)
  const age_divisions = await tx
    .selectFrom('age_divisions as d')
    .where(({ or }) =>
      or([isOfBrand('age_divisions', 'd', event_id), isEntered(tour_date_id, 'age_division_level_id', 'd.level_id')]),
    )
    .select(['d.level_id as id', 'd.name'])
    .orderBy('d.is_showcase')
    .orderBy('d.minimum_age')
    .execute()
  const performance_divisions = await tx
    .selectFrom('performance_divisions as d')
    .where(({ or }) =>
      or([
        isOfBrand('performance_divisions', 'd', event_id),
        isEntered(tour_date_id, 'performance_division_id', 'd.id'),
      ]),
    )
    .select(['d.id', 'd.name'])
    .orderBy('d.name')
    .execute()
  return { age_divisions, categories, performance_divisions }
}

/** The names by which awards group entries, of every brand and of replaced ones too. */
export async function loadDivisionNames(tx: Tx) {
  const age_divisions = await tx
    .selectFrom('age_divisions')
    .select(['level_id as id', 'name'])
    .orderBy('is_showcase')
    .orderBy('minimum_age')
    .execute()
  const categories = await tx
    .selectFrom('routine_categories')
    .select(['category_id as id', 'name'])
    .orderBy('min_dancers')
    .execute()
  const performance_divisions = await tx
    .selectFrom('performance_divisions')
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
  return { age_divisions, categories, performance_divisions }
}
