import type { CalendarDate } from '../kernel/calendar.ts'
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
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const before = (one: Instant, other: Instant) => Date.parse(one) < Date.parse(other)

/** Whether the days of a city follow one another: the event, the early rate's and the late rate's windows. OFF-003. */
export function checkDays<Given extends Days>(days: Given): Result<Given, OfficeRefusal> {
  const wrong = (field: keyof Days, why: string) => refuse({ code: 'office.dates' as const, field, why })
  const { cutoff_start_date, cutoff_end_date, late_start_date, late_end_date } = days
  if (!isTimeZone(days.time_zone)) return wrong('time_zone', 'Please choose a time zone, as America/Chicago.')
  if (days.end_date < days.start_date) return wrong('end_date', 'The last day comes before the first.')
  if (before(cutoff_end_date, cutoff_start_date)) {
    return wrong('cutoff_end_date', 'The early rate ends before it begins.')
  }
  if (late_start_date && late_end_date && before(late_end_date, late_start_date)) {
    return wrong('late_end_date', 'The late rate ends before it begins.')
  }
  return accept(days)
}
