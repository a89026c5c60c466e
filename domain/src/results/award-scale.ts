import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Points } from '../judging/points.ts'
import type { ResultsRefusal } from './refusals.ts'

/** A level of the adjudicated awards, such as High Gold, and the total from which it is given. */
export type AwardLevel = { id: number; name: string; minimum_points: Points }

/**
 * Checks a scale that the office saves: the lowest level begins at 0, no two begin at the same total, and every one can
 * be reached. `most` is the highest possible total: counted marks times the highest mark.
 */
export function checkAwardScale(
  levels: readonly Pick<AwardLevel, 'minimum_points'>[],
  most: Points,
): Result<true, ResultsRefusal> {
  const minima = levels.map(({ minimum_points }) => minimum_points).toSorted((a, b) => a - b)
  if (minima[0] !== 0) return refuse({ code: 'award_scale.no_lowest' })
  const repeated = minima.find((minimum, place) => minimum === minima[place - 1])
  if (repeated !== undefined) return refuse({ code: 'award_scale.repeated', minimum_points: repeated })
  if ((minima.at(-1) ?? 0) > most) return refuse({ code: 'award_scale.out_of_reach', most })
  return accept(true)
}

/** The level of a total: the highest one that begins at or below it. RES-007, RES-038. */
export function levelOf(total: Points, levels: readonly AwardLevel[]): AwardLevel | null {
  let best: AwardLevel | null = null
  for (const level of levels) {
    if (level.minimum_points <= total && level.minimum_points >= (best?.minimum_points ?? 0)) best = level
  }
  return best
}
