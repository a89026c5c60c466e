import { expect, test } from 'vitest'
import { sampleFacts, sampleRegistration } from '../registrations/attendees/sample-city.ts'
import { calendarDate } from '../kernel/calendar.ts'
import { instant } from '../kernel/instant.ts'
import { cents, dollars } from '../kernel/money.ts'
import type { PromoUse } from '../registrations/registration.ts'
import { defaultSettings } from '../tours/settings/registry.ts'
import { amountFor, checkAmount, preselectedType } from './amount.ts'
import { balanceOf, depositAmount, depositRequired, offersDeposit } from '../registrations/settlement/balance.ts'
import { missingBillTo } from './bill-to.ts'
import { completedStatus, isCovered, isPending, requiredNow } from '../registrations/settlement/coverage.ts'
import { explain } from '../refusals.ts'
import { isReservePhrase, offeredMethods, originLabel, paymentsTab, paymentsView } from './methods.ts'
import { applyPromo, checkPromo, promoDay, promoSentence, promoStatus, whyNotLive } from './promo.ts'

const money = (...amounts: number[]) => amounts.map((amount) => ({ amount: dollars(amount) }))
const facts = sampleFacts()
const studio = {
  flagged: false,
  bypass_deposit: false,
  bypass_removed_routine_fee: false,
  bypass_removed_routine_fee_post_deadline: false,
}

test('PAY-003 PAY-059 balance is total less promo, credit and payments, refunds added back', () => {
  const credit = { from: 'Spring', amount: dollars(50), status: 'claimed' } as const
  expect(balanceOf(dollars(500), dollars(100), credit, money(200, -20))).toMatchObject({ raw: dollars(170) })
  expect(balanceOf(dollars(500), dollars(100), { ...credit, status: 'rejected' }, [])).toMatchObject({
    raw: dollars(400),
  })
  expect(balanceOf(dollars(100), dollars(0), null, money(130))).toMatchObject({ raw: dollars(-30), shown: 0 })
})

test('FEE-014 FEE-015 FEE-016 a deposit is 50 a routine, or a share rounded up to the cent', () => {
  expect(depositAmount(dollars(900), 3, defaultSettings)).toBe(dollars(150))
  expect(depositAmount(cents(33_331), 3, { ...defaultSettings, deposit_percentage: 1_000 })).toBe(cents(3_334))
  expect(depositRequired(dollars(90), dollars(150))).toBe(dollars(90))
})

test.each([
  ['PAY-005 a studio', {}, {}, true],
  ['PAY-005 a flagged studio', {}, { flagged: true }, false],
  ['FEE-020 PAY-005 a studio bypassing it', {}, { bypass_deposit: true }, false],
  ['PAY-005 an ancillary registration', { ancillary: true }, {}, false],
  ['PAY-026 with a check', { paying_by_check: true }, {}, false],
])('%s has the deposit: %s', (_, changes, flags, isOffered) => {
  const testFacts = sampleFacts({ studio: { ...studio, ...flags } })
  expect(offersDeposit(sampleRegistration([], changes), testFacts, dollars(50))).toBe(isOffered)
})

test('FEE-020 a bypassing studio pays nothing first only where the setting says so', () => {
  const bypassing = { ...studio, bypass_deposit: true }
  const completes = { ...defaultSettings, bypass_deposit_completes: true }
  const registration = sampleRegistration([])
  expect(requiredNow(registration, sampleFacts({ studio: bypassing }), dollars(500), dollars(100))).toBe(dollars(500))
  expect(
    requiredNow(registration, sampleFacts({ studio: bypassing, settings: completes }), dollars(500), dollars(100)),
  ).toBe(0)
})

test('PAY-004 PAY-006 PAY-008 PAY-057 amount types and amounts', () => {
  expect(preselectedType(dollars(100), dollars(100), true)).toBe('deposit')
  expect(preselectedType(dollars(101), dollars(100), true)).toBe('full')
  expect(amountFor('other', dollars(200), dollars(150), dollars(100), dollars(0))).toBe(dollars(150))
  expect(amountFor('other', dollars(-5), dollars(150), dollars(100), dollars(0))).toBe(0)
  for (const [amount, ok] of [
    [0, false],
    [150, true],
    [151, false],
  ] as const) {
    expect(checkAmount(dollars(amount), dollars(150)).ok).toBe(ok)
  }
})

