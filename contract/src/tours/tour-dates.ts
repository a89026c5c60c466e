import { settingDefinitions, type ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import type { City, Event, TourDate } from '@callboard/domain/tours/city.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, centsField, idInPath, instantField, listOf } from '../fields.ts'

const addOnName = z.enum([
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

export const tier = z.enum(['discount', 'full', 'late'])

/** How a brand's mark looks: its color, and the address of its logo where it has one. */
export const lookFields = { color: z.string(), logo: z.string().nullable() }

export const eventShape = z.object({
  id: z.int(),
  name: z.string(),
  subdomain: z.string(),
  is_nationals: z.boolean(),
  is_intensive: z.boolean(),
  is_workshop_only: z.boolean(),
  is_combined_workshop: z.boolean(),
  is_radix: z.boolean(),
  is_kaos: z.boolean(),
  is_aftermath: z.boolean(),
  vip_name: z.string(),
  vip_name_plural: z.string(),
  vip_route: z.string(),
  attended_multiplier: z.int(),
  free_teacher_rule: z.enum(['tier_regional', 'tier_nationals', 'per_ten']),
  allows_routine_copy: z.boolean(),
  allows_check_for_all: z.boolean(),
  needs_no_prequalification: z.boolean(),
  support_email: z.string(),
  settings: z.object({
    hide_early_rate_deadline: z.boolean(),
    coming_soon: z.boolean(),
    surveys_on: z.boolean(),
    no_observers: z.boolean(),
    success_text: z.string().nullable(),
    mobile_registration: z.enum(['notice', 'full']),
  }),
}) satisfies z.core.$ZodType<Event>

export const seasonShape = z.object({
  id: z.int(),
  start_year: z.int(),
  end_year: z.int(),
  age_year: z.int(),
  current: z.boolean(),
  is_portal: z.boolean(),
  omit_jacket_name: z.boolean(),
})

export const venueShape = z.object({ name: z.string(), address: z.string(), phone: z.string(), website: z.string() })
export const hotelShape = venueShape.extend({ room: z.object({ rates: z.string(), reservations_link: z.string() }) })

/** TOUR-025 to TOUR-028. The list of exceptions is not part of it: nobody but staff reads that. TOUR-029. */
export const tourDateShape = z.object({
  id: z.int(),
  event_id: z.int(),
  event: eventShape,
  event_city: z.object({ id: z.int(), name: z.string(), state: z.string() }),
  season_id: z.int(),
  season: seasonShape,
  time_zone: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
  cutoff_start_date: instantField,
  cutoff_end_date: instantField,
  late_start_date: instantField.nullable(),
  late_end_date: instantField.nullable(),
  payment_date: calendarDateField.nullable(),
  send_check_date: calendarDateField.nullable(),
  canceled: z.boolean(),
  postponed: z.boolean(),
  virtual_only: z.boolean(),
  has_soty: z.boolean(),
  disabled_best_dancers: z.boolean(),
  waiting_list: z.boolean(),
  nomination_types: listOf(z.int()),
  add_ons: listOf(addOnName),
  disabled_workshop_levels: listOf(z.object({ level_id: z.int(), status: z.enum(['sold_out', 'not_available']) })),
  entry_limit_rules: z.object({
    solo_groups: z.int().nullable(),
    one_solos: z.boolean(),
    independent: z.object({ max_routines: z.int().nullable() }).nullable(),
    split_teen_performance: z.boolean(),
  }),
  hotel: hotelShape.nullable(),
  venue: venueShape.nullable(),
  total_routine_limit: z.int().nullable(),
  settings: z.object({
    regenabled: z.boolean(),
    compenabled: z.boolean(),
    virtual: z.boolean(),
    no_virtual: z.boolean(),
    no_virtual_competition: z.boolean(),
    obsdisabled: z.boolean(),
    edit_routines: z.boolean(),
    edit_bd_photo: z.boolean(),
    edit_bd_jacket: z.boolean(),
    edit_bd_routine: z.boolean(),
    virtual_only_groups: z.boolean(),
    music_upload: z.boolean(),
  }),
  web: z.object({
    critiques: z.boolean(),
    results: z.boolean(),
    no_critiques: z.boolean(),
    no_competition: z.boolean(),
  }),
  mybtf: z.object({
    coda: z.boolean(),
    no_virtual: z.boolean(),
    edit_bd_photo: z.boolean(),
    edit_bd_jacket: z.boolean(),
    music_upload: z.boolean(),
  }),
}) satisfies z.core.$ZodType<TourDate>

const kinds = z.object({
  full: centsField.nullable(),
  one_day: centsField.nullable(),
  virtual: centsField.nullable(),
})

/** Of a level, by rate; null: not offered that way. */
export const levelPrices = z.object({ discount: kinds, full: kinds, late: kinds })

const settingShapes = { number: z.number(), boolean: z.boolean(), string: z.string() } as const

/** Every setting of the registry, as the registry types it. */
export const settingsShape = z.object(
  Object.fromEntries(
    Object.entries(settingDefinitions).map(([name, { value }]) => [
      name,
      // A setting's value is a number, a switch or a text; the registry has no other.
      settingShapes[typeof value as keyof typeof settingShapes],
    ]),
  ),
) as unknown as z.ZodType<ProductSettings, ProductSettings>

/** All that the rules of a registration read of its city. */
export const cityShape = z.object({
  tour_date: tourDateShape,
  workshop_levels: listOf(
    z.object({
      id: z.int(),
      id_v: z.string(),
      level: z.string(),
      plural_name: z.string(),
      recommended_age: z.string(),
      range: z.string(),
      minimum_age: z.int(),
      maximum_age: z.int().nullable(),
      kind: z.enum(['dancer', 'teacher', 'observer']),
      observer_days: z.union([z.literal(1), z.literal(2)]).nullable(),
      college_eligible: z.boolean(),
      status: z.enum(['open', 'sold_out', 'not_available']),
      prices: levelPrices,
    }),
  ),
  routine_categories: listOf(
    z.object({
      category_id: z.int(),
      name: z.string(),
      abbreviation: z.string(),
      min_dancers: z.int(),
      fee_per_dancer: centsField,
      is_solo: z.boolean(),
      enabled: z.boolean(),
      limit: z.int().nullable(),
    }),
  ),
  age_divisions: listOf(
    z.object({ level_id: z.int(), name: z.string(), minimum_age: z.int(), is_showcase: z.boolean() }),
  ),
  performance_divisions: listOf(
    z.object({ id: z.int(), name: z.string(), level: z.int(), is_ballet: z.boolean(), offered: z.boolean() }),
  ),
  intensives: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      price: centsField,
      group_price: centsField.nullable(),
      offered: z.boolean(),
    }),
  ),
  city_choices: listOf(
    z.object({ id: z.int(), kind: z.enum(['lab', 'freestyle_battle']), name: z.string(), offered: z.boolean() }),
  ),
  nominations: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      step: z.enum(['soty', 'studio-awards', 'specialty']),
      nomination_types: listOf(
        z.object({
          id: z.int(),
          name: z.string(),
          age_divisions: listOf(z.int()),
          categories: listOf(z.int()),
          asks_for: z.enum(['choreographer', 'costume designer']).nullable(),
          half: z.enum(['teen_senior', 'mini_junior']).nullable(),
        }),
      ),
    }),
  ),
  vip_types: listOf(
    z.object({
      id: z.int(),
      code: z.string(),
      name: z.string(),
      amount: centsField,
      active: z.boolean(),
      add_winner: z.boolean(),
    }),
  ),
  jacket_sizes: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      chest: z.string(),
      length: z.string(),
      top_chest: z.string(),
      top_length: z.string(),
    }),
  ),
  settings: settingsShape,
  places: z.record(z.string(), z.object({ places: z.int().nullable(), taken: z.int(), waiting: z.int() })),
}) satisfies z.core.$ZodType<City>

