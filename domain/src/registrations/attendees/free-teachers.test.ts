import { expect, test } from 'vitest'
import { defaultSettings } from '../../tours/settings/registry.ts'
import { earnsCompRoom, freeTeachers, nextFreeTeacher } from './free-teachers.ts'

test.each([
  [4, 0],
  [5, 1],
  [20, 1],
  [21, 2],
  [39, 2],
  [40, 3],
  [59, 3],
  [60, 4],
  [79, 4],
  [80, 4],
  [200, 4],
])('ATT-042 ATT-044 CONST-007 regional: %d give %d', (paying, free) => {
  expect(freeTeachers('tier_regional', paying)).toBe(free)
})

test.each([
  [59, 3],
  [60, 4],
  [79, 4],
  [80, 6],
])('ATT-043 VAR-012 CONST-007 nationals: %d give %d', (paying, free) => {
  expect(freeTeachers('tier_nationals', paying)).toBe(free)
})

test.each([
  [9, 0],
  [10, 1],
  [19, 1],
  [20, 2],
  [100, 10],
])('ATT-045 VAR-014 one per ten: %d give %d', (paying, free) => {
  expect(freeTeachers('per_ten', paying)).toBe(free)
})

test('ATT-076 how many more it takes for the next', () => {
  expect(nextFreeTeacher('tier_regional', 19)).toEqual({ dancers: 2, teachers: 1 })
  expect(nextFreeTeacher('tier_regional', 60)).toBeNull()
  expect(nextFreeTeacher('tier_nationals', 60)).toEqual({ dancers: 20, teachers: 2 })
  expect(nextFreeTeacher('per_ten', 10)).toEqual({ dancers: 10, teachers: 1 })
})

test('ATT-046 CONST-008 the room takes one dancer more than the setting', () => {
  expect([59, 60].map((paying) => earnsCompRoom(paying, defaultSettings))).toEqual([false, true])
})
