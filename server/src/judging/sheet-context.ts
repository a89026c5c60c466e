import type { SheetEntry } from '@callboard/domain/judging/sheet-entry.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { shareBlocksOf } from './panel-queries.ts'
import { listSheetsOf, type SheetRow } from './sheet-queries.ts'

/** Locks these seats, so that one writer at a time adds sheets for each. */
const lockSeats = (tx: Tx, seatIds: readonly number[]) =>
  tx
    .selectFrom('judge_seats as s')
    .where('s.id', '=', sql<number>`any(${seatIds}::int[])`)
    .select(['s.id', 's.panel_id', 's.position', 's.shadow'])
    .orderBy('s.id')
    .forUpdate()
    .execute()

const loadScales = (tx: Tx, panelIds: readonly number[]) =>
  tx
    .selectFrom('panels as p')
    .innerJoin('score_scales as c', 'c.id', 'p.scale_id')
    .where('p.id', '=', sql<number>`any(${panelIds}::int[])`)
    .select(['p.id as panel_id', 'p.tour_date_id', 'p.kind', 'c.max_points', 'c.step', 'c.soft_floor', 'c.criteria'])
    .execute()

/** The entries with a number, and what decides whether their sheets are taken. */
const loadSheetEntries = (tx: Tx, entryIds: readonly number[]) =>
  tx
    .selectFrom('running_order_entries as n')
    .innerJoin('registration_routines as q', 'q.id', 'n.registration_routine_id')
    .innerJoin('competition_blocks as k', 'k.id', 'n.block_id')
    .leftJoin('judged_blocks as b', 'b.block_id', 'n.block_id')
    .where('n.registration_routine_id', '=', sql<number>`any(${entryIds}::int[])`)
    .where('n.entry_number', 'is not', null)
    .select(['q.id', 'n.tour_date_id', 'n.block_id', 'k.name as block', 'b.panel_id', 'n.state'])
    .select(sql<boolean>`b.locked_at is not null`.as('is_locked'))
    .select((from) => [
      jsonArrayFrom(
        from.selectFrom('recusals as c').whereRef('c.registration_id', '=', 'q.registration_id').select('c.seat_id'),
      ).as('recusals'),
      jsonArrayFrom(
        from
          .selectFrom('sheet_reopenings as o')
          .whereRef('o.registration_routine_id', '=', 'q.id')
          .where('o.closed_at', 'is', null)
          .select('o.seat_id'),
      ).as('reopenings'),
    ])
    .execute()

/** Everything that storing sheets of these seats for these entries needs, locked until the transaction ends. */
export async function loadSheetContext(tx: Tx, seatIds: readonly number[], entryIds: readonly number[]) {
  const seats = await lockSeats(tx, seatIds)
  await shareBlocksOf(tx, entryIds)
  // Both locks are held: what follows is read in one go.
  const [scales, rows, sheets] = await Promise.all([
    loadScales(
      tx,
      seats.map(({ panel_id }) => panel_id),
    ),
    loadSheetEntries(tx, entryIds),
    listSheetsOf(tx, entryIds, seatIds),
  ])
  const entries = new Map(
    rows.map(({ recusals, reopenings, ...row }) => [
      row.id,
      {
        ...row,
        recused_seats: recusals.map(({ seat_id }) => seat_id),
        reopened_seats: reopenings.map(({ seat_id }) => seat_id),
      } satisfies SheetEntry & typeof row,
    ]),
  )
  return {
    seats: new Map(seats.map((seat) => [seat.id, seat])),
    scales: new Map(scales.map((scale) => [scale.panel_id, scale])),
    entries,
    sheetsOf: (entry_id: number, seat_id: number): SheetRow[] =>
      sheets.filter((sheet) => sheet.registration_routine_id === entry_id && sheet.seat_id === seat_id),
  }
}

export type SheetContext = Awaited<ReturnType<typeof loadSheetContext>>
