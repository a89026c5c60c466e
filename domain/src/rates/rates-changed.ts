import type { Facts, Registration } from '../registrations/registration.ts'
import type { RateTier } from '../tour-dates/city.ts'
import { flagsFor, tierOf, type RateFlags } from './rate-tier.ts'

export type RatesChanged = RateFlags & {
  from: RateTier
  to: RateTier
  /** A deadline has passed, so the person is told; rates that fall back are taken over silently. */
  announce: boolean
}

/** Whether a registration's stored rate flags are no longer right, and what they become; null: nothing to do. FEE-024, WIZ-040. */
export function ratesChanged(
  registration: Pick<Registration, 'completed' | 'editing' | 'full_rates' | 'late_rates'>,
  facts: Pick<Facts, 'tour_date' | 'now' | 'settings' | 'rates_as_of'>,
): RatesChanged | null {
  const { full_rates, late_rates } = flagsFor(registration, facts)
  if (full_rates === registration.full_rates && late_rates === registration.late_rates) return null

  const from = tierOf(registration)
  const to = tierOf({ full_rates, late_rates })
  return { full_rates, late_rates, from, to, announce: from !== to && to !== 'discount' }
}
