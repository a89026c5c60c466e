import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { emailError } from '@callboard/domain/people/contact.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
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
} from './fields.ts'

const params = z.object({ id: idInPath })
const flag = z.boolean()
/** A moment the office sets: a day and a time in UTC. */
const momentField = z.iso.datetime() as unknown as z.ZodType<Instant, Instant>
/** Never below nothing. */
const priceField = centsField.refine((price) => price >= 0)

// Events

const eventFields = z.object({
  name: lineField(80).min(1),
  subdomain: z.string().regex(/^[a-z0-9-]{2,40}$/),
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  is_nationals: flag,
  is_intensive: flag,
  is_workshop_only: flag,
  is_combined_workshop: flag,
  is_radix: flag,
  is_kaos: flag,
  is_aftermath: flag,
  vip_name: lineField(60).min(1),
  vip_name_plural: lineField(60).min(1),
  vip_route: z.string().regex(/^[a-z0-9-]{2,40}$/),
  /** Basis points of the workshop fee that someone pays who attended before. */
  attended_multiplier: z.int().min(0).max(10_000),
  free_teacher_rule: z.enum(['tier_regional', 'tier_nationals', 'per_ten']),
  allows_routine_copy: flag,
  allows_check_for_all: flag,
  needs_no_prequalification: flag,
  support_email: emailField.min(3),
  hide_early_rate_deadline: flag,
  coming_soon: flag,
  surveys_on: flag,
  no_observers: flag,
  success_text: z.string().max(5_000).nullable(),
  mobile_registration: z.enum(['notice', 'full']),
})

const officeEvent = eventFields.extend({ id: z.int() })

export const listOfficeEvents = endpoint({
  summary: 'Every event with its flags',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/events',
  auth: 'office',
  reply: z.object({ rows: listOf(officeEvent) }),
  example: () => ({}),
})

export const createEvent = endpoint({
  summary: 'Begin a new event',
  catalogue: 'C099',
  method: 'POST',
  path: '/v1/office/events',
  auth: 'admin',
  body: eventFields.partial().required({ name: true, subdomain: true, support_email: true }),
  reply: officeEvent,
  example: () => ({ body: { name: 'Solstice', subdomain: 'solstice', support_email: 'hello@solstice.example' } }),
})

export const changeEvent = endpoint({
  summary: 'Change an event’s names, flags and rules',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/events/{id}',
  auth: 'admin',
  params,
  body: eventFields.partial(),
  reply: officeEvent,
  example: ({ event_id }) => ({ params: { id: event_id }, body: { support_email: 'ask@meridian.example' } }),
})

const priceRow = z.object({
  level_id: idField,
  tier: z.enum(['discount', 'full', 'late']),
  kind: z.enum(['full', 'one_day', 'virtual']),
  /** Null: the level is not offered this way. */
  price: priceField.nullable(),
})
const feeRow = z.object({ category_id: idField, fee_per_dancer: priceField.nullable() })
const ofSeason = z.object({ season_id: idInPath })
const prices = z.object({ levels: listOf(priceRow), categories: listOf(feeRow) })

export const readPrices = endpoint({
  summary: 'What levels and categories cost at an event in a season',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/events/{id}/prices',
  auth: 'office',
  params,
  query: ofSeason,
  reply: prices,
  example: ({ event_id, season_id }) => ({ params: { id: event_id }, query: { season_id } }),
})

export const changePrices = endpoint({
  summary: 'Change prices; completed registrations keep what they were promised',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/events/{id}/prices',
  auth: 'admin',
  params,
  body: z.object({
    season_id: idField,
    levels: listUpTo(500, priceRow).optional(),
    categories: listUpTo(60, feeRow).optional(),
  }),
  reply: prices,
  example: ({ event_id, season_id }) => ({
    params: { id: event_id },
    body: { season_id, categories: [{ category_id: 1, fee_per_dancer: 13_000 }] },
  }),
})

