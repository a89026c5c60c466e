import { expect, test } from 'vitest'
import { sampleRoutine } from '../attendees/sample-city.ts'
import { instant } from '../kernel/instant.ts'
import { competingStudio, competitionFacts } from '../routines/sample-competition.ts'
import { defaultSettings } from '../settings/registry.ts'
import { holdEnd, isHeld, renewHold } from './hold.ts'
import { placesOf } from './places-of.ts'
import { leftText, shortOf } from './short-of.ts'

test('COMP-081 COMP-064 what a registration needs: people by level, routines, but none that waits', () => {
  const routines = [sampleRoutine(1, [1]), sampleRoutine(2, [2], { is_best_dancer: true })]
  const waiting_list_routines = [sampleRoutine(3, [2], { status: 'waiting' })]
  const needs = placesOf(competingStudio(6, { routines, waiting_list_routines }), competitionFacts())
  expect(needs).toEqual({ 'level:2': 6, 'level:5': 1, routines: 1, 'category:1': 1 })
})

const count = (taken: number, waiting = 0) => ({ routines: { places: 10, taken, waiting } })
test.each([
  ['room', 2, 0, count(8), 0],
  ['one too many', 3, 0, count(8), 1],
  ['own places, all taken', 3, 3, count(10), 0],
  ['own places and one more', 4, 3, count(10), 1],
  ['a limit lowered below what is taken', 3, 3, count(14), 0],
  ['people waiting', 1, 0, count(8, 1), 1],
])('COMP-081 COMP-084 with %s', (_, needed, held, counts, over) => {
  expect(shortOf({ routines: needed }, { routines: held }, counts)[0]?.over ?? 0).toBe(over)
})

test('COMP-082 places left in words', () => {
  expect(leftText({ places: 60, taken: 7, waiting: 0 })).toBe('53 left')
  expect(leftText({ places: 60, taken: 60, waiting: 0 })).toBe('Sold out')
  expect(leftText({ places: null, taken: 60, waiting: 0 })).toBeNull()
})

test('COMP-084 a hold lasts 15 minutes from the last activity and 60 from the first', () => {
  const began = instant('2024-09-01T12:00:00Z')
  expect(holdEnd(began, instant('2024-09-01T12:10:00Z'), defaultSettings)).toBe('2024-09-01T12:25:00.000Z')
  const last = instant('2024-09-01T13:00:00Z')
  expect(holdEnd(began, instant('2024-09-01T12:55:00Z'), defaultSettings)).toBe(last)
  expect(isHeld({ began, ends: last }, last)).toBe(false)
  expect(renewHold({ began, ends: last }, last, defaultSettings).began).toBe(last)
})
