import { expect, test } from 'vitest'
import { planMarkImport } from './mark-import.ts'

const scale = { max_points: 10_000, step: 50, soft_floor: 6_000, criteria: [] }
const cell = (seat_id: number, more: object = {}) => ({
  ...{ seat_id, state: 'missing' as const, points: null, locked: false, ...more },
})
const entry = (id: number, label: string, more: object = {}) => ({
  ...{ id, label, state: 'danced' as const, panel_id: 1, cells: [cell(11), cell(12), cell(13)], ...more },
})
const seats = [1, 2, 3].map((position) => ({ id: 10 + position, position }))
const city = {
  panels: [
    { id: 1, scale, seats },
    { id: 2, scale: { ...scale, criteria: [{ name: 'Technique', max_points: 10_000 }] }, seats },
    {
      id: 3,
      scale: {
        ...scale,
        criteria: [
          { name: 'Technique', max_points: 4_000 },
          { name: 'Stage presence', max_points: 6_000 },
        ],
      },
      seats,
    },
  ],
  entries: [
    entry(101, '1'),
    entry(102, '2a'),
    entry(103, '3', { state: 'scratched' }),
    entry(104, '4', { panel_id: null, cells: [] }),
    entry(105, '5', { panel_id: 2 }),
    entry(107, '7', { panel_id: 3 }),
    entry(106, '6', {
      cells: [cell(11, { state: 'marked', points: 9_000 }), cell(12, { state: 'recused' }), cell(13, { locked: true })],
    }),
  ],
}
const plan = (...rows: string[]) =>
  planMarkImport(
    rows.map((row) => row.split(';')),
    city,
  )
const wrong = (...rows: string[]) =>
  plan(...rows).wrongCells.map(({ line, column, problem }) => [line, column, problem])

test('rows are read by their headings, in any order, or as number, seat, mark; a byte order mark is no part of a cell', () => {
  const marks = [
    { line: 2, registration_routine_id: 101, seat_id: 11, points: 9_450 },
    { line: 4, registration_routine_id: 102, seat_id: 12, points: 9_000 },
  ]
  expect(plan('\uFEFFScore;Judge;Number', '94,5;1;1', ';;', '90;2;2A')).toMatchObject({
    marks,
    wrongCells: [],
  })
  expect(plan('\uFEFF1;1;94.5').marks).toMatchObject([{ line: 1, points: 9_450 }])
})

test('every wrong cell is named with its row and column', () => {
  expect(
    wrong('9;1;90', '1;7;90', '1;1;ninety', '1;2;90.3', '1;3;100.5', '3;1;90', '4;1;90', '5;1;x', '2a;1;9\uFEFF0'),
  ).toEqual([
    [1, 'A', 'No entry has this number.'],
    [2, 'B', 'This entry’s panel has no such seat.'],
    [3, 'C', 'Please enter a number such as 94 or 94.5.'],
    [4, 'C', 'Marks go in steps of 0.5.'],
    [5, 'C', 'The highest mark is 100.'],
    [6, 'A', 'This entry was scratched or did not show up, so it has no scores.'],
    [7, 'A', 'This seat does not judge this entry.'],
    [8, 'C', 'Please enter a number such as 94 or 94.5.'],
    [9, 'C', 'Please enter a number such as 94 or 94.5.'],
  ])
})

test('formulas and signs are refused in every column', () => {
  expect(wrong('=1+0;1;90', '1;+1;90', '1;1;-90', '1;1;@SUM(A1)', '1;1;=CMD()').map(([, column]) => column)).toEqual([
    'A',
    'B',
    'C',
    'C',
    'C',
  ])
})

test('a number and seat that come twice are refused, and so is a seat that has marked, is recused or is locked', () => {
  expect(wrong('1;1;90', '1;1;90', '1;1;91')).toEqual([
    [2, 'A', 'Row 1 has the same number and seat.'],
    [3, 'A', 'Row 1 has the same number and seat.'],
  ])
  expect(wrong('6;1;90', '6;2;90', '6;3;90').map(([, , problem]) => problem)).toEqual([
    'This seat has already marked this entry.',
    'This judge does not judge this studio.',
    'This block is locked. The tabulator can reopen the score.',
  ])
})

test('a mark below the floor, or far from the others of its entry, is pointed out', () => {
  expect(plan('1;1;90', '1;2;59.5', '1;3;91', '2a;1;90').marks.map(({ unusual }) => unusual)).toEqual([
    null,
    'below_floor',
    // 59.5 moves the median of the others.
    'far_from_others',
    null,
  ])
  expect(plan('1;1;90', '1;2;91', '1;3;70').marks.map(({ unusual }) => unusual)).toEqual([
    null,
    null,
    'far_from_others',
  ])
})

const inParts = {
  registration_routine_id: 107,
  seat_id: 11,
  points: 9_150,
  criteria: { Technique: 3_650, 'Stage presence': 5_500 },
}

test('OFF-030 marks in parts have a column for each part, by its name or in the order of the scale', () => {
  expect(plan('Entry;Judge;stage presence;Technique', '7;1;55;36,5')).toMatchObject({
    marks: [inParts],
    wrongCells: [],
  })
  expect(plan('Entry;Judge;Technique;Stage presence;Mark', '7;1;36.5;55;91.5', '1;1;;;90')).toMatchObject({
    marks: [inParts, { registration_routine_id: 101, points: 9_000, criteria: null }],
    wrongCells: [],
  })
  expect(plan('7;1;36.5;55').marks).toMatchObject([inParts])
  expect(plan('Entry;Judge;Mark;Notes', '1;1;90;- late').wrongCells).toEqual([])
})

test('OFF-030 a part that is missing, too high or does not add up is named with its column', () => {
  const missing = 'This panel gives marks in parts. Use one column for each: Technique, Stage presence.'
  expect(wrong('7;1;91.5')).toEqual([[1, 'C', missing]])
  expect(wrong('Entry;Judge;Mark', '7;1;91.5')).toEqual([[2, 'C', missing]])
  expect(wrong('Entry;Judge;Technique;Stage presence', '7;1;40.5;x', '1;1;36.5;55')).toEqual([
    [2, 'C', 'The highest mark is 40.'],
    [2, 'D', 'Please enter a number such as 94 or 94.5.'],
    [3, 'B', 'This panel gives one mark. Name its column Mark.'],
  ])
  expect(wrong('Entry;Judge;Technique;Stage presence;Mark', '7;1;36.5;55;92')).toEqual([
    [2, 'E', 'The parts add up to 91.5.'],
  ])
  expect(wrong('7;1;36.5;=55').map(([, column]) => column)).toEqual(['D'])
})
