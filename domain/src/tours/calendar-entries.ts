import type { CalendarDate } from '../kernel/calendar.ts'
import { minutesAfter, type Instant } from '../kernel/instant.ts'
import { deadlineDay, deadlineText } from '../kernel/moment-text.ts'
import { rateFlips } from './rate-tier.ts'
import type { ProductSettings } from './settings/registry.ts'
import type { TourDate } from './city.ts'
import { venueText } from './picker.ts'

export type CalendarEntry = {
  /** The same for the same thing for ever, so that a calendar replaces what it has. */
  key: 'event' | 'early_rate' | 'regular_rate' | 'payment'
  title: string
  /** The first and the last whole day, where the city is. */
  first: CalendarDate
  last: CalendarDate
  place: string
  text: string
  canceled: boolean
}

type Dates = Pick<
  TourDate,
  | 'event'
  | 'event_city'
  | 'time_zone'
  | 'start_date'
  | 'end_date'
  | 'cutoff_end_date'
  | 'late_start_date'
  | 'late_end_date'
  | 'payment_date'
  | 'canceled'
  | 'postponed'
  | 'virtual_only'
  | 'venue'
>

/** The calendar entries of a city: its days, and the last day of each of its deadlines. TOUR-001, A16. */
export function calendarEntries(
  tour_date: Dates,
  settings: Pick<ProductSettings, 'rate_grace_hours'>,
): CalendarEntry[] {
  const { event, event_city, time_zone, start_date, end_date, venue, payment_date } = tour_date
  const city = [event_city.name, event_city.state].filter(Boolean).join(', ')
  const whole = { place: '', text: '', canceled: tour_date.canceled || tour_date.postponed }
  const day = (key: CalendarEntry['key'], title: string, date: CalendarDate, text: string): CalendarEntry => ({
    ...whole,
    key,
    title: `${title}: ${event.name} ${city}`,
    first: date,
    last: date,
    text,
  })
  const lastMinute = (key: CalendarEntry['key'], name: string, flip: Instant): CalendarEntry => {
    const moment = minutesAfter(flip, -1)
    return day(
      key,
      `${name} ends`,
      deadlineDay(moment, time_zone),
      `${name} through ${deadlineText(moment, time_zone)}.`,
    )
  }
  const { full, late } = rateFlips(tour_date, settings)
  const house = tour_date.virtual_only || !venue ? venueText(tour_date) : `${venue.name}, ${venue.address}`
  const change = tour_date.canceled ? 'Canceled' : tour_date.postponed ? 'Postponed' : ''
  return [
    {
      ...whole,
      key: 'event',
      title: [change, `${event.name} ${city}`].filter(Boolean).join(': '),
      first: start_date,
      last: end_date,
      place: house.replace(/, $/, ''),
    },
    ...(event.settings.hide_early_rate_deadline ? [] : [lastMinute('early_rate', 'Early rate', full)]),
    ...(late ? [lastMinute('regular_rate', 'Regular rate', late)] : []),
    ...(payment_date ? [day('payment', 'Payment due', payment_date, 'Pay your registrations by this day.')] : []),
  ]
}
