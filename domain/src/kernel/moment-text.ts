import { dayIn, type CalendarDate } from './calendar.ts'
import type { Instant } from './instant.ts'

/** The zone of what belongs to no city: where the company and its terms are at home. */
export const productTimeZone = 'America/Los_Angeles'

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

/** The last minute that still counts, as it is shown everywhere: in the city's zone, 'Fri, Oct 4, 2:59 am EDT'. A16, A90. */
export const deadlineText = (last_minute: Instant, zone: string, read_in?: number | 'any year'): string =>
  momentText(last_minute, zone, read_in)

/** The day that text names. */
export const deadlineDay = (last_minute: Instant, zone: string): CalendarDate => dayIn(zone, last_minute)

/** A day as reviews and confirmations write it: M/D/YYYY. REV-022. */
export function slashDate(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(month)}/${Number(day)}/${year}`
}

/** The day of a moment where the event is, as M/D/YYYY. REV-022, REV-029. */
export const slashDateIn = (zone: string, moment: Instant): string => slashDate(dayIn(zone, moment))
