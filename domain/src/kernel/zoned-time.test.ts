import { expect, test } from 'vitest'
import { instant } from './instant.ts'
import { instantAt, localTimeIn, sameLocalTime } from './zoned-time.ts'

test.each([
  ['America/Los_Angeles', '2024-10-04T07:00:00Z', '2024-10-04T00:00'],
  ['America/New_York', '2024-10-04T06:59:00Z', '2024-10-04T02:59'],
  ['America/Boise', '2025-01-15T18:30:00Z', '2025-01-15T11:30'],
  ['America/Phoenix', '2025-07-01T06:59:00Z', '2025-06-30T23:59'],
  ['America/St_Johns', '2025-07-01T12:00:00Z', '2025-07-01T09:30'],
  ['Pacific/Honolulu', '2025-01-01T09:59:00Z', '2024-12-31T23:59'],
])('in %s, %s is %s, and back', (zone, moment, local) => {
  expect(localTimeIn(zone, instant(moment))).toBe(local)
  expect(instantAt(zone, local)).toBe(instant(moment))
})

test('a local time that comes twice is the first of the two', () => {
  expect(instantAt('America/Chicago', '2024-11-03T01:30')).toBe(instant('2024-11-03T06:30:00Z'))
})

test('a local time that never comes is as much later', () => {
  expect(instantAt('America/Chicago', '2024-03-10T02:30')).toBe(instant('2024-03-10T08:30:00Z'))
})

test('text that is no time throws', () => {
  expect(() => instantAt('America/Chicago', 'tomorrow')).toThrow(RangeError)
  expect(() => instantAt('America/Chicago', '2024-02-31T10:00')).toThrow(RangeError)
})

test('a deadline keeps its clock time when the zone of its city is corrected', () => {
  const pacific = instant('2024-10-04T06:59:00Z')
  expect(sameLocalTime(pacific, 'America/Los_Angeles', 'America/Boise')).toBe(instant('2024-10-04T05:59:00Z'))
})
