import { maxCents, minus, sumOf, usd, zeroCents, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from '../tours/office-refusals.ts'
import { paymentMethodIds } from './methods.ts'

type OfficePaymentDraft = {
  /** In cents; negative gives back. */
  amount: Cents
  payment_method_id: number
  /** `note` is the message that the studio reads. */
  details: { check_number: string; last_four: string; transfer_reference: string; note: string }
  /** Why, for the office alone. */
  office_reason: string
  /** Of a refund: the amount is not owed again. */
  lowers_bill: boolean
}

export type OfficeMethodKey = 'check' | 'transfer' | 'cash' | 'credit' | 'adjustment'
type OfficeMethod = {
  key: OfficeMethodKey
  id: number
  name: string
  needs: 'check_number' | 'transfer_reference' | 'reason' | null
}

/**
 * Payment methods of the office and the fields each requires. OFF-050; the ids are those of the documents (S2 §9). A bank
 * transfer is recorded under the id of cash: its reference tells the two apart (`methodName`).
 */
export const officeMethods: readonly OfficeMethod[] = [
  { key: 'check', id: paymentMethodIds.check, name: 'Check', needs: 'check_number' },
  { key: 'transfer', id: paymentMethodIds.cash, name: 'Bank transfer', needs: 'transfer_reference' },
  { key: 'cash', id: paymentMethodIds.cash, name: 'Cash', needs: null },
  { key: 'credit', id: paymentMethodIds.credit, name: 'Credit', needs: null },
  { key: 'adjustment', id: paymentMethodIds.adjustment, name: 'Adjustment', needs: 'reason' },
]

/** A payment (cents) as the office records it; a refund is negative and never more than `received`. OFF-020, OFF-050, A118. */
export function planOfficePayment(
  draft: OfficePaymentDraft,
  received: Cents,
): Result<OfficePaymentDraft, OfficeRefusal> {
  const { amount, payment_method_id, details, office_reason } = draft
  const method = officeMethods.find(({ id }) => id === payment_method_id)
  if (!method) return refuse({ code: 'office.payment_method', field: 'payment_method_id' })
  if (amount === 0) return refuse({ code: 'office.payment_amount', field: 'amount' })
  if (method.needs === 'check_number' && amount > 0 && details.check_number.trim() === '') {
    return refuse({ code: 'office.check_number', field: 'details.check_number' })
  }
  if (method.needs === 'reason' && office_reason.trim() === '') {
    return refuse({ code: 'office.reason', field: 'office_reason' })
  }
  const gives_money_back = amount < 0 && method.needs !== 'reason'
  if (gives_money_back && -amount > received) {
    return refuse({ code: 'office.refund_too_much', field: 'amount', most: maxCents(zeroCents, received) })
  }
  const { check_number, last_four, transfer_reference, note } = details
  const isCash = payment_method_id === paymentMethodIds.cash
  return accept({
    ...draft,
    // An adjustment is itself what changes the bill.
    lowers_bill: draft.lowers_bill && gives_money_back,
    details: {
      check_number: check_number.trim(),
      last_four: last_four.trim(),
      transfer_reference: isCash ? transfer_reference.trim() : '',
      note: note.trim(),
    },
    office_reason: office_reason.trim(),
  })
}

type RecordedPayment = { amount: Cents; payment_method_id: number; details: { check_number?: string | undefined } }

/**
 * Returns what is unusual about a payment that came in, as sentences to ask about before it is recorded: more than is
 * owed, and a check whose number is recorded already. `raw` is the balance in cents; negative: overpaid. OFF-050.
 */
export function unusualPayment(
  { amount, payment_method_id, details }: Pick<OfficePaymentDraft, 'amount' | 'payment_method_id' | 'details'>,
  { raw, payments }: { raw: Cents; payments: readonly RecordedPayment[] },
): string[] {
  if (amount <= 0) return []
  const dueAmount = maxCents(zeroCents, raw)
  const check_number = details.check_number.trim()
  const sameCheck = payments.filter(
    (payment) =>
      payment_method_id === paymentMethodIds.check &&
      payment.payment_method_id === paymentMethodIds.check &&
      check_number !== '' &&
      payment.details.check_number === check_number,
  )
  // A check that was taken back, as returned or recorded by mistake, may come again.
  const sameAmount = sumOf(sameCheck, (payment) => payment.amount)
  const excess =
    dueAmount === 0
      ? `Nothing is due, so all of ${usd(amount)} would be overpaid.`
      : `${usd(amount)} is ${usd(minus(amount, dueAmount))} more than the ${usd(dueAmount)} that is due.`
  return [
    ...(amount > dueAmount ? [excess] : []),
    ...(sameAmount > 0 ? [`Check ${check_number} is recorded already, with ${usd(sameAmount)}.`] : []),
  ]
}
