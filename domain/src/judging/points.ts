/** Points in whole hundredths: 9850 is 98.5. Whole numbers add up without rounding; screens and calls show decimals. */
export type Points = number

/** Points as a text of at most two decimals: '98.5', '290'. */
export const pointsText = (points: Points): string => String(points / 100)

/** Seconds over the allowed time that cost nothing. */
const graceSeconds = 15
/** For each second begun after the grace. */
const pointsPerSecond: Points = 100

/** The seconds a routine may take: those of its category, and a minute for each extra minute it paid for. */
export const allowedSeconds = (categorySeconds: number, extraMinutes: number): number =>
  categorySeconds + 60 * extraMinutes

/** The deduction that is proposed for a measured time; a person applies it. 0: within the time and its grace. */
export const overtimePoints = (measuredSeconds: number, allowedTime: number): Points =>
  Math.max(0, Math.ceil(measuredSeconds - allowedTime - graceSeconds)) * pointsPerSecond

/** The median of marks; of an even number the mean of the middle two. Null without marks. */
export function medianOf(marks: readonly Points[]): number | null {
  const sorted = marks.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
