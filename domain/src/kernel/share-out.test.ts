import { expect, test } from 'vitest'
import { cents, dollars, type Cents } from './money.ts'
import { shareOut } from './share-out.ts'

test.each<[string, number, number[], number[]]>([
  ['by weight', 100, [1, 3], [25, 75]],
  ['what is left goes to the largest remainder', 100, [1, 1, 4], [17, 17, 66]],
  ['the first of equals is first', 2, [1, 1, 1], [1, 1, 0]],
  ['without weights all count the same', 5, [0, 0], [3, 2]],
  ['less than nothing is cut alike', -5, [1, 1], [-3, -2]],
  ['a billion dollars by large weights stays exact', 100_000_000_001, [99_999_999_999, 1], [100_000_000_000, 1]],
  ['among nobody', 5, [], []],
])('an amount is cut %s', (_, amount, weights, parts) => expect(shareOut(cents(amount), weights)).toEqual(parts))

test('an amount of dollars keeps its unit', () => {
  const parts: Cents[] = shareOut(dollars(1), [1])
  expect(parts).toEqual([100])
})
