import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idField, idInPath, lineField, requiredLine } from '../fields.ts'
import { eventFields, officeEvent } from './office-events.ts'
import { officeTourDate } from './office-tour-dates.ts'

const params = z.object({ id: idInPath })

export const copyTourDate = endpoint({
  summary: 'Make a draft of a city from another: everything set up there, its days moved to begin on another day',
  method: 'POST',
  path: '/v1/office/tour-dates/{id}/copy',
  auth: 'admin',
  params,
  body: z.object({
    start_date: calendarDateField,
    /** Absent: as the other city. */
    event_id: idField.optional(),
    season_id: idField.optional(),
    city: z.object({ name: requiredLine(80), state: lineField(40) }).optional(),
    /** Absent: the zone of the new city's state, else the other city's. Deadlines keep their clock times. */
    time_zone: lineField(60).optional(),
    /** Whether venue and hotel are copied, without the hotel's rates. */
    with_venue: z.boolean(),
  }),
  reply: officeTourDate,
  refusals: ['office.dates'],
  example: ({ free_tour_date_id }) => ({
    params: { id: free_tour_date_id },
    body: { start_date: '2025-11-21', with_venue: false },
  }),
})

export const publishTourDate = endpoint({
  summary: 'Show a draft of a city to everyone',
  method: 'POST',
  path: '/v1/office/tour-dates/{id}/publish',
  auth: 'admin',
  params,
  reply: officeTourDate,
  refusals: ['office.not_ready'],
  example: ({ unpublished }) => ({ params: { id: unpublished.tour_date_id } }),
})

export const unpublishTourDate = endpoint({
  summary: 'Make a city a draft again, while no one has begun a registration there',
  method: 'POST',
  path: '/v1/office/tour-dates/{id}/unpublish',
  auth: 'admin',
  params,
  reply: officeTourDate,
  refusals: ['office.unpublish_registered'],
  example: ({ unpublished }) => ({ params: { id: unpublished.tour_date_id } }),
})

export const copyEvent = endpoint({
  summary: 'Make a draft of an event from another: flags, rules, settings and prices, without cities',
  method: 'POST',
  path: '/v1/office/events/{id}/copy',
  auth: 'admin',
  params,
  body: eventFields.pick({ name: true, subdomain: true, support_email: true }),
  reply: officeEvent,
  example: ({ event_id }) => ({
    params: { id: event_id },
    body: { name: 'Equinox', subdomain: 'equinox', support_email: 'hello@equinox.example' },
  }),
})

export const publishEvent = endpoint({
  summary: 'Show a draft of an event to everyone; its cities stay drafts until each is published',
  method: 'POST',
  path: '/v1/office/events/{id}/publish',
  auth: 'admin',
  params,
  reply: officeEvent,
  example: ({ unpublished }) => ({ params: { id: unpublished.event_id } }),
})

export const unpublishEvent = endpoint({
  summary: 'Make an event a draft again with all its cities, while no one has begun a registration in any',
  method: 'POST',
  path: '/v1/office/events/{id}/unpublish',
  auth: 'admin',
  params,
  reply: officeEvent,
  refusals: ['office.unpublish_registered'],
  example: ({ unpublished }) => ({ params: { id: unpublished.event_id } }),
})

export const officeDraftEndpoints = {
  copyTourDate,
  publishTourDate,
  unpublishTourDate,
  copyEvent,
  publishEvent,
  unpublishEvent,
}
