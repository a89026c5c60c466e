import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { checkNews, isShown } from './news.ts'

test.each([
  ['of yesterday', '2024-09-30', true],
  ['of today', '2024-10-01', true],
  ['of tomorrow', '2024-10-02', false],
])('OFF-028 EVT-020 a news item %s: shown %s', (_, date, display) => {
  expect(isShown({ date: calendarDate(date) }, calendarDate('2024-10-01'))).toBe(display)
})

test('OFF-028 a news item says something', () => {
  expect(checkNews('  Doors open.\n')).toEqual({ ok: true, value: 'Doors open.' })
  expect(checkNews(' \n').ok).toBe(false)
})
