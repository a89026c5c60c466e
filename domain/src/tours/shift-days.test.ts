import { describe, expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { localTimeIn } from '../kernel/zoned-time.ts'
import { lastMinuteOf } from './rate-deadline.ts'
import { daysBetween, shiftDays, type CityDays } from './shift-days.ts'

const grace = { rate_grace_hours: 7 }
const portland: CityDays = {
  time_zone: 'America/Los_Angeles',
  start_date: calendarDate('2024-11-22'),
  end_date: calendarDate('2024-11-24'),
  // Last minute: October 3, 11:59 pm in Portland.
  cutoff_start_date: instant('2024-10-04'),
  cutoff_end_date: instant('2024-10-04'),
  late_start_date: null,
  late_end_date: instant('2024-11-08T01:00:00Z'),
  payment_date: calendarDate('2024-10-20'),
  send_check_date: null,
}

describe('OFF-003 the days of a city move together', () => {
  test.each([
    ['52 weeks on', '2025-11-21', '2025-11-23', '2025-10-02T23:59', '2025-11-06T23:59', '2025-10-19'],
    ['53 weeks on', '2025-11-28', '2025-11-30', '2025-10-09T23:59', '2025-11-13T23:59', '2025-10-26'],
    [
      'back, before clocks are set back',
      '2024-11-01',
      '2024-11-03',
      '2024-09-12T23:59',
      '2024-10-17T23:59',
      '2024-09-29',
    ],
    ['into another half of the year', '2025-05-02', '2025-05-04', '2025-03-13T23:59', '2025-04-17T23:59', '2025-03-30'],
  ])('%s', (_, start, end, early, regular, payment) => {
    const newDays = shiftDays(portland, calendarDate(start), grace)
    const lastMinute = (date: CityDays['late_end_date']) =>
      date && localTimeIn(newDays.time_zone, lastMinuteOf(date, grace))
    expect([newDays.start_date, newDays.end_date, newDays.payment_date, newDays.send_check_date]).toEqual([
      start,
      end,
      payment,
      null,
    ])
    expect([lastMinute(newDays.cutoff_end_date), lastMinute(newDays.late_end_date)]).toEqual([early, regular])
    expect([newDays.cutoff_start_date, newDays.late_start_date]).toEqual([newDays.cutoff_end_date, null])
  })

  test('to another zone with the same clock times', () => {
    const { cutoff_end_date, time_zone } = shiftDays(portland, calendarDate('2025-11-21'), grace, 'America/New_York')
    expect(localTimeIn(time_zone, lastMinuteOf(cutoff_end_date, grace))).toBe('2025-10-02T23:59')
  })

  test('not at all where the first day stays', () => {
    expect(shiftDays(portland, portland.start_date, grace)).toEqual(portland)
  })
})

test('OFF-003 a span over a leap day has 366 days', () => {
  expect(daysBetween(calendarDate('2023-03-01'), calendarDate('2024-03-01'))).toBe(366)
  expect(daysBetween(calendarDate('2024-03-02'), calendarDate('2024-03-01'))).toBe(-1)
})
