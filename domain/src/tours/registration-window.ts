import { daysAfter, hoursAfter, startOf, type Instant } from '../kernel/instant.ts'
import type { ProductSettings } from './settings/registry.ts'
import type { City, TourDate } from './city.ts'

type WindowFacts = Pick<City, 'tour_date' | 'settings'> & { now: Instant; exempt: boolean }

/** Whether a tour date's end date (its midnight in UTC) lies before now: the picker then says Passed. A17, WIZ-033. */
export const isPassed = (tour_date: Pick<TourDate, 'end_date'>, now: Instant): boolean =>
  startOf(tour_date.end_date) < now

/** The first moment at which an unfinished registration can no longer be finished: end date plus the grace, UTC. WIZ-060. */
export const closesAt = (
  tour_date: Pick<TourDate, 'end_date'>,
  settings: Pick<ProductSettings, 'closing_grace_hours'>,
): Instant => hoursAfter(startOf(tour_date.end_date), settings.closing_grace_hours)

/** Whether a registration of this city may still be worked on and finished; exempt people always may. WIZ-041, WIZ-059. */
export function isOpen({ tour_date, now, settings, exempt }: WindowFacts) {
  if (exempt) return true
  return tour_date.settings.regenabled && !tour_date.canceled && now < closesAt(tour_date, settings)
}

/** Whether bank payments (e-checks) are still taken: until so many days before the start date, UTC. PAY-024, A62. */
export const takesBankPayments = (
  tour_date: Pick<TourDate, 'start_date'>,
  now: Instant,
  settings: Pick<ProductSettings, 'echeck_days'>,
): boolean => now < daysAfter(startOf(tour_date.start_date), -settings.echeck_days)
