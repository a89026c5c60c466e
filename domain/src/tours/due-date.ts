import { addDays, dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { ProductSettings } from './settings/registry.ts'
import type { TourDate } from './city.ts'

type DueDates = Pick<TourDate, 'time_zone' | 'start_date' | 'payment_date' | 'send_check_date' | 'cutoff_start_date'>

// A date without a time is its midnight in UTC (A16), so the date is what stands before the T.
const dateOf = (moment: Instant) => moment.slice(0, 10) as CalendarDate

/**
 * The day by which everything is paid: payment date, else send-check date, else early cutoff, and the start date once
 * that has passed; reserved registrations, where no payment date is set, some days (30) before the start. FEE-027, FEE-028, A63.
 */
export function dueDate(
  tour_date: DueDates,
  now: Instant,
  settings: Pick<ProductSettings, 'pay_later_days'>,
  pays_later: boolean,
): CalendarDate {
  const today = dayIn(tour_date.time_zone, now)
  const nominalDate = tour_date.payment_date ?? tour_date.send_check_date ?? dateOf(tour_date.cutoff_start_date)
  const due = nominalDate < today ? tour_date.start_date : nominalDate
  if (!pays_later || tour_date.payment_date) return due

  const early = addDays(tour_date.start_date, -settings.pay_later_days)
  return early >= today && early < due ? early : due
}

/** The last day on which a routine may go without its deposit becoming a fee, in the tour date's zone. FEE-017, FEE-018, A09. */
export const removedRoutineDeadline = (
  tour_date: Pick<TourDate, 'start_date' | 'payment_date'>,
  settings: Pick<ProductSettings, 'removed_routine_days'>,
): CalendarDate => tour_date.payment_date ?? addDays(tour_date.start_date, -settings.removed_routine_days)

/** Whether a routine removed now is removed after that deadline. FEE-018. */
export const isPastRemovedRoutineDeadline = (
  tour_date: Pick<TourDate, 'start_date' | 'payment_date' | 'time_zone'>,
  now: Instant,
  settings: Pick<ProductSettings, 'removed_routine_days'>,
): boolean => dayIn(tour_date.time_zone, now) > removedRoutineDeadline(tour_date, settings)