test.each([
  ['nobody has used', {}, undefined],
  ['was switched off', { active: false }, 'promo.unknown'],
  ['the account has used', { used_before: true }, 'promo.used'],
  ['others have used up', { max_uses: 2, other_uses: 2 }, 'promo.gone'],
  ['others may still use', { max_uses: 2, other_uses: 1 }, undefined],
  ['begins tomorrow', { valid_from: calendarDate('2027-03-11') }, 'promo.not_yet'],
  ['begins today', { valid_from: calendarDate('2027-03-10') }, undefined],
  ['ends today', { valid_through: calendarDate('2027-03-10') }, undefined],
  ['ended yesterday', { valid_through: calendarDate('2027-03-09') }, 'promo.ended'],
  [
    'counts here, though it is off, ended and used up',
    { counted: true, active: false, valid_through: calendarDate('2027-03-09'), max_uses: 1, other_uses: 5 },
    undefined,
  ],
])('PAY-047 a code that %s is live or says why not', (_, input, code) => {
  const unbounded = { max_uses: null, other_uses: 0, valid_from: null, valid_through: null }
  const state = { active: true, counted: false, used_before: false, ...unbounded, ...input }
  expect(whyNotLive('SAVE', state, calendarDate('2027-03-10'))?.code).toBe(code)
})

test.each([
  ['2027-04-01T06:59:59Z', 'America/Los_Angeles', undefined, '2027-03-31'],
  ['2027-04-01T07:00:00Z', 'America/Los_Angeles', undefined, '2027-04-01'],
  ['2027-04-01T03:59:59Z', 'America/New_York', undefined, '2027-03-31'],
  // A hold that began on the last day keeps the codes as it keeps the rate.
  ['2027-04-01T07:05:00Z', 'America/Los_Angeles', '2027-04-01T06:55:00Z', '2027-03-31'],
] as const)('COMP-084 at %s in %s, held since %s, a code is used on %s', (now, time_zone, held_since, day) => {
  const facts = { tour_date: { time_zone }, now: instant(now) }
  expect(promoDay({ ...facts, ...(held_since && { rates_as_of: instant(held_since) }) })).toBe(day)
})

test.each([
  [{}, 'on'],
  [{ valid_from: calendarDate('2027-03-11') }, 'not_yet'],
  [{ valid_from: calendarDate('2027-03-11'), max_uses: 2 }, 'used_up'],
  [{ valid_through: calendarDate('2027-03-09'), max_uses: 2 }, 'ended'],
  [{ valid_through: calendarDate('2027-03-10') }, 'on'],
  [{ active: false, valid_through: calendarDate('2027-03-09') }, 'off'],
] as const)('OFF-022 of a code with %j the office reads that it is %s', (change, status) => {
  const promo = { active: true, max_uses: null, uses: 2, valid_from: null, valid_through: null, ...change }
  expect(promoStatus(promo, calendarDate('2027-03-10'))).toBe(status)
})

test('PAY-008 an amount is refused with what may be paid, or that nothing is left', () => {
  const refusal = (balance: number) => {
    const result = checkAmount(dollars(200), dollars(balance))
    return result.ok ? '' : explain(result.refusal)
  }
  expect(refusal(150)).toBe('Please enter an amount above $0.00 and up to $150.00.')
  expect(refusal(0)).toBe('There is nothing left to pay.')
  expect(refusal(-20)).toBe('There is nothing left to pay.')
})

test.each([
  ['2024-11-07T23:59:59Z', true],
  ['2024-11-08T00:00:00Z', false],
])('PAY-024 at %s bank payments are taken: %s', (now, isOffered) => {
  const methods = offeredMethods({ ancillary: false }, sampleFacts({ now: instant(now) }), true, 'full')
  expect(methods.find(({ method }) => method === 'bank')?.offered).toBe(isOffered)
})

test.each([
  ['PAY-027 a studio', false, {}, false, 'full', true],
  ['PAY-027 an ancillary registration', true, {}, false, 'full', false],
  ['PAY-027 a flagged studio', false, { flagged: true }, false, 'full', false],
  ['PAY-027 VAR-016 a flagged studio at an exempt event', false, { flagged: true }, true, 'full', true],
  ['PAY-026 a deposit at an exempt event', false, {}, true, 'deposit', false],
] as const)('%s pays by check: %s', (_, ancillary, flags, allows_check_for_all, type, isOffered) => {
  const testFacts = sampleFacts({ studio: { ...studio, ...flags }, brand: { allows_check_for_all } })
  const methods = offeredMethods({ ancillary }, testFacts, true, type)
  expect(methods.find(({ method }) => method === 'check')?.offered).toBe(isOffered)
  expect(methods.find(({ method }) => method === 'paypal')?.offered).toBe(false)
})

