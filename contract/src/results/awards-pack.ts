import { droppings } from '@callboard/domain/judging/panel.ts'
import { awardKinds } from '@callboard/domain/results/award.ts'
import { scopeFields } from '@callboard/domain/results/placement.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, instantField, listOf } from '../fields.ts'
import { placesShape, tieBreakField } from './awards.ts'

const namedRow = z.object({ id: z.int(), name: z.string() })
const points = z.int().nullable()

const sheet = z.object({
  seat_id: z.int(),
  position: z.int(),
  revision: z.int(),
  points,
  criteria: z.record(z.string(), z.int()).exactOptional(),
  contested: z.boolean(),
  shadow: z.boolean(),
  substitute: z.boolean(),
})

const judgedEntry = z.object({
  id: z.int(),
  registration_id: z.int(),
  studio_id: z.int().nullable(),
  entry_number: z.int(),
  suffix: z.string(),
  panel_id: z.int(),
  state: z.enum(['danced', 'canceled', 'scratched', 'pending']),
  adjudicated_only: z.boolean(),
  age_division_id: z.int(),
  is_showcase: z.boolean(),
  splits_by_performance: z.literal(true).exactOptional(),
  category_id: z.int(),
  performance_division_id: z.int(),
  dancer_ids: listOf(z.int()),
  sheets: listOf(sheet),
  recused_seats: listOf(z.int()),
  deductions: listOf(z.int()),
})

const panel = z.object({ id: z.int(), counted: z.int(), dropping: z.enum(droppings) })

const scope = z.object({
  group_by: listOf(z.enum(scopeFields)),
  age_divisions: listOf(z.int()).exactOptional(),
  categories: listOf(z.int()).exactOptional(),
  performance_divisions: listOf(z.int()).exactOptional(),
  showcase: z.boolean().exactOptional(),
})

const placement = z.object({
  id: z.int(),
  scope,
  places: placesShape,
  one_per_dancer: z.boolean(),
  tie_break: listOf(tieBreakField),
  minimum_points: z.int(),
})

const auditionMarks = listOf(
  z.object({ position: z.int(), points: z.int(), criteria: z.record(z.string(), z.int()).exactOptional() }),
)

const tabulation = z.object({
  entries: listOf(judgedEntry),
  panels: listOf(panel.extend({ seats: listOf(z.object({ id: z.int(), position: z.int() })).exactOptional() })),
  levels: listOf(namedRow.extend({ minimum_points: z.int() })),
  placements: listOf(placement),
  studio_awards: listOf(z.object({ id: z.int(), best: z.int(), least_entries: z.int() })),
  auditions: listOf(
    z.object({
      definition_id: z.int(),
      dancers: listOf(
        z.object({
          attendee_id: z.int(),
          marks: z.object({
            ballet: auditionMarks.exactOptional(),
            jazz: auditionMarks.exactOptional(),
            solo: auditionMarks.exactOptional(),
          }),
        }),
      ),
      panels: z.object({ ballet: panel.exactOptional(), jazz: panel.exactOptional(), solo: panel.exactOptional() }),
    }),
  ),
  picks: listOf(z.object({ definition_id: z.int(), is_picked: z.boolean() })),
  blocks: listOf(z.object({ id: z.int(), is_locked: z.boolean() })),
})

const pick = z.object({
  id: z.int(),
  award_definition_id: z.int(),
  registration_routine_id: z.int().nullable(),
  person_id: z.int().nullable(),
  studio_id: z.int().nullable(),
  place: z.int(),
  amount: z.int().nullable(),
})

export const readAwardsPack = endpoint({
  summary: 'Everything by which a laptop without a network computes a city’s results and the emcee’s script',
  method: 'GET',
  path: '/v1/office/awards-pack',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: z.object({
    tour_date_id: z.int(),
    event: z.string(),
    city: z.string(),
    time_zone: z.string(),
    /** When it was read. */
    now: instantField,
    tabulation,
    picks: listOf(pick),
    awards: listOf(
      placement.extend({
        name: z.string(),
        kind: z.enum(awardKinds),
        best: z.int(),
        least_entries: z.int(),
        block_id: z.int().nullable(),
        position: z.int(),
        active: z.boolean(),
      }),
    ),
    award_blocks: listOf(namedRow),
    /** The seats of the devices, by which the marks of a hand-over are known. */
    devices: listOf(z.object({ id: z.int(), seat_id: z.int() })),
    names: z.object({
      entries: listOf(z.object({ id: z.int(), label: z.string(), name: z.string(), studio: z.string() })),
      levels: listOf(namedRow),
      blocks: listOf(namedRow),
      people: listOf(namedRow),
      attendees: listOf(namedRow),
      studios: listOf(namedRow),
      age_divisions: listOf(namedRow),
      categories: listOf(namedRow),
      performance_divisions: listOf(namedRow),
    }),
  }),
  example: ({ judged }) => ({ query: { tour_date_id: judged.tour_date_id } }),
})

export const awardsPackEndpoints = { readAwardsPack }
