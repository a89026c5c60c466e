import { accept, refuse, type Result } from '../kernel/result.ts'
import { takesTime, type OrderEntryState } from '../running-order/entry-state.ts'
import { checkCriteria, checkMark, criteriaInOrder, type ScoreScale } from './mark.ts'
import type { Points } from './points.ts'
import type { JudgingRefusal } from './refusals.ts'

/** The facts of an entry that decide whether a seat may mark it now. */
export type SheetEntry = {
  /** The panel of the entry's block. */
  panel_id: number | null
  state: OrderEntryState
  recused_seats: readonly number[]
  is_locked: boolean
  /** Seats whose next revision a locked block lets in. */
  reopened_seats: readonly number[]
}

/** Checks that a seat judges an entry, and that its block is open to it. */
export function checkSheetEntry(
  entry: SheetEntry | undefined,
  seat: { id: number; panel_id: number },
): Result<true, JudgingRefusal> {
  if (!entry || entry.panel_id !== seat.panel_id) return refuse({ code: 'sheet.not_judged_here' })
  if (!takesTime(entry.state)) return refuse({ code: 'sheet.not_on_stage' })
  if (entry.recused_seats.includes(seat.id)) return refuse({ code: 'sheet.recused' })
  if (entry.is_locked && !entry.reopened_seats.includes(seat.id)) return refuse({ code: 'sheet.locked' })
  return accept(true)
}

/** Checks the mark of a sheet against the scale of its panel; its parts have to add up to it. */
export function checkSheetMark(
  { points, criteria }: { points: Points | null; criteria: Readonly<Record<string, Points>> | null },
  scale: ScoreScale,
): Result<Points | null, JudgingRefusal> {
  if (points === null) return accept(null)
  if (scale.criteria.length === 0) return checkMark(points, scale)
  if (!criteria) return refuse({ code: 'mark.criteria_missing' })
  const sum = checkCriteria(criteriaInOrder(criteria, scale), scale)
  if (sum.ok && sum.value !== points) return refuse({ code: 'mark.criteria_missing' })
  return sum
}
