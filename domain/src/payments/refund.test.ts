import { describe, expect, test } from 'vitest'
import { cents, dollars, type Cents } from '../kernel/money.ts'
import { explain } from '../refusals.ts'
import {
  asksAboutBill,
  balanceAfterRefund,
  checkLowersBill,
  leftOf,
  planRefund,
  planReversal,
  planTakingBack,
  receivedOf,
  reversalFee,
  type RefundablePayment,
} from './refund.ts'

const card: RefundablePayment = {
  amount: dollars(100),
  left: dollars(100),
  received: dollars(100),
  payment_method_id: 1,
  by_gateway: true,
  by_office: false,
  settled: false,
  open: false,
}

describe('OFF-020 the bill after a refund', () => {
  test.each([
    // before, back, fee, bill lowered, after, the office is asked
    [0, 2_500, 0, false, 2_500, true],
    [0, 2_500, 0, true, 0, true],
    [0, 10_000, 250, true, 250, true],
    [-4_000, 4_000, 0, false, 0, false],
    [-4_000, 5_000, 0, false, 1_000, true],
    [-4_000, 5_000, 0, true, -4_000, true],
    [3_000, 1_000, 0, false, 4_000, true],
    [3_000, 1_000, 0, true, 3_000, true],
  ])('%i before, %i back, fee %i, lowered %s: %i', (raw, amount, fee, lowers_bill, after, isAsked) => {
    const refund = { raw: cents(raw), amount: cents(amount), fee: cents(fee), lowers_bill }
    expect(balanceAfterRefund(refund)).toBe(after)
    expect(asksAboutBill(refund.raw, refund.amount)).toBe(isAsked)
  })

  test.each([
    [true, true, true],
    [false, false, true],
    [false, true, true],
    [true, false, false],
  ])('lowered %s, completed %s: allowed %s', (lowers_bill, completed, ok) => {
    expect(checkLowersBill(lowers_bill, completed).ok).toBe(ok)
  })
})

describe('OFF-020 gateway requests that return money', () => {
  test.each<[string, Partial<RefundablePayment>, number, string]>([
    ['all of what has not settled is voided', {}, 10_000, 'void'],
    ['a part of it is refunded', {}, 2_500, 'refund'],
    ['all of what has settled is refunded', { settled: true }, 10_000, 'refund'],
    ['the rest after a part is refunded, never voided', { left: dollars(75) }, 7_500, 'refund'],
    ['nothing is refused', {}, 0, 'office.refund_amount'],
    ['less than nothing is refused', {}, -100, 'office.refund_amount'],
    ['a fraction of a cent is refused', {}, 100.5, 'office.refund_amount'],
    ['no number at all is refused', {}, Number.NaN, 'office.refund_amount'],
    ['more than came is refused', {}, 10_001, 'office.refund_amount'],
    ['more than is left is refused', { left: dollars(75) }, 7_501, 'office.refund_amount'],
    [
      'more than the registration has not given back yet is refused',
      { received: dollars(40) },
      4_001,
      'office.refund_amount',
    ],
    ['all that it has not given back', { received: dollars(40), settled: true }, 4_000, 'refund'],
    ['what went back whole is refused', { left: cents(0) }, 1, 'office.refund_amount'],
    ['a second one beside one on its way is refused', { open: true }, 100, 'office.refund_open'],
    [
      'cash has no gateway to go back through',
      { by_gateway: false, payment_method_id: 9 },
      100,
      'office.not_refundable',
    ],
    ['a refund is not refunded', { amount: cents(-100), left: cents(0) }, 100, 'office.not_refundable'],
  ])('%s', (_, more, amount, outcome) => {
    const plan = planRefund({ ...card, ...more }, amount as Cents)
    expect(plan.ok ? plan.value.kind : plan.refusal.code).toBe(outcome)
  })
})

test('OFF-020 cash that went back was received no more, credits and adjustments never were', () => {
  const payments = [
    { amount: dollars(100), payment_method_id: 1 },
    { amount: dollars(-60), payment_method_id: 9 },
    { amount: dollars(30), payment_method_id: 10 },
    { amount: dollars(-500), payment_method_id: 5 },
  ]
  expect(receivedOf(payments)).toBe(dollars(40))
  expect(receivedOf([...payments, { amount: dollars(-90), payment_method_id: 2 }])).toBe(0)
})

test('OFF-020 a refund is refused with what may go back, or that nothing is left', () => {
  const message = (left: Cents) => {
    const plan = planRefund({ ...card, left }, dollars(200))
    return plan.ok ? '' : explain(plan.refusal)
  }
  expect(message(dollars(75))).toBe('Please enter an amount above $0.00 and up to $75.00.')
  expect(message(cents(0))).toBe('This payment has been refunded in full.')
})

describe('FEE-029 CONST-021 payments reversed by the bank', () => {
  const settings = { returned_check_fee: dollars(35), card_reversal_percentage: 250 }
  test.each([
    ['a returned check of any amount costs $35', 'returned', 12_345, 3_500],
    ['a card’s reversal costs 2.5 %', 'chargeback', 10_000, 250],
    ['rounded half up to the cent', 'chargeback', 12_345, 309],
    ['of a cent nothing', 'chargeback', 1, 0],
  ] as const)('%s', (_, kind, amount, fee) => expect(reversalFee(kind, cents(amount), settings)).toBe(fee))

  test.each<[string, Partial<RefundablePayment>, string]>([
    ['a card is disputed', {}, 'chargeback'],
    ['a bank account is returned', { payment_method_id: 6 }, 'returned'],
    [
      'a paper check is returned, though no gateway knows of it',
      { payment_method_id: 2, by_gateway: false },
      'returned',
    ],
    ['cash comes back by nobody’s bank', { payment_method_id: 9, by_gateway: false }, 'office.not_reversible'],
    ['what went back already does not go back again', { left: cents(0) }, 'office.not_reversible'],
    ['not while a refund of it is on its way', { open: true }, 'office.refund_open'],
  ])('%s', (_, more, outcome) => {
    const plan = planReversal({ ...card, ...more })
    expect(plan.ok ? plan.value.kind : plan.refusal.code).toBe(outcome)
  })

  const check = { payment_method_id: 2, by_gateway: false, by_office: true }
  test.each<[string, Partial<RefundablePayment>, string]>([
    ['a check that the office recorded', check, '10000'],
    ['of one that was refunded in part, the rest', { ...check, left: cents(400) }, '400'],
    ['an adjustment', { ...check, payment_method_id: 10 }, '10000'],
    ['not what went back already', { ...check, left: cents(0) }, 'office.refund_amount'],
    ['not a refund', { ...check, amount: cents(-500), left: cents(0) }, 'office.refund_amount'],
    ['not a card of the gateway', {}, 'office.not_by_office'],
    ['not a card of another system', { by_gateway: false, by_office: true }, 'office.not_by_office'],
  ])('OFF-020 recorded by mistake: %s', (_, more, outcome) => {
    const plan = planTakingBack({ ...card, ...more })
    expect(plan.ok ? `${plan.value.amount}` : plan.refusal.code).toBe(outcome)
  })

  test('the remainder of a payment is its amount less refunds and reversals', () => {
    expect(leftOf(cents(10_000), [{ amount: cents(-2_500) }, { amount: cents(-1) }])).toBe(7_499)
    expect(leftOf(cents(-5), [])).toBe(0)
  })
})
