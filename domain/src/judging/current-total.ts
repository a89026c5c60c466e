import { countMarks } from './counted-marks.ts'
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
  if (!count.complete) return null
  const sum = count.kept.reduce((total, { points }) => total + points, 0)
  return Math.max(0, sum - entry.deductions.reduce((total, points) => total + points, 0))
}
