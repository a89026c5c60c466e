import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { dueOf, dueState, payBy, reminderAt } from './dues.ts'

const city: Parameters<typeof reminderAt>[0] = {
  time_zone: 'America/Los_Angeles',
  start_date: calendarDate('2025-03-14'),
  payment_date: calendarDate('2025-02-20'),
  send_check_date: null,
  cutoff_start_date: instant('2025-01-10T00:00:00Z'),
}
const settings = { pay_later_days: 30, reminder_days: 7 }
const completed_at = instant('2025-01-05T18:00:00Z')

test.each([
  ['2025-02-12T20:00:00Z', null, 'eight days before'],
  ['2025-02-13T20:00:00Z', 'before', 'seven days before'],
  ['2025-02-19T20:00:00Z', 'before', 'the day before'],
  ['2025-02-20T07:59:00Z', 'before', 'the due day in UTC, still the day before in the city'],
  ['2025-02-20T20:00:00Z', 'due', 'the due day'],
  ['2025-02-21T20:00:00Z', null, 'the day after'],
  ['2025-03-06T20:00:00Z', null, 'eight days before the event begins'],
  ['2025-03-07T20:00:00Z', 'overdue', 'seven days before the event begins, and the day was missed'],
  ['2025-03-14T20:00:00Z', 'overdue', 'the first day of the event'],
  ['2025-03-15T20:00:00Z', null, 'after the event began'],
])('PAY-029 FEE-027 at %s the reminder is %s: %s', (now, kind, _) => {
  const reminder = reminderAt(city, { completed_at, pays_later: false }, instant(now), settings)
  // Whenever it is written, it names the day that was told.
  expect(reminder).toEqual(kind && { kind, due_date: '2025-02-20' })
})

test('PAY-029 a registration completed within the days before the due date, or on it, gets no reminder for it', () => {
  const late = { completed_at: instant('2025-02-18T18:00:00Z'), pays_later: false }
  expect(reminderAt(city, late, instant('2025-02-19T20:00:00Z'), settings)).toBeNull()
  expect(reminderAt(city, late, instant('2025-02-20T20:00:00Z'), settings)?.kind).toBe('due')
  const today = { completed_at: instant('2025-02-20T18:00:00Z'), pays_later: false }
  expect(reminderAt(city, today, instant('2025-02-20T20:00:00Z'), settings)).toBeNull()
})

test('PAY-029 zero days: only on the day', () => {
  const only = { ...settings, reminder_days: 0 }
  const at = (now: string) => reminderAt(city, { completed_at, pays_later: false }, instant(now), only)?.kind ?? null
  expect([at('2025-02-19T20:00:00Z'), at('2025-02-20T20:00:00Z')]).toEqual([null, 'due'])
  expect([at('2025-03-13T20:00:00Z'), at('2025-03-14T20:00:00Z')]).toEqual([null, 'overdue'])
})

test('FEE-027 FEE-028 in progress the day is that of now; told at completion it stays on every later day', () => {
  const on = (now: string, pays_later: boolean, dates = city) =>
    payBy(dates, { completed_at: null, pays_later }, instant(now), settings)
  expect(on('2025-01-05T18:00:00Z', false)).toBe('2025-02-20')
  expect(on('2025-02-25T18:00:00Z', false)).toBe('2025-03-14')
  const without = { ...city, payment_date: null, send_check_date: calendarDate('2025-03-01') }
  expect(on('2025-01-05T18:00:00Z', true, without)).toBe('2025-02-12')
  expect(on('2025-01-05T18:00:00Z', false, without)).toBe('2025-03-01')

  const later = (now: string) => dueOf(city, { completed_at, pays_later: false }, instant(now), settings)
  expect(later('2025-01-06T18:00:00Z')).toEqual({ due_date: '2025-02-20', due_state: 'later' })
  expect(later('2025-02-25T18:00:00Z')).toEqual({ due_date: '2025-02-20', due_state: 'overdue' })
  expect(later('2025-03-20T18:00:00Z')).toEqual({ due_date: '2025-02-20', due_state: 'overdue' })
})

test.each([
  ['2025-02-19', 'overdue'],
  ['2025-02-20', 'today'],
  ['2025-02-27', 'soon'],
  ['2025-02-28', 'later'],
])('a balance due on %s is %s on February 20', (due, state) => {
  expect(dueState(calendarDate(due), calendarDate('2025-02-20'), 7)).toBe(state)
})
