import { sheetEndpoints } from '@callboard/contract/judging/sheets.ts'
import { substituteMark } from '@callboard/domain/judging/counted-marks.ts'
import { unusualMark } from '@callboard/domain/judging/mark.ts'
import { checkSheetEntry, checkSheetMark } from '@callboard/domain/judging/sheet-entry.ts'
import { cellOf, critiquedSheet, isToConfirm, markOf, nextRevision } from '@callboard/domain/judging/sheet.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { AuditAction } from '@callboard/domain/platform/audit-actions.ts'
import { audited, type Caller } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import type { CritiqueParts } from './critique-parts.ts'
import { listScoringPanels } from './panel-queries.ts'
import { presentScores } from './present-scores.ts'
import { loadSheetContext, type SheetContext } from './sheet-context.ts'
import {
  closeReopenings,
  insertReopening,
  insertSheets,
  listSheetsOf,
  listStoredSheets,
  markConfirmed,
  withdrawSheets,
  type NewSheet,
  type SheetRow,
} from './sheet-queries.ts'
import { contentKey } from './store-sheets.ts'

type SeatOfEntry = { registration_routine_id: number; seat_id: number }
type EntryOfContext = NonNullable<ReturnType<SheetContext['entries']['get']>>

/** A seat and an entry that it may judge now, with the scale of its panel. */
function openCell({ seats, entries, scales }: SheetContext, { registration_routine_id, seat_id }: SeatOfEntry) {
  const seat = orNotFound(seats.get(seat_id))
  const entry = orNotFound(entries.get(registration_routine_id))
  const scale = orNotFound(scales.get(seat.panel_id))
  orRefuse(checkSheetEntry(entry, seat))
  return { seat, entry, scale }
}

/**
 * The marks of the other seats that count for an entry. Their seats are not locked: a person who types for one of them at
 * the same moment would lock them in another order.
 */
async function otherMarks(tx: Tx, { tour_date_id, recused_seats }: EntryOfContext, ofSeat: SeatOfEntry) {
  const { registration_routine_id, seat_id } = ofSeat
  const panels = await listScoringPanels(tx, tour_date_id, { isAudition: false })
  const panel = panels.find(({ seats }) => seats.some(({ id }) => id === seat_id))
  const otherIds = (panel?.seats ?? []).flatMap(({ id, shadow }) =>
    id === seat_id || shadow || recused_seats.includes(id) ? [] : [id],
  )
  const sheets = await listSheetsOf(tx, [registration_routine_id], otherIds)
  return otherIds.flatMap((id) => markOf(sheets.filter((sheet) => sheet.seat_id === id)) ?? [])
}

/** Stores sheets of the office and closes the reopenings that let them in. */
async function storeOfficeSheets(tx: Tx, { entries }: SheetContext, sheets: readonly NewSheet[], now: Instant) {
  await insertSheets(tx, sheets)
  const reopened = sheets.filter(({ registration_routine_id: id }) => entries.get(id)?.is_locked)
  await closeReopenings(tx, reopened, now)
}

type Words = Pick<SheetRow, 'critique' | 'note' | 'switches'>
const noWords: Words = { critique: '', note: '', switches: [] }

/** The words of a typed mark; without any of its own it keeps those of the sheet before it. */
const wordsOf = ({ critique, note }: Pick<Words, 'critique' | 'note'>, before: Words = noWords): Words => ({
  ...(critique || note ? { critique, note } : { critique: before.critique, note: before.note }),
  switches: before.switches,
})

const contentOf = ({ points, criteria, abstained, critique, note, switches }: SheetRow) => ({
  ...{ points, criteria, abstained, critique, note, switches },
})

