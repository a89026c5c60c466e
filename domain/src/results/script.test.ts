import { expect, test } from 'vitest'
import type { AwardDefinition } from './award.ts'
import { usualPlaces } from './ranking.ts'
import type { ReleaseBody, ReleasedEntry } from './release.ts'
import { announcementScript, type ScriptNames } from './script.ts'

const entry = (id: number, award_id: number | null = 1): ReleasedEntry => ({
  ...{ id, registration_id: 1, entry_number: id, suffix: '', panel_id: 1, age_division_id: 1, category_id: 1 },
  ...{ performance_division_id: 1, canceled: award_id === null, total: 9_000, dropped_score: null, deduction: 0 },
  ...{ award_id, marks: [], places: [], sheets: [] },
})
const award = (id: number, block_id: number | null): AwardDefinition & { id: number } => ({
  ...{ id, name: `Award ${id}`, kind: 'placement', block_id, position: id, active: true, best: 0, least_entries: 0 },
  ...{ scope: { group_by: [] }, places: usualPlaces, one_per_dancer: false, tie_break: [], minimum_points: 0 },
})
const placementOf = (definition_id: number, ids: readonly number[]) => ({
  ...{ definition_id, scope: [], trophies: ids.length },
  entries: ids.map((id, index) => ({ id, place: index + 1, is_awarded: true })),
})
const names: ScriptNames = {
  entry: String,
  level: (id) => `level ${id}`,
  person: String,
  attendee: String,
  studio: String,
  scope: () => '',
}
const blocks = [
  { id: 5, name: 'Saturday awards' },
  { id: 6, name: 'Sunday awards' },
]

function levelsOf(
  entries: readonly ReleasedEntry[],
  awards: readonly (AwardDefinition & { id: number })[],
  placements: readonly object[],
  inBlocks = blocks,
) {
  const lists = { award_order: [1], studio_awards: [], auditions: [], picks: [] }
  const body = { rules_version: 1, entries, placements, ...lists } as unknown as ReleaseBody
  return announcementScript(body, awards, inBlocks, names).map(({ name, sections }) => [
    name,
    ...sections.filter(({ heading }) => heading === 'Levels').flatMap(({ lines }) => lines),
  ])
}

test('OFF-030 each level is read once: where the entry is placed, else with those that danced around it', () => {
  const entries = [1, 2, 3, 4, 5, 6].map((id) => entry(id))
  const awards = [award(10, 5), award(11, 6), award(12, 6)]
  // Nothing places 2 and 6; both awards of Sunday place 4.
  const placements = [placementOf(10, [3, 1]), placementOf(11, [4, 5]), placementOf(12, [4, 1])]
  expect(levelsOf(entries, awards, placements)).toEqual([
    ['Saturday awards', '1: level 1', '2: level 1', '3: level 1'],
    ['Sunday awards', '4: level 1', '5: level 1', '6: level 1'],
  ])
})

test.each([
  { blocks, name: 'Sunday awards' },
  { blocks: [], name: 'Awards' },
])('levels are read where nothing is placed at all: $name', ({ blocks: inBlocks, name }) => {
  expect(levelsOf([entry(1), entry(2, null)], [], [], inBlocks)).toEqual([[name, '1: level 1']])
})

test('an award whose block is of another city is read without a block', () => {
  expect(levelsOf([entry(1)], [award(10, 99)], [placementOf(10, [1])])).toEqual([['Without a block', '1: level 1']])
})
