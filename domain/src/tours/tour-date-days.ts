import { dayIn, isTimeZone, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from './office-refusals.ts'

type Days = {
  time_zone: string
  start_date: CalendarDate
  end_date: CalendarDate
  cutoff_start_date: Instant
  cutoff_end_date: Instant
  late_start_date: Instant | null
  late_end_date: Instant | null
  payment_date?: CalendarDate | null
  send_check_date?: CalendarDate | null
}

const before = (one: Instant, other: Instant) => Date.parse(one) < Date.parse(other)

/** Whether the event's last day is over, in the city's time zone. */
export const isEventOver = ({ time_zone, end_date }: Pick<Days, 'time_zone' | 'end_date'>, now: Instant): boolean =>
  dayIn(time_zone, now) > end_date

/** The fields that `checkDays` compares: a change of none of them needs no check. */
export const dayFields = [
  'time_zone',
  'start_date',
  'end_date',
  'cutoff_start_date',
  'cutoff_end_date',
  'late_start_date',
  'late_end_date',
  'payment_date',
  'send_check_date',
] as const satisfies readonly (keyof Days)[]

/**
 * Whether the days of a city follow one another: the event, then its rates. Each rate ends after the one before it and not
 * after the event's last day in the city's zone, and no money is due after that day. OFF-003, FEE-027.
 */
export function checkDays<Given extends Days>(days: Given): Result<Given, OfficeRefusal> {
  const wrong = (field: keyof Days, why: string) => refuse({ code: 'office.dates' as const, field, why })
  const { cutoff_start_date, cutoff_end_date, late_start_date, late_end_date } = days
  if (!isTimeZone(days.time_zone)) return wrong('time_zone', 'Please choose a time zone from the list.')
  if (days.end_date < days.start_date) return wrong('end_date', 'The last day comes before the first.')
  if (before(cutoff_end_date, cutoff_start_date)) {
    return wrong('cutoff_end_date', 'The early rate ends before it begins.')
  }
  if (late_start_date && late_end_date && before(late_end_date, late_start_date)) {
    return wrong('late_end_date', 'The late rate ends before it begins.')
  }
  const lateDate = late_end_date ?? late_start_date
  if (lateDate && !before(cutoff_end_date, lateDate)) {
    return wrong('late_end_date', 'The regular rate must end after the early rate.')
  }
  const isAfterEvent = (moment: Instant) => dayIn(days.time_zone, moment) > days.end_date
  if (isAfterEvent(cutoff_end_date)) return wrong('cutoff_end_date', 'The early rate ends after the event.')
  if (lateDate && isAfterEvent(lateDate)) return wrong('late_end_date', 'The regular rate ends after the event.')
  const { end_date, payment_date, send_check_date } = days
  if (payment_date && payment_date > end_date) return wrong('payment_date', 'Payment is due after the event.')
  if (send_check_date && send_check_date > end_date) return wrong('send_check_date', 'Checks are sent after the event.')
  return accept(days)
}
