import { expect, test } from 'vitest'
import { checkAwardScale, levelOf } from './award-scale.ts'
import type { PlacementDefinition, ScopeField } from './placement.ts'
import { placeCount, rank, usualPlaces } from './ranking.ts'
import { placesOf, sampleEntry, sampleLevels } from './sample-entry.ts'

test.each(sampleLevels.filter(({ minimum_points }) => minimum_points > 0))(
  '$name begins exactly at its minimum',
  ({ id, minimum_points }) => {
    expect(levelOf(minimum_points, sampleLevels)?.id).toBe(id)
    expect(levelOf(minimum_points + 1, sampleLevels)?.id).toBe(id)
    expect(levelOf(minimum_points - 1, sampleLevels)?.id).not.toBe(id)
  },
)

test('a scale begins at 0, has no two equal minima, and no level out of reach', () => {
  const checkOf = (...minima: readonly number[]) => {
    const check = checkAwardScale(
      minima.map((minimum_points) => ({ minimum_points })),
      30_000,
    )
    return check.ok || check.refusal.code
  }
  expect([checkOf(0, 30_000), checkOf(1, 2), checkOf(), checkOf(0, 5, 5), checkOf(0, 30_001)]).toEqual([
    true,
    'award_scale.no_lowest',
    'award_scale.no_lowest',
    'award_scale.repeated',
    'award_scale.out_of_reach',
  ])
})

test('RES-017 RES-043 90, 90 and 85 are places 1, 1 and 3', () => {
  expect(rank([85, 90, 90], (a, b) => b - a).map(({ place }) => place)).toEqual([1, 1, 3])
  const [group] = placesOf([
    sampleEntry(1, [3000, 3000, 3000]),
    sampleEntry(2, [2800, 2800, 2900]),
    sampleEntry(3, [3000, 2900, 3100]),
  ])
  expect(group?.entries.map(({ id, place }) => [id, place])).toEqual([
    [1, 1],
    [3, 1],
    [2, 3],
  ])
})

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 3],
  [4, 3],
  [5, 5],
  [9, 5],
  [10, 10],
  [40, 10],
])('of %i entries %i places are awarded, or half of them', (entries, places) => {
  expect(placeCount(entries, usualPlaces)).toBe(places)
  expect(placeCount(entries, 'half')).toBe(Math.floor(entries / 2))
})

test('a tie on the last place awards all of it, and the trophies are counted', () => {
  const [group] = placesOf([9500, 9400, 9300, 9300].map((mark, place) => sampleEntry(place + 1, [mark, mark, mark])))
  expect(group).toMatchObject({ places: 3, trophies: 4 })
  expect(group?.entries.map(({ place }) => place)).toEqual([1, 2, 3, 3])
})

test('entries without a place: adjudicated only, below the minimum, Showcase unless named, incomplete', () => {
  const entries = [
    sampleEntry(1, [9000, 9000, 9000]),
    sampleEntry(2, [9900, 9900, 9900], { adjudicated_only: true }),
    sampleEntry(3, [5000, 5000, 4950]),
    sampleEntry(4, [9800, 9800, 9800], { is_showcase: true }),
    sampleEntry(5, [9900, 9900]),
  ]
  const idsOf = (definition: Partial<PlacementDefinition>) =>
    placesOf(entries, definition).flatMap((group) => group.entries.map(({ id }) => id))
  expect(idsOf({ minimum_points: 15_000 })).toEqual([1])
  expect(idsOf({ scope: { group_by: [], showcase: true } })).toEqual([4, 1, 3])
})

test('of the solos of one dancer only the best has a place; of equal ones the lower number', () => {
  const of = (dancer: number) => ({ dancer_ids: [dancer] })
  const [group] = placesOf(
    [
      sampleEntry(1, [9000, 9000, 9000], of(7)),
      sampleEntry(2, [9100, 9000, 9000], of(7)),
      sampleEntry(3, [8000, 8000, 8000], of(8)),
      sampleEntry(4, [8000, 8000, 8000], of(8)),
      sampleEntry(5, [9100, 9100, 9100], { dancer_ids: [7, 8] }),
    ],
    { one_per_dancer: true },
  )
  expect(group?.entries.map(({ id, place }) => [id, place])).toEqual([
    [5, 1],
    [2, 2],
    [3, 3],
  ])
})

