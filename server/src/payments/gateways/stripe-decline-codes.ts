import type { PaymentField, PaymentReason } from './gateway.ts'

type DeclineMeaning = { reason: PaymentReason; message?: string; field?: PaymentField }

const checkNumber: DeclineMeaning = {
  reason: 'fix_input',
  message: 'Please check the card number and try again.',
  field: 'ccnumber',
}
const checkCode: DeclineMeaning = {
  reason: 'fix_input',
  message: 'Please check the security code and try again.',
  field: 'cvv',
}
const checkDate: DeclineMeaning = {
  reason: 'fix_input',
  message: 'Please check the expiration date and try again.',
  field: 'ccexp',
}

const unconfirmed: DeclineMeaning = {
  reason: 'declined',
  message: 'This account could not be confirmed at once. Please use another account or another payment method.',
}

const meanings: Readonly<Record<string, DeclineMeaning>> = {
  incorrect_number: checkNumber,
  invalid_number: checkNumber,
  incorrect_cvc: checkCode,
  invalid_cvc: checkCode,
  invalid_expiry_month: checkDate,
  invalid_expiry_year: checkDate,
  payment_intent_action_required: unconfirmed,
  bank_account_unverified: unconfirmed,
  expired_card: { reason: 'fix_input', message: 'This card has expired. Please use another card.', field: 'ccexp' },
}

/** Lost, stolen and fraud use the text of a plain decline, so that nothing more is disclosed than the bank wants. */
export function meaningOfDecline(code: string, advice: string): DeclineMeaning {
  return meanings[code] ?? { reason: advice === 'do_not_try_again' ? 'stop_recurring' : 'declined' }
}
