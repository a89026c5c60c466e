import { describe, expect, test } from 'vitest'
import { cents, dollars } from '../kernel/money.ts'
import { explain } from '../refusals.ts'
import { planOfficePayment, unusualPayment } from './office-payment.ts'

const draft = (changes: {
  amount?: number
  payment_method_id?: number
  check_number?: string
  transfer_reference?: string
  note?: string
  office_reason?: string
  lowers_bill?: boolean
}) => {
  const { amount = 1_000, payment_method_id = 9, check_number = '', note = '', office_reason = '' } = changes
  const { lowers_bill = false } = changes
  return {
    amount: cents(amount),
    payment_method_id,
    details: { check_number, last_four: '', transfer_reference: changes.transfer_reference ?? '', note },
    office_reason,
    lowers_bill,
  }
}

describe('OFF-050 a payment as the office records it', () => {
  test.each([
    ['cash without any reason', draft({}), 0, null],
    ['a method of the payment form', draft({ payment_method_id: 1 }), 0, 'office.payment_method'],
    ['nothing', draft({ amount: 0 }), 0, 'office.payment_amount'],
    ['a check without its number', draft({ payment_method_id: 2 }), 0, 'office.check_number'],
    ['a check that is given back without a number', draft({ payment_method_id: 2, amount: -500 }), 500, null],
    ['an adjustment without a reason', draft({ payment_method_id: 10 }), 0, 'office.reason'],
    [
      'an adjustment that only has a message for the studio',
      draft({ payment_method_id: 10, note: 'Hotel trouble' }),
      0,
      'office.reason',
    ],
    ['an adjustment with the office’s reason', draft({ payment_method_id: 10, office_reason: 'Hotel' }), 0, null],
    ['more back than was received', draft({ amount: -501 }), 500, 'office.refund_too_much'],
    ['all that was received', draft({ amount: -500 }), 500, null],
  ])('%s', (_, payment, received, code) => {
    const plan = planOfficePayment(payment, cents(received))
    expect(plan.ok ? null : plan.refusal.code).toBe(code)
  })

  test.each([
    ['a refund in cash', { amount: -500 }, true],
    ['money that comes', { amount: 500 }, false],
    [
      'an adjustment, which changes the bill itself',
      { amount: -500, payment_method_id: 10, office_reason: 'x' },
      false,
    ],
  ])('OFF-020 the bill sinks with %s: %s', (_, changes, lowers_bill) => {
    const plan = planOfficePayment(draft({ ...changes, lowers_bill: true }), cents(500))
    expect(plan).toMatchObject({ ok: true, value: { lowers_bill } })
  })

  test('says how much can be given back, or that nothing was received', () => {
    const message = (received: number) => {
      const plan = planOfficePayment(draft({ amount: -501 }), cents(received))
      return plan.ok ? '' : explain(plan.refusal)
    }
    expect(message(500)).toBe('No more than $5.00 was received, so no more can be refunded.')
    expect(message(0)).toBe('Nothing was received, so nothing can be refunded.')
  })

  test.each([
    ['with cash, trimmed', 9, 'FT-204'],
    ['with nothing else', 2, ''],
  ])('keeps the reference of a bank transfer %s', (_, payment_method_id, transfer_reference) => {
    const plan = planOfficePayment(
      draft({ payment_method_id, check_number: '4071', transfer_reference: ' FT-204 ' }),
      cents(0),
    )
    expect(plan).toMatchObject({ ok: true, value: { details: { transfer_reference } } })
  })

  test('keeps the office’s reason apart from the message, both trimmed', () => {
    const plan = planOfficePayment(draft({ note: ' Sorry! ', office_reason: ' Called on Monday ' }), cents(0))
    expect(plan).toMatchObject({ ok: true, value: { details: { note: 'Sorry!' }, office_reason: 'Called on Monday' } })
  })
})

test('OFF-050 more than is due and a check number that is recorded already are asked about; refunds are not', () => {
  const details = { check_number: ' 4071 ', last_four: '', transfer_reference: '', note: '' }
  const recorded = [{ amount: dollars(500), payment_method_id: 2, details: { check_number: '4071' } }]
  const ask = (amount: number, raw: number, payment_method_id = 2) =>
    unusualPayment({ amount: dollars(amount), payment_method_id, details }, { raw: dollars(raw), payments: recorded })
  expect(ask(935, 935)).toEqual(['Check 4071 is recorded already, with $500.00.'])
  expect(ask(935, 935, 1)).toEqual([])
  expect(ask(9350, 935, 1)).toEqual(['$9,350.00 is $8,415.00 more than the $935.00 that is due.'])
  expect(ask(10, -5, 1)).toEqual(['Nothing is due, so all of $10.00 would be overpaid.'])
  expect(ask(-500, 0)).toEqual([])
  // Recorded by mistake and taken back.
  recorded.push({ amount: dollars(-500), payment_method_id: 2, details: { check_number: '4071' } })
  expect(ask(935, 935)).toEqual([])
})
