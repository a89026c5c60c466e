import { expect, test } from 'vitest'
import { cents, dollars } from '../kernel/money.ts'
import { balanceOf } from '../registrations/settlement/balance.ts'
import { addedCharges, amountOwed } from './amount-owed.ts'

const credit = { from: 'Spring', amount: dollars(30), status: 'claimed' } as const

test.each([
  ['in progress, by its price', null, 270, 270, 0],
  ['completed, and nothing came since', 270, 270, 270, 0],
  ['a returned-check fee stands in the ledger alone', 305, 305, 305, 35],
  ['the office took something off', 250, 250, 250, -20],
  ['paid to the cent', 0, 0, 0, -270],
  ['overpaid by the ledger: nothing is shown as due', -15, -15, 0, -285],
])('PAY-003 the amount owed: %s', (_, receivable, raw, display, adjustments) => {
  const priced = balanceOf(dollars(500), dollars(100), credit, [{ amount: dollars(120) }, { amount: dollars(-20) }])
  expect(amountOwed(priced, receivable === null ? null : cents(receivable * 100))).toEqual({
    ...{ total: 50_000, promo: 10_000, credit: 3_000, payments: 10_000 },
    ...{ raw: raw * 100, shown: display * 100, adjustments: adjustments * 100 },
  })
})

const returned = { kind: 'returned_check_fee', amount: dollars(35) }
const reversed = { kind: 'card_reversal_fee', amount: cents(2_225) }

test.each([
  ['nothing', [], 0, []],
  ['a fee', [returned], 3_500, [['Returned payment fee', 3_500]]],
  [
    'two fees, and what the office took off in the ledger alone',
    [returned, reversed],
    4_725,
    [
      ['Returned payment fee', 3_500],
      ['Card reversal charge', 2_225],
      ['Correction', -1_000],
    ],
  ],
])('FEE-029 charges since completion state their reason: %s', (_, fees, adjustments, lines) => {
  expect(addedCharges(fees, cents(adjustments)).map(({ label, amount }) => [label, amount])).toEqual(lines)
})
