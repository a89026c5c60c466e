import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  centsField,
  countField,
  emailField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listUpTo,
  requiredLine,
  baseField,
} from '../fields.ts'

const params = z.object({ id: idInPath })
const flag = z.boolean()
/** A moment the office sets: a day and a time in UTC. */
const momentField = z.iso.datetime() as unknown as z.ZodType<Instant, Instant>

/** One line of a list of email addresses; the message names the line. */
const addressField = emailField.refine((address) => emailError(address, true) === null, {
  error: ({ input }) => `${String(input)} is not an email address.`,
})

const addOn = z.enum([
  'vip_experience',
  'photoshoot',
  'awe_experience',
  'media_pass',
  'comp_room',
  'beat_street',
  'kdoty',
  'freestyle_battle',
  'lab',
])

export const placeFields = z.object({
  name: requiredLine(120),
  address: lineField(300),
  phone: lineField(40),
  website: lineField(300),
  room_rates: lineField(300).nullable(),
  reservations_link: lineField(300).nullable(),
})

/** A lab or a freestyle battle that dancers choose; no longer offered, who has it keeps it. */
const choiceFields = z.object({ kind: z.enum(['lab', 'freestyle_battle']), name: requiredLine(60), offered: flag })

/** A track of an intensive with its price; no longer offered, a person who chose it keeps it. VAR-009, OFF-047. */
const intensiveFields = z.object({
  name: requiredLine(60),
  price: centsField,
  /** For groups; null: groups pay the price too. */
  group_price: centsField.nullable(),
  offered: flag,
})

const tourDateFields = z.object({
  event_id: idField,
  season_id: idField,
  city: z.object({ name: requiredLine(80), state: lineField(40) }),
  time_zone: lineField(60),
  start_date: calendarDateField,
  end_date: calendarDateField,
  cutoff_start_date: momentField,
  cutoff_end_date: momentField,
  late_start_date: momentField.nullable(),
  late_end_date: momentField.nullable(),
  payment_date: calendarDateField.nullable(),
  send_check_date: calendarDateField.nullable(),
  venue: placeFields.nullable(),
  hotel: placeFields.nullable(),
  canceled: flag,
  postponed: flag,
  coming_soon: flag,
  virtual_only: flag,
  has_soty: flag,
  disabled_best_dancers: flag,
  waiting_list: flag,
  nomination_types: listUpTo(200, idField),
  add_ons: listUpTo(20, addOn),
  regenabled: flag,
  compenabled: flag,
  allows_virtual: flag,
  no_virtual: flag,
  no_virtual_competition: flag,
  obsdisabled: flag,
  edit_routines: flag,
  edit_bd_photo: flag,
  edit_bd_jacket: flag,
  edit_bd_routine: flag,
  virtual_only_groups: flag,
  music_upload: flag,
  no_critiques: flag,
  no_competition: flag,
  one_solos: flag,
  solo_groups: countField.nullable(),
  independents_compete: flag,
  independent_max_routines: z.int().min(1).max(10_000).nullable(),
  split_teen_performance: flag,
  total_routine_limit: countField.nullable(),
  employee_email_allowed: flag,
  /** Recipients of the mails to employees; empty: the event's support address. */
  employee_emails: listUpTo(20, addressField),
  /** Addresses for which the city's closings do not hold. */
  exceptions: listUpTo(1_000, addressField),
  levels: listUpTo(
    100,
    z.object({
      level_id: idField,
      status: z.enum(['open', 'sold_out', 'not_available']),
      max_people: countField.nullable(),
    }),
  ),
  categories: listUpTo(100, z.object({ category_id: idField, enabled: flag, max_routines: countField.nullable() })),
  /** Without an id: a new one. Those not sent stay. */
  choices: listUpTo(100, choiceFields.extend({ id: idField.nullable() })).refine(
    (choices) => new Set(choices.map(({ kind, name }) => `${kind} ${name.toLowerCase()}`)).size === choices.length,
    'Each needs a different name.',
  ),
  /** Without an id: a new one. Those not sent stay. */
  intensives: listUpTo(100, intensiveFields.extend({ id: idField.nullable() })),
})