export const readEvent = endpoint({
  summary: 'A tour: its variant, its programs and what is switched on',
  catalogue: 'C021',
  method: 'GET',
  path: '/v1/mybtf/events/{event}',
  auth: 'public',
  params: z.object({ event: z.string().min(1).max(80) }),
  reply: eventShape.extend({ ...lookFields, current_season_id: z.int(), results_portal: z.boolean() }),
  example: ({ event_id }) => ({ params: { event: event_id } }),
})

const pickedDate = tourDateShape.extend({
  coming_soon: z.boolean(),
  /** The last minute of each rate that still comes to an end, and which rate holds now. */
  deadlines: z.object({
    early_rate: instantField,
    regular_rate: instantField.nullable(),
    rate: tier,
    rate_ends: instantField.nullable(),
  }),
  /** Only said to somebody signed in. */
  is_exempt: z.boolean().optional(),
})
export type PickedDate = z.output<typeof pickedDate>

export const listTours = endpoint({
  summary: 'The cities of a tour’s current season',
  catalogue: 'C022',
  method: 'GET',
  path: '/v1/mybtf/tours',
  auth: 'public',
  query: z.object({ event_id: idInPath, current_season_id: idInPath.optional() }),
  reply: listOf(pickedDate),
  example: ({ event_id, season_id }) => ({ query: { event_id, current_season_id: season_id } }),
})

