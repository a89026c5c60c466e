import { levelOf, type AwardLevel } from './award-scale.ts'
import { countingSheets, type JudgedEntry, type Sheet } from '../judging/judged-entry.ts'
import { countMarks, totalOfMarks, type Mark } from '../judging/counted-marks.ts'
import type { Panel } from '../judging/panel.ts'
import type { Points } from '../judging/points.ts'

export type EntryScore = {
  id: number
  tabulation: 'waiting' | 'incomplete' | 'complete' | 'contested'
  /** The marks of the seats that count, by position, those that were dropped included. */
  marks: readonly (Mark & { is_dropped: boolean; is_substitute: boolean })[]
  /** Hundredths; null until complete. */
  total: Points | null
  /** The dropped mark; of several the lowest. Null: nothing was dropped. */
  dropped_score: Points | null
  deduction: Points
  /** The level of the total; null while incomplete, and for a canceled entry. */
  award_id: number | null
}

const isMark = (sheet: Sheet): sheet is Sheet & { points: Points } => sheet.points !== null

/**
 * The score of one entry: the sum of the marks that count, less the deductions that stand, at least 0. RES-013, RES-016,
 * RES-018. The order of the sheets makes no difference.
 */
export function scoreEntry(entry: JudgedEntry, panel: Panel, levels: readonly AwardLevel[]): EntryScore {
  const { latest, isContested } = countingSheets(entry)
  const marks = latest.filter(isMark)
  const deduction = entry.deductions.reduce((sum, points) => sum + points, 0)
  const count = countMarks(marks, panel)
  const fullCount = count.complete && !isContested ? count : null
  const droppedMarks: readonly Sheet[] = count.complete ? count.dropped : []
  const total = fullCount && totalOfMarks(fullCount.kept, entry.deductions)
  const incomplete = latest.length === 0 ? 'waiting' : 'incomplete'
  // A literal with all fields: spreading them makes the scores of a city take five times as long.
  return {
    id: entry.id,
    tabulation: isContested ? 'contested' : fullCount ? 'complete' : incomplete,
    marks: marks.map((sheet) => {
      const { position, points, criteria, substitute } = sheet
      const mark = { position, points, is_dropped: droppedMarks.includes(sheet), is_substitute: substitute }
      return criteria ? { ...mark, criteria } : mark
    }),
    total,
    dropped_score: fullCount?.dropped.length ? Math.min(...fullCount.dropped.map(({ points }) => points)) : null,
    deduction,
    award_id: total !== null && entry.state === 'danced' ? (levelOf(total, levels)?.id ?? null) : null,
  }
}
