import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar.ts'
import { dollars } from '../kernel/money.ts'
import { defaultSettings } from '../tours/settings/registry.ts'
import { checkBankAuthorization, renderBankAuthorization, type AuthorizedDebit } from './bank-authorization.ts'

const debit: AuthorizedDebit = {
  name: 'Grace Oyelaran',
  account_type: 'checking',
  holder_type: 'personal',
  amount: dollars(1_240),
  last_four: '3815',
  date: calendarDate('2024-10-01'),
  registration_id: 812,
  event: 'Jump',
  city: 'Denver',
  contact: 'jump@example.com',
  returned_fee: dollars(35),
  standing: false,
}
const template = defaultSettings.bank_authorization_text

test('PAY-010 the authorization of a bank debit names who, which account, how much, when, for what, and how to revoke it', () => {
  const text = renderBankAuthorization(template, debit)
  for (const part of [
    'Grace Oyelaran',
    'personal checking account ending in 3815',
    'single payment of $1,240.00',
    'on or after 10/1/2024',
    'registration 812',
    'Jump in Denver',
    'revoke',
    'jump@example.com',
    '$35.00',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toMatch(/[{}]/)
  expect(text).not.toContain('later amounts')
})

test('PAY-010 a saved account is authorized for later payments too, each confirmed by itself', () => {
  expect(renderBankAuthorization(template, { ...debit, standing: true })).toContain(
    'for later amounts, each on the day on which I confirm the payment',
  )
})

test('a word in braces that means nothing stays, and a value is never read as a template', () => {
  expect(renderBankAuthorization('{name} {what}', { ...debit, name: '{amount}' })).toBe('{amount} {what}')
})

test.each([
  ['nothing', undefined, 'payment.authorization'],
  ['an untouched box', { version: 'a', text: 'T', agreed: false }, 'payment.authorization'],
  ['other words', { version: 'a', text: 'T less', agreed: true }, 'payment.authorization_changed'],
  ['an older text', { version: 'b', text: 'T', agreed: true }, 'payment.authorization_changed'],
])('PAY-010 %s authorizes no debit', (_, input, code) => {
  expect(checkBankAuthorization(input, { version: 'a', text: 'T' })).toMatchObject({ ok: false, refusal: { code } })
})
