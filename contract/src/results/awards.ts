import { awardKinds } from '@callboard/domain/results/award.ts'
import { scopeFields, type TieBreak } from '@callboard/domain/results/placement.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, listOf, listUpTo, requiredLine } from '../fields.ts'

/** Of the award as the caller read it; another one is refused. */
const versionField = z.int().min(1)

/** Points in whole hundredths: 9850 is 98.5. */
const pointsField = z.int().min(0).max(1_000_000)

const scopeShape = z.object({
  /** Entries that agree in these compete with each other; none: all of them do. */
  group_by: listUpTo(3, z.enum(scopeFields)),
  /** Only these; empty: any. */
  age_divisions: listUpTo(50, idField).default([]),
  categories: listUpTo(50, idField).default([]),
  performance_divisions: listUpTo(50, idField).default([]),
  showcase: z.boolean().default(false),
})

export const placesShape = z.union([
  z.literal('half'),
  listUpTo(20, z.object({ from: z.int().min(1).max(10_000), places: z.int().min(1).max(10_000) })),
])

/** A link of a tie-break chain; a criterion is named after a colon. */
export const tieBreakField = z
  .string()
  .max(80)
  .regex(/^(sum_of_all_marks|single_highest_mark|head_judge|criterion:.+)$/) as unknown as z.ZodType<TieBreak, TieBreak>

const awardDraft = z.object({
  name: requiredLine(120),
  kind: z.enum(awardKinds),
  scope: scopeShape,
  places: placesShape,
  /** Of one dancer's solos only the best has a place. */
  one_per_dancer: z.boolean(),
  tie_break: listUpTo(6, tieBreakField),
  minimum_points: pointsField,
  /** Of a studio award: how many totals make the mean, and how many entries a studio needs. */
  best: z.int().min(1).max(100),
  least_entries: z.int().min(1).max(100),
  /** The block of awards in which it is announced. */
  block_id: idField.nullable(),
  position: z.int().min(0).max(1_000),
  active: z.boolean(),
})

const pickFields = {
  registration_routine_id: idField.nullable(),
  person_id: idField.nullable(),
  studio_id: idField.nullable(),
  /** 1: the winner; 2: the runner-up. */
  place: z.int().min(1).max(20),
  blurb: z.string().max(1_000),
  /** Cents, of a scholarship. */
  amount: z.int().min(1).max(100_000_00).nullable(),
}

const namedRow = z.object({ id: z.int(), name: z.string() })
const award = awardDraft.extend({
  id: z.int(),
  name: z.string(),
  /** Rises with each change of the award and of its picks. */
  version: z.int(),
  tie_break: listOf(z.string()),
  /** Null: in every city of the event's season. */
  tour_date_id: z.int().nullable(),
  /** Of this city. */
  picks: listOf(z.object({ id: z.int(), ...pickFields, blurb: z.string(), subject: z.string() })),
})

export const officeAwards = z.object({
  tour_date_id: z.int(),
  event_id: z.int(),
  season_id: z.int(),
  event: z.string(),
  city: z.string(),
  awards: listOf(award),
  /** The levels that hold in this city, the highest first. */
  levels: listOf(namedRow.extend({ minimum_points: z.int() })),
  /** Of the levels of each scope, raised by each change; 0: it never had levels of its own. */
  scale_versions: z.object({ event: z.int(), season: z.int(), 'event and season': z.int() }),
  /** The scope of these levels. */
  levels_of: z.enum(['product', 'event', 'season', 'event and season']),
  blocks: listOf(namedRow),
  age_divisions: listOf(namedRow),
  categories: listOf(namedRow),
  performance_divisions: listOf(namedRow),
  /** Candidates of picks. */
  routines: listOf(namedRow),
  people: listOf(namedRow),
  studios: listOf(namedRow),
})

