import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, centsField, idInPath, instantField, listOf } from '../fields.ts'
import { registrationChange } from './changes.ts'
import { keptPlaces, lookFields } from '../tours/tour-dates.ts'

const tally = z.object({ done: z.int(), total: z.int() })

const nominationCount = z.object({ added: z.int(), total: z.int() })

export const readEventArea = endpoint({
  summary: 'Read the event area of a registration: money, deadline and news',
  method: 'GET',
  path: '/v1/dance360/registrations/{id}/event-area',
  auth: 'user',
  params: z.object({ id: idInPath }),
  reply: z.object({
    total: centsField,
    promo: centsField,
    credit: centsField,
    paid: centsField,
    /** Below zero: paid too much. */
    balance: centsField,
    /** As it was told at completion, and how today stands to it. */
    due_date: calendarDateField,
    due_state: z.enum(['overdue', 'today', 'soon', 'later']),
    status: z.enum(['deposit', 'pending_check', 'paid']),
    /** Money, waivers or music are missing. */
    pending: z.boolean(),
    /** Newest first. */
    payments: listOf(
      z.object({
        id: z.int(),
        amount: centsField,
        origin: z.enum(['CHECK', 'OFFICE', 'ONLINE']),
        method: z.string(),
        timestamp: instantField,
        check_number: z.string().nullable(),
        last_four: z.string().nullable(),
      }),
    ),
    /** Nominations made, and the number possible; null where the event has no awards. */
    nominations: z
      .object({ soty: nominationCount, studio_awards: nominationCount, specialty: nominationCount })
      .nullable(),
    news: listOf(z.object({ id: z.int(), date: calendarDateField, text: z.string() })),
    /** The office has added the city's media pass, which `/v1/reports/media-pass` serves. */
    has_media_pass_file: z.boolean(),
    /** Changes by the office that the owner has not put away, the newest first. */
    unseen_changes: listOf(registrationChange),
  }),
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const listOwnRegistrations = endpoint({
  summary: 'List the account’s registrations with their open steps',
  method: 'GET',
  path: '/v1/mybtf/own-registrations',
  auth: 'user',
  reply: z.object({
    now: instantField,
    registrations: listOf(
      z.object({
        id: z.int(),
        tour_date_id: z.int(),
        event: z.object({ id: z.int(), name: z.string(), subdomain: z.string(), ...lookFields }),
        city: z.string(),
        start_date: calendarDateField,
        end_date: calendarDateField,
        time_zone: z.string(),
        completed: z.boolean(),
        confirmed: z.boolean(),
        left_off: z.string().nullable(),
        left_off_details: z.object({ total_steps: z.int(), step_name: z.string(), current_step: z.int() }).nullable(),
        past: z.boolean(),
        /** An unfinished registration that can still be finished. */
        open: z.boolean(),
        has_competition: z.boolean(),
        people: z.int(),
        routines: z.int(),
        balance: centsField,
        due_date: calendarDateField,
        /** The last minute of the rate that holds now; null: no other follows. */
        rate_ends: instantField.nullable(),
        /** Places from the waiting list that are kept, until when, and whether the owner has accepted them. */
        kept_places: keptPlaces.nullable(),
        waivers: tally,
        music: tally,
        updated: instantField,
      }),
    ),
  }),
  example: () => ({}),
})

export const eventAreaEndpoints = { readEventArea, listOwnRegistrations }