export const listSeasonRegistrations = endpoint({
  summary: 'List the cities of a tour’s season in which the account has a registration',
  catalogue: 'C023',
  method: 'GET',
  path: '/v1/mybtf/user-event-season-registrations',
  auth: 'session',
  query: z.object({ mybtf_user_id: idInPath.optional(), event_id: idInPath, season_id: idInPath.optional() }),
  reply: listOf(
    z.object({
      id: z.int(),
      tour_date_id: z.int(),
      completed: z.boolean(),
      confirmed: z.boolean(),
      editing: z.boolean(),
      left_off: z.string().nullable(),
    }),
  ),
  example: ({ owner, event_id, season_id }) => ({ query: { mybtf_user_id: owner.user_id, event_id, season_id } }),
})

export const readCity = endpoint({
  summary: 'A city with its levels, prices, categories, limits and places',
  method: 'GET',
  path: '/v1/dance360/tour-dates/{id}/city',
  auth: 'session',
  params: z.object({ id: idInPath }),
  reply: cityShape,
  example: ({ free_tour_date_id }) => ({ params: { id: free_tour_date_id } }),
})

export const readCalendar = endpoint({
  summary: 'A city as a calendar file: its days, its venue and its deadlines, for anyone’s own calendar',
  method: 'GET',
  path: '/v1/mybtf/tours/{id}/calendar',
  auth: 'public',
  params: z.object({ id: idInPath }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ free_tour_date_id }) => ({ params: { id: free_tour_date_id } }),
})

const boardCity = z.object({
  id: z.int(),
  event_id: z.int(),
  city: z.string(),
  state: z.string(),
  time_zone: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
  venue: z.string().nullable(),
  virtual_only: z.boolean(),
  status: z.enum(['Coming Soon', 'Canceled/Postponed', 'Canceled', 'Postponed', 'Passed', 'Sold Out', 'Register']),
  rate: tier,
  rate_ends: instantField.nullable(),
})

export const readCallBoard = endpoint({
  summary: 'The season at a glance: every tour and its cities, with what is open now',
  method: 'GET',
  path: '/v1/mybtf/call-board',
  auth: 'public',
  reply: z.object({
    now: instantField,
    season: seasonShape.nullable(),
    events: listOf(eventShape.extend(lookFields)),
    cities: listOf(boardCity),
  }),
  example: () => ({}),
})

/** Places from the waiting list that are kept, until when, and whether the owner has accepted them. */
export const keptPlaces = z.object({ ends: instantField, is_accepted: z.boolean() })

export const listDue = endpoint({
  summary: 'List the account’s registrations of the season, most urgent first',
  method: 'GET',
  path: '/v1/mybtf/due',
  auth: 'session',
  reply: listOf(
    z.object({
      registration_id: z.int(),
      tour_date_id: z.int(),
      event: z.string(),
      ...lookFields,
      city: z.string(),
      state: z.string(),
      time_zone: z.string(),
      start_date: calendarDateField,
      end_date: calendarDateField,
      /** Finish what was begun; pay what is owed; or simply come. */
      next: z.enum(['finish', 'pay', 'come']),
      owed: centsField,
      /** When the rate of an unfinished registration goes up; null: it does not any more. */
      rate_ends: instantField.nullable(),
      pay_by: calendarDateField,
      /** That day has passed, and something is still owed. */
      overdue: z.boolean(),
      /** Places from the waiting list that are kept: an offer to answer, or accepted ones to complete. */
      kept_places: keptPlaces.nullable(),
    }),
  ),
  example: () => ({}),
})