const exampleAward: z.input<typeof awardDraft> = {
  name: 'Overall Teen Solo',
  kind: 'placement',
  scope: { group_by: ['age_division_id', 'category_id'] },
  places: [
    { from: 1, places: 1 },
    { from: 3, places: 3 },
  ],
  one_per_dancer: true,
  tie_break: [],
  minimum_points: 0,
  best: 1,
  least_entries: 1,
  block_id: null,
  position: 1,
  active: true,
}

export const readAwards = endpoint({
  summary: 'The awards of a city with their picks, its levels, and who can be picked',
  method: 'GET',
  path: '/v1/office/awards',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: officeAwards,
  example: ({ judged }) => ({ query: { tour_date_id: judged.tour_date_id } }),
})

const draftRefusals = [
  'award.not_of_city',
  'award.scope_unfit',
  'award.places_repeated',
  'award.criterion_unknown',
  'award.name_taken',
] as const

export const addAward = endpoint({
  summary: 'Add an award to a city, or to every city of its event’s season',
  method: 'POST',
  path: '/v1/office/awards',
  auth: 'office',
  body: awardDraft.extend({ tour_date_id: idField, every_city: z.boolean() }),
  reply: officeAwards,
  refusals: draftRefusals,
  example: ({ judged }) => ({
    body: { ...exampleAward, name: 'Overall Junior Solo', tour_date_id: judged.tour_date_id, every_city: false },
  }),
})

export const changeAward = endpoint({
  summary: 'Change an award; one that is no longer given is set inactive',
  method: 'PUT',
  path: '/v1/office/awards/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: awardDraft.extend({ tour_date_id: idField, version: versionField }),
  reply: officeAwards,
  refusals: [...draftRefusals, 'award.changed_meanwhile'],
  example: ({ judged }) => ({
    params: { id: judged.award_id },
    body: { ...exampleAward, tour_date_id: judged.tour_date_id, version: 1 },
  }),
})

export const pickAward = endpoint({
  summary: 'Replace the picks of an award in a city: choice, title, special awards and scholarships',
  method: 'PUT',
  path: '/v1/office/picks',
  auth: 'office',
  body: z.object({
    tour_date_id: idField,
    award_definition_id: idField,
    version: versionField,
    picks: listUpTo(100, z.object({ id: idField.nullable(), ...pickFields })),
  }),
  reply: officeAwards,
  refusals: [
    'award.not_of_city',
    'award.not_picked',
    'award.one_subject',
    'award.picked_twice',
    'award.entry_out',
    'award.scholarship_terms',
    'award.amount_unfit',
    'award.changed_meanwhile',
  ],
  example: ({ judged }) => ({
    body: {
      tour_date_id: judged.tour_date_id,
      award_definition_id: judged.picked_award_id,
      version: 1,
      picks: [
        {
          ...{ id: null, registration_routine_id: judged.routine_id, person_id: null, studio_id: null },
          ...{ place: 1, blurb: 'Brave and quiet.', amount: null },
        },
      ],
    },
  }),
})

export const saveAwardScale = endpoint({
  summary: 'Give an event, a season or both levels of their own; none: the next wider scale holds again',
  method: 'PUT',
  path: '/v1/office/award-scale',
  auth: 'office',
  body: z.object({
    /** The city whose page is answered. */
    tour_date_id: idField,
    of: z.enum(['event', 'season', 'event and season']),
    /** Of this scope's levels as the caller read them. */
    version: z.int().min(0),
    levels: listUpTo(30, z.object({ id: idField.nullable(), name: requiredLine(60), minimum_points: pointsField })),
  }),
  reply: officeAwards,
  refusals: [
    'award_scale.no_lowest',
    'award_scale.repeated',
    'award_scale.out_of_reach',
    'award_scale.changed_meanwhile',
  ],
  example: ({ judged }) => ({
    body: {
      tour_date_id: judged.tour_date_id,
      of: 'event and season',
      version: 0,
      levels: [
        { id: null, name: 'Platinum', minimum_points: 28_500 },
        { id: null, name: 'Gold', minimum_points: 0 },
      ],
    },
  }),
})

export const awardEndpoints = { readAwards, addAward, changeAward, pickAward, saveAwardScale }
