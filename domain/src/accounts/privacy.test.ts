import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { cents } from '../kernel/money.ts'
import { explain } from '../refusals.ts'
import { checkForgetAccount, checkForgetPerson, type ErasureRegistration } from './privacy.ts'

const today = calendarDate('2025-03-05')
const over: ErasureRegistration = {
  city: 'Portland',
  support_email: 'help@meridian.example',
  end_date: calendarDate('2025-03-04'),
  deleted: false,
  completed: true,
  paid: cents(10_000),
  balance: cents(0),
  has_open_payment: false,
}
const ahead = { ...over, end_date: today }
const user = { role: 'user' } as const

test.each([
  ['who was at an event that is over', [over], undefined],
  ['who is in nothing', [], undefined],
  ['whose registration was thrown away', [{ ...ahead, deleted: true }], undefined],
  ['who is registered for an event that ends today', [over, ahead], 'privacy.person_registered'],
] as const)('somebody %s may be deleted, or is not: %j', (_, standings, code) => {
  const result = checkForgetPerson(standings, today, 'Amara Abara')
  expect(result.ok ? undefined : result.refusal.code).toBe(code)
})

test.each([
  ['settled and over', user, [over], undefined],
  ['of the office', { role: 'office' } as const, [], 'privacy.staff'],
  ['with an event ahead', user, [ahead], 'privacy.account_registered'],
  ['with an unfinished one ahead', user, [{ ...ahead, completed: false }], 'privacy.account_unfinished'],
  ['that still owes', user, [{ ...over, balance: cents(500) }], 'privacy.money_open'],
  ['that is owed something', user, [{ ...over, balance: cents(-500) }], 'privacy.money_open'],
  ['with a payment nobody knows the outcome of', user, [{ ...over, has_open_payment: true }], 'privacy.money_open'],
  ['that paid for what it never completed', user, [{ ...over, completed: false }], 'privacy.money_open'],
] as const)('an account %s', (_, account, standings, code) => {
  const result = checkForgetAccount(account, standings, today)
  expect(result.ok ? undefined : result.refusal.code).toBe(code)
})

test('the refusal of an account names the way that exists: writing to the event, or deleting what is not completed', () => {
  const sentenceOf = (standing: ErasureRegistration) => {
    const result = checkForgetAccount(user, [standing], today)
    return result.ok ? 'deleted' : explain(result.refusal)
  }
  expect(sentenceOf(ahead)).toBe(
    'You are registered for Portland. Please write to help@meridian.example to cancel that registration, or wait until the event is over.',
  )
  expect(sentenceOf({ ...ahead, completed: false })).toContain('Please delete it first')
  expect(sentenceOf({ ...over, balance: cents(500) })).toContain('write to help@meridian.example')
})
