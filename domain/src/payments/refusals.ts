import type { Wording } from '../kernel/wording.ts'
import { usd, type Cents } from '../kernel/money.ts'

export type PaymentRefusal =
  | { code: 'payment.amount'; field: 'amount'; most: Cents }
  | { code: 'payment.method_not_offered'; field: 'payment_method_id'; why: string }
  | { code: 'payment.phrase'; field: 'phrase' }
  | { code: 'payment.bill_to'; field: string }
  | { code: 'payment.not_covered'; due: Cents }
  | { code: 'promo.used'; field: 'code' }
  | { code: 'promo.unknown'; field: 'code' }
  | { code: 'credit.amount'; field: 'amount' }
  | { code: 'credit.from'; field: 'from' }

/** The sentences of paying; M001 and M111 are the documents' own. */
export const paymentWording: Wording<PaymentRefusal> = {
  'payment.amount': ({ most }) => `Please enter an amount above $0.00 and up to ${usd(most)}.`,
  'payment.method_not_offered': ({ why }) => why,
  'payment.phrase': () => 'Type RESERVE MY REGISTRATION to continue.',
  'payment.bill_to': () => 'Required',
  'payment.not_covered': ({ due }) => `There is ${usd(due)} left to pay before the registration is complete.`,
  'promo.used': () => 'This promo code was used already. A code counts once per account, event and season.',
  'promo.unknown': () => 'This promo code is not valid for this event and season.',
  'credit.amount': () => 'Required',
  'credit.from': () => 'Required',
}
