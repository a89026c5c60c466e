import { accept, refuse, type Result } from '../kernel/result.ts'
import { parseMark, type ScoreScale } from './mark.ts'
import type { Panel } from './panel.ts'
import { overtimePoints, type Points } from './points.ts'
import type { JudgingRefusal } from './refusals.ts'

export const deductionCodes = ['overtime', 'costume', 'music', 'prop', 'rules', 'other'] as const
/** Why points are taken off a total. */
export type DeductionCode = (typeof deductionCodes)[number]

export const deductionLabels: Readonly<Record<DeductionCode, string>> = {
  overtime: 'Overtime',
  costume: 'Costume',
  music: 'Music',
  prop: 'Prop',
  rules: 'Rules',
  other: 'Other',
}

/** The overtime deduction that is proposed for an entry; null when there is none, the time was not measured, or one was deducted already. */
export function proposedOvertime(
  { measured_seconds, allowed_seconds }: { measured_seconds: number | null; allowed_seconds: number },
  activeCodes: readonly DeductionCode[],
): Points | null {
  if (measured_seconds === null || activeCodes.includes('overtime')) return null
  return overtimePoints(measured_seconds, allowed_seconds) || null
}

/** The highest total that a panel can give, and so the most that is deducted from one. */
export const highestTotal = ({
  counted,
  max_points,
}: Pick<Panel, 'counted'> & Pick<ScoreScale, 'max_points'>): Points => counted * max_points

/** Checks the points of one deduction against the highest total of the entry's panel. */
export function checkDeduction(points: Points, highest: Points): Result<Points, JudgingRefusal> {
  if (points <= 0) return refuse({ code: 'deduction.zero', field: 'points' })
  if (points > highest) return refuse({ code: 'deduction.too_high', field: 'points', most: highest })
  return accept(points)
}

/** Reads the points of a deduction as they were typed, and checks them. */
export function parseDeduction(text: string, highest: Points): Result<Points, JudgingRefusal> {
  const points = parseMark(text, { max_points: Number.MAX_SAFE_INTEGER, step: 1 })
  return points.ok ? checkDeduction(points.value, highest) : points
}

/** More points than this are asked about once: one digit too many costs an entry its place. */
const usualMost: Points = 1_000
export const isLargeDeduction = (points: Points): boolean => points > usualMost