// Seasons

const seasonFields = z.object({
  start_year: z.int().min(2000).max(2100),
  end_year: z.int().min(2000).max(2100),
  age_year: z.int().min(2000).max(2100),
  current: flag,
  is_portal: flag,
  omit_jacket_name: flag,
})
const officeSeason = seasonFields.extend({ id: z.int() })

export const listOfficeSeasons = endpoint({
  summary: 'Every season',
  catalogue: 'C099',
  method: 'GET',
  path: '/v1/office/seasons',
  auth: 'office',
  reply: z.object({ rows: listOf(officeSeason) }),
  example: () => ({}),
})

export const createSeason = endpoint({
  summary: 'Begin a new season',
  catalogue: 'C099',
  method: 'POST',
  path: '/v1/office/seasons',
  auth: 'admin',
  body: seasonFields.partial().required({ start_year: true, end_year: true, age_year: true }),
  reply: officeSeason,
  example: () => ({ body: { start_year: 2031, end_year: 2032, age_year: 2032 } }),
})

export const changeSeason = endpoint({
  summary: 'Change a season; making one current ends the other',
  catalogue: 'C099',
  method: 'PUT',
  path: '/v1/office/seasons/{id}',
  auth: 'admin',
  params,
  body: seasonFields.partial(),
  reply: officeSeason,
  example: ({ season_id }) => ({ params: { id: season_id }, body: { is_portal: true } }),
})

// Tour dates

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

const placeFields = z.object({
  name: lineField(120).min(1),
  address: lineField(300),
  phone: lineField(40),
  website: lineField(300),
  room_rates: lineField(300).nullable(),
  reservations_link: lineField(300).nullable(),
})

/** A lab or a freestyle battle that dancers choose; no longer offered, who has it keeps it. */
const choiceFields = z.object({ kind: z.enum(['lab', 'freestyle_battle']), name: lineField(60).min(1), offered: flag })

const tourDateFields = z.object({
  event_id: idField,
  season_id: idField,
  city: z.object({ name: lineField(80).min(1), state: lineField(40) }),
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
  critiques: flag,
  results: flag,
  no_critiques: flag,
  no_competition: flag,
  coda: flag,
  one_solos: flag,
  solo_groups: countField.nullable(),
  independents_compete: flag,
  independent_max_routines: z.int().min(1).max(10_000).nullable(),
  split_teen_performance: flag,
  total_routine_limit: countField.nullable(),
  employee_email_allowed: flag,
  /** Who reads the mails to employees; none: the event's support address. */
  employee_emails: listUpTo(
    20,
    emailField.refine((address) => emailError(address, true) === null, 'Enter e-mail addresses.'),
  ),
  /** Addresses for which the city's closings do not hold. */
  exceptions: listUpTo(1_000, emailField),
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
    'Each needs a name of its own.',
  ),
})

const officeTourDate = tourDateFields.omit({ levels: true, categories: true, choices: true }).extend({
  id: z.int(),
  event: z.string(),
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
  summary: 'The cities of a season with what is registered in each',
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
  body: tourDateFields.partial().required({
    event_id: true,
    season_id: true,
    city: true,
    start_date: true,
    end_date: true,
    cutoff_start_date: true,
    cutoff_end_date: true,
  }),
  reply: officeTourDate,
  refusals: ['office.dates'],
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
  body: tourDateFields.omit({ event_id: true, season_id: true }).partial(),
  reply: officeTourDate,
  refusals: ['office.dates'],
  example: ({ free_tour_date_id }) => ({ params: { id: free_tour_date_id }, body: { has_soty: true } }),
})

// Lists that every city shares

const listTables = [
  'workshop_levels',
  'routine_categories',
  'age_divisions',
  'performance_divisions',
  'competition_awards',
  'jacket_sizes',
  'vip_types',
  'nominations',
  'nomination_types',
] as const

