import type { Panel } from './panel.ts'
import type { Points } from './points.ts'

/** The mark of one judge for one entry. `position` is the judge's place on the panel, from 1. */
export type Mark = { position: number; points: Points; criteria?: Readonly<Record<string, Points>> }

type CountedMarks<Own extends Mark> =
  | { complete: false; reason: 'too few marks' | 'too many marks' }
  | { complete: true; kept: readonly Own[]; dropped: readonly Own[] }

/** The place of the extreme mark in the list. Of equal marks the one of the highest position. */
function extremeAt(marks: readonly Mark[], end: 'lowest' | 'highest'): number {
  const sign = end === 'lowest' ? 1 : -1
  let at = 0
  for (const [place, mark] of marks.entries()) {
    const extreme = marks[at] ?? mark
    const difference = sign * (mark.points - extreme.points)
    if (difference < 0 || (difference === 0 && mark.position > extreme.position)) at = place
  }
  return at
}

/**
 * Splits the marks of an entry into those that count and those that are dropped, so that every total of a panel is made
 * of the same number of marks: four judges drop exactly one, three none. A change of this rule raises `rulesVersion`
 * (`results/tabulate.ts`), since released results are verified by the rules they were made with. RES-016, RES-044.
 */
export function countMarks<Own extends Mark>(
  marks: readonly Own[],
  { counted, dropping }: Pick<Panel, 'counted' | 'dropping'>,
): CountedMarks<Own> {
  if (marks.length < counted) return { complete: false, reason: 'too few marks' }
  if (dropping === 'none' && marks.length > counted) return { complete: false, reason: 'too many marks' }
  const keptMarks = [...marks]
  const droppedMarks: Own[] = []
  while (keptMarks.length > counted) {
    const end = dropping === 'ends' && droppedMarks.length % 2 === 1 ? 'highest' : 'lowest'
    droppedMarks.push(...keptMarks.splice(extremeAt(keptMarks, end), 1))
  }
  return { complete: true, kept: keptMarks, dropped: droppedMarks }
}

/** The total of an entry: the marks that count, less the deductions that stand, at least 0. RES-013, RES-018. */
export const totalOfMarks = (marks: readonly Mark[], deductions: readonly Points[]): Points =>
  Math.max(0, marks.reduce((sum, { points }) => sum + points, 0) - deductions.reduce((sum, points) => sum + points, 0))

/** The mark that stands in for a missing one: the mean of the others, rounded half up to the step of the scale. */
export function substituteMark(others: readonly Points[], step: Points): Points | null {
  if (others.length === 0) return null
  const sum = others.reduce((total, points) => total + points, 0)
  return Math.floor((2 * sum + others.length * step) / (2 * others.length * step)) * step
}