/** The tabulator types, confirms and mends scores. docs/rules/judging.md. */
export function officeSheetRoutes(app: App, { copyCritiques }: Pick<CritiqueParts, 'copyCritiques'>) {
  const endpoints = sheetEndpoints

  /** Leaves an audit entry of the city and answers its scores. */
  async function finish(
    tx: Tx,
    { user, ...caller }: Caller,
    tour_date_id: number,
    { action, before = null, after }: { action: AuditAction; before?: unknown; after: unknown },
  ) {
    const entity = { entity: 'judging', entity_id: tour_date_id }
    await audited(tx, { user, ...caller }, { action, ...entity, before, after })
    return presentScores(tx, tour_date_id, user.id)
  }

  serve(app, endpoints.readScores, (tx, { query, user }) => presentScores(tx, query.tour_date_id, user.id))

  serve(app, endpoints.enterScore, async (tx, { body, ...caller }) => {
    const { client_id, revision, registration_routine_id, seat_id, points, criteria } = body
    const abstained = points === null ? body.abstained.trim() || 'No reason given' : null
    const context = await loadSheetContext(tx, [seat_id], [registration_routine_id])
    const [storedSheet] = await listStoredSheets(tx, [client_id])
    const before = critiquedSheet(context.sheetsOf(registration_routine_id, seat_id))
    const words = wordsOf(body, storedSheet ?? before)
    const content = { registration_routine_id, seat_id, points, criteria, abstained, ...words }
    // Sent again, it was stored by its first sending.
    if (storedSheet && contentKey(storedSheet) !== contentKey(content)) {
      throw new Refused({ code: 'sheet.another_content' })
    }
    const after = { entry: registration_routine_id, judge_seat_id: seat_id, revision, points, abstained }
    const { tour_date_id } = orNotFound(context.entries.get(registration_routine_id))
    if (!storedSheet) {
      const { entry, scale } = openCell(context, body)
      orRefuse(checkSheetMark(content, scale))
      const next = nextRevision(context.sheetsOf(registration_routine_id, seat_id))
      if (revision !== next) throw new Refused({ code: 'sheet.changed_meanwhile', revision: next })
      const why =
        points === null || body.accept_unusual ? null : unusualMark(points, await otherMarks(tx, entry, body), scale)
      if (why && points !== null) throw new Refused({ code: 'mark.unusual', points, why })
      const from = { source: 'paper' as const, entered_by: caller.user.id, received_at: caller.now }
      const sheet = { client_id, revision, ...content, ...from, contested: false }
      await storeOfficeSheets(tx, context, [sheet], caller.now)
      if (before) await copyCritiques(tx, [{ from: before.client_id, to: client_id }])
    }
    return finish(tx, caller, tour_date_id, { action: 'enter score', after })
  })

  serve(app, endpoints.decideScores, async (tx, { body: { client_ids, decision }, ...caller }) => {
    const requestedSheets = await listStoredSheets(tx, client_ids)
    const seatIds = [...new Set(requestedSheets.map(({ seat_id }) => seat_id))]
    const entryIds = [...new Set(requestedSheets.map((sheet) => sheet.registration_routine_id))]
    const { entries } = await loadSheetContext(tx, seatIds, entryIds)
    // Read again under the lock: two people may decide at once.
    const sheets = await listStoredSheets(tx, client_ids)
    const [first] = sheets
    if (!first || sheets.length < new Set(client_ids).size) throw new Refused({ code: 'sheet.not_to_confirm' })
    const { tour_date_id } = orNotFound(entries.get(first.registration_routine_id))
    for (const sheet of sheets) {
      if (!isToConfirm(sheet) || sheet.withdrawn_at !== null) throw new Refused({ code: 'sheet.not_to_confirm' })
      if (decision === 'confirm' && sheet.entered_by === caller.user.id) throw new Refused({ code: 'sheet.own' })
      const entry = orNotFound(entries.get(sheet.registration_routine_id))
      if (entry.tour_date_id !== tour_date_id) throw new Refused({ code: 'sheet.not_judged_here' })
    }
    const decide = decision === 'confirm' ? markConfirmed : withdrawSheets
    await decide(tx, client_ids, caller.user.id, caller.now)
    const after = { sheets: sheets.map(({ client_id, points }) => ({ client_id, points })) }
    return decision === 'confirm'
      ? finish(tx, caller, tour_date_id, { action: 'confirm scores', after })
      : finish(tx, caller, tour_date_id, { action: 'reject scores', after })
  })

  serve(app, endpoints.substituteScore, async (tx, { body, ...caller }) => {
    const { client_id, registration_routine_id, seat_id, reason } = body
    const context = await loadSheetContext(tx, [seat_id], [registration_routine_id])
    const { tour_date_id } = orNotFound(context.entries.get(registration_routine_id))
    const [earlier] = await listStoredSheets(tx, [client_id])
    if (earlier && earlier.source !== 'substitute') throw new Refused({ code: 'sheet.another_content' })
    if (!earlier) {
      const { entry, scale } = openCell(context, body)
      const ofSeat = context.sheetsOf(registration_routine_id, seat_id)
      const { state } = cellOf(ofSeat, false)
      if (state !== 'missing' && state !== 'abstained') throw new Refused({ code: 'sheet.no_substitute' })
      const points = substituteMark(await otherMarks(tx, entry, body), scale.step)
      if (points === null) throw new Refused({ code: 'sheet.no_substitute' })
      const before = critiquedSheet(ofSeat)
      const sheet: NewSheet = {
        ...{ client_id, registration_routine_id, seat_id, points, reason, criteria: null, abstained: null },
        ...{ ...wordsOf(noWords, before), source: 'substitute', contested: false },
        ...{ revision: nextRevision(ofSeat), received_at: caller.now, decided_by: caller.user.id },
      }
      await storeOfficeSheets(tx, context, [sheet], caller.now)
      if (before) await copyCritiques(tx, [{ from: before.client_id, to: client_id }])
    }
    const after = { entry: registration_routine_id, judge_seat_id: seat_id, reason }
    return finish(tx, caller, tour_date_id, { action: 'substitute score', after })
  })

  serve(app, endpoints.chooseScore, async (tx, { body: { client_id, reason }, ...caller }) => {
    const [sheetRow] = await listStoredSheets(tx, [client_id])
    const { registration_routine_id, seat_id } = orNotFound(sheetRow)
    const context = await loadSheetContext(tx, [seat_id], [registration_routine_id])
    const { entry } = openCell(context, { registration_routine_id, seat_id })
    const ofSeat = context.sheetsOf(registration_routine_id, seat_id)
    const chosenSheet = ofSeat.find((sheet) => sheet.client_id === client_id)
    if (!chosenSheet || cellOf(ofSeat, false).state !== 'contested') throw new Refused({ code: 'sheet.not_contested' })
    const isUnconfirmed = isToConfirm(chosenSheet)
    if (isUnconfirmed && chosenSheet.entered_by === caller.user.id) throw new Refused({ code: 'sheet.own' })
    const decision: NewSheet = {
      ...contentOf(chosenSheet),
      ...{ client_id: crypto.randomUUID(), registration_routine_id, seat_id, revision: nextRevision(ofSeat) },
      ...{ source: chosenSheet.source, marked_at: chosenSheet.marked_at, contested: false, received_at: caller.now },
      ...(chosenSheet.device_id !== null && { device_id: chosenSheet.device_id }),
      ...(chosenSheet.entered_by !== null && { entered_by: chosenSheet.entered_by }),
      confirmed_by: isUnconfirmed ? caller.user.id : chosenSheet.confirmed_by,
      confirmed_at: isUnconfirmed ? caller.now : chosenSheet.confirmed_at,
      ...{ decided_by: caller.user.id, reason },
    }
    await storeOfficeSheets(tx, context, [decision], caller.now)
    await copyCritiques(tx, [{ from: client_id, to: decision.client_id }])
    const after = { entry: registration_routine_id, judge_seat_id: seat_id, points: chosenSheet.points, reason }
    return finish(tx, caller, entry.tour_date_id, { action: 'choose score', after })
  })

  serve(app, endpoints.reopenScore, async (tx, { body, ...caller }) => {
    const { registration_routine_id, seat_id, reason } = body
    const { seats, entries } = await loadSheetContext(tx, [seat_id], [registration_routine_id])
    const seat = orNotFound(seats.get(seat_id))
    const entry = orNotFound(entries.get(registration_routine_id))
    if (entry.panel_id !== seat.panel_id) throw new Refused({ code: 'sheet.not_judged_here' })
    if (!entry.is_locked || entry.reopened_seats.includes(seat_id)) throw new Refused({ code: 'sheet.not_locked' })
    const by = { opened_at: caller.now, opened_by: caller.user.id }
    await insertReopening(tx, { registration_routine_id, seat_id, reason, ...by })
    const after = { entry: registration_routine_id, judge_seat_id: seat_id, reason }
    return finish(tx, caller, entry.tour_date_id, { action: 'reopen score', after })
  })

  serve(app, endpoints.swapScores, async (tx, { body, ...caller }) => {
    const { one_id, other_id, reason } = body
    const seatIds = [...new Set(body.seat_ids)]
    const context = await loadSheetContext(tx, seatIds, [one_id, other_id])
    const one = orNotFound(context.entries.get(one_id))
    const other = orNotFound(context.entries.get(other_id))
    if (one_id === other_id) throw new Refused({ code: 'swap.same_entry' })
    if (one.panel_id !== other.panel_id) throw new Refused({ code: 'swap.other_panel' })
    const leavingIds: string[] = []
    const movingSheets: NewSheet[] = []
    const copies: { from: string; to: string }[] = []
    for (const seat_id of seatIds) {
      for (const [from_id, to_id] of [[one_id, other_id] as const, [other_id, one_id] as const]) {
        openCell(context, { registration_routine_id: from_id, seat_id })
        const ofSeat = context.sheetsOf(from_id, seat_id)
        const { state, sheet } = cellOf(ofSeat, false)
        if (state === 'to_confirm') throw new Refused({ code: 'sheet.to_confirm_first' })
        if (state === 'contested') throw new Refused({ code: 'swap.contested' })
        // Every revision leaves the entry: an older one must not take the place of the one that moves.
        leavingIds.push(...ofSeat.map(({ client_id }) => client_id))
        if (!sheet) continue
        const copy = { from: sheet.client_id, to: crypto.randomUUID() as string }
        copies.push(copy)
        movingSheets.push({
          ...contentOf(sheet),
          ...{ client_id: copy.to, registration_routine_id: to_id, seat_id },
          revision: nextRevision([...ofSeat, ...context.sheetsOf(to_id, seat_id)]),
          ...{ source: sheet.source, marked_at: sheet.marked_at, contested: false, received_at: caller.now },
          ...(sheet.device_id !== null && { device_id: sheet.device_id }),
          ...(sheet.entered_by !== null && { entered_by: sheet.entered_by }),
          ...{ confirmed_by: sheet.confirmed_by, confirmed_at: sheet.confirmed_at },
          ...{ decided_by: caller.user.id, reason },
        })
      }
    }
    if (movingSheets.length === 0) throw new Refused({ code: 'sheet.not_judged_here' })
    await withdrawSheets(tx, leavingIds, caller.user.id, caller.now)
    await storeOfficeSheets(tx, context, movingSheets, caller.now)
    await copyCritiques(tx, copies)
    const after = { entry: one_id, other_entry: other_id, judge_seat_ids: seatIds, reason }
    return finish(tx, caller, one.tour_date_id, { action: 'swap scores', after })
  })
}
