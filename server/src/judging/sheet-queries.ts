import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Points } from '@callboard/domain/judging/points.ts'
import type { SheetSource } from '@callboard/domain/judging/sheet.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

const sheetFields = [
  'x.client_id',
  'x.registration_routine_id',
  'x.seat_id',
  'x.revision',
  'x.points',
  'x.criteria',
  'x.abstained',
  'x.critique',
  'x.note',
  'x.switches',
  'x.source',
  'x.device_id',
  'x.entered_by',
  'x.confirmed_by',
  'x.confirmed_at',
  'x.reason',
  'x.marked_at',
  'x.verified_at',
  'x.contested',
] as const

const selectSheets = (tx: Tx) =>
  tx
    .selectFrom('score_sheets as x')
    .leftJoin('judge_devices as d', 'd.id', 'x.device_id')
    .leftJoin('users as u', 'u.id', 'x.entered_by')
    .leftJoin('persons as p', 'p.id', 'u.person_id')
    .where('x.withdrawn_at', 'is', null)
    .select(sheetFields)
    .select(
      sql<boolean>`d.replaced_at is not null and x.received_at > d.replaced_at and x.decided_by is null`.as('late'),
    )
    // Devices of one seat have one label, and the tabulator has to tell them apart.
    .select(
      sql<string>`coalesce(nullif(d.label, '') || case when d.replaced_at is null then '' else ', replaced' end,
        concat_ws(' ', p.fname, p.lname))`.as('origin'),
    )
    .orderBy('x.revision')
    .orderBy('x.client_id')

/** The sheets of a city that were not withdrawn. */
export const listSheetsOfCity = (tx: Tx, tour_date_id: number) =>
  selectSheets(tx)
    .innerJoin('running_order_entries as n', 'n.registration_routine_id', 'x.registration_routine_id')
    .where('n.tour_date_id', '=', tour_date_id)
    .execute()

export type SheetRow = Awaited<ReturnType<typeof listSheetsOfCity>>[number]

export const listSheetsOf = (tx: Tx, entryIds: readonly number[], seatIds: readonly number[]) =>
  selectSheets(tx)
    .where('x.registration_routine_id', '=', sql<number>`any(${entryIds}::int[])`)
    .where('x.seat_id', '=', sql<number>`any(${seatIds}::int[])`)
    .execute()

/** Sheets by their ids, those that were withdrawn included. */
export const listStoredSheets = (tx: Tx, clientIds: readonly string[]) =>
  tx
    .selectFrom('score_sheets as x')
    .where('x.client_id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .select(sheetFields)
    .select('x.withdrawn_at')
    .execute()

/** The content that makes a sheet the same when it is sent again. */
export type SheetContent = {
  registration_routine_id: number
  seat_id: number
  points: Points | null
  criteria: Readonly<Record<string, Points>> | null
  abstained: string | null
  critique: string
  note: string
  switches: readonly number[]
}

export type NewSheet = SheetContent & {
  client_id: string
  revision: number
  source: SheetSource
  received_at: Instant
  contested: boolean
  device_id?: number
  entered_by?: number
  confirmed_by?: number | null
  confirmed_at?: Instant | null
  decided_by?: number
  reason?: string
  marked_at?: Instant | null
}

const sheetRow = (sheet: NewSheet) => ({
  client_id: sheet.client_id,
  registration_routine_id: sheet.registration_routine_id,
  seat_id: sheet.seat_id,
  revision: sheet.revision,
  points: sheet.points,
  criteria: sheet.criteria && JSON.stringify(sheet.criteria),
  abstained: sheet.abstained,
  critique: sheet.critique,
  note: sheet.note,
  switches: [...sheet.switches],
  source: sheet.source,
  device_id: sheet.device_id ?? null,
  entered_by: sheet.entered_by ?? null,
  confirmed_by: sheet.confirmed_by ?? null,
  confirmed_at: sheet.confirmed_at ?? null,
  decided_by: sheet.decided_by ?? null,
  reason: sheet.reason ?? '',
  marked_at: sheet.marked_at ?? null,
  received_at: sheet.received_at,
  contested: sheet.contested,
})

export const insertSheets = (tx: Tx, sheets: readonly NewSheet[]) =>
  tx.insertInto('score_sheets').values(sheets.map(sheetRow)).execute()

const ofIds = (tx: Tx, clientIds: readonly string[]) =>
  tx.updateTable('score_sheets').where('client_id', '=', sql<string>`any(${clientIds}::uuid[])`)

export const markContested = (tx: Tx, clientIds: readonly string[]) =>
  ofIds(tx, clientIds).set({ contested: true }).execute()

export const markConfirmed = (tx: Tx, clientIds: readonly string[], confirmed_by: number, confirmed_at: Instant) =>
  ofIds(tx, clientIds).set({ confirmed_by, confirmed_at }).execute()

export const withdrawSheets = (tx: Tx, clientIds: readonly string[], withdrawn_by: number, withdrawn_at: Instant) =>
  ofIds(tx, clientIds).set({ withdrawn_by, withdrawn_at }).execute()

/** Marks a judge's own sheets as read through at the end of a block. */
export const markVerified = (tx: Tx, clientIds: readonly string[], seat_id: number, verified_at: Instant) =>
  ofIds(tx, clientIds).where('seat_id', '=', seat_id).set({ verified_at }).execute()

export const countSheetsOfBlock = async (tx: Tx, block_id: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('score_sheets as x')
    .innerJoin('running_order_entries as n', 'n.registration_routine_id', 'x.registration_routine_id')
    .where('n.block_id', '=', block_id)
    .where('x.withdrawn_at', 'is', null)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Reopening = {
  registration_routine_id: number
  seat_id: number
  reason: string
  opened_at: Instant
  opened_by: number
}

export const insertReopening = (tx: Tx, reopening: Reopening) =>
  tx
    .insertInto('sheet_reopenings')
    .values({
      registration_routine_id: reopening.registration_routine_id,
      seat_id: reopening.seat_id,
      reason: reopening.reason,
      opened_at: reopening.opened_at,
      opened_by: reopening.opened_by,
    })
    .execute()

type ReopenedSheet = { registration_routine_id: number; seat_id: number }

/** Closes the reopenings of these seats' sheets, once their next revisions are stored. */
export async function closeReopenings(tx: Tx, sheets: readonly ReopenedSheet[], closed_at: Instant): Promise<void> {
  if (sheets.length === 0) return
  const entryIds = sheets.map((sheet) => sheet.registration_routine_id)
  const seatIds = sheets.map((sheet) => sheet.seat_id)
  await sql`update sheet_reopenings o set closed_at = ${closed_at}
    from unnest(${entryIds}::int[], ${seatIds}::int[]) v(entry_id, seat_id)
    where o.registration_routine_id = v.entry_id and o.seat_id = v.seat_id and o.closed_at is null`.execute(tx)
}

export const closeReopeningsOfBlock = (tx: Tx, block_id: number, closed_at: Instant) =>
  tx
    .updateTable('sheet_reopenings')
    .where('closed_at', 'is', null)
    .where(
      'registration_routine_id',
      'in',
      tx.selectFrom('running_order_entries').where('block_id', '=', block_id).select('registration_routine_id'),
    )
    .set({ closed_at })
    .execute()
