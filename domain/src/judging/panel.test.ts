import { expect, test } from 'vitest'
import { checkPanel, countingSentence, type Dropping } from './panel.ts'

const seat = (position: number, judge_id: number | null = null, shadow = false) => ({ position, judge_id, shadow })

test.each([
  ['three seats, none with a judge', 3, 'lowest', [seat(1), seat(2), seat(3)], undefined, undefined],
  [
    'a fourth seat in training',
    3,
    'none',
    [seat(1, 7), seat(2, 8), seat(3, 9), seat(4, 6, true)],
    undefined,
    undefined,
  ],
  [
    'one judge on the second and the third seat',
    ...([3, 'lowest', [seat(1, 7), seat(2, 8), seat(3, 8)], 'panel.judge_twice', 'seats.2.judge_id'] as const),
  ],
  [
    'one judge who judges and is in training',
    ...([2, 'lowest', [seat(1, 7), seat(2, 8), seat(3, 7, true)], 'panel.judge_twice', 'seats.2.judge_id'] as const),
  ],
  ['fewer seats than marks', 3, 'lowest', [seat(1), seat(2)], 'panel.too_few_seats', 'seats'],
  ['more seats than marks, and nothing dropped', 1, 'none', [seat(1), seat(2)], 'panel.too_many_seats', 'seats'],
  ['two seats of one position', 2, 'lowest', [seat(1), seat(1)], 'panel.position_twice', undefined],
] as const)('a panel with %s is taken, or refused at its field', (_, count, dropping: Dropping, seats, code, field) => {
  const check = checkPanel({ counted: count, dropping }, seats)
  expect(check.ok ? {} : check.refusal).toMatchObject({ ...(code && { code }), ...(field && { field }) })
  expect(check.ok).toBe(code === undefined)
})

test.each([
  [3, 'lowest', 3, '3 marks count for each entry.'],
  [1, 'none', 1, '1 mark counts for each entry.'],
  [3, 'lowest', 4, '3 of 4 marks count: the lowest is dropped.'],
  [3, 'lowest', 5, '3 of 5 marks count: the 2 lowest are dropped.'],
  [3, 'ends', 5, '3 of 5 marks count: the lowest and the highest are dropped in turn.'],
  [3, 'ends', 4, '3 of 4 marks count: the lowest is dropped.'],
] as const)('%i counted marks, %s dropped, %i judges: %s', (markCount, dropping, judges, sentence) => {
  expect(countingSentence({ counted: markCount, dropping }, judges)).toBe(sentence)
})