const rowId = idField
/** The rows of each list, as the office may write them. */
export const staticRows = {
  workshop_levels: z.object({
    id: rowId,
    id_v: lineField(10).min(1),
    level: lineField(60).min(1),
    plural_name: lineField(60).min(1),
    recommended_age: lineField(40),
    range: lineField(60),
    minimum_age: z.int().min(0).max(120),
    maximum_age: z.int().min(0).max(120).nullable(),
    kind: z.enum(['dancer', 'teacher', 'observer']),
    observer_days: z.union([z.literal(1), z.literal(2)]).nullable(),
    college_eligible: flag,
    position: z.int().min(0).max(1_000),
  }),
  routine_categories: z.object({
    category_id: rowId,
    name: lineField(60).min(1),
    abbreviation: lineField(10).min(1),
    min_dancers: z.int().min(1).max(1_000),
    is_solo: flag,
  }),
  age_divisions: z.object({
    level_id: rowId,
    name: lineField(60).min(1),
    minimum_age: z.int().min(0).max(120),
    is_showcase: flag,
  }),
  performance_divisions: z.object({ id: rowId, name: lineField(60).min(1), level: z.int().min(0), is_ballet: flag }),
  competition_awards: z.object({ id: rowId, name: lineField(60).min(1), minimum_score: z.int().min(0).max(10_000) }),
  jacket_sizes: z.object({
    id: rowId,
    name: lineField(60).min(1),
    /** What it measures in inches, as jacket and as top. */
    chest: lineField(20).default(''),
    length: lineField(20).default(''),
    top_chest: lineField(20).default(''),
    top_length: lineField(20).default(''),
  }),
  vip_types: z.object({
    id: rowId,
    code: z.string().regex(/^[A-Z0-9_]{2,40}$/),
    name: lineField(60).min(1),
    amount: centsField,
    active: flag,
    add_winner: flag,
  }),
  nominations: z.object({
    id: rowId,
    name: lineField(80).min(1),
    step: z.enum(['soty', 'studio-awards', 'specialty']),
  }),
  nomination_types: z.object({
    id: rowId,
    nomination_id: rowId,
    name: lineField(80).min(1),
    age_divisions: listUpTo(50, idField),
    categories: listUpTo(50, idField),
    asks_for: z.enum(['choreographer', 'costume designer']).nullable(),
    /** The column of the Studio of the Year's table it stands in. */
    half: z.enum(['teen_senior', 'mini_junior']).nullable().default(null),
  }),
} satisfies Record<(typeof listTables)[number], z.ZodType>

export type StaticTable = keyof typeof staticRows

const tableParams = z.object({ table: z.enum(listTables) })
const anyRows = listOf(z.record(z.string(), z.unknown()))

export const readStaticTable = endpoint({
  summary: 'One of the lists that every city shares',
  catalogue: 'C100',
  method: 'GET',
  path: '/v1/office/static/{table}',
  auth: 'office',
  params: tableParams,
  reply: z.object({ rows: anyRows }),
  example: () => ({ params: { table: 'workshop_levels' } }),
})

export const changeStaticTable = endpoint({
  summary: 'Change or add rows of a shared list; rows not sent stay',
  catalogue: 'C100',
  method: 'PUT',
  path: '/v1/office/static/{table}',
  auth: 'admin',
  params: tableParams,
  body: z.object({ rows: listUpTo(200, z.record(z.string(), z.unknown())) }),
  reply: z.object({ rows: anyRows }),
  example: () => ({ params: { table: 'jacket_sizes' }, body: { rows: [{ id: 90, name: 'Adult 3XL' }] } }),
})

export const officeTourEndpoints = {
  listOfficeEvents,
  createEvent,
  changeEvent,
  readPrices,
  changePrices,
  listOfficeSeasons,
  createSeason,
  changeSeason,
  listOfficeTourDates,
  readOfficeTourDate,
  createTourDate,
  changeTourDate,
  readStaticTable,
  changeStaticTable,
}
