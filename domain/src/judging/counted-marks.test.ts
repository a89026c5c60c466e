import { expect, test } from 'vitest'
import { countMarks, substituteMark } from './counted-marks.ts'
import type { Dropping } from './panel.ts'
import { allowedSeconds, overtimePoints } from './points.ts'

test.each<[string, readonly number[], number, Dropping, readonly number[], readonly number[]]>([
  ['three of three', [9000, 9500, 9200], 3, 'lowest', [9000, 9500, 9200], []],
  ['the lowest of four', [9000, 9500, 9200, 8900], 3, 'lowest', [9000, 9500, 9200], [8900]],
  ['the two lowest of five', [9000, 9500, 9200, 8900, 9900], 3, 'lowest', [9500, 9200, 9900], [8900, 9000]],
  ['both ends of five', [9000, 9500, 9200, 8900, 9900], 3, 'ends', [9000, 9500, 9200], [8900, 9900]],
  ['the lower end of four', [9000, 9500, 9200, 8900], 3, 'ends', [9000, 9500, 9200], [8900]],
  ['none of three', [9000, 9500, 9200], 3, 'none', [9000, 9500, 9200], []],
])('RES-016 RES-044 a panel counts and drops: %s', (_title, points, markCount, dropping, keptPoints, droppedPoints) => {
  const marks = points.map((mark, place) => ({ position: place + 1, points: mark }))
  const count = countMarks(marks, { counted: markCount, dropping })
  expect(count).toMatchObject({ complete: true })
  expect(count.complete && count.kept.map((mark) => mark.points)).toEqual(keptPoints)
  expect(count.complete && count.dropped.map((mark) => mark.points)).toEqual(droppedPoints)
})

test('RES-044 of two equal lowest marks exactly one is dropped, that of the higher position', () => {
  const marks = [9000, 8900, 9500, 8900].map((points, place) => ({ position: place + 1, points }))
  const count = countMarks(marks, { counted: 3, dropping: 'lowest' })
  expect(count.complete && count.dropped).toEqual([{ position: 4, points: 8900 }])
  expect(count.complete && count.kept.map(({ position }) => position)).toEqual([1, 2, 3])
})

test('too few marks are incomplete, and so are too many for a panel that drops none', () => {
  const marks = [9000, 8900].map((points, place) => ({ position: place + 1, points }))
  expect(countMarks(marks, { counted: 3, dropping: 'lowest' })).toEqual({ complete: false, reason: 'too few marks' })
  expect(countMarks([...marks, ...marks], { counted: 3, dropping: 'none' })).toEqual({
    complete: false,
    reason: 'too many marks',
  })
})

test('a missing mark is stood in for by the mean of the others, rounded half up to the step', () => {
  expect([
    substituteMark([9000, 9100, 9200], 50),
    substituteMark([9000, 9050], 50),
    substituteMark([9000, 9000, 9050], 50),
    substituteMark([], 50),
  ]).toEqual([9100, 9050, 9000, null])
})

test.each([
  [165, 180, 0],
  [165, 180.001, 100],
  [165, 181, 100],
  [165, 182.5, 300],
  [165, 100, 0],
])('of %i allowed seconds %d measured ones propose a deduction of %i', (seconds, measuredTime, points) => {
  expect(overtimePoints(measuredTime, seconds)).toBe(points)
})

test('each extra minute allows sixty seconds more', () => {
  expect([allowedSeconds(165, 0), allowedSeconds(165, 2)]).toEqual([165, 285])
})
