import type { OrderSettings } from './conflicts.ts'

/** An entry as the search reads it: numbers alone. `seconds` includes changeover and prop. */
export type SearchEntry = {
  id: number
  seconds: number
  registration_id: number
  /** Index of its registration. */
  studio: number
  age_division_id: number
  minimum_age: number
  has_prop: boolean
  /** Indexes of its dancers. */
  dancers: readonly number[]
  /** When its studio would like it to start; empty: at any time. */
  windows: readonly SearchWindow[]
  /** Pinned, numbered or on its way to the stage: the search leaves it where it is. */
  isFixed: boolean
}

/** Seconds from the first block's start between which an entry may start, both included. */
type SearchWindow = { from: number; until: number }

/** When an entry is on stage: seconds from the first block's start, its block and its place in it. */
export type SearchSlot = { start: number; end: number; block: number; place: number }

/**
 * Weights of what speaks against an order, by importance: a second of a gap that is too short weighs `gap`, an entry too
 * few between two of a dancer as much as a minute. A wish that is not met weighs more the further it is missed, up to
 * `wish` and `wishFar` together. The others weigh once each.
 */
export const weights = {
  hard: 1_000_000,
  gap: 1,
  gapEntry: 60,
  otherDivision: 240,
  olderFirst: 120,
  wish: 80,
  wishFar: 20,
  studioDay: 60,
  props: 40,
  studioRun: 30,
} as const

/** The cost of two entries of one dancer that follow each other. */
export function dancerPairCost(first: SearchSlot, second: SearchSlot, settings: OrderSettings): number {
  const gap = second.start - first.end
  if (gap < Math.max(settings.changeover_seconds, 1)) return weights.hard + Math.max(0, -gap)
  const between = second.place - first.place - 1
  const lacking = first.block === second.block ? Math.max(0, settings.dancer_gap_entries - between) : 0
  return weights.gap * Math.max(0, 60 * settings.dancer_gap_minutes - gap) + weights.gapEntry * lacking
}

/** The cost of an entry directly before another in one block. */
export function neighborCost(first: SearchEntry, second: SearchEntry): number {
  return (
    (first.age_division_id === second.age_division_id ? 0 : weights.otherDivision) +
    (first.minimum_age > second.minimum_age ? weights.olderFirst : 0) +
    (first.has_prop && second.has_prop ? weights.props : 0)
  )
}

/** In seconds: so far beside a wish weighs one more. */
const wishStep = 600

/** The cost of an entry that starts when its studio would rather not have it. */
export function wishCost(start: number, windows: SearchEntry['windows']): number {
  let off = Infinity
  for (const { from, until } of windows) off = Math.min(off, Math.max(from - start, start - until, 0))
  return windows.length === 0 || off === 0 ? 0 : weights.wish + Math.min(weights.wishFar, Math.ceil(off / wishStep))
}

/** The cost of a studio's days: `counts` are its entries by day, and each day beyond one weighs. */
export function studioDaysCost(counts: readonly number[]): number {
  let days = 0
  for (const count of counts) if (count > 0) days += 1
  return weights.studioDay * Math.max(0, days - 1)
}
