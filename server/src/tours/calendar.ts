import { readCalendar } from '@callboard/contract/tours/tour-dates.ts'
import { addDays, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { calendarEntries, type CalendarEntry } from '@callboard/domain/tours/calendar-entries.ts'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { orNotFound } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { loadSettings } from '../platform/settings-queries.ts'
import { findTourDate } from './queries.ts'

export function calendarRoutes(app: App) {
  serve(app, readCalendar, async (tx, { params, now, reply }) => {
    const tour_date = orNotFound(await findTourDate(tx, params.id))
    const { id, event_id, season_id, event, event_city } = tour_date
    const settings = await loadSettings(tx, { tour_date_id: id, event_id, season_id })
    const name = `${event.subdomain}-${event_city.name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    void reply.type('text/calendar; charset=utf-8').header('content-disposition', `attachment; filename="${name}.ics"`)
    const url = `${app.origin}/register?event=${encodeURIComponent(event.subdomain)}`
    return calendarText(calendarEntries(tour_date, settings), { tour_date_id: id, url, host: hostOf(app.origin), now })
  })
}

const hostOf = (origin: string) => new URL(origin).hostname

type CalendarFacts = { tour_date_id: number; url: string; host: string; now: Instant }

// Whole days are dates without a zone; the library writes them as the day they are in UTC.
const midnight = (day: CalendarDate) => new Date(`${day}T00:00:00Z`)

function calendarText(entries: readonly CalendarEntry[], { tour_date_id, url, host, now }: CalendarFacts): string {
  const calendar = ical({
    prodId: { company: 'Callboard', product: 'Callboard', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    name: entries[0]?.title ?? 'Callboard',
  })
  for (const { key, title, first, last, place, text, canceled } of entries) {
    calendar.createEvent({
      id: `tour-date-${tour_date_id}-${key}@${host}`,
      summary: title,
      start: midnight(first),
      // The day after the last one, as calendars count.
      end: midnight(addDays(last, 1)),
      allDay: true,
      stamp: new Date(now),
      url,
      transparency: key === 'event' ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      status: canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(place && { location: place }),
      ...(text && { description: text }),
    })
  }
  return calendar.toString()
}
