import { dayIn, type CalendarDate } from './calendar.ts'
import type { Instant } from './instant.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    // Building a format costs a hundred times what using it does.
    formats.set(zone, format)
  }
  return format
}

function partsIn(zone: string, moment: Instant) {
  const parts = formatIn(zone).formatToParts(Date.parse(moment))
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
}

/** A moment as dance people read it: 'Thu, Oct 3, 11:59 pm PDT'; with the year where it is not the one read in. */
export function momentText(moment: Instant, zone: string, read_in: number | 'any year' = 'any year'): string {
  const of = partsIn(zone, moment)
  const year = read_in === 'any year' || Number(of('year')) === read_in ? '' : ` ${of('year')},`
  const time = `${of('hour')}:${of('minute')} ${of('dayPeriod').toLowerCase()} ${of('timeZoneName')}`
  return `${of('weekday')}, ${of('month')} ${of('day')},${year} ${time}`
}

// Where the day of a deadline ends last among the tours' zones on the mainland: 7 hours after midnight UTC it is midnight there. A16.
const pacific = 'America/Los_Angeles'
const morning = 6

/**
 * The zone in which a deadline's last minute falls on the day that people think of: the city's own, unless that minute
 * comes after midnight there. '1:59 am on Friday' is read as the end of Friday, and then it is a day too late. A16.
 */
function zoneOfDeadline(last_minute: Instant, zone: string): string {
  const of = partsIn(zone, last_minute)
  const isSmallHours = of('dayPeriod') === 'AM' && Number(of('hour')) % 12 < morning
  return isSmallHours ? pacific : zone
}

/** The last minute that still counts, as it is shown everywhere: 'Thu, Jan 16, 10:59 pm PST'. A16. */
export const deadlineText = (last_minute: Instant, zone: string, read_in?: number | 'any year'): string =>
  momentText(last_minute, zoneOfDeadline(last_minute, zone), read_in)

/** The day that text names. */
export const deadlineDay = (last_minute: Instant, zone: string): CalendarDate =>
  dayIn(zoneOfDeadline(last_minute, zone), last_minute)
