import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Cents } from '../kernel/money.ts'
import { takesBankPayments } from '../tours/registration-window.ts'
import type { Facts, Registration } from '../registrations/registration.ts'
import type { AmountType } from './amount.ts'
import type { PaymentRefusal } from '../registrations/settlement/payment-refusals.ts'

/** Every way money comes, by its id; `screen` names the ones a registrant may choose. PAY-021, CONST-018. */
export const paymentMethods = [
  { id: 1, name: 'Card', screen: 'card' },
  { id: 2, name: 'Check', screen: 'check' },
  { id: 5, name: 'Credit', screen: null },
  { id: 6, name: 'ACH', screen: 'bank' },
  { id: 7, name: 'PayPal', screen: 'paypal' },
  { id: 9, name: 'Cash', screen: null },
  { id: 10, name: 'Adjustment', screen: null },
  { id: 11, name: 'Apple Pay', screen: 'apple_pay' },
  { id: 12, name: 'Google Pay', screen: 'google_pay' },
  { id: 13, name: 'Stripe', screen: null },
] as const

/** The methods that rules and calls name. */
export const paymentMethodIds = {
  card: 1,
  check: 2,
  credit: 5,
  bank: 6,
  cash: 9,
  adjustment: 10,
  apple_pay: 11,
  google_pay: 12,
} as const

export type PaymentDetails = {
  check_number?: string | undefined
  last_four?: string | undefined
  transfer_reference?: string | undefined
}

/**
 * The name of how a payment was made. Money that the office received on its bank account has no id of its own among the
 * methods: it is recorded as cash with the bank's reference. `name` is the method's own.
 */
export const methodName = (
  payment_method_id: number,
  { transfer_reference }: PaymentDetails,
  name: string | undefined = paymentMethods.find(({ id }) => id === payment_method_id)?.name,
): string =>
  payment_method_id === paymentMethodIds.cash && transfer_reference
    ? 'Bank transfer'
    : (name ?? `no. ${payment_method_id}`)

/** 'Check no. 4071', 'Card ending in 1111', 'Bank transfer FT-204'. `method` is the name of the method. */
export const paymentText = (method: string, { check_number, last_four, transfer_reference }: PaymentDetails): string =>
  `${method}${check_number ? ` no. ${check_number}` : ''}${last_four ? ` ending in ${last_four}` : ''}${transfer_reference ? ` ${transfer_reference}` : ''}`

/** Whether a method is a wallet: its token is good for one payment and is never saved. */
export const isWallet = (id: number): boolean => id === paymentMethodIds.apple_pay || id === paymentMethodIds.google_pay

export type PaymentMethodId = (typeof paymentMethods)[number]['id']
export type ScreenMethod = NonNullable<(typeof paymentMethods)[number]['screen']>
/** Why a method cannot be chosen: a code for a program, and the sentence that the page shows. */
export type Reason = { code: string; message: string }
export type OfferedMethod = { id: PaymentMethodId; method: ScreenMethod; offered: boolean; why: Reason | null }

/** `paid`, in cents: what was paid already for what is being registered. */
type Payer = Pick<Registration, 'ancillary'> & { paid?: Cents }

/** A check is never part of a deposit. */
export const checkPaysInFull: Reason = {
  code: 'check.full_amount',
  message: 'A check pays the full amount, with no deposit.',
}

/** Why a method is not offered, in plain words; null: it is. PAY-022, PAY-024, PAY-026, PAY-027, A25, A61, A62. */
function whyNot(
  method: ScreenMethod,
  payer: Payer,
  facts: Facts,
  in_flow: boolean,
  amount_type: AmountType,
): Reason | null {
  const { tour_date, settings, studio } = facts
  switch (method) {
    case 'card':
    case 'apple_pay':
    case 'google_pay':
      return null
    case 'bank':
      return takesBankPayments(tour_date, facts.now, settings)
        ? null
        : { code: 'bank.too_late', message: `Bank payments end ${settings.echeck_days} days before the event.` }
    case 'paypal':
      return { code: 'paypal.not_available', message: 'PayPal is not available for this event.' }
    case 'check':
      if (!in_flow)
        return {
          code: 'check.when_registering',
          message: 'You can choose to pay later by check only when you register.',
        }
      if (amount_type !== 'full') return checkPaysInFull
      if ((payer.paid ?? 0) > 0) {
        return {
          code: 'check.part_paid',
          message: 'A check pays the full amount. Part of it is already paid, so please pay the rest another way.',
        }
      }
      if (tour_date.event.allows_check_for_all) return null
      return payer.ancillary || studio?.flagged
        ? { code: 'check.good_standing', message: 'Paying later by check is for studios in good standing.' }
        : null
  }
}

/** Whether a method is listed at all; wallets only where the office offers them. PAY-021. */
const isListed = (method: ScreenMethod, { settings }: Facts): boolean =>
  (method !== 'apple_pay' || settings.apple_pay_offered) && (method !== 'google_pay' || settings.google_pay_offered)

/** The methods a payment page lists, each with why it cannot be chosen. PAY-002, PAY-053. */
export function offeredMethods(payer: Payer, facts: Facts, in_flow: boolean, amount_type: AmountType): OfferedMethod[] {
  return paymentMethods.flatMap(({ id, screen }) => {
    if (screen === null || !isListed(screen, facts)) return []
    const why = whyNot(screen, payer, facts, in_flow, amount_type)
    return [{ id, method: screen, offered: why === null, why }]
  })
}

/** Refuses a method this page does not offer. PAY-024, PAY-027. */
export function checkMethod(
  payment_method_id: number,
  payer: Payer,
  facts: Facts,
  in_flow: boolean,
  amount_type: AmountType,
): Result<OfferedMethod, PaymentRefusal> {
  const method = offeredMethods(payer, facts, in_flow, amount_type).find(({ id }) => id === payment_method_id)
  if (method?.offered) return accept(method)
  const why = method?.why?.message ?? 'This way of paying is not available here.'
  return refuse({ code: 'payment.method_not_offered', field: 'payment_method_id', why })
}

/** Where a payment came from: CHECK, else OFFICE when staff recorded it, else ONLINE. PAY-019, PAY-060. */
export function originLabel({
  payment_method_id,
  admin_id,
}: {
  payment_method_id: number
  admin_id: number | null
}): 'CHECK' | 'OFFICE' | 'ONLINE' {
  const check = paymentMethods.find(({ screen }) => screen === 'check')
  if (payment_method_id === check?.id) return 'CHECK'
  return admin_id === null ? 'ONLINE' : 'OFFICE'
}

const phrase = 'RESERVE MY REGISTRATION'

/** Whether what was typed reserves the registration, in capitals or not. PAY-025. */
export const isReservePhrase = (text: string): boolean => text.trim().toUpperCase() === phrase

/** The payments tab's label, and whether it is red. PAY-035, EVT-003. */
export const paymentsTab = (balance: number): { label: 'PAY BALANCE' | 'PAYMENT'; red: boolean } =>
  balance > 0 ? { label: 'PAY BALANCE', red: true } : { label: 'PAYMENT', red: false }

/** The view a payments page opens with. PAY-032, PAY-033. */
export const paymentsView = (payments: number, in_flow: boolean): 'history' | 'make-payment' =>
  payments > 0 && !in_flow ? 'history' : 'make-payment'
