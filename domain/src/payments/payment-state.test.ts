import { expect, test } from 'vitest'
import { dollars } from '../kernel/money.ts'
import {
  chooseAmount,
  chooseMethod,
  chooseSaved,
  mayPay,
  startPayment,
  toggleNew,
  withAmount,
} from './payment-state.ts'

const amounts = {
  balance: dollars(400),
  deposit: dollars(100),
  deposit_offered: true,
  deposit_required: dollars(100),
  payments: dollars(0),
}

test('PAY-020 PAY-057 a payment begins with the full amount by card, and says so by its id', () => {
  expect(startPayment(amounts)).toEqual({
    type: 'full',
    entered: null,
    amount: dollars(400),
    method: 'card',
    paymentMethodId: 1,
    profile: null,
    new: false,
    existing: true,
  })
  expect(startPayment({ ...amounts, balance: dollars(100) })).toMatchObject({ type: 'deposit', amount: dollars(100) })
})

test.each([
  ['deposit', null, 100],
  ['other', 250, 250],
  ['other', 900, 400],
  ['other', null, 0],
  ['full', 250, 400],
] as const)('PAY-006 PAY-020 %s with %s typed pays %s', (type, text, amount) => {
  const enteredAmount = text === null ? null : dollars(text)
  expect(chooseAmount(startPayment(amounts), type, enteredAmount, amounts).amount).toBe(dollars(amount))
})

test('PAY-005 PAY-020 a deposit that is no longer offered, or is paid already, falls back to the full amount', () => {
  const deposit = chooseAmount(startPayment(amounts), 'deposit', null, amounts)
  expect(withAmount(deposit, { ...amounts, deposit_offered: false }).type).toBe('full')
  expect(withAmount(deposit, { ...amounts, payments: dollars(100), balance: dollars(300) })).toMatchObject({
    type: 'full',
    amount: dollars(300),
  })
})

test('PAY-023 PayPal begins anew when the amount changes; a saved card stays chosen', () => {
  const paypal = { ...chooseMethod(startPayment(amounts), 'paypal'), profile: 'nonce-1' }
  expect(paypal.paymentMethodId).toBe(7)
  expect(chooseAmount(paypal, 'other', dollars(50), amounts).profile).toBeNull()
  expect(chooseAmount(paypal, 'full', null, amounts).profile).toBe('nonce-1')
  const card = chooseSaved(startPayment(amounts), 'm-1')
  expect(chooseAmount(card, 'other', dollars(50), amounts).profile).toBe('m-1')
})

test('PAY-011 PAY-020 new and saved exclude each other, and another method forgets both', () => {
  const saved = chooseSaved(startPayment(amounts), 'm-1')
  const adding = toggleNew(saved)
  expect(adding).toMatchObject({ new: true, existing: false, profile: null })
  expect(toggleNew(adding)).toMatchObject({ new: false, existing: true })
  expect(chooseMethod(adding, 'bank')).toMatchObject({ method: 'bank', paymentMethodId: 6, new: false, profile: null })
  expect(chooseMethod(adding, 'card')).toBe(adding)
})

test.each([
  ['nothing to pay', 0, true, false],
  ['no card', 400, false, false],
  ['more than is owed', 401, true, false],
  ['all of it with a card', 400, true, true],
])('PAY-007 %s: Pay is enabled %s %s %s', (_, amount, source, may) => {
  expect(mayPay({ amount: dollars(amount), method: 'card' }, dollars(400), source)).toBe(may)
})
