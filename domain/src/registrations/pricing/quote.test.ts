import { describe, expect, test } from 'vitest'
import {
  sampleAttendee,
  sampleFacts,
  sampleLevels,
  sampleRegistration,
  sampleRoutine,
} from '../attendees/sample-city.ts'
import { instant } from '../../kernel/instant.ts'
import { cents, dollars, plus, sumOf, type Cents } from '../../kernel/money.ts'
import type { Attendee, PromoUse, Registration } from '../registration.ts'
import { defaultSettings } from '../../tours/settings/registry.ts'
import { attendeeFees, totalAfterPromo } from './fees.ts'
import { nextFreeTeacherText } from './free-teacher-line.ts'
import { quote } from './quote.ts'

const facts = sampleFacts()
const [early, full, late] = ['2024-09-01T00:00:00Z', '2024-10-20T00:00:00Z', '2024-11-05T00:00:00Z']
const person = (level: number, changes: Partial<Attendee> = {}, id = 1) => sampleAttendee(id, level, changes)
const juniors = (number: number, from = 100) =>
  Array.from({ length: number }, (_, index) => sampleAttendee(from + index, 2))
const teachers = (number: number) => Array.from({ length: number }, (_, index) => sampleAttendee(1 + index, 5))
const feeOf = (attendee: Attendee, testFacts = facts) =>
  attendeeFees(quote(sampleRegistration([attendee]), testFacts).lines).get(attendee.person_id)
const promo = (changes: Partial<PromoUse>): PromoUse => ({
  code: 'GLOW',
  type: 'total',
  value: 0,
  percentage: false,
  unique: false,
  amount: cents(0),
  ...changes,
})

describe('FEE-005 ATT-073 the price of a place follows rate, one day and virtual', () => {
  test.each([
    [early, {}, 240],
    [early, { one_day: true }, 100],
    [early, { virtual: true }, 80],
    [full, {}, 260],
    [full, { one_day: true }, 120],
    [full, { virtual: true }, 100],
    [late, {}, 280],
    [late, { one_day: true }, 140],
    [late, { virtual: true }, 120],
  ])('at %s with %j: $%d', (now, changes, price) => {
    expect(feeOf(person(2, changes), sampleFacts({ now: instant(now) }))).toBe(dollars(price))
  })
})

describe('discounts of a place', () => {
  const college = { college_discount: true, has_college_discount: true }
  const scholarship = (amount: Cents) => ({ has_scholarship: true, scholarship_amount: amount })

  test.each<[string, number, Partial<Attendee>, Parameters<typeof sampleFacts>[0], Cents]>([
    ['ATT-024 FEE-011 CONST-004 attended before: times 0.75', 2, { attended_reg: true }, {}, dollars(180)],
    [
      'ATT-024 FEE-011 CONST-004 VAR-013 another brand: times 0.9',
      2,
      { attended_reg: true },
      { brand: { attended_multiplier: 9_000 } },
      dollars(216),
    ],
    ['ATT-029 FEE-012 CONST-003 college takes at most 225', 4, college, {}, dollars(55)],
    ['ATT-029 FEE-012 and never more than the fee', 4, { ...college, one_day: true }, {}, cents(0)],
    ['ATT-030 college asked for without an ID counts for nothing', 4, { college_discount: true }, {}, dollars(280)],
    ['ATT-030 an ID without asking counts for nothing', 4, { has_college_discount: true }, {}, dollars(280)],
    ['ATT-026 nor does it in a level that is not eligible', 2, college, {}, dollars(240)],
    ['ATT-031 a scholarship reduces the fee', 2, scholarship(dollars(100)), {}, dollars(140)],
    ['FEE-013 never below zero', 2, scholarship(dollars(900)), {}, cents(0)],
    ['FEE-013 not even after the college discount', 4, { ...college, ...scholarship(dollars(100)) }, {}, cents(0)],
  ])('%s', (_, level, changes, input, fee) => {
    expect(feeOf(person(level, changes), sampleFacts(input))).toBe(fee)
  })

  test('FEE-026 a share that does not come out even is rounded once, to the cent', () => {
    const odd = {
      ...sampleFacts(),
      workshop_levels: sampleLevels.map((level) => ({
        ...level,
        prices: { ...level.prices, discount: { full: cents(9_999), one_day: null, virtual: null } },
      })),
    }
    expect(feeOf(person(2, { attended_reg: true }), odd)).toBe(7_499)
  })
})

