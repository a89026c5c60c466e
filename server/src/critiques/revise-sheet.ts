import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { nextRevision } from '@callboard/domain/judging/sheet.ts'
import { loadSheetContext } from '../judging/sheet-context.ts'
import { insertSheets, markVerified, type NewSheet, type SheetRow } from '../judging/sheet-queries.ts'
import { contentKey } from '../judging/store-sheets.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { lockRunningOrder } from '../running-order/queries.ts'
import { findSheetCritique } from './queries.ts'

/** Whether a later sheet is a revision that a change of the critique made: the judge's own part is the same. */
const isRevisionOf = (sheet: SheetRow, later: SheetRow) =>
  contentKey(later) === contentKey(sheet) && later.source === sheet.source && later.marked_at === sheet.marked_at

/**
 * The sheet whose critique the office changes, locked until the transaction ends. A sheet that a change of its critique
 * has revised meanwhile stands for its newest revision; one that a later mark replaced is refused.
 */
export async function lockSheetToChange(tx: Tx, client_id: string): Promise<SheetRow> {
  const { tour_date_id, seat_id, registration_routine_id } = orNotFound(await findSheetCritique(tx, client_id))
  // A release is proposed and confirmed under this lock: it reads a sheet either before the change or after it.
  if (tour_date_id !== null) await lockRunningOrder(tx, tour_date_id)
  // Holds back a mark that the judge's tablet sends at the same moment, and another of these calls.
  const { sheetsOf } = await loadSheetContext(tx, [seat_id], [registration_routine_id])
  const ofSeat = sheetsOf(registration_routine_id, seat_id)
  const sheet = orNotFound(ofSeat.find((one) => one.client_id === client_id))
  const laterSheets = ofSeat.filter(({ revision }) => revision > sheet.revision)
  if (!laterSheets.every((later) => isRevisionOf(sheet, later))) throw new Refused({ code: 'critique.later_mark' })
  return laterSheets.at(-1) ?? sheet
}

/** Stores the next revision of a sheet with the same mark, which takes its place; answers the new sheet's id. */
export async function addRevision(tx: Tx, sheet: SheetRow, { user_id, now }: { user_id: number; now: Instant }) {
  const { registration_routine_id, seat_id, points, criteria, abstained, critique, note, switches } = sheet
  const { sheetsOf } = await loadSheetContext(tx, [seat_id], [registration_routine_id])
  const revised: NewSheet = {
    ...{ registration_routine_id, seat_id, points, criteria, abstained, critique, note, switches },
    ...{ client_id: crypto.randomUUID(), revision: nextRevision(sheetsOf(registration_routine_id, seat_id)) },
    ...{ source: sheet.source, marked_at: sheet.marked_at, contested: sheet.contested, received_at: now },
    ...(sheet.device_id !== null && { device_id: sheet.device_id }),
    ...(sheet.entered_by !== null && { entered_by: sheet.entered_by }),
    ...{ confirmed_by: sheet.confirmed_by, confirmed_at: sheet.confirmed_at },
    ...{ decided_by: user_id, reason: 'A released critique changed' },
  }
  await insertSheets(tx, [revised])
  if (sheet.verified_at !== null) await markVerified(tx, [revised.client_id], seat_id, sheet.verified_at)
  return revised.client_id
}
