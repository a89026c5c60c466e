import { describe, expect, test } from 'vitest'
import { sampleFacts, sampleRegistration, sampleTourDate } from '../registrations/attendees/sample-city.ts'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { defaultSettings } from './settings/registry.ts'
import { dueDate, isPastRemovedRoutineDeadline, removedRoutineDeadline } from './due-date.ts'
import { rateDeadline } from './rate-deadline.ts'
import { flagsFor, instantOfTier, rateFlags, rateTier, tierOf } from './rate-tier.ts'
import { changedRateFlags, announcedRate, rateToAnnounce } from './rate-change.ts'
import { isOpen, isPassed, takesBankPayments } from './registration-window.ts'

const tier = (now: string, dates = sampleTourDate) => rateTier(dates, instant(now), defaultSettings)

test.each([
  ['2024-10-04T06:59:59Z', 'discount'],
  ['2024-10-04T07:00:00Z', 'full'],
  ['2024-10-04T07:00:01Z', 'full'],
])('FEE-002 FEE-031 CONST-020 at %s (UTC), around the cutoff end date plus 7 hours, the rate is %s', (now, outcome) => {
  expect(tier(now)).toBe(outcome)
})

test.each([
  ['2024-11-01T06:59:59Z', 'full'],
  ['2024-11-01T07:00:00Z', 'late'],
  ['2024-11-01T07:00:01Z', 'late'],
])('FEE-003 at %s (UTC), around the late end date plus 7 hours, the rate is %s', (now, outcome) => {
  expect(tier(now)).toBe(outcome)
})

test('FEE-003 A16 the late end date falls back to the late start date, and without either there are no late rates', () => {
  const now = '2024-11-14T00:00:00Z'
  expect(tier(now, { ...sampleTourDate, late_end_date: null })).toBe('late')
  expect(tier(now, { ...sampleTourDate, late_end_date: null, late_start_date: null })).toBe('full')
})

test.each([
  [false, false, 'discount'],
  [true, false, 'full'],
  [false, true, 'late'],
  [true, true, 'late'],
] as const)('FEE-001 full_rates %s and late_rates %s mean the %s rate', (full_rates, late_rates, outcome) => {
  expect(tierOf({ full_rates, late_rates })).toBe(outcome)
})

test('FEE-031 the zone in which the city is shown does not move a rate', () => {
  for (const time_zone of ['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo']) {
    const dates = { ...sampleTourDate, time_zone }
    expect([tier('2024-10-04T06:59:59Z', dates), tier('2024-10-04T07:00:00Z', dates)]).toEqual(['discount', 'full'])
  }
})

test('CONST-020 the grace of a rate is a setting', () => {
  const settings = { ...defaultSettings, rate_grace_hours: 0 }
  expect(rateFlags(sampleTourDate, instant('2024-10-04T00:00:00Z'), settings).full_rates).toBe(true)
})

describe('the deadline that is shown is the last minute still valid (A16, TOUR-002)', () => {
  test.each([
    ['2024-09-01T00:00:00Z', 'discount', '2024-10-04T06:59:00.000Z', 'full'],
    ['2024-10-20T00:00:00Z', 'full', '2024-11-01T06:59:00.000Z', 'late'],
    ['2024-11-10T00:00:00Z', 'late', null, null],
  ])('at %s: %s until %s, then %s', (now, current, last_minute, next) => {
    expect(rateDeadline(sampleTourDate, instant(now), defaultSettings)).toEqual({ tier: current, last_minute, next })
  })

  test('and that minute really has that rate, the next one not', () => {
    const { last_minute } = rateDeadline(sampleTourDate, instant('2024-09-01T00:00:00Z'), defaultSettings)
    if (!last_minute) throw new Error('There is a deadline')
    expect(tier(last_minute)).toBe('discount')
    expect(tier(instant(Date.parse(last_minute) + 60_000))).toBe('full')
  })

  test('without late rates nothing follows the full rate', () => {
    const dates = { ...sampleTourDate, late_start_date: null, late_end_date: null }
    expect(rateDeadline(dates, instant('2024-10-20T00:00:00Z'), defaultSettings).next).toBeNull()
  })

  test('a late date before the cutoff comes first', () => {
    const dates = { ...sampleTourDate, late_end_date: instant('2024-09-20T00:00:00Z') }
    const { last_minute, next } = rateDeadline(dates, instant('2024-09-01T00:00:00Z'), defaultSettings)
    expect([last_minute, next]).toEqual(['2024-09-20T06:59:00.000Z', 'late'])
  })
})