test('PAY-030 PAY-031 PAY-056 REV-025 covered when reviewed and enough is paid, or by check', () => {
  const due = balanceOf(dollars(500), dollars(0), null, money(100))
  const reviewed = { reviewed: true, paying_by_check: false }
  expect(isCovered(reviewed, due, dollars(100))).toBe(true)
  expect(isCovered(reviewed, due, dollars(101))).toBe(false)
  expect(isCovered({ ...reviewed, paying_by_check: true }, due, dollars(500))).toBe(true)
  expect(isCovered({ ...reviewed, reviewed: false }, due, dollars(100))).toBe(false)
})

test('WIZ-031 WIZ-032 how a completed registration stands', () => {
  const owing = balanceOf(dollars(500), dollars(0), null, money(100))
  const paidAmount = balanceOf(dollars(500), dollars(0), null, money(500))
  expect(completedStatus({ paying_by_check: false }, owing)).toBe('deposit')
  expect(completedStatus({ paying_by_check: true }, owing)).toBe('pending_check')
  expect(completedStatus({ paying_by_check: true }, paidAmount)).toBe('paid')
  const [all, some] = [
    { done: 2, total: 2 },
    { done: 1, total: 2 },
  ]
  expect(isPending({ completed: true }, paidAmount, all, all)).toBe(false)
  for (const [due, waivers, music] of [
    [owing, all, all],
    [paidAmount, some, all],
    [paidAmount, all, some],
  ] as const) {
    expect(isPending({ completed: true }, due, waivers, music)).toBe(true)
  }
})

test('PAY-019 PAY-060 PAY-032 PAY-035 labels', () => {
  expect(originLabel({ payment_method_id: 2, admin_id: 4 })).toBe('CHECK')
  expect(originLabel({ payment_method_id: 9, admin_id: 4 })).toBe('OFFICE')
  expect(originLabel({ payment_method_id: 1, admin_id: null })).toBe('ONLINE')
  expect(paymentsTab(1)).toEqual({ label: 'PAY BALANCE', red: true })
  expect(paymentsTab(0)).toEqual({ label: 'PAYMENT', red: false })
  expect([paymentsView(1, false), paymentsView(1, true), paymentsView(0, false)]).toEqual([
    'history',
    'make-payment',
    'make-payment',
  ])
})

test('PAY-014 zip and state are asked in country 1 only', () => {
  const bill_to = {
    firstName: 'Ana',
    lastName: 'Ruiz',
    address: '1 Elm',
    city: 'Reno',
    zip: '',
    state_id: null,
    country_id: 1,
  }
  expect(missingBillTo(bill_to)).toEqual(['state_id', 'zip'])
  expect(missingBillTo({ ...bill_to, country_id: 2 })).toEqual([])
})

test('PAY-025 the phrase counts in any case', () => {
  expect(isReservePhrase('reserve my Registration')).toBe(true)
  expect(isReservePhrase('reserve registration')).toBe(false)
})

const use = (code: string, unique = false, amount = 10): PromoUse => ({
  code,
  type: 'total',
  value: 1_000,
  percentage: false,
  unique,
  amount: dollars(amount),
})
test('PAY-042 PAY-043 PAY-044 PAY-065 applying promo codes', () => {
  const codes = (uses: PromoUse[]) => uses.map(({ code }) => code)
  expect(codes(applyPromo([use('A'), use('B')], use('A')))).toEqual(['B', 'A'])
  expect(codes(applyPromo([use('A')], use('B', false, 0)))).toEqual(['A'])
  expect(codes(applyPromo([use('A'), use('U', true)], use('V', true)))).toEqual(['V'])
  expect(codes(applyPromo([use('U', true)], use('A')))).toEqual(['U', 'A'])
})

test('PAY-046 PAY-047 PAY-064 promo code messages', () => {
  expect(promoSentence(dollars(10))).toBe('Your promo code was applied and $10.00 has been taken off!')
  const offer = { event_id: 1, season_id: 41, active: true }
  expect(checkPromo(offer, { event_id: 1, season_id: 41 }, false, 'TEN').ok).toBe(true)
  expect(checkPromo(offer, { event_id: 1, season_id: 41 }, true, 'TEN').ok).toBe(false)
  expect(checkPromo(offer, { event_id: 2, season_id: 41 }, false, 'TEN').ok).toBe(false)
  expect(checkPromo(offer, { event_id: 1, season_id: 40 }, false, 'TEN').ok).toBe(false)
  expect(facts.settings.deposit_per_routine).toBe(dollars(50))
})
