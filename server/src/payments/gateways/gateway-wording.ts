import type { PaymentReason, Tender } from './gateway.ts'

const unavailable = 'Payments are unavailable right now.'
const waiting = 'We are confirming your payment. Do not pay again.'
const declined = {
  card: 'Your card was declined. Please try another payment method.',
  bank: 'Your bank payment was declined. Please try another payment method.',
}

/** User-facing text of each payment reason. The type is total: a reason without text does not compile. */
const paymentTexts: Record<PaymentReason, string | typeof declined> = {
  approved: 'Approved.',
  partly_approved: 'Only a part of this amount was approved.',
  declined,
  stop_recurring: declined,
  fix_input: 'Please check the payment details and try again.',
  duplicate: waiting,
  ambiguous: waiting,
  token_spent: 'Please enter your payment details again.',
  method_missing: 'This saved payment method is no longer available. Please use another one.',
  method_exists: 'This payment method is already saved.',
  not_voidable: 'This payment has already settled, so it can only be refunded.',
  no_such_transaction: 'This payment could not be found at the payment provider.',
  refund_too_large: 'The refund is larger than what is left of this payment.',
  refused: 'This payment was not accepted. Please try another payment method.',
  configuration: unavailable,
  unreachable: unavailable,
  busy: 'Payments are unavailable right now. Nothing was charged. Please try again in a minute.',
}

/** Returns the sentence of a payment reason for the payer. */
export function paymentText(reason: PaymentReason, tender: Tender['kind']): string {
  const text = paymentTexts[reason]
  return typeof text === 'string' ? text : text[tender]
}
