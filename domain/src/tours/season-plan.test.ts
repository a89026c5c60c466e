import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { checkSeasonYears, planDays } from './season-plan.ts'

const source = { start_year: 2024, end_year: 2025, age_year: 2025 }

test.each([
  ['the next one', { start_year: 2025, end_year: 2026, age_year: 2026 }, null],
  ['within one year', { start_year: 2026, end_year: 2026, age_year: 2026 }, null],
  ['itself', source, 'season.start_year'],
  ['ending before it begins', { start_year: 2026, end_year: 2025, age_year: 2026 }, 'season.end_year'],
  ['of three years', { start_year: 2025, end_year: 2027, age_year: 2026 }, 'season.end_year'],
  ['with ages of another year', { start_year: 2025, end_year: 2026, age_year: 2024 }, 'season.age_year'],
])('OFF-002 a season from another: %s', (_, years, field) => {
  const result = checkSeasonYears(years, source)
  expect(result.ok ? null : 'field' in result.refusal && result.refusal.field).toBe(field)
})

const friday = {
  time_zone: 'America/Chicago',
  start_date: calendarDate('2024-11-22'),
  end_date: calendarDate('2024-11-24'),
  cutoff_start_date: instant('2024-10-04'),
  cutoff_end_date: instant('2024-10-04'),
  late_start_date: null,
  late_end_date: null,
  payment_date: null,
  send_check_date: null,
}
const grace = { rate_grace_hours: 7 }
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

test.each([52, 53, 1])('OFF-003 %d weeks later the weekdays are the same', (shift_weeks) => {
  const { start_date, end_date, refusal } = planDays(friday, { shift_weeks, start_date: null }, grace)
  expect([weekday(start_date), weekday(end_date), refusal]).toEqual([5, 0, null])
})

test('OFF-003 a city may begin on a day of its own; days that do not hold say why', () => {
  const own = planDays(friday, { shift_weeks: 52, start_date: calendarDate('2026-01-09') }, grace)
  expect([own.start_date, own.end_date, own.refusal]).toEqual(['2026-01-09', '2026-01-11', null])
  const late = planDays(
    { ...friday, cutoff_end_date: instant('2024-12-04') },
    { shift_weeks: 52, start_date: null },
    grace,
  )
  expect(late.refusal).toMatchObject({ code: 'office.dates', field: 'cutoff_end_date' })
})

test.each([
  ['payment_date', 'Payment is due after the event.'],
  ['send_check_date', 'Checks are sent after the event.'],
] as const)('FEE-027 OFF-003 no money is due after the last day of the event: %s', (field, why) => {
  const onLastDay = planDays({ ...friday, [field]: friday.end_date }, { shift_weeks: 52, start_date: null }, grace)
  expect(onLastDay.refusal).toBeNull()
  const after = { ...friday, [field]: calendarDate('2024-11-25') }
  expect(planDays(after, { shift_weeks: 52, start_date: null }, grace).refusal).toEqual({
    ...{ code: 'office.dates', field, why },
  })
})