export const officeTourDate = tourDateFields
  .omit({ levels: true, categories: true, choices: true, intensives: true })
  .extend({
    id: z.int(),
    event: z.string(),
    /** Written by the release of results alone. */
    coda: flag,
    results: flag,
    critiques: flag,
    data: flag,
    /** False: a draft that only the office sees. */
    published: flag,
    /** Of a draft: what must be set before it can be published, each a sentence. */
    missing: listOf(z.string()),
    /** Its attendees choose among the intensives. */
    is_intensive: flag,
    levels: listOf(
      z.object({
        level_id: z.int(),
        level: z.string(),
        status: z.enum(['open', 'sold_out', 'not_available']),
        max_people: z.int().nullable(),
        taken: z.int(),
      }),
    ),
    categories: listOf(
      z.object({
        category_id: z.int(),
        name: z.string(),
        enabled: flag,
        max_routines: z.int().nullable(),
        taken: z.int(),
      }),
    ),
    choices: listOf(choiceFields.extend({ id: z.int(), name: z.string(), taken: z.int() })),
    intensives: listOf(
      intensiveFields.extend({
        id: z.int(),
        name: z.string(),
        /** Attendees of completed registrations who chose it. */
        taken: z.int(),
      }),
    ),
    taken: z.object({ routines: z.int(), small_solos: z.int() }),
    cutoff_start_date: instantField,
    cutoff_end_date: instantField,
    late_start_date: instantField.nullable(),
    late_end_date: instantField.nullable(),
  })

const tourDateLine = z.object({
  id: z.int(),
  event_id: z.int(),
  event: z.string(),
  season_id: z.int(),
  published: flag,
  city: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
  canceled: flag,
  postponed: flag,
  coming_soon: flag,
  regenabled: flag,
  /** Its last day has begun: visitors read Passed. */
  passed: z.boolean(),
  total_routine_limit: z.int().nullable(),
  registrations: z.int(),
  dancers: z.int(),
  routines: z.int(),
  total: centsField,
  paid: centsField,
})

export const listOfficeTourDates = endpoint({
  summary: 'List the cities of a season with their registration counts',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/tour-dates',
  auth: 'office',
  query: z.object({ season_id: idInPath.optional(), event_id: idInPath.optional() }),
  reply: z.object({ rows: listOf(tourDateLine) }),
  example: ({ season_id }) => ({ query: { season_id } }),
})

export const readOfficeTourDate = endpoint({
  summary: 'A city with everything the office sets on it',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}',
  auth: 'office',
  params,
  reply: officeTourDate,
  example: ({ draft }) => ({ params: { id: draft.tour_date_id } }),
})

export const createTourDate = endpoint({
  summary: 'Open a new city',
  catalogue: 'C099',
  method: 'POST',
  path: '/v1/office/tour-dates',
  auth: 'admin',
  /** `published` absent: everybody sees it at once. */
  body: tourDateFields.extend({ published: flag }).partial().required({
    event_id: true,
    season_id: true,
    city: true,
    start_date: true,
    end_date: true,
    cutoff_start_date: true,
    cutoff_end_date: true,
  }),
  reply: officeTourDate,
  refusals: ['office.dates', 'office.venue_link', 'office.intensive_name', 'office.intensive_price'],
  example: ({ event_id, season_id }) => ({
    body: {
      event_id,
      season_id,
      city: { name: 'Larkspur', state: 'CA' },
      start_date: '2025-05-02',
      end_date: '2025-05-04',
      cutoff_start_date: '2024-08-01T00:00:00Z',
      cutoff_end_date: '2025-04-01T00:00:00Z',
    },
  }),
})

export const changeTourDate = endpoint({
  summary: 'Change a city: days, flags, limits, exceptions, levels and categories',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/tour-dates/{id}',
  auth: 'admin',
  params,
  body: tourDateFields.omit({ event_id: true, season_id: true }).partial().extend({ base: baseField }),
  reply: officeTourDate,
  refusals: ['office.dates', 'office.venue_link', 'office.intensive_name', 'office.intensive_price', 'edit_conflict'],
  example: ({ free_tour_date_id }) => ({ params: { id: free_tour_date_id }, body: { has_soty: true } }),
})

export const officeTourDateEndpoints = {
  listOfficeTourDates,
  readOfficeTourDate,
  createTourDate,
  changeTourDate,
}
