import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idInPath, listOf } from '../fields.ts'

const namedOption = z.object({ id: z.int(), name: z.string() })

const lists = {
  states: listOf(namedOption.extend({ country_id: z.int(), abbreviation: z.string() })),
  countries: listOf(namedOption.extend({ abbreviation: z.string() })),
  genders: listOf(namedOption),
  person_types: listOf(namedOption.extend({ grouping: z.enum(['user', 'studio', 'other']) })),
  payment_methods: listOf(namedOption.extend({ online: z.boolean(), office: z.boolean(), enabled: z.boolean() })),
  competition_awards: listOf(namedOption.extend({ minimum_score: z.int() })),
  age_divisions: listOf(
    z.object({ level_id: z.int(), name: z.string(), minimum_age: z.int(), is_showcase: z.boolean() }),
  ),
  routine_categories: listOf(
    z.object({
      category_id: z.int(),
      name: z.string(),
      abbreviation: z.string(),
      min_dancers: z.int(),
      is_solo: z.boolean(),
      /** Null where no event is named, or the event does not offer it. */
      fee_per_dancer: centsField.nullable(),
    }),
  ),
  performance_divisions: listOf(namedOption.extend({ level: z.int(), is_ballet: z.boolean() })),
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
      /** By rate and way of taking part; empty where no event is named, or the event does not offer it. */
      prices: listOf(
        z.object({
          tier: z.enum(['discount', 'full', 'late']),
          kind: z.enum(['full', 'one_day', 'virtual']),
          price: centsField,
        }),
      ),
    }),
  ),
  vip_types: listOf(
    namedOption.extend({ code: z.string(), amount: centsField, active: z.boolean(), add_winner: z.boolean() }),
  ),
  jacket_sizes: listOf(
    namedOption.extend({ chest: z.string(), length: z.string(), top_chest: z.string(), top_length: z.string() }),
  ),
  nominations: listOf(
    namedOption.extend({
      step: z.enum(['soty', 'studio-awards', 'specialty']),
      nomination_types: listOf(
        namedOption.extend({
          age_divisions: listOf(z.int()),
          categories: listOf(z.int()),
          asks_for: z.enum(['choreographer', 'costume designer']).nullable(),
          half: z.enum(['teen_senior', 'mini_junior']).nullable(),
        }),
      ),
    }),
  ),
}

export const staticLists = z.object(lists)

const scope = z.object({ event_id: idInPath.optional(), season_id: idInPath.optional() })
const name = `(?:${Object.keys(lists).join('|')})`

export const readStaticData = endpoint({
  summary: 'The lists every form chooses from; prices and fees are those of the named event and season',
  catalogue: 'C039',
  method: 'GET',
  path: '/v1/mybtf/static-data-v2',
  auth: 'public',
  query: scope,
  reply: staticLists,
  example: ({ event_id, season_id }) => ({ query: { event_id, season_id } }),
})

export const readSomeStaticData = endpoint({
  summary: 'Some of those lists, by name',
  catalogue: 'C040',
  method: 'GET',
  path: '/v1/mybtf/static-data-dynamic',
  auth: 'public',
  query: scope.extend({
    tables: z
      .string()
      .max(400)
      .regex(new RegExp(`^${name}(?:,${name})*$`)),
  }),
  reply: staticLists.partial(),
  example: () => ({ query: { tables: 'states,countries,person_types' } }),
})
