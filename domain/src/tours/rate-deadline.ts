import { hoursAfter, minutesAfter, type Instant } from '../kernel/instant.ts'
import type { ProductSettings } from './settings/registry.ts'
import type { RateTier } from './city.ts'
import { rateFlips, tierOf, type RateDates } from './rate-tier.ts'

export type RateDeadline = {
  tier: RateTier
  /** The last minute at which this tier still holds; null: nothing comes after it. */
  last_minute: Instant | null
  next: RateTier | null
}

/** The tier of a moment, the last minute it is still valid (UTC) and the tier that follows it. A16. */
export function rateDeadline(
  tour_date: RateDates,
  now: Instant,
  settings: Pick<ProductSettings, 'rate_grace_hours'>,
): RateDeadline {
  const flips = rateFlips(tour_date, settings)
  const tier = tierOf({ full_rates: now >= flips.full, late_rates: flips.late !== null && now >= flips.late })
  if (tier === 'late') return { tier, last_minute: null, next: null }

  // The late date may, by a slip of the office, lie before the cutoff: late wins, so it comes next.
  const lateFirst = flips.late !== null && (tier === 'full' || flips.late <= flips.full)
  const flip = lateFirst ? flips.late : tier === 'full' ? null : flips.full
  if (flip === null) return { tier, last_minute: null, next: null }
  return { tier, last_minute: minutesAfter(flip, -1), next: lateFirst ? 'late' : 'full' }
}

/** The date to store so that a rate still holds at `last_minute` and no longer a minute after: `rateFlips` adds the grace. */
export const dateOfLastMinute = (last_minute: Instant, settings: Pick<ProductSettings, 'rate_grace_hours'>): Instant =>
  hoursAfter(minutesAfter(last_minute, 1), -settings.rate_grace_hours)

/** The last minute that a stored date stands for; the inverse of `dateOfLastMinute`. */
export const lastMinuteOf = (date: Instant, settings: Pick<ProductSettings, 'rate_grace_hours'>): Instant =>
  minutesAfter(hoursAfter(date, settings.rate_grace_hours), -1)