test('the tie-break chain separates equal totals link by link; what it does not separate stays tied', () => {
  const withParts = (id: number, marks: readonly number[], technique: number) => {
    const entry = sampleEntry(id, marks)
    const sheets = entry.sheets.map((sheet) => ({ ...sheet, criteria: { Technique: technique } }))
    return { ...entry, sheets }
  }
  // Equal totals of 27,000 after the lowest of four is dropped.
  const entries = [
    withParts(1, [9000, 9000, 9000, 8000], 4000),
    withParts(2, [9100, 9000, 8900, 8800], 3900),
    withParts(3, [8900, 9000, 9100, 8800], 3900),
  ]
  const placesBy = (...tie_break: PlacementDefinition['tie_break']) =>
    Object.fromEntries(placesOf(entries, { tie_break })[0]?.entries.map(({ id, place }) => [id, place]) ?? [])
  expect(placesBy()).toEqual({ 1: 1, 2: 1, 3: 1 })
  expect(placesBy('sum_of_all_marks')).toEqual({ 2: 1, 3: 1, 1: 3 })
  expect(placesBy('single_highest_mark', 'head_judge')).toEqual({ 2: 1, 3: 2, 1: 3 })
  expect(placesBy('criterion:Technique')).toEqual({ 1: 1, 2: 2, 3: 2 })
})

test('groups follow the scope of the award', () => {
  const entries = [
    sampleEntry(1, [9000, 9000, 9000], { age_division_id: 1, category_id: 2 }),
    sampleEntry(2, [9100, 9000, 9000], { age_division_id: 1, category_id: 1, performance_division_id: 4 }),
    sampleEntry(3, [9200, 9000, 9000], { age_division_id: 2, category_id: 1 }),
  ]
  expect(placesOf(entries).map(({ scope, entries: own }) => [scope, own.map(({ id }) => id)])).toEqual([
    [[1, 1], [2]],
    [[1, 2], [1]],
    [[2, 1], [3]],
  ])
  const only = { group_by: ['performance_division_id'], categories: [1], age_divisions: [1] } as const
  expect(placesOf(entries, { scope: only }).map(({ scope }) => scope)).toEqual([[4]])
})

test('COMP-067 a division that its city splits is placed by performance division, after what the award groups by', () => {
  const teens = [
    sampleEntry(1, [9500, 9500, 9500], { splits_by_performance: true, performance_division_id: 5 }),
    sampleEntry(2, [9400, 9400, 9400], { splits_by_performance: true, performance_division_id: 1 }),
    sampleEntry(3, [9300, 9300, 9300], { splits_by_performance: true, performance_division_id: 1 }),
  ]
  const juniors = [
    sampleEntry(4, [9200, 9200, 9200], { age_division_id: 2, performance_division_id: 5 }),
    sampleEntry(5, [9100, 9100, 9100], { age_division_id: 2, performance_division_id: 1 }),
  ]
  const groupsBy = (group_by: readonly ScopeField[]) =>
    placesOf([...teens, ...juniors], { scope: { group_by } }).map(({ scope, entries }) => [
      scope.join(' '),
      entries.map(({ id, place }) => `${id} as ${place}`).join(),
    ])
  expect(groupsBy(['age_division_id', 'category_id'])).toEqual([
    ['2 1', '4 as 1,5 as 2'],
    ['3 1 1', '2 as 1,3 as 2'],
    ['3 1 5', '1 as 1'],
  ])
  expect(groupsBy(['age_division_id', 'performance_division_id'])).toEqual([
    ['2 1', '5 as 1'],
    ['2 5', '4 as 1'],
    ['3 1', '2 as 1,3 as 2'],
    ['3 5', '1 as 1'],
  ])
  expect(groupsBy(['category_id'])).toEqual([['1', '1 as 1,2 as 2,3 as 3,4 as 4,5 as 5']])
})
