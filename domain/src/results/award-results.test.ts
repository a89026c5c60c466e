import { expect, test } from 'vitest'
import type { AwardDefinition, AwardKind } from './award.ts'
import { awardResults } from './award-results.ts'
import { usualPlaces } from './ranking.ts'
import type { ReleaseBody } from './release.ts'
import type { ScriptNames } from './script.ts'

const award = (id: number, kind: AwardKind, change: object = {}): AwardDefinition & { id: number } => ({
  ...{ id, name: `Award ${id}`, kind, block_id: null, position: id, active: true, best: 0, least_entries: 0 },
  ...{ scope: { group_by: [] }, places: usualPlaces, one_per_dancer: false, tie_break: [], minimum_points: 0 },
  ...change,
})
const names: ScriptNames = {
  entry: (id) => `entry ${id}`,
  level: String,
  person: (id) => `person ${id}`,
  attendee: (id) => `dancer ${id}`,
  studio: (id) => `studio ${id}`,
  scope: () => '',
}
const pick = (id: number, award_definition_id: number, change: object) => ({
  ...{ id, award_definition_id, registration_routine_id: null, person_id: null, studio_id: null, place: 1 },
  ...{ amount: null, ...change },
})
const auditioner = (attendee_id: number, place: number | null, total: number | null) => ({
  ...{ definition_id: 1, attendee_id, place, total, sums: { ballet: total, jazz: 0, solo: null } },
})
const body = {
  auditions: [auditioner(9, null, null), auditioner(8, 2, 5_580), auditioner(7, 1, 5_605)],
  studio_awards: [{ definition_id: 2, studio_id: 6, place: 1, sum: 82_000, count: 3 }],
  picks: [
    pick(2, 3, { person_id: 4, place: 2, amount: 10_000 }),
    pick(1, 3, { person_id: 5, amount: 50_000 }),
    pick(3, 4, { registration_routine_id: 12 }),
    pick(4, 5, { studio_id: 6 }),
  ],
} as unknown as ReleaseBody

test('RES-014 RES-015 auditions, studio awards and picks are listed with everybody in them, the first place first', () => {
  const definitions = [
    award(5, 'special', { position: 0 }),
    award(1, 'audition'),
    award(2, 'studio'),
    award(3, 'scholarship'),
    award(4, 'choice'),
    award(6, 'title'),
    award(7, 'placement'),
    award(8, 'audition', { active: false }),
  ]
  const rows = awardResults(body, definitions, names).flatMap((one) =>
    one.rows.map(({ place, name, score }) => [one.award, place, name, score]),
  )
  expect(rows).toEqual([
    ['Award 5', '', 'studio 6', ''],
    ['Award 1', '1st', 'dancer 7', '56.05'],
    ['Award 1', '2nd', 'dancer 8', '55.8'],
    ['Award 1', '', 'dancer 9', 'Marks are missing'],
    ['Award 2', '1st', 'studio 6', '273.33, the mean of 3'],
    ['Award 3', 'Winner', 'person 5', '$500.00'],
    ['Award 3', 'Runner-up', 'person 4', '$100.00'],
    ['Award 4', '', 'entry 12', ''],
  ])
})
