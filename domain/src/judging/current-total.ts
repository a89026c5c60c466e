import { countMarks, totalOfMarks } from './counted-marks.ts'
import { countingSheets, type JudgedEntry } from './judged-entry.ts'
import type { Panel } from './panel.ts'
import type { Points } from './points.ts'

/**
 * The total of an entry as it stands, also before it has danced. Null while it is incomplete or contested, and for one
 * that is disqualified, scratched or did not show up: its marks stay, and make no total.
 */
export function currentTotal(
  entry: Pick<JudgedEntry, 'state' | 'sheets' | 'recused_seats' | 'deductions'>,
  panel: Panel,
): Points | null {
  if (entry.state === 'canceled' || entry.state === 'scratched') return null
  const { latest, isContested } = countingSheets(entry)
  if (isContested) return null
  const marks = latest.flatMap(({ position, points }) => (points === null ? [] : [{ position, points }]))
  const count = countMarks(marks, panel)
  return count.complete ? totalOfMarks(count.kept, entry.deductions) : null
}