test.each<[string, Partial<Attendee>, Cents]>([
  ['VIP experience', { vip_experience: true }, dollars(490)],
  ['photoshoot', { photoshoot: true }, dollars(325)],
  ['awe experience without an intensive', { awe_experience: true }, dollars(240)],
  ['kdoty, which costs nothing', { kdoty: true }, dollars(240)],
])('ATT-048 CONST-006 an add-on: %s', (_, changes, fee) => {
  expect(feeOf(person(2, changes))).toBe(fee)
})

test('ATT-031 a scholarship does not pay for add-ons', () => {
  expect(feeOf(person(2, { photoshoot: true, has_scholarship: true, scholarship_amount: dollars(900) }))).toBe(
    dollars(85),
  )
})

describe('an intensive', () => {
  const intensives = [
    { id: 3, name: 'Summer intensive', price: dollars(500), group_price: dollars(450), offered: true },
  ]
  const testFacts = sampleFacts({ brand: { is_intensive: true }, intensives })

  test('ATT-048 CONST-006 costs what the chosen intensive costs, and the Awe experience beside it', () => {
    expect(feeOf(person(2, { intensive_id: 3 }), testFacts)).toBe(dollars(500))
    expect(feeOf(person(2, { intensive_id: 3, awe_experience: true }), testFacts)).toBe(dollars(650))
    expect(feeOf(person(2), testFacts)).toBe(0)
  })

  test.each([
    [4, 500],
    [5, 450],
  ])('ATT-035 A26 %d attendees pay $%d each', (number, price) => {
    const attendees = juniors(number).map((attendee) => ({ ...attendee, intensive_id: 3 }))
    expect(quote(sampleRegistration(attendees), testFacts).fees.workshop).toBe(dollars(number * price))
  })
})

describe('free teachers', () => {
  const of = (dancers: number, number: number, testFacts = facts) =>
    quote(sampleRegistration([...teachers(number), ...juniors(dancers)]), testFacts)

  test('ATT-042 ATT-076 the 21st dancer brings the second, and their leaving takes it again', () => {
    expect(of(21, 3).free_teacher).toEqual({ count: 2, value: dollars(300) })
    expect(of(20, 3).free_teacher).toEqual({ count: 1, value: dollars(150) })
  })

  test('ATT-047 the value never exceeds the teachers who are registered', () => {
    expect(of(60, 1).free_teacher).toEqual({ count: 4, value: dollars(150) })
    expect(of(60, 0).free_teacher).toEqual({ count: 4, value: 0 })
  })

  test('FEE-022 the value follows the rate', () => {
    expect(of(5, 1, sampleFacts({ now: instant(late) })).free_teacher.value).toBe(dollars(190))
  })

  test('ATT-075 FEE-007 it is a line of its own and comes off the workshop total', () => {
    const { lines, fees } = of(19, 2)
    expect(lines.find(({ kind }) => kind === 'free_teacher')).toMatchObject({
      amount: dollars(-150),
      because: ['19 paying dancers give 1 free teacher', 'Add 2 more dancers to earn another free teacher'],
    })
    expect(fees.workshop).toBe(dollars(19 * 240 + 2 * 150 - 150))
  })

  test.each([
    ['tier_regional', 3, {}, 'Add 2 more dancers to earn a free teacher'],
    ['tier_regional', 56, {}, 'Add 4 more dancers to earn another free teacher'],
    ['tier_regional', 39, {}, 'Add 1 more dancer to earn another free teacher'],
    ['tier_nationals', 60, {}, 'Add 20 more dancers to earn 2 more free teachers'],
    ['per_ten', 9, {}, 'Add 1 more dancer to earn a free teacher'],
    ['tier_regional', 60, {}, null],
    ['tier_regional', 3, { independent: true, studio_id: null }, null],
    ['tier_regional', 19, { independent: true, studio_id: null }, null],
  ] as const)('ATT-076 by %s with %d paying dancers, %j: %s', (rule, paying, changes, text) => {
    expect(nextFreeTeacherText({ ...sampleRegistration([]), ...changes }, rule, paying)).toBe(text)
  })

  test('ATT-062 a dancer whose fee a scholarship covers does not count', () => {
    const coveredPerson = person(2, { has_scholarship: true, scholarship_amount: dollars(240) }, 50)
    const registration = sampleRegistration([...teachers(1), ...juniors(4), coveredPerson])
    expect(quote(registration, facts)).toMatchObject({ paying_dancers: 4, free_teacher: { count: 0 } })
  })

  test('ATT-060 a teacher pays the teacher price unless free', () => {
    expect(feeOf(person(5))).toBe(dollars(150))
  })
})

