import { expect, test } from 'vitest'
import { parseDollars } from './money.ts'

test.each([
  ['1234.5', 123_450],
  ['$1,234.50', 123_450],
  ['0.29', 29],
  ['1.', 100],
  [' 80 ', 8_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.234', undefined],
  ['12,34', undefined],
  ['ten', undefined],
  ['', undefined],
])('UI-012 a typed amount is read as text and must be positive: %j is %j cents', (text, amount) =>
  expect(parseDollars(text)).toBe(amount),
)
