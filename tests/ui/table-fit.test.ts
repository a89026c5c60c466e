import { tableFit } from '../../web/src/ui/table-fit.ts'
import { expect, test } from 'vitest'

// 32 beside the row, 136 and 96, and 112 for the column that shrinks: 376 without gaps, of which there are two.
const tracks = ['minmax(0, 1.6fr)', '136px', 'minmax(96px, 1fr)']

test.each([
  [tracks, 424, 'table'],
  [tracks, 423, 'tight'],
  [tracks, 400, 'tight'],
  [tracks, 399, 'cards'],
  [tracks, Infinity, 'table'],
  [['1fr'], 144, 'table'],
  [['1fr'], 143, 'cards'],
])('UI-025 a list of columns %j stands in %d px as: %s', (columns, width, fit) => {
  expect(tableFit(columns, width)).toBe(fit)
})
