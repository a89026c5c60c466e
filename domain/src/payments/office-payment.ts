import { maxCents, zeroCents, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from '../tours/office-refusals.ts'

type OfficePaymentDraft = {
  /** In cents; negative gives back. */
  amount: Cents
  payment_method_id: number
  /** `note` is the message that the studio reads. */
  details: { check_number: string; last_four: string; note: string }
  /** Why, for the office alone. */
  office_reason: string
  /** Of a refund: the amount is not owed again. */
  lowers_bill: boolean
}

type OfficeMethod = { id: number; name: string; needs: 'check_number' | 'reason' | null }

/** Payment methods of the office and the fields each requires. OFF-050; the ids are those of the documents (S2 §9). */
export const officeMethods: readonly OfficeMethod[] = [
  { id: 2, name: 'Check', needs: 'check_number' },
  { id: 9, name: 'Cash', needs: null },
  { id: 5, name: 'Credit', needs: null },
  { id: 10, name: 'Adjustment', needs: 'reason' },
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
  const { check_number, last_four, note } = details
  return accept({
    ...draft,
    // An adjustment is itself what changes the bill.
    lowers_bill: draft.lowers_bill && gives_money_back,
    details: { check_number: check_number.trim(), last_four: last_four.trim(), note: note.trim() },
    office_reason: office_reason.trim(),
  })
}
