import { expect, test } from 'vitest'
import { defaultSettings } from '../../tours/settings/registry.ts'
import { saveRoutine } from './acts.ts'
import { dancerLoads, manyFrom } from './dancer-load.ts'
import { competingStudio, competitionFacts, draftFor } from './sample-competition.ts'

const facts = competitionFacts()

const studioWith = (casts: readonly (readonly number[])[], juniors = 6) =>
  casts.reduce((registration, cast, place) => {
    const saved = saveRoutine(registration, draftFor(cast, { _temp_id: `r${place}` }), facts)
    if (!saved.ok) throw new Error(saved.refusal.code)
    return saved.value
  }, competingStudio(juniors))

test('the busiest come first, with whom each dances most', () => {
  const { dancers, average } = dancerLoads(studioWith([[1, 2, 3], [1, 2], [1]]), defaultSettings)
  expect(dancers.map(({ person_id, routines }) => [person_id, routines.length])).toEqual([
    [1, 3],
    [2, 2],
    [3, 1],
  ])
  expect(dancers[0]?.with.map(({ person_id, routines }) => [person_id, routines])).toEqual([
    [2, 2],
    [3, 1],
  ])
  expect(average).toBe(2)
})

test.each([
  [1, 3, defaultSettings],
  [2, 4, defaultSettings],
  [4, 6, defaultSettings],
  [5.2, 8, defaultSettings],
  [4, 8, { overloaded_percentage: 10_000, overloaded_more: 2 }],
  [4, 9, { overloaded_percentage: 0, overloaded_more: 5 }],
])('OFF-047 with %s routines on average, %s are many, as the settings say', (average, many, settings) => {
  expect(manyFrom(average, settings)).toBe(many)
})

test('nobody dances much where all dance the same', () => {
  expect(
    dancerLoads(
      studioWith([
        [1, 2],
        [1, 2],
      ]),
      defaultSettings,
    ).dancers.some(({ many }) => many),
  ).toBe(false)
  expect(dancerLoads(competingStudio(2), defaultSettings)).toMatchObject({ dancers: [], average: 0 })
})

test('a dancer with far more routines than the others stands out', () => {
  const loads = dancerLoads(studioWith([[1, 2], [1, 3], [1, 4], [1, 5], [1]]), defaultSettings)
  expect(loads.dancers.filter(({ many }) => many).map(({ person_id }) => person_id)).toEqual([1])
})
