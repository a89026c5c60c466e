import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, centsField, idField, idInPath, instantField, listOf, listUpTo } from '../fields.ts'

const params = z.object({ id: idInPath })
const year = z.int().min(2000).max(2100)

const seasonPlan = z.object({
  season: z.object({ start_year: year, end_year: year, age_year: year }),
  /** Whole weeks, so that weekdays stay: 52 weeks are 364 days. */
  shift_weeks: z.int().min(1).max(260),
  price_rule: z.object({
    kind: z.enum(['percent', 'amount']),
    /** Basis points or cents to add; negative lowers. */
    value: z.int().min(-1_000_000).max(1_000_000),
    /** Cents: to the nearest cent, dollar or five dollars. */
    round_to: z.union([z.literal(1), z.literal(100), z.literal(500)]),
  }),
  /** Whether venues and hotels are copied, without hotel rates. */
  with_venues: z.boolean(),
  /** Absent: every city that was not canceled and is not there yet. `start_date` null: by the shift. */
  cities: listUpTo(500, z.object({ tour_date_id: idField, start_date: calendarDateField.nullable() })).optional(),
})

const deadlines = z.object({ early_rate: instantField, regular_rate: instantField.nullable() })

const plannedCity = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  time_zone: z.string(),
  canceled: z.boolean(),
  /** The season has a city of this event and place already. */
  is_there: z.boolean(),
  is_copied: z.boolean(),
  old_start_date: calendarDateField,
  old_end_date: calendarDateField,
  /** The last minute of each rate. */
  old_deadlines: deadlines,
  start_date: calendarDateField,
  end_date: calendarDateField,
  deadlines,
  /** Why the days do not hold, as a sentence. */
  wrong: z.string().nullable(),
})

const plannedPrices = z.object({
  event_id: z.int(),
  event: z.string(),
  /** The event has prices of this season already; they stay. */
  stay: z.boolean(),
  rows: listOf(
    z.object({
      name: z.string(),
      kind: z.enum(['full', 'one_day', 'virtual', 'per_dancer']),
      tier: z.enum(['discount', 'full', 'late']).nullable(),
      old_price: centsField,
      price: centsField,
    }),
  ),
})

/** A fee among the settings of the season or of one city. */
const plannedFee = z.object({
  label: z.string(),
  set_for: z.string(),
  old_price: centsField,
  price: centsField,
})

const examplePlan = {
  season: { start_year: 2025, end_year: 2026, age_year: 2026 },
  shift_weeks: 52,
  price_rule: { kind: 'percent' as const, value: 400, round_to: 100 as const },
  with_venues: true,
}
const refusals = ['office.season_years', 'office.price_rule', 'office.season_copied']

export const previewSeasonCopy = endpoint({
  summary: 'Show which cities, days and prices a season made from another would have',
  method: 'POST',
  path: '/v1/office/seasons/{id}/copy-preview',
  auth: 'admin',
  params,
  body: seasonPlan,
  reply: z.object({ cities: listOf(plannedCity), prices: listOf(plannedPrices), fees: listOf(plannedFee) }),
  refusals,
  example: ({ season_id }) => ({ params: { id: season_id }, body: examplePlan }),
})

export const copySeason = endpoint({
  summary: 'Make a season from another: its cities as drafts, days moved, prices by a rule',
  method: 'POST',
  path: '/v1/office/seasons/{id}/copy',
  auth: 'admin',
  params,
  body: seasonPlan,
  reply: z.object({ id: z.int(), season_id: z.int(), cities: z.int() }),
  refusals: [...refusals, 'office.dates'],
  example: ({ season_id, free_tour_date_id }) => ({
    params: { id: season_id },
    body: { ...examplePlan, cities: [{ tour_date_id: free_tour_date_id, start_date: null }] },
  }),
})

export const listSeasonCopies = endpoint({
  summary: 'Seasons made from others that were not undone',
  method: 'GET',
  path: '/v1/office/season-copies',
  auth: 'office',
  reply: z.object({
    rows: listOf(
      z.object({
        id: z.int(),
        season_id: z.int(),
        from_season: z.string(),
        season: z.string(),
        created: instantField,
        cities: z.int(),
        published_cities: z.int(),
        /** Begun in its cities; with any, it cannot be undone. */
        registrations: z.int(),
      }),
    ),
  }),
  example: () => ({}),
})

export const undoSeasonCopy = endpoint({
  summary: 'Delete the cities and prices that a copied season brought, while no one has registered there',
  method: 'POST',
  path: '/v1/office/season-copies/{id}/undo',
  auth: 'admin',
  params,
  reply: z.object({ cities: z.int() }),
  refusals: ['office.undo_registered'],
  example: ({ unpublished }) => ({ params: { id: unpublished.season_copy_id } }),
})

export const officeSeasonCopyEndpoints = { previewSeasonCopy, copySeason, listSeasonCopies, undoSeasonCopy }
