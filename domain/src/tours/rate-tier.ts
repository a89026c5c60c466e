import { hoursAfter, type Instant } from '../kernel/instant.ts'
import type { ProductSettings } from './settings/registry.ts'
import type { City, RateTier, TourDate } from './city.ts'

/** The facts that decide a rate. A live hold keeps the rates of `rates_as_of`; without one, `now` decides. */
export type RateFacts = Pick<City, 'tour_date' | 'settings'> & { now: Instant; rates_as_of?: Instant }

/** The rates that a registration has been told or charged. */
export type RateRecord = { completed: boolean; editing: boolean; full_rates: boolean; late_rates: boolean }

/** The dates that move a rate. The picker shows the start dates; only these two decide. A16. */
export type RateDates = Pick<TourDate, 'cutoff_end_date' | 'late_start_date' | 'late_end_date'>
export type RateFlags = { full_rates: boolean; late_rates: boolean }
type Grace = Pick<ProductSettings, 'rate_grace_hours'>

/**
 * The moment from which each dearer tier holds (UTC, the date plus the grace); null: that tier never comes. The late rate
 * begins after `late_end_date`, in a city without one after `late_start_date`. FEE-002, FEE-003.
 */
export function rateFlips(tour_date: RateDates, settings: Grace): { full: Instant; late: Instant | null } {
  const lateDate = tour_date.late_end_date ?? tour_date.late_start_date
  return {
    full: hoursAfter(tour_date.cutoff_end_date, settings.rate_grace_hours),
    late: lateDate && hoursAfter(lateDate, settings.rate_grace_hours),
  }
}

/** Which rate flags a moment sets; text order of UTC instants is time order in every zone. FEE-002, FEE-003, FEE-031. */
export function rateFlags(tour_date: RateDates, now: Instant, settings: Grace): RateFlags {
  const flips = rateFlips(tour_date, settings)
  return { full_rates: now >= flips.full, late_rates: flips.late !== null && now >= flips.late }
}

/** The tier that two stored flags mean: `discount` is the early rate, `full` the regular one; late wins when both are set. FEE-001. */
export const tierOf = ({ full_rates, late_rates }: RateFlags): RateTier =>
  late_rates ? 'late' : full_rates ? 'full' : 'discount'

/** The rate tier of a tour date at a moment. FEE-001 to FEE-003. */
export const rateTier = (tour_date: RateDates, now: Instant, settings: Grace): RateTier =>
  tierOf(rateFlags(tour_date, now, settings))

/** A moment at which a tier holds, to price by it. A late rate that never comes is priced by the full one. */
export function instantOfTier(
  tier: RateTier,
  { tour_date, settings }: Pick<RateFacts, 'tour_date' | 'settings'>,
): Instant {
  const flips = rateFlips(tour_date, settings)
  if (tier === 'discount') return hoursAfter(flips.full, -1)
  return tier === 'late' && flips.late !== null ? flips.late : flips.full
}

/** The flags a registration is priced with: its own once completed, else those of now or of its live hold. FEE-025, A30. */
export function flagsFor(registration: RateRecord, facts: RateFacts): RateFlags {
  const repriced = registration.editing && facts.settings.reprice_on_edit
  if (registration.completed && !repriced) return registration
  return rateFlags(facts.tour_date, facts.rates_as_of ?? facts.now, facts.settings)
}
