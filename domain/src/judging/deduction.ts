import { overtimePoints, type Points } from './points.ts'

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
