import type { ScoredEntry } from './placement.ts'
import type { Points } from '../judging/points.ts'
import { groupBy, rank } from './ranking.ts'

export type StudioAwardDefinition = {
  id: number
  /** How many of a studio's totals make its mean: the best ones. */
  best: number
  /** How many entries a studio needs to take part. */
  least_entries: number
}

export type StudioRank = { studio_id: number; place: number; sum: Points; count: number }

/**
 * Ranks studios by the mean of their best totals. Means are compared by cross-multiplying, in whole numbers, so that
 * two equal means are equal. Canceled and incomplete entries do not count.
 */
export function rankStudios(
  entries: readonly ScoredEntry[],
  { best, least_entries }: StudioAwardDefinition,
): StudioRank[] {
  const ownEntries = entries.filter(({ entry }) => entry.studio_id !== null && entry.state === 'danced')
  const studios = [...groupBy(ownEntries, ({ entry }) => entry.studio_id ?? 0)]
    .filter(([, own]) => own.length >= least_entries)
    .map(([studio_id, own]) => {
      const bestTotals = own
        .map(({ score }) => score.total)
        .toSorted((a, b) => b - a)
        .slice(0, best)
      return { studio_id, sum: bestTotals.reduce((sum, total) => sum + total, 0), count: bestTotals.length }
    })
    .toSorted((a, b) => a.studio_id - b.studio_id)
  return rank(studios, (a, b) => b.sum * a.count - a.sum * b.count).map(({ item, place }) => ({ ...item, place }))
}