describe('ATT-039 FEE-030 observers, with and without a name', () => {
  const registration = sampleRegistration([person(31, {}, 8), person(34, {}, 9)], {
    additional_observers: { one: 2, two: 3, complimentary: 4 },
  })

  test('pay by days, and complimentary ones nothing', () => {
    const { fees } = quote(registration, facts)
    expect(fees).toMatchObject({
      attendee: 0,
      observer: { one: dollars(3 * 40), two: dollars(4 * 70) },
      workshop: dollars(400),
    })
  })
})

test.each<[string, Partial<Attendee>, Cents]>([
  ['ATT-050 FEE-009 CONST-005 a new media pass costs 49.99', { media_pass: true }, cents(4_999)],
  ['ATT-052 one already paid this season costs nothing', { media_pass: true, media_pass_old: true }, cents(0)],
])('%s', (_, changes, media) => {
  const { fees } = quote(sampleRegistration([person(2, changes)]), facts)
  expect(fees).toMatchObject({ media, workshop: dollars(240) })
})

const everything = sampleRegistration(
  [
    ...teachers(2),
    ...juniors(22),
    person(2, { attended_reg: true, photoshoot: true, media_pass: true }, 50),
    person(4, { college_discount: true, has_college_discount: true }, 51),
    person(31, {}, 52),
  ],
  {
    additional_observers: { one: 1, two: 1, complimentary: 0 },
    routines: [sampleRoutine(1, [100]), sampleRoutine(2, [101])],
  },
)

describe('the totals', () => {
  const category = {
    category_id: 1,
    name: 'Solo',
    abbreviation: 'SO',
    min_dancers: 1,
    fee_per_dancer: dollars(120),
    is_solo: true,
    enabled: true,
    limit: null,
  }
  const testFacts = sampleFacts({ routine_categories: [category] })
  const { lines, fees, free_teacher } = quote(everything, testFacts)
  const sum = (group: string) =>
    sumOf(
      lines.filter((line) => line.group === group),
      ({ amount }) => amount,
    )

  test('FEE-006 FEE-010 FEE-030 are the sums of their lines', () => {
    expect([fees.workshop, fees.competition, fees.media]).toEqual([sum('workshop'), sum('competition'), sum('media')])
    expect(fees.total).toBe(plus(fees.workshop, fees.bestdancer, fees.competition, fees.media))
  })

  test('FEE-007 workshop = attendees + observers + add-ons less free teachers', () => {
    expect(fees.workshop).toBe(fees.attendee + fees.observer.one + fees.observer.two - free_teacher.value)
    expect(fees.workshop).toBe(fees.baseWorkshop - fees.offer)
  })

  test('A13 the offer is all that was taken off', () => {
    expect(fees.offer).toBe(dollars(60 + 225 + 2 * 150))
  })

  test('ATT-056 a person’s fee is the sum of their own workshop lines', () => {
    expect([50, 51, 52].map((id) => attendeeFees(lines).get(id))).toEqual([dollars(265), dollars(55), dollars(40)])
  })

  test('FEE-008 waiting routines are not in the competition total', () => {
    const waiting = { ...sampleRoutine(3, [102]), status: 'waiting' as const }
    expect(quote({ ...everything, waiting_list_routines: [waiting] }, testFacts).fees.competition).toBe(
      fees.competition,
    )
    expect(fees.competition).toBe(dollars(240))
  })

  test('every line says why, and no two share a key', () => {
    expect(lines.filter(({ because }) => because.length === 0)).toEqual([])
    // Each sentence has its code.
    expect(lines.filter(({ because, because_codes }) => because_codes?.length !== because.length)).toEqual([])
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  })
})

