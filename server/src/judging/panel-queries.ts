import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Dropping, PanelKind, SeatDraft } from '@callboard/domain/judging/panel.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { inNameOrder } from '../platform/db/search-words.ts'

/** The name of a registration: its studio's, or its owner's. The statement names studios t and persons o. */
const registrant = sql<string>`coalesce(t.name, concat_ws(' ', o.fname, o.lname))`

const hasSheets = sql<boolean>`exists (select from judge_seats j where j.panel_id = p.id
  and (exists (select from score_sheets x where x.seat_id = j.id)
    or exists (select from audition_sheets x where x.seat_id = j.id)))`

const selectPanels = (tx: Tx) =>
  tx
    .selectFrom('panels as p')
    .select(['p.id', 'p.tour_date_id', 'p.name', 'p.kind', 'p.counted', 'p.dropping', 'p.scale_id', 'p.version'])
    .select(hasSheets.as('has_sheets'))
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('judge_seats as s')
          .leftJoin('judges as j', 'j.id', 's.judge_id')
          .whereRef('s.panel_id', '=', 'p.id')
          .select(['s.id', 's.position', 's.judge_id', 'j.name as judge', 's.shadow'])
          .orderBy('s.position'),
      ).as('seats'),
      jsonArrayFrom(
        from
          .selectFrom('recusals as c')
          .innerJoin('judge_seats as s', 's.id', 'c.seat_id')
          .innerJoin('registrations as r', 'r.id', 'c.registration_id')
          .innerJoin('users as u', 'u.id', 'r.user_id')
          .innerJoin('persons as o', 'o.id', 'u.person_id')
          .leftJoin('studios as t', 't.id', 'r.studio_id')
          .whereRef('s.panel_id', '=', 'p.id')
          .select(['c.seat_id', 'c.registration_id', 'c.reason'])
          .select(registrant.as('studio'))
          .orderBy('s.position')
          .orderBy('c.registration_id'),
      ).as('recusals'),
    ])
    .orderBy('p.id')

export const listPanels = (tx: Tx, tour_date_id: number) =>
  selectPanels(tx).where('p.tour_date_id', '=', tour_date_id).execute()

export const findPanel = (tx: Tx, id: number) => selectPanels(tx).where('p.id', '=', id).executeTakeFirst()

/** The panels that score a city, of blocks or of auditions, with their scale and seats. */
export const listScoringPanels = (tx: Tx, tour_date_id: number, { isAudition }: { isAudition: boolean }) =>
  tx
    .selectFrom('panels as p')
    .innerJoin('score_scales as c', 'c.id', 'p.scale_id')
    .where('p.tour_date_id', '=', tour_date_id)
    .where('p.kind', isAudition ? '!=' : '=', 'competition')
    .select([
      'p.id',
      'p.kind',
      'p.name',
      'p.counted',
      'p.dropping',
      'c.max_points',
      'c.step',
      'c.soft_floor',
      'c.criteria',
    ])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('judge_seats as s')
          .leftJoin('judges as j', 'j.id', 's.judge_id')
          .whereRef('s.panel_id', '=', 'p.id')
          .select(['s.id', 's.position', 'j.name as judge', 's.shadow'])
          .orderBy('s.position'),
      ).as('seats'),
    )
    .orderBy('p.id')
    .execute()

/** A panel's number of marks in a total and the highest mark of its scale: their product is its highest total. */
export const findPanelMaximum = (tx: Tx, id: number) =>
  tx
    .selectFrom('panels as p')
    .innerJoin('score_scales as c', 'c.id', 'p.scale_id')
    .where('p.id', '=', id)
    .select(['p.counted', 'c.max_points'])
    .executeTakeFirst()

/** The panel and its seats, locked: its sheets wait, and so does another change of it. */
export const lockPanel = async (tx: Tx, id: number) => {
  await tx.selectFrom('judge_seats').where('panel_id', '=', id).select('id').orderBy('id').forUpdate().execute()
  await tx.selectFrom('panels').where('id', '=', id).select('id').forUpdate().execute()
  return findPanel(tx, id)
}

type PanelValues = { name: string; kind: PanelKind; counted: number; dropping: Dropping; scale_id: number }

const panelRow = ({ name, kind, counted, dropping, scale_id }: PanelValues) => ({
  ...{ name, kind, counted, dropping, scale_id },
})

