import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { checkNews, checkNewsDate, isShown } from './news.ts'

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
  expect(checkNews('\u200b\u200d \ufeff').ok).toBe(false)
})

test.each([
  ['0001-01-01', false],
  ['2023-03-09', true],
  ['2027-03-12', true],
  ['9999-12-31', false],
])('OFF-028 a news item of %s, for an event in March 2025, is accepted: %s', (date, ok) => {
  const city = { start_date: calendarDate('2025-03-07'), end_date: calendarDate('2025-03-13') }
  expect(checkNewsDate(calendarDate(date), city).ok).toBe(ok)
})
