import type { paymentAttempt, savedMethods } from '@callboard/contract/payments/payments.ts'
import { zeroCents, plus } from '@callboard/domain/kernel/money.ts'
import { originLabel } from '@callboard/domain/payments/methods.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { isOpenState } from './attempt-moves.ts'
import type { Attempt } from '../ledger/attempt-queries.ts'
import { findPaymentOfAttempt, type NamedPayment } from './queries.ts'
import { findProfileById, findProfileOfAttempt, type ProfileRow } from './saved-method-queries.ts'

export type AttemptReply = z.input<typeof paymentAttempt.reply>
type SavedMethod = z.input<typeof savedMethods.reply>['card'][number]

/** A payment as history and receipts show it, without the office's own reason. PAY-018, PAY-019. */
export function presentPayment(row: NamedPayment) {
  const { attempt_id: _, registration_id: __, of_payment_id: ___, office_reason: ____, settled_at, ...payment } = row
  return { ...payment, origin: originLabel(payment), settled: settled_at !== null, is_taken_back: isTakenBack(row) }
}

/** Whether a negative payment is a bank's return, a dispute or a mistake of the office: a refund has a request, or no payment it belongs to. */
export const isTakenBack = ({
  of_payment_id,
  attempt_id,
}: Pick<NamedPayment, 'of_payment_id' | 'attempt_id'>): boolean => of_payment_id !== null && attempt_id === null

/**
 * Presents the payments of a registration. A payment that was fully returned, by the bank or the office, is no longer
 * pending.
 */
export function presentPayments(rows: readonly NamedPayment[]) {
  const left = new Map(rows.map(({ id, amount }) => [id, amount]))
  for (const { of_payment_id, amount } of rows) {
    if (of_payment_id !== null) left.set(of_payment_id, plus(left.get(of_payment_id) ?? zeroCents, amount))
  }
  return rows.map((row) => {
    const payment = presentPayment(row)
    return { ...payment, settled: payment.settled || left.get(row.id) === 0 }
  })
}

/** A saved method without the gateway's own name for it. PAY-015. */
export function presentProfile(profile: ProfileRow): SavedMethod {
  const { billing_id, payment_method_id, last_four, brand, expiration_date, bill_to, bank_account, state } = profile
  const { firstName, lastName, address, city } = bill_to
  const billTo = { ...bill_to, zip: bill_to.zip ?? '' }
  return {
    billing_id,
    payment_method_id,
    last_four,
    billTo,
    details: {
      first_name: firstName,
      last_name: lastName,
      address,
      city,
      state,
      zip: billTo.zip,
      type: brand,
      expiration_date,
    },
    bank_account,
  }
}

const confirming = 'We are confirming your payment. Do not pay again.'

/** Presents an attempt whose outcome is not recorded yet. Needs no database, so it can be said while that is away. */
export const presentOpenAttempt = ({ orderid, amount }: Attempt): AttemptReply => ({
  attempt: orderid,
  amount,
  payment: null,
  mybtf_user_payment_method: null,
  field: null,
  state: 'processing',
  message: confirming,
})

/** Presents the result of an attempt to the payer. */
export async function presentAttempt(tx: Tx, attempt: Attempt): Promise<AttemptReply> {
  const { id, orderid, state, amount, message, payment_profile_id } = attempt
  const payment = await findPaymentOfAttempt(tx, id)
  const profile = payment_profile_id
    ? await findProfileById(tx, payment_profile_id)
    : attempt.save_profile && payment
      ? await findProfileOfAttempt(tx, id)
      : undefined
  const replyFields = {
    attempt: orderid,
    amount: payment?.amount ?? amount,
    payment: payment ? presentPayment(payment) : null,
    mybtf_user_payment_method: profile?.usable ? presentProfile(profile) : null,
    field: null,
  }
  if (isOpenState(state)) return { ...replyFields, state: 'processing', message: confirming }
  if (payment) return { ...replyFields, state: 'approved', message: '' }
  if (state === 'declined')
    return { ...replyFields, state: 'declined', message: message ?? '', field: attempt.declined_field }
  return {
    ...replyFields,
    state: 'not_charged',
    message: message || 'The payment did not go through. Nothing was charged.',
  }
}