export const insertPanel = (tx: Tx, tour_date_id: number, panel: PanelValues) =>
  tx
    .insertInto('panels')
    .values({ tour_date_id, ...panelRow(panel) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updatePanel = (tx: Tx, id: number, panel: PanelValues) =>
  tx
    .updateTable('panels')
    .where('id', '=', id)
    .set({ ...panelRow(panel), version: sql`version + 1` })
    .execute()

export const raisePanelVersion = (tx: Tx, id: number) =>
  tx
    .updateTable('panels')
    .where('id', '=', id)
    .set({ version: sql`version + 1` })
    .execute()

export const deletePanel = (tx: Tx, id: number) => tx.deleteFrom('panels').where('id', '=', id).execute()

/** Makes these the seats of a panel. A seat keeps its id, its devices and its recusals by its position. */
export async function saveSeats(tx: Tx, panel_id: number, seats: readonly SeatDraft[]): Promise<void> {
  const positions = seats.map(({ position }) => position)
  await tx
    .deleteFrom('judge_seats')
    .where('panel_id', '=', panel_id)
    .where('position', '!=', sql<number>`all(${positions}::int[])`)
    .execute()
  await tx
    .insertInto('judge_seats')
    .values(seats.map(({ position, judge_id, shadow }) => ({ panel_id, position, judge_id, shadow })))
    .onConflict((conflict) =>
      conflict.columns(['panel_id', 'position']).doUpdateSet((row) => ({
        judge_id: row.ref('excluded.judge_id'),
        shadow: row.ref('excluded.shadow'),
      })),
    )
    .execute()
}

type RecusalValues = { seat_id: number; registration_id: number; reason: string }

export async function saveRecusals(tx: Tx, panel_id: number, recusals: readonly RecusalValues[]): Promise<void> {
  await tx
    .deleteFrom('recusals')
    .where('seat_id', 'in', tx.selectFrom('judge_seats').where('panel_id', '=', panel_id).select('id'))
    .execute()
  if (recusals.length === 0) return
  const values = recusals.map(({ seat_id, registration_id, reason }) => ({ seat_id, registration_id, reason }))
  await tx
    .insertInto('recusals')
    .values(values)
    .onConflict((conflict) => conflict.columns(['seat_id', 'registration_id']).doNothing())
    .execute()
}

const selectBlocks = (tx: Tx) =>
  tx
    .selectFrom('competition_blocks as c')
    .leftJoin('judged_blocks as b', 'b.block_id', 'c.id')
    .where('c.kind', '=', 'routines')
    .select(['c.id', 'c.tour_date_id', 'c.name', 'c.stage', 'c.starts_at', 'b.panel_id', 'b.locked_at'])
    .select((from) =>
      from
        .selectFrom('running_order_entries as n')
        .whereRef('n.block_id', '=', 'c.id')
        .where('n.entry_number', 'is not', null)
        .select(sql<number>`count(*)`.as('entries'))
        .as('entries'),
    )
    .orderBy('c.starts_at')
    .orderBy('c.stage')
    .orderBy('c.id')

/** The blocks of routines of a city, with their panel and lock. */
export const listJudgedBlocks = async (tx: Tx, tour_date_id: number) =>
  (await selectBlocks(tx).where('c.tour_date_id', '=', tour_date_id).execute()).map((row) => ({
    ...row,
    entries: row.entries ?? 0,
  }))

/** A block with its panel and lock. Waits for the batches of sheets that are being stored, and holds later ones up. */
export async function lockJudgedBlock(tx: Tx, id: number) {
  await tx.selectFrom('judged_blocks').where('block_id', '=', id).select('block_id').forUpdate().execute()
  return selectBlocks(tx).where('c.id', '=', id).executeTakeFirst()
}

/**
 * Shares the blocks of these entries until the transaction ends, so that none is locked meanwhile. A lock that is being
 * set is waited for.
 */
export const shareBlocksOf = (tx: Tx, entryIds: readonly number[]) =>
  sql`select from judged_blocks b where b.block_id in (
      select n.block_id from running_order_entries n where n.registration_routine_id = any(${entryIds}::int[]))
    order by b.block_id for share`.execute(tx)

/**
 * The first of these entries with marks that count nowhere in its new block, since another panel judges it. Batches that
 * are being stored for them are waited for; later ones meet the new block.
 */
export async function findMarkedElsewhere(
  tx: Tx,
  places: readonly { id: number; block_id: number }[],
): Promise<number | undefined> {
  if (places.length === 0) return undefined
  const entryIds = places.map(({ id }) => id)
  await sql`select from judged_blocks b where b.block_id in (
      select n.block_id from running_order_entries n where n.registration_routine_id = any(${entryIds}::int[]))
    order by b.block_id for update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select p.id from unnest(${entryIds}::int[], ${places.map(({ block_id }) => block_id)}::int[]) as p(id, block_id)
    left join judged_blocks b on b.block_id = p.block_id
    where exists (select from score_sheets x join judge_seats s on s.id = x.seat_id
      where x.registration_routine_id = p.id and x.withdrawn_at is null and s.panel_id is distinct from b.panel_id)
    order by p.id limit 1`.execute(tx)
  return rows[0]?.id
}

export async function setPanelOfBlock(tx: Tx, block_id: number, panel_id: number | null): Promise<void> {
  if (panel_id === null) {
    await tx.deleteFrom('judged_blocks').where('block_id', '=', block_id).execute()
    return
  }
  await tx
    .insertInto('judged_blocks')
    .values({ block_id, panel_id })
    .onConflict((conflict) => conflict.column('block_id').doUpdateSet({ panel_id }))
    .execute()
}

export const setBlockLock = (tx: Tx, block_id: number, lock: { locked_at: Instant; locked_by: number } | null) =>
  tx
    .updateTable('judged_blocks')
    .where('block_id', '=', block_id)
    .set({ locked_at: lock?.locked_at ?? null, locked_by: lock?.locked_by ?? null })
    .execute()

/** The competing registrations of a city, by name. */
export const listCompetitors = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as o', 'o.id', 'u.person_id')
    .leftJoin('studios as t', 't.id', 'r.studio_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where((on) =>
      on.exists(
        on
          .selectFrom('registration_routines as q')
          .innerJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
          .whereRef('q.registration_id', '=', 'r.id')
          .select('q.id'),
      ),
    )
    .select(['r.id', registrant.as('studio')])
    .orderBy(inNameOrder(registrant))
    .orderBy('r.id')
    .execute()