describe('which flags price a registration', () => {
  const facts = sampleFacts({ now: instant('2024-11-05T00:00:00Z') })
  const late = { full_rates: true, late_rates: true }

  test.each([
    ['FEE-004 an unfinished one takes those of now', {}, {}, late],
    ['FEE-025 a completed one keeps its own', { completed: true }, {}, { full_rates: false, late_rates: false }],
    [
      'FEE-025 also while it is edited',
      { completed: true, editing: true },
      {},
      { full_rates: false, late_rates: false },
    ],
    [
      'A30 an edit is priced anew where the setting says so',
      { completed: true, editing: true },
      { settings: { ...defaultSettings, reprice_on_edit: true } },
      late,
    ],
    [
      'COMP-084 a live hold keeps those of its beginning',
      {},
      { rates_as_of: instant('2024-10-05T00:00:00Z') },
      { full_rates: true, late_rates: false },
    ],
  ])('%s', (_, registration, changes, outcome) => {
    expect(flagsFor(sampleRegistration([], registration), { ...facts, ...changes })).toMatchObject(outcome)
  })
})

test.each(['discount', 'full', 'late'] as const)('at the moment of the tier %s its rates hold', (one) => {
  expect(rateTier(sampleTourDate, instantOfTier(one, sampleFacts()), defaultSettings)).toBe(one)
})

test('a city without late rates is priced by the full ones instead', () => {
  const tour_date = { ...sampleTourDate, late_end_date: null, late_start_date: null }
  expect(rateTier(tour_date, instantOfTier('late', { ...sampleFacts(), tour_date }), defaultSettings)).toBe('full')
})

describe('FEE-024 WIZ-040 rates that have changed', () => {
  const at = (now: string) => sampleFacts({ now: instant(now) })

  test.each([
    ['before any deadline nothing changes', {}, '2024-10-04T06:59:59Z', null],
    ['a passed cutoff', {}, '2024-10-04T07:00:00Z', { full_rates: true, late_rates: false }],
    ['a passed late date', { full_rates: true }, '2024-11-01T07:00:00Z', { full_rates: true, late_rates: true }],
    ['flags that already agree', { full_rates: true }, '2024-10-20T00:00:00Z', null],
    ['a completed registration keeps its flags', { completed: true }, '2024-11-05T00:00:00Z', null],
    [
      'a deadline the office moved back',
      { full_rates: true },
      '2024-09-01T00:00:00Z',
      { full_rates: false, late_rates: false },
    ],
  ])('%s', (_, registration, now, outcome) => {
    expect(changedRateFlags(sampleRegistration([], registration), at(now))).toEqual(outcome)
  })

  test.each([
    ['before any deadline there is nothing to tell', {}, '2024-10-04T06:59:59Z', null],
    ['a passed cutoff is told', {}, '2024-10-04T07:00:00Z', 'full'],
    ['also when a save has taken the flags over already', { full_rates: true }, '2024-10-20T00:00:00Z', 'full'],
    ['an owner who was told is not told again', { full_rates: true, rates_told: 'full' }, '2024-10-20T00:00:00Z', null],
    ['the late date is told after the cutoff', { rates_told: 'full' }, '2024-11-01T07:00:00Z', 'late'],
    ['both deadlines at once are one notice', {}, '2024-11-01T07:00:00Z', 'late'],
    ['rates that fall back are taken over silently', { rates_told: 'late' }, '2024-10-20T00:00:00Z', null],
    ['a completed registration is told nothing', { completed: true }, '2024-11-05T00:00:00Z', null],
  ] as const)('REV-013 %s', (_, registration, now, outcome) => {
    expect(rateToAnnounce(sampleRegistration([], registration), at(now))).toBe(outcome)
  })

  test('a rate that the office held does not pass untold the next time', () => {
    expect(announcedRate('full', { full_rates: false, late_rates: false })).toBe('discount')
    expect(announcedRate('discount', { full_rates: true, late_rates: false })).toBe('discount')
  })

  test('REV-013 a held rate is not told before the hold ends', () => {
    const facts = { ...at('2024-10-04T07:05:00Z'), rates_as_of: instant('2024-10-04T06:59:00Z') }
    expect(rateToAnnounce(sampleRegistration([]), facts)).toBeNull()
  })
})

