import { dayIn, zonedFormats, type CalendarDate } from './calendar.ts'
import type { Instant } from './instant.ts'

/** The zone of what belongs to no city: where the company and its terms are at home. */
export const productTimeZone = 'America/Los_Angeles'

const formatIn = zonedFormats('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

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

// A calendar date has no time zone, so it is written in the one it is read in.
const longDayIn = zonedFormats('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/** 'November 8, 2024' */
export const longDayText = (date: CalendarDate): string => longDayIn('UTC').format(Date.parse(date))

/** The day of a moment where the event is, as M/D/YYYY. REV-022, REV-029. */
export const slashDateIn = (zone: string, moment: Instant): string => slashDate(dayIn(zone, moment))

const clockIn = zonedFormats('en-US', { hour: 'numeric', minute: '2-digit' })

/** '9:03 am' on the clocks of the zone. */
export const clockText = (moment: Instant, zone: string): string =>
  clockIn(zone).format(Date.parse(moment)).replace(' AM', ' am').replace(' PM', ' pm')

const weekdayIn = zonedFormats('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** 'Saturday, November 2' in the zone. */
export const weekdayText = (moment: Instant, zone: string): string => weekdayIn(zone).format(Date.parse(moment))
