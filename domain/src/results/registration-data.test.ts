import { expect, test } from 'vitest'
import { registrationData, type DataRoutine } from './registration-data.ts'

const divisions = { jazz: { id: 1, name: 'Jazz' }, tap: { id: 5, name: 'Tap' }, lyrical: { id: 3, name: 'Lyrical' } }
const routine = (total: number, rest: Partial<DataRoutine> = {}): DataRoutine => ({
  total,
  award_id: null,
  places: [],
  performance_division: divisions.jazz,
  marks: [],
  ...rest,
})

test('RES-020 CONST-024 data needs three routines', () => {
  expect(registrationData([routine(1), routine(2)], [])).toBeNull()
  expect(registrationData([routine(1), routine(2), routine(3)], [])).toMatchObject({ routine_count: 3 })
})

test('RES-019 means are rounded half up, over all routines and by performance division', () => {
  const data = registrationData(
    [
      routine(28_003),
      routine(28_000),
      routine(27_000, { performance_division: divisions.tap }),
      routine(27_000, { performance_division: divisions.tap }),
    ],
    [],
  )
  expect(data).toMatchObject({
    average: 27_501,
    by_division: [
      { ...divisions.jazz, mean: 28_002, count: 2 },
      { ...divisions.tap, mean: 27_000, count: 2 },
    ],
  })
})

test('RES-023 CONST-024 the three best performance divisions: by mean, then by entries, then by name', () => {
  const ofDivision = (id: number, name: string, ...totals: readonly number[]) =>
    totals.map((total) => routine(total, { performance_division: { id, name } }))
  const data = registrationData(
    [
      ...ofDivision(1, 'Jazz', 27_000),
      ...ofDivision(2, 'Acro', 27_000),
      ...ofDivision(3, 'Tap', 27_000, 27_000),
      ...ofDivision(4, 'Ballet', 29_000),
      ...ofDivision(5, 'Lyrical', 20_000),
    ],
    [],
  )
  expect(data?.top_divisions.map(({ name }) => name)).toEqual(['Ballet', 'Tap', 'Acro'])
})

test('RES-023 CONST-024 levels and places are counted; the five highest levels are shown', () => {
  const data = registrationData(
    [
      routine(1, { award_id: 1, places: [1] }),
      routine(2, { award_id: 1, places: [3] }),
      routine(3, { award_id: 6, places: [1] }),
      routine(4, { award_id: 3, places: [4] }),
    ],
    [1, 2, 3, 4, 5, 6],
  )
  expect(data?.awards).toEqual([
    { award_id: 1, count: 2 },
    { award_id: 2, count: 0 },
    { award_id: 3, count: 1 },
    { award_id: 4, count: 0 },
    { award_id: 5, count: 0 },
  ])
  expect(data?.places).toEqual({ first: 2, second: 0, third: 1 })
})

test.each<[string, readonly (readonly number[])[], { first: number; second: number; third: number }]>([
  ['none was placed', [[], [], []], { first: 0, second: 0, third: 0 }],
  ['a first and a second place of one routine', [[1, 2], [], []], { first: 1, second: 1, third: 0 }],
  ['two first places of one routine', [[1, 1], [3], []], { first: 2, second: 0, third: 1 }],
  ['places after the third are not counted', [[2, 4], [3, 10], [3]], { first: 0, second: 1, third: 2 }],
])('RES-019 RES-023 places 1 to 3 are counted by award, as the results list them: %s', (_, lists, counts) => {
  expect(
    registrationData(
      lists.map((places) => routine(1, { places })),
      [],
    )?.places,
  ).toEqual(counts)
})

test('RES-019 marks of the judges count for their level-1 item, good of all', () => {
  const good = (level_1_id: number) => ({ level_1_id, good: true })
  const bad = (level_1_id: number) => ({ level_1_id, good: false })
  const data = registrationData(
    [routine(1, { marks: [good(1), bad(1), good(2)] }), routine(2, { marks: [good(1)] }), routine(3)],
    [],
  )
  expect(data?.level1).toEqual([
    { level_1_id: 1, good: 2, count: 3 },
    { level_1_id: 2, good: 1, count: 1 },
  ])
})
