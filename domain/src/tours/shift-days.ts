import { addDays, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { instantAt, localTimeIn } from '../kernel/zoned-time.ts'
import { dateOfLastMinute, lastMinuteOf } from './rate-deadline.ts'
import type { ProductSettings } from './settings/registry.ts'

/** The days of a city that move together. */
export type CityDays = {
  time_zone: string
  start_date: CalendarDate
  end_date: CalendarDate
  cutoff_start_date: Instant
  cutoff_end_date: Instant
  late_start_date: Instant | null
  late_end_date: Instant | null
  payment_date: CalendarDate | null
  send_check_date: CalendarDate | null
}

const dayMs = 86_400_000

/** How many days lie between two days; negative where the second comes first. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/**
 * The days of a city moved so that it begins on `start_date`. A rate's last minute keeps its clock time in the city's zone,
 * also across a change of clocks; `time_zone` may be another than the one it was in. OFF-003.
 */
export function shiftDays(
  days: CityDays,
  start_date: CalendarDate,
  settings: Pick<ProductSettings, 'rate_grace_hours'>,
  time_zone: string = days.time_zone,
): CityDays {
  const shift = daysBetween(days.start_date, start_date)
  const day = <Day extends CalendarDate | null>(date: Day) => (date === null ? date : addDays(date, shift)) as Day
  const deadline = <Moment extends Instant | null>(storedDate: Moment) => {
    if (storedDate === null) return storedDate
    const local = localTimeIn(days.time_zone, lastMinuteOf(storedDate, settings))
    // The first ten characters are the day.
    const [date, time] = [local.slice(0, 10) as CalendarDate, local.slice(10)]
    return dateOfLastMinute(instantAt(time_zone, `${addDays(date, shift)}${time}`), settings) as Moment
  }
  return {
    time_zone,
    start_date,
    end_date: day(days.end_date),
    cutoff_start_date: deadline(days.cutoff_start_date),
    cutoff_end_date: deadline(days.cutoff_end_date),
    late_start_date: deadline(days.late_start_date),
    late_end_date: deadline(days.late_end_date),
    payment_date: day(days.payment_date),
    send_check_date: day(days.send_check_date),
  }
}
