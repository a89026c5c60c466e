import { dayIn, type CalendarDate } from './calendar.ts'
import type { Instant } from './instant.ts'

/** A day as reviews and confirmations write it: M/D/YYYY. REV-022. */
export function slashDate(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(month)}/${Number(day)}/${year}`
}

/** The day of a moment where the event is, as M/D/YYYY. REV-022, REV-029. */
export const slashDateIn = (zone: string, moment: Instant): string => slashDate(dayIn(zone, moment))