describe('when a registration is open', () => {
  const at = (now: string, changes: Parameters<typeof sampleFacts>[0] = {}) =>
    isOpen(sampleFacts({ ...changes, now: instant(now) }))
  const shut = { settings: { ...sampleTourDate.settings, regenabled: false } }

  test.each([
    ['WIZ-060 at 7 h 59 min past the end date it is open', '2024-11-17T07:59:00Z', {}, true],
    ['WIZ-041 WIZ-060 CONST-020 at 8 h it is closed', '2024-11-17T08:00:00Z', {}, false],
    ['WIZ-059 exempt people may still finish', '2024-11-18T08:00:00Z', { exempt: true }, true],
    ['WIZ-041 a city that is not enabled is closed', '2024-10-01T00:00:00Z', { city: shut }, false],
    ['WIZ-041 but not for exempt people', '2024-10-01T00:00:00Z', { city: shut, exempt: true }, true],
    ['a canceled city is closed', '2024-10-01T00:00:00Z', { city: { canceled: true } }, false],
  ])('%s', (_, now, changes, outcome) => {
    expect(at(now, changes)).toBe(outcome)
  })

  test('WIZ-033 A17 a city has passed once its end date has', () => {
    expect(isPassed(sampleTourDate, instant('2024-11-17T00:00:00Z'))).toBe(false)
    expect(isPassed(sampleTourDate, instant('2024-11-17T00:00:01Z'))).toBe(true)
  })

  test('PAY-024 CONST-019 bank payments end 7 days before the start', () => {
    expect(takesBankPayments(sampleTourDate, instant('2024-11-07T23:59:59Z'), defaultSettings)).toBe(true)
    expect(takesBankPayments(sampleTourDate, instant('2024-11-08T00:00:00Z'), defaultSettings)).toBe(false)
  })
})

describe('FEE-027 when everything is due', () => {
  const day = calendarDate
  const due = (dates: object, now = '2024-09-01T12:00:00Z', later = false) =>
    dueDate({ ...sampleTourDate, ...dates }, instant(now), defaultSettings, later)

  test.each([
    ['the payment date first', { payment_date: day('2024-10-20'), send_check_date: day('2024-10-10') }, '2024-10-20'],
    ['then the send-check date', { send_check_date: day('2024-10-10') }, '2024-10-10'],
    ['then the early cutoff', {}, '2024-10-04'],
  ])('%s', (_, dates, outcome) => {
    expect(due(dates)).toBe(outcome)
  })

  test('the start date once that has passed, and not a day earlier', () => {
    expect(due({}, '2024-10-05T06:59:00Z')).toBe('2024-10-04')
    expect(due({}, '2024-10-05T07:00:00Z')).toBe('2024-11-15')
    expect(due({ payment_date: day('2024-09-20') }, '2024-09-22T12:00:00Z')).toBe('2024-11-15')
  })

  test.each([
    [
      '30 days before the start where that is sooner',
      { cutoff_start_date: instant('2024-10-30T00:00:00Z') },
      '2024-09-01T12:00:00Z',
      '2024-10-16',
    ],
    ['the earlier due date where that is sooner', {}, '2024-09-01T12:00:00Z', '2024-10-04'],
    ['the payment date where one is set', { payment_date: day('2024-11-01') }, '2024-09-01T12:00:00Z', '2024-11-01'],
    ['not on a day that is already over', {}, '2024-10-20T12:00:00Z', '2024-11-15'],
  ])('FEE-028 CONST-019 reserved registrations: %s', (_, dates, now, outcome) => {
    expect(due(dates, now, true)).toBe(outcome)
  })
})

describe('A09 FEE-018 until when routines may go without a fee', () => {
  test('30 days before the start, or the payment date', () => {
    expect(removedRoutineDeadline(sampleTourDate, defaultSettings)).toBe('2024-10-16')
    const payment_date = calendarDate('2024-10-20')
    expect(removedRoutineDeadline({ ...sampleTourDate, payment_date }, defaultSettings)).toBe(payment_date)
  })

  test('that day counts, in the zone of the city', () => {
    expect(isPastRemovedRoutineDeadline(sampleTourDate, instant('2024-10-17T06:59:00Z'), defaultSettings)).toBe(false)
    expect(isPastRemovedRoutineDeadline(sampleTourDate, instant('2024-10-17T07:00:00Z'), defaultSettings)).toBe(true)
  })
})
