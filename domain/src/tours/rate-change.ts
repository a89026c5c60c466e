import type { RateTier } from './city.ts'
import { flagsFor, tierOf, type RateFacts, type RateFlags, type RateRecord } from './rate-tier.ts'

/** Whether a registration's stored rate flags are no longer right, and what they become; null: nothing to do. FEE-024, WIZ-040. */
export function changedRateFlags(registration: RateRecord, facts: RateFacts): RateFlags | null {
  const { full_rates, late_rates } = flagsFor(registration, facts)
  if (full_rates === registration.full_rates && late_rates === registration.late_rates) return null
  return { full_rates, late_rates }
}

const dearness: Readonly<Record<RateTier, number>> = { discount: 0, full: 1, late: 2 }
const isDearer = (one: RateTier, other: RateTier): boolean => dearness[one] > dearness[other]

/**
 * The tier the owner has to be told of, because a deadline passed since they were last told; null: they know. Rates that
 * fall back are taken over silently. WIZ-040, FEE-024, REV-013.
 */
export function rateToAnnounce(registration: RateRecord & { rates_told: RateTier }, facts: RateFacts): RateTier | null {
  if (registration.completed) return null
  const tier = tierOf(flagsFor(registration, facts))
  return isDearer(tier, registration.rates_told) ? tier : null
}

/** The last rate the owner was told, given these flags. When rates fall back, the next deadline is announced again. */
export const announcedRate = (rates_told: RateTier, flags: RateFlags): RateTier => {
  const tier = tierOf(flags)
  return isDearer(rates_told, tier) ? tier : rates_told
}
