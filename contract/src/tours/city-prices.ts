import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, centsField, idInPath, instantField, listOf } from '../fields.ts'
import { levelPrices, tier } from './tour-dates.ts'

/** Only what is published: no limits, places or settings of the city. */
export const readCityPrices = endpoint({
  summary: 'List the public prices of a city: each level and category at every rate',
  method: 'GET',
  path: '/v1/mybtf/tours/{id}/prices',
  auth: 'public',
  params: z.object({ id: idInPath }),
  reply: z.object({
    tour_date_id: z.int(),
    event: z.string(),
    subdomain: z.string(),
    city: z.string(),
    state: z.string(),
    time_zone: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    rate: tier,
    rate_ends: instantField.nullable(),
    /** Independents can compete here. COMP-004. */
    independents: z.boolean(),
    levels: listOf(
      z.object({
        id: z.int(),
        name: z.string(),
        ages: z.string(),
        prices: levelPrices,
      }),
    ),
    /** Offered by an intensive in place of levels; `group_price` holds from `group_size` attendees on. ATT-073. */
    intensives: listOf(
      z.object({ id: z.int(), name: z.string(), price: centsField, group_price: centsField.nullable() }),
    ),
    group_size: z.int(),
    categories: listOf(z.object({ id: z.int(), name: z.string(), fee_per_dancer: centsField })),
  }),
  example: ({ free_tour_date_id }) => ({ params: { id: free_tour_date_id } }),
})
