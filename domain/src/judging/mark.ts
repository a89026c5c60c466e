import { accept, refuse, type Result } from '../kernel/result.ts'
import { medianOf, type Points } from './points.ts'
import type { JudgingRefusal } from './refusals.ts'

export type Criterion = { name: string; max_points: Points }

/** The scale of a panel: what one judge may give. Points in hundredths. */
export type ScoreScale = {
  max_points: Points
  /** Every mark is a multiple of it: 50 is half a point. */
  step: Points
  /** A mark below it is asked about once, and accepted. */
  soft_floor: Points
  /** The parts of a mark, their maxima adding up to `max_points`; none: the mark is one number. */
  criteria: readonly Criterion[]
}

const shapeOfMark = /^\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*$/

/**
 * Reads a mark as it was typed: digits, and at most two decimals after one point or comma. "1,25" is one and a quarter,
 * never 125. Returns hundredths; refuses everything else with its reason.
 */
export function parseMark(
  text: string,
  scale: Pick<ScoreScale, 'max_points' | 'step'>,
): Result<Points, JudgingRefusal> {
  const match = shapeOfMark.exec(text)
  if (!match) return refuse({ code: 'mark.not_a_number' })
  const [, whole = '', decimals = ''] = match
  return checkMark(Number(whole) * 100 + Number(decimals.padEnd(2, '0')), scale)
}

/** Checks points that a device sent: within the scale, and a multiple of its step. */
export function checkMark(
  points: Points,
  { max_points, step }: Pick<ScoreScale, 'max_points' | 'step'>,
): Result<Points, JudgingRefusal> {
  if (!Number.isInteger(points) || points < 0) return refuse({ code: 'mark.not_a_number' })
  if (points > max_points) return refuse({ code: 'mark.too_high', max_points })
  if (points % step !== 0) return refuse({ code: 'mark.between_steps', step })
  return accept(points)
}

/** Checks the parts of a mark and returns their sum. */
export function checkCriteria(points: readonly Points[], scale: ScoreScale): Result<Points, JudgingRefusal> {
  if (points.length !== scale.criteria.length) return refuse({ code: 'mark.criteria_missing' })
  for (const [place, { name, max_points }] of scale.criteria.entries()) {
    const part = checkMark(points[place] ?? -1, { max_points, step: scale.step })
    if (!part.ok) return part.refusal.code === 'mark.too_high' ? refuse({ ...part.refusal, criterion: name }) : part
  }
  return accept(points.reduce((sum, part) => sum + part, 0))
}

/** How far a mark may be from the median of the other judges before it is asked about. */
export const unusualDistance: Points = 1500

/**
 * The reason to ask about a mark once before it is accepted; null: nothing unusual. `others` are the marks of the
 * other seats for the same entry.
 */
export function unusualMark(
  points: Points,
  others: readonly Points[],
  { soft_floor }: Pick<ScoreScale, 'soft_floor'>,
): 'below_floor' | 'far_from_others' | null {
  if (points < soft_floor) return 'below_floor'
  const median = medianOf(others)
  return median !== null && Math.abs(points - median) >= unusualDistance ? 'far_from_others' : null
}

/** Checks a scale that the office saves: every limit is a multiple of the step, and the parts add up to the whole. */
export function checkScale({ max_points, step, soft_floor, criteria }: ScoreScale): Result<true, JudgingRefusal> {
  if (max_points % step !== 0) return refuse({ code: 'score_scale.step', field: 'max_points' })
  if (soft_floor > max_points) return refuse({ code: 'mark.too_high', max_points })
  if (criteria.some((part) => part.max_points % step !== 0)) {
    return refuse({ code: 'score_scale.step', field: 'criteria' })
  }
  const sum = criteria.reduce((total, part) => total + part.max_points, 0)
  if (criteria.length > 0 && sum !== max_points) {
    return refuse({ code: 'score_scale.criteria_sum', max_points, sum })
  }
  return accept(true)
}

/** Reads the parts of a mark by name, in the order of the scale; a part that is left out is refused. */
export const criteriaInOrder = (
  parts: Readonly<Record<string, Points>>,
  { criteria }: Pick<ScoreScale, 'criteria'>,
): Points[] => criteria.map(({ name }) => parts[name] ?? -1)
