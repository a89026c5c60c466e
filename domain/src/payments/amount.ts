import { minCents, minus, maxCents, zeroCents, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { PaymentRefusal } from '../registrations/settlement/payment-refusals.ts'

/** How much a person chooses to pay. PAY-002, PAY-057. */
export type AmountType = 'full' | 'deposit' | 'other'

/** The amount types offered, in the order shown. PAY-002, PAY-005. */
export const amountTypes = (deposit_offered: boolean): AmountType[] =>
  deposit_offered ? ['full', 'deposit', 'other'] : ['full', 'other']

/** The type chosen on opening: deposit only when the balance equals the whole deposit (cents). PAY-004, A07. */
export const preselectedType = (balance: Cents, deposit: Cents, deposit_offered: boolean): AmountType =>
  deposit_offered && balance > 0 && balance === deposit ? 'deposit' : 'full'

/**
 * The amount that a choice pays, in cents. 'other' is limited to 0 and the balance; a deposit is reduced by earlier
 * payments. PAY-006.
 */
export function amountFor(
  type: AmountType,
  enteredAmount: Cents,
  balance: Cents,
  deposit_required: Cents,
  paidAmount: Cents,
): Cents {
  if (type === 'full') return maxCents(zeroCents, balance)
  if (type === 'deposit') return maxCents(zeroCents, minCents(balance, minus(deposit_required, paidAmount)))
  return maxCents(zeroCents, minCents(enteredAmount, balance))
}

/** Refuses an amount (cents) that is not above zero or exceeds the balance. PAY-007, PAY-008. */
export const checkAmount = (amount: Cents, balance: Cents): Result<Cents, PaymentRefusal> =>
  amount > 0 && amount <= balance
    ? accept(amount)
    : refuse({ code: 'payment.amount', field: 'amount', most: maxCents(zeroCents, balance) })
