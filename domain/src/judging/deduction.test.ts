import { expect, test } from 'vitest'
import { worded } from '../kernel/wording.ts'
import { checkDeduction, highestTotal, isLargeDeduction, parseDeduction } from './deduction.ts'
import { judgingWording } from './refusals.ts'

const highest = highestTotal({ counted: 3, max_points: 10_000 })

test.each([
  ['1', 100],
  ['2,5', 250],
  ['300', 30_000],
])('a deduction of %s is read as %i hundredths', (text, points) => {
  expect(parseDeduction(text, highest)).toEqual({ ok: true, value: points })
})

test.each([
  ['', 'Please enter a number such as 94 or 94.5.'],
  ['-5', 'Please enter a number such as 94 or 94.5.'],
  ['0', 'Deduct more than 0 points.'],
  ['300.01', 'The highest total of this panel is 300 points. Deduct no more than that.'],
  ['1000', 'The highest total of this panel is 300 points. Deduct no more than that.'],
])('a deduction of “%s” is refused', (text, sentence) => {
  const points = parseDeduction(text, highest)
  expect(!points.ok && worded(judgingWording, points.refusal)).toBe(sentence)
})

test('a refused deduction names its field', () => {
  expect(checkDeduction(30_001, highest)).toMatchObject({ refusal: { code: 'deduction.too_high', field: 'points' } })
})

test('more than 10 points are asked about', () => {
  expect([100, 1_000, 1_001, 5_000].map(isLargeDeduction)).toEqual([false, false, true, true])
})
