import { countMarks, totalOfMarks } from './counted-marks.ts'
import { countingSheets, type JudgedEntry } from './judged-entry.ts'
import type { Panel } from './panel.ts'
import type { Points } from './points.ts'

type CurrentEntry = Pick<JudgedEntry, 'state' | 'sheets' | 'recused_seats' | 'deductions'>

/**
 * The marks of an entry as they stand, split into those that count and those that its panel drops. Null while it is
 * incomplete or contested, and for one that is disqualified, scratched or did not show up.
 */
export function currentMarks(entry: CurrentEntry, panel: Panel) {
  if (entry.state === 'canceled' || entry.state === 'scratched') return null
  const { latest, isContested } = countingSheets(entry)
  if (isContested) return null
  const marks = latest.flatMap(({ seat_id, position, points }) =>
    points === null ? [] : [{ seat_id, position, points }],
  )
  const count = countMarks(marks, panel)
  return count.complete ? { kept: count.kept, dropped: count.dropped } : null
}

/**
 * The total of an entry as it stands, also before it has danced. Null where it has none yet, or is out of the
 * competition: its marks stay, and make no total.
 */
export function currentTotal(entry: CurrentEntry, panel: Panel): Points | null {
  const marks = currentMarks(entry, panel)
  return marks && totalOfMarks(marks.kept, entry.deductions)
}