describe('which rate, and why', () => {
  const reasons = (changes: Partial<Registration>, testFacts = facts) =>
    quote(sampleRegistration([person(2)], changes), testFacts).lines[0]?.because

  test('A16 until when it holds, in the zone of the city', () => {
    expect(reasons({})).toEqual(['Junior', 'Early rate, held through Thu, Oct 3, 11:59 pm PDT'])
  })

  test('VAR-020 the early deadline is not named where the brand hides it', () => {
    const settings = { ...facts.tour_date.event.settings, hide_early_rate_deadline: true }
    expect(reasons({}, sampleFacts({ brand: { settings } }))).toEqual(['Junior', 'Early rate'])
  })

  test('FEE-025 a completed registration keeps the rate it was completed with', () => {
    const after = sampleFacts({ now: instant(late) })
    const remaining = sampleRegistration([person(2)], { completed: true, editing: true })
    expect(quote(remaining, after)).toMatchObject({ tier: 'discount', fees: { total: dollars(240) } })
    const fresh = sampleRegistration([person(2)])
    expect(quote(fresh, after)).toMatchObject({ tier: 'late', fees: { total: dollars(280) } })
  })
})

describe('ATT-046 CONST-008 the complimentary room', () => {
  const nationals = { ...defaultSettings, comp_room_students: 79 }
  test.each([
    [59, defaultSettings, false],
    [60, defaultSettings, true],
    [79, nationals, false],
    [80, nationals, true],
  ])('with %d paying dancers', (dancers, settings, earned) => {
    expect(quote(sampleRegistration(juniors(dancers)), sampleFacts({ settings })).comp_room_earned).toBe(earned)
  })
})

describe('FEE-032 promo codes', () => {
  const registration = (promo_codes: readonly PromoUse[]) =>
    sampleRegistration([person(2, { media_pass: true })], { promo_codes })
  const total = dollars(240) + 4_999

  test.each<[string, Partial<PromoUse>, number]>([
    ['an amount off the total', { value: 5_000 }, 5_000],
    ['a percentage of the total, rounded to the cent', { value: 1_000, percentage: true }, 2_900],
    ['a percentage of the workshop alone', { type: 'workshop', value: 5_000, percentage: true }, 12_000],
    ['a media code never takes more than the passes cost', { type: 'media', value: 90_000 }, 4_999],
    ['a competition code takes nothing without routines', { type: 'competition', value: 5_000 }, 0],
    ['a total is never negative', { value: 900_000 }, total],
  ])('A57 %s', (_, changes, off) => {
    const priced = quote(registration([promo(changes)]), facts)
    expect([priced.promo, priced.fees.total, totalAfterPromo(priced)]).toEqual([off, total, total - off])
  })

  test('an amount off one part is said once', () => {
    const { lines } = quote(registration([promo({ type: 'workshop', value: 2_500 })]), facts)
    expect(lines.at(-1)?.because).toEqual(['$25.00 off the workshop'])
  })

  test('a code for the total says the total, and each part only where it takes from several', () => {
    const reasonsOf = (promo_value: number) =>
      quote(registration([promo({ value: promo_value })]), facts).lines.at(-1)?.because
    expect(reasonsOf(2_500)).toEqual(['$25.00 off the total'])
    expect(reasonsOf(25_000)).toEqual(['$250.00 off the total', '$240.00 off the workshop', '$10.00 off media passes'])
  })

  test('several together never take more than there is', () => {
    const codes = [promo({ code: 'A', type: 'workshop', value: 20_000 }), promo({ code: 'B', value: 20_000 })]
    const { lines, promo: off } = quote(registration(codes), facts)
    expect(off).toBe(total)
    expect(lines.at(-1)).toMatchObject({
      key: 'promo:B',
      amount: -8_999,
      because: [
        '$200.00 off the total',
        '$40.00 off the workshop',
        '$49.99 off media passes',
        'Never more than the amount due',
      ],
    })
  })
})
