import { sheetEndpoints } from '@callboard/contract/judging/sheets.ts'
import { unusualMark } from '@callboard/domain/judging/mark.ts'
import { checkSheetEntry, checkSheetMark } from '@callboard/domain/judging/sheet-entry.ts'
import { markOf, nextRevision } from '@callboard/domain/judging/sheet.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { listScoringPanels } from './panel-queries.ts'
import { presentScores } from './present-scores.ts'
import { loadSheetContext } from './sheet-context.ts'
import { insertSheets, listSheetsOf, listStoredSheets, type NewSheet } from './sheet-queries.ts'

type Criteria = Readonly<Record<string, number>> | null
type ImportMark = {
  client_id: string
  registration_routine_id: number
  seat_id: number
  points: number
  criteria: Criteria
}

const isSameCriteria = (one: Criteria, other: Criteria) =>
  JSON.stringify(Object.entries(one ?? {}).toSorted()) === JSON.stringify(Object.entries(other ?? {}).toSorted())

const cellKey = (mark: { registration_routine_id: number; seat_id: number }) =>
  `${mark.registration_routine_id} ${mark.seat_id}`

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The marks by entry that count now, of every seat that is not in training. */
async function countingMarks(tx: Tx, tour_date_id: number, entryIds: readonly number[]) {
  const panels = await listScoringPanels(tx, tour_date_id, { isAudition: false })
  const seatIds = panels.flatMap(({ seats }) => seats.flatMap(({ id, shadow }) => (shadow ? [] : [id])))
  const cells = groupBy(await listSheetsOf(tx, entryIds, seatIds), cellKey).values()
  const marks = [...cells].flatMap((sheets) => {
    const points = markOf(sheets)
    const [first] = sheets
    return first && points !== null ? [{ registration_routine_id: first.registration_routine_id, points }] : []
  })
  return groupBy(marks, (mark) => mark.registration_routine_id)
}

/** Marks of a sheet that a person has looked through: stored all or none, and counted once a second has confirmed them. */
export function officeImportRoutes(app: App) {
  serve(app, sheetEndpoints.importScores, async (tx, { body, ...caller }) => {
    const { tour_date_id, marks, accept_unusual } = body
    const entryIds = [...new Set(marks.map((mark) => mark.registration_routine_id))]
    const seatIds = [...new Set(marks.map(({ seat_id }) => seat_id))]
    const { seats, scales, entries, sheetsOf } = await loadSheetContext(tx, seatIds, entryIds)
    const earlierSheets = await listStoredSheets(
      tx,
      marks.map(({ client_id }) => client_id),
    )
    const earlierById = new Map(earlierSheets.map((sheet) => [sheet.client_id, sheet]))
    const isRepeated = (mark: ImportMark) => {
      const before = earlierById.get(mark.client_id)
      if (!before) return false
      const isSameMark = before.points === mark.points && isSameCriteria(before.criteria, mark.criteria)
      if (cellKey(before) !== cellKey(mark) || !isSameMark) {
        throw new Refused({ code: 'sheet.another_content' })
      }
      return true
    }
    const newMarks = marks.filter((mark) => !isRepeated(mark))
    const otherMarks = accept_unusual ? null : await countingMarks(tx, tour_date_id, entryIds)
    const marksOfEntry = groupBy(newMarks, (mark) => mark.registration_routine_id)
    const cells = new Set<string>()

    const newSheets = newMarks.map((mark): NewSheet => {
      const { client_id, registration_routine_id, seat_id, points, criteria } = mark
      const seat = orNotFound(seats.get(seat_id))
      const entry = orNotFound(entries.get(registration_routine_id))
      if (entry.tour_date_id !== tour_date_id) throw new Refused({ code: 'sheet.not_judged_here' })
      orRefuse(checkSheetEntry(entry, seat))
      const scale = orNotFound(scales.get(seat.panel_id))
      orRefuse(checkSheetMark({ points, criteria }, scale))
      const revision = nextRevision(sheetsOf(registration_routine_id, seat_id))
      // An import never replaces a mark, one of its own rows included.
      if (revision > 1 || cells.has(cellKey(mark))) throw new Refused({ code: 'sheet.changed_meanwhile', revision })
      cells.add(cellKey(mark))
      const others = [
        ...(otherMarks?.get(registration_routine_id) ?? []),
        ...(marksOfEntry.get(registration_routine_id) ?? []).filter((other) => other !== mark),
      ]
      const otherPoints = others.map((other) => other.points)
      const why = otherMarks && unusualMark(points, otherPoints, scale)
      if (why) throw new Refused({ code: 'mark.unusual', points, why })
      return {
        ...{ client_id, registration_routine_id, seat_id, points, revision, source: 'import', contested: false },
        ...{ criteria, abstained: null, critique: '', note: '', switches: [] },
        ...{ entered_by: caller.user.id, received_at: caller.now },
      }
    })
    if (newSheets.length > 0) await insertSheets(tx, newSheets)
    const after = { sheets: newMarks.map(({ client_id, points }) => ({ client_id, points })) }
    const about = { entity: 'judging', entity_id: tour_date_id, before: null, after }
    await audited(tx, caller, { action: 'import scores', ...about })
    return presentScores(tx, tour_date_id, caller.user.id)
  })
}
