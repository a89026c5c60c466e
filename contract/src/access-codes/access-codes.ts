import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, emailField, idField, idInPath, lineField, listOf, listUpTo, pageQuery } from '../fields.ts'

const city = z.object({
  event: z.string(),
  city: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
})

export const listAccessCodes = endpoint({
  summary: 'List the virtual attendees of a completed registration with their access codes',
  method: 'GET',
  path: '/v1/mybtf/registration/{id}/access-codes',
  auth: 'user',
  share: 'access-codes',
  params: z.object({ id: idInPath }),
  reply: city.extend({
    registration_id: z.int(),
    rows: listOf(
      z.object({
        attendee_id: z.int(),
        person_id: z.int(),
        fname: z.string(),
        lname: z.string(),
        workshop_level: z.string(),
        /** Null: the office has given none yet. */
        access_code: z.string().nullable(),
        /** Where it was mailed, or would be; null for others than the owner. */
        reminder_email: z.string().nullable(),
      }),
    ),
  }),
  refusals: ['registration.not_completed'],
  example: ({ confirmed }) => ({ params: { id: confirmed.id } }),
})

export const mailAccessCode = endpoint({
  summary: 'Mail someone their access code, and remember where it went',
  catalogue: 'C078',
  method: 'POST',
  path: '/v1/mybtf/access-codes/reminder',
  auth: 'user',
  body: z.object({
    /** Of the attendee. */
    id: idField,
    reminder_email: emailField,
  }),
  reply: z.object({ reminder_email: z.string() }),
  refusals: ['access_code.no_address', 'access_code.none'],
  example: ({ confirmed }) => ({
    body: { id: confirmed.attendee_id, reminder_email: 'sable@example.com' },
  }),
})

export const listCityAccessCodes = endpoint({
  summary: 'List the virtual attendees of a city with their access codes',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/access-codes',
  auth: 'office',
  params: z.object({ id: idInPath }),
  query: pageQuery.extend({
    sort: z.enum(['registrant', 'name', 'code']).default('registrant'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: city.extend({
    rows: listOf(
      z.object({
        attendee_id: z.int(),
        person_id: z.int(),
        registration_id: z.int(),
        registrant: z.string(),
        name: z.string(),
        workshop_level: z.string(),
        access_code: z.string().nullable(),
      }),
    ),
    /** Of the whole city: all, and those with a code. */
    total: z.int(),
    issued: z.int(),
    next: z.int().nullable(),
  }),
  example: ({ confirmed }) => ({ params: { id: confirmed.tour_date_id } }),
})

export const setCityAccessCodes = endpoint({
  summary: 'Give access codes to people of a city, or take them back; each is one person’s in the city',
  catalogue: 'C110',
  method: 'PUT',
  path: '/v1/office/tour-dates/{id}/access-codes',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: z.object({
    codes: listUpTo(1_000, z.object({ attendee_id: idField, access_code: lineField(60).nullable() })),
  }),
  reply: z.object({ changed: z.int() }),
  refusals: ['access_code.unfit', 'access_code.taken', 'access_code.not_virtual'],
  example: ({ confirmed }) => ({
    params: { id: confirmed.tour_date_id },
    body: { codes: [{ attendee_id: confirmed.attendee_id, access_code: 'K7PMQ-3XQDA' }] },
  }),
})

export const issueAccessCodes = endpoint({
  summary: 'Make an access code for everyone of a city who takes part virtually and has none',
  method: 'POST',
  path: '/v1/office/tour-dates/{id}/access-codes/issue',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({ issued: z.int() }),
  example: ({ confirmed }) => ({ params: { id: confirmed.tour_date_id } }),
})

export const accessCodeEndpoints = {
  listAccessCodes,
  mailAccessCode,
  listCityAccessCodes,
  setCityAccessCodes,
  issueAccessCodes,
}
