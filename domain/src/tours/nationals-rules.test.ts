import { expect, test } from 'vitest'
import { freeTeacherRuleOf, roomStudentsOf } from './nationals-rules.ts'

test.each([
  [true, 'tier_regional', 'tier_nationals'],
  [true, 'tier_nationals', 'tier_nationals'],
  [true, 'per_ten', 'per_ten'],
  [false, 'tier_nationals', 'tier_regional'],
  [false, 'per_ten', 'per_ten'],
] as const)('ATT-043 VAR-012 nationals %s: free teachers %s become %s', (is_nationals, rule, next) => {
  expect(freeTeacherRuleOf(is_nationals, rule)).toBe(next)
})

test.each([
  [true, null, 79],
  [true, 100, 100],
  [false, 79, null],
  [false, 100, 100],
  [false, null, null],
])('ATT-046 VAR-012 nationals %s: an own number of %s dancers for the room becomes %s', (is_nationals, own, next) => {
  expect(roomStudentsOf(is_nationals, own)).toBe(next)
})
