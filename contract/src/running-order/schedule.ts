import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idField, idInPath, instantField, listOf, tokenField } from '../fields.ts'
import { entryRequest, entryState, entryWish, orderCity } from './running-order.ts'

const scheduleEntry = z.object({
  id: z.int(),
  label: z.string(),
  name: z.string(),
  division: z.string(),
  category: z.string(),
  stage: z.int(),
  starts_at: instantField,
  state: entryState,
  /** By a link nobody, unless the office shows names of dancers. */
  dancers: listOf(z.string()),
})

const readPublicOrder = endpoint({
  summary: 'The published order of a city for anyone with the link, where the office made it public',
  method: 'GET',
  path: '/v1/running-order/public/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  reply: z.object({
    event: z.string(),
    city: z.string(),
    time_zone: z.string(),
    published_at: instantField,
    entries: listOf(scheduleEntry.omit({ id: true }).extend({ studio: z.string() })),
  }),
  // A whole hall reads through the venue's one address.
  limit: { hits: 3_000, minutes: 15 },
  example: ({ published_order }) => ({ params: { token: published_order.public_token } }),
})

const readSchedule = endpoint({
  summary: 'When the routines of a completed registration are on, in the published order',
  method: 'GET',
  path: '/v1/running-order',
  auth: 'user',
  share: 'schedule',
  query: z.object({ registration_id: idInPath }),
  reply: orderCity.extend({
    registration_id: z.int(),
    /** Null: not published yet, and nothing else is answered. */
    published_at: instantField.nullable(),
    /** Whether a shared link shows names of dancers, as the office decides. */
    shows_dancers: z.boolean(),
    entries: listOf(scheduleEntry),
    /** Entries of others: when and where only. */
    others: listOf(z.object({ stage: z.int(), starts_at: instantField })),
  }),
  refusals: ['registration.not_completed'],
  example: ({ published_order }) => ({ query: { registration_id: published_order.registration_id } }),
})

const scheduleRequests = z.object({
  registration_id: z.int(),
  /** Days that a request may name. */
  days: listOf(calendarDateField),
  routines: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      division: z.string(),
      category: z.string(),
      /** Whether its request may be made, changed or withdrawn: until it is in the published order. */
      open: z.boolean(),
      request: entryRequest.nullable(),
    }),
  ),
})
const requestBody = z.object({ registration_id: idField })

const readRequests = endpoint({
  summary: 'Requests of a studio for the routines of a completed registration, and whether they may still change',
  method: 'GET',
  path: '/v1/running-order/requests',
  auth: 'user',
  query: z.object({ registration_id: idInPath }),
  reply: scheduleRequests,
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ query: { registration_id: completed.id } }),
})

const saveRequest = endpoint({
  summary: 'Ask the office for a place of a routine in the running order, in words, by day and time, or both',
  method: 'PUT',
  path: '/v1/running-order/requests/{id}',
  auth: 'user',
  params: z.object({ id: idInPath }),
  body: requestBody.extend({ text: z.string().max(2_000), ...entryWish.shape }),
  reply: scheduleRequests,
  refusals: [
    'registration.not_completed',
    'request.empty',
    'request.too_long',
    'request.other_day',
    'request.no_time_left',
    'request.closed',
  ],
  example: ({ completed }) => ({
    params: { id: completed.routine_id },
    body: {
      ...{ registration_id: completed.id, text: 'Our bus arrives at ten.' },
      ...{ day: null, not_before: '10:00', not_after: null },
    },
  }),
})

const withdrawRequest = endpoint({
  summary: 'Withdraw the request for a routine',
  method: 'DELETE',
  path: '/v1/running-order/requests/{id}',
  auth: 'user',
  params: z.object({ id: idInPath }),
  query: z.object({ registration_id: idInPath }),
  reply: scheduleRequests,
  refusals: ['registration.not_completed', 'request.closed'],
  example: ({ completed }) => ({
    params: { id: completed.routine_id },
    query: { registration_id: completed.id },
  }),
})

const readScheduleFeed = endpoint({
  summary: 'The same as a calendar (iCalendar) for anyone with the link, without names of dancers',
  method: 'GET',
  path: '/v1/running-order/feeds/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  answers: 'file',
  reply: z.string(),
  limit: { hits: 600, minutes: 15 },
  example: ({ published_order }) => ({ params: { token: published_order.share_token } }),
})

export const scheduleEndpoints = {
  readSchedule,
  readRequests,
  saveRequest,
  withdrawRequest,
  readScheduleFeed,
  readPublicOrder,
}
