import { expect, test } from 'vitest'
import { checkCriteria, parseMark, unusualMark } from './mark.ts'
import { medianOf } from './points.ts'

const scale = { max_points: 10_000, step: 50, soft_floor: 6_000, criteria: [] }

test.each([
  ['94', 9400],
  ['94.5', 9450],
  ['94,5', 9450],
  [' 94.50 ', 9450],
  ['0', 0],
  ['100', 10_000],
  ['100.00', 10_000],
])('a mark typed as %j is %i hundredths', (text, points) => {
  expect(parseMark(text, scale)).toEqual({ ok: true, value: points })
})

test.each([
  ['', 'mark.not_a_number'],
  ['  ', 'mark.not_a_number'],
  ['ninety', 'mark.not_a_number'],
  ['+94', 'mark.not_a_number'],
  ['-1', 'mark.not_a_number'],
  ['9 4', 'mark.not_a_number'],
  ['9e1', 'mark.not_a_number'],
  ['94.', 'mark.not_a_number'],
  ['.5', 'mark.not_a_number'],
  ['94.125', 'mark.not_a_number'],
  ['1,234.5', 'mark.not_a_number'],
  ['94.5.1', 'mark.not_a_number'],
  ['٩٤', 'mark.not_a_number'],
  ['100.5', 'mark.too_high'],
  ['9450', 'mark.too_high'],
  ['99999', 'mark.too_high'],
  // One and a quarter, which is no multiple of a half; never 125.
  ['1,25', 'mark.between_steps'],
  ['94.3', 'mark.between_steps'],
])('a mark typed as %j is refused: %s', (text, code) => {
  expect(parseMark(text, scale)).toMatchObject({ ok: false, refusal: { code } })
})

test('the parts of a mark are checked each against its own maximum, and add up', () => {
  const inParts = {
    ...scale,
    criteria: [
      { name: 'Technique', max_points: 4_000 },
      { name: 'Performance', max_points: 6_000 },
    ],
  }
  expect(checkCriteria([3_500, 5_950], inParts)).toEqual({ ok: true, value: 9_450 })
  expect(checkCriteria([4_050, 5_000], inParts)).toEqual({
    ok: false,
    refusal: { code: 'mark.too_high', max_points: 4_000, criterion: 'Technique' },
  })
  expect(checkCriteria([4_000], inParts)).toMatchObject({ ok: false, refusal: { code: 'mark.criteria_missing' } })
})

test('a mark below the floor, or 15 points from the median of the others, is asked about', () => {
  expect([unusualMark(5_950, [], scale), unusualMark(6_000, [], scale)]).toEqual(['below_floor', null])
  expect([7_450, 7_500, 7_550, 9_000].map((points) => unusualMark(points, [9_000, 9_100, 8_900], scale))).toEqual([
    'far_from_others',
    'far_from_others',
    null,
    null,
  ])
  expect([medianOf([]), medianOf([5]), medianOf([5, 8]), medianOf([9, 1, 5])]).toEqual([null, 5, 6.5, 5])
})
