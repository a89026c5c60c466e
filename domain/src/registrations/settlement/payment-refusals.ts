import type { Wording } from '../../kernel/wording.ts'
import type { CalendarDate } from '../../kernel/calendar.ts'
import { longDayText } from '../../kernel/moment-text.ts'
import { usd, type Cents } from '../../kernel/money.ts'

export type PaymentRefusal =
  | { code: 'payment.amount'; field: 'amount'; most: Cents }
  | { code: 'payment.method_not_offered'; field: 'payment_method_id'; why: string }
  | { code: 'payment.phrase'; field: 'phrase' }
  | { code: 'payment.bill_to'; field: string }
  | { code: 'payment.not_covered'; due: Cents }
  | { code: 'promo.used'; field: 'code'; which: string }
  | { code: 'promo.unknown'; field: 'code'; which: string }
  /** As many as there were have been used. */
  | { code: 'promo.gone'; field: 'code'; which: string }
  | { code: 'promo.not_yet'; field: 'code'; which: string; valid_from: CalendarDate }
  | { code: 'promo.ended'; field: 'code'; which: string; valid_through: CalendarDate }
  | { code: 'promo.code'; field: 'code' }
  | { code: 'promo.letters'; field: 'code' }
  | { code: 'promo.taken'; field: 'code' }
  | { code: 'promo.value'; field: 'value' }
  | { code: 'promo.max_uses'; field: 'max_uses' }
  | { code: 'promo.days'; field: 'valid_through' }
  | { code: 'promo.in_use'; field: 'value'; uses: number }
  | { code: 'credit.amount'; field: 'amount' }
  | { code: 'credit.from'; field: 'from' }
  | { code: 'payment.in_progress'; orderid: string }
  /** `field`: the hosted field to correct; `token`: all of them. */
  | { code: 'payment.declined'; says: string; orderid: string; field?: string }
  | { code: 'payment.unavailable'; says: string; orderid: string }
  | { code: 'payment.key_missing' }
  | { code: 'payment.key_reused' }
  | { code: 'payment.method_gone'; field: 'paymentProfile' }
  | { code: 'payment.authorization'; field: 'authorization' }
  | { code: 'payment.authorization_changed'; field: 'authorization' }

/** The sentences of paying; M001 and M111 are the documents' own. */
export const paymentWording: Wording<PaymentRefusal> = {
  'payment.amount': ({ most }) =>
    most > 0 ? `Please enter an amount above $0.00 and up to ${usd(most)}.` : 'There is nothing left to pay.',
  'payment.method_not_offered': ({ why }) => why,
  'payment.phrase': () => 'Type RESERVE MY REGISTRATION to continue.',
  'payment.bill_to': () => 'Required',
  'payment.not_covered': ({ due }) => `There is ${usd(due)} left to pay before the registration is complete.`,
  'promo.used': ({ which }) =>
    `The promo code ${which} has already been used. A code counts once per account, event and season.`,
  'promo.unknown': ({ which }) => `The promo code ${which} is not valid for this event and season.`,
  'promo.gone': ({ which }) => `The promo code ${which} has been used up.`,
  'promo.not_yet': ({ which, valid_from }) => `The promo code ${which} can be used from ${longDayText(valid_from)}.`,
  'promo.ended': ({ which, valid_through }) => `The promo code ${which} ended on ${longDayText(valid_through)}.`,
  'promo.code': () => 'Required',
  'promo.letters': () => 'Use letters, digits, dashes and plus signs only, up to 40.',
  'promo.taken': () => 'There is already a code with this name for this event and season.',
  'promo.value': () => 'Enter an amount above zero; a percentage goes up to 100.',
  'promo.max_uses': () => 'Enter how often it may be used, or leave it empty.',
  'promo.days': () => 'The last day cannot be before the first day.',
  'promo.in_use': ({ uses }) =>
    `${uses === 1 ? 'One registration has' : `${uses} registrations have`} this code, so its value cannot change. Switch it off and create another.`,
  'credit.amount': () => 'Required',
  'credit.from': () => 'Required',
  'payment.in_progress': () => 'We are confirming your payment. Do not pay again.',
  'payment.declined': ({ says }) => says,
  'payment.unavailable': ({ says }) => says,
  'payment.key_missing': () => 'This payment could not be started. Please reload the page and try again.',
  'payment.key_reused': () => 'This payment was changed after it was sent. Please press Pay once more.',
  'payment.authorization': () => 'Please read and agree to the authorization before you pay from a bank account.',
  'payment.authorization_changed': () => 'The authorization has changed. Nothing was charged. Please read it again.',
  'payment.method_gone': () => 'This saved card or account can no longer be used. Please choose another one.',
}
