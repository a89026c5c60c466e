import { maxCents, minCents, zeroCents, plus, shareOf, sumOf, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { paymentMethodIds } from './methods.ts'
import { officeMethods } from './office-payment.ts'
import type { ProductSettings } from '../tours/settings/registry.ts'
import type { OfficeRefusal } from '../tours/office-refusals.ts'

/** A payment as far as it can go back: `left` is what of it (cents) has not gone back yet. */
export type RefundablePayment = {
  amount: Cents
  left: Cents
  /** The money (cents) that the whole registration has received and not given back, in any way (`receivedOf`). */
  received: Cents
  payment_method_id: number
  /** It came through the gateway, which can give it back. */
  by_gateway: boolean
  /** The office recorded it; no gateway knows of it. */
  by_office: boolean
  /** The gateway has paid it out; before that it can be voided. */
  settled: boolean
  /** A refund of it is on its way and nobody knows yet what becomes of it. */
  open: boolean
}

type RefundPlan = { kind: 'void' | 'refund'; amount: Cents }

/**
 * The gateway request that returns `amount` (cents): a void for all of an unsettled payment, otherwise a refund of
 * exactly that amount. Refuses a missing or zero amount, which the gateway would read as all. OFF-020, A118.
 */
export function planRefund(payment: RefundablePayment, amount: Cents): Result<RefundPlan, OfficeRefusal> {
  const { left, received, by_gateway, settled, open } = payment
  const most = minCents(left, received)
  if (!by_gateway || payment.amount <= 0) return refuse({ code: 'office.not_refundable' })
  if (open) return refuse({ code: 'office.refund_open' })
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > most) {
    return refuse({ code: 'office.refund_amount', field: 'amount', most })
  }
  return accept({ kind: !settled && amount === payment.amount ? 'void' : 'refund', amount })
}

/**
 * The money (cents) that payments brought and that has not gone back yet; credits and adjustments are none. A refund in cash of
 * what came by card leaves less to give back to the card. OFF-020.
 */
export const receivedOf = (payments: readonly { amount: Cents; payment_method_id: number }[]): Cents =>
  maxCents(
    zeroCents,
    sumOf(
      payments.filter(({ payment_method_id }) => !moneyless.has(payment_method_id)),
      ({ amount }) => amount,
    ),
  )

const moneyless: ReadonlySet<number> = new Set([paymentMethodIds.credit, paymentMethodIds.adjustment])

type BillAfterRefund = {
  /** The balance before, in cents; negative: overpaid. */
  raw: Cents
  /** The refund, in cents, positive. */
  amount: Cents
  /** The fee for it, in cents. */
  fee: Cents
  lowers_bill: boolean
}

/**
 * The balance after a refund, in cents; negative: overpaid. With the bill lowered, what goes back is not owed again.
 * OFF-020.
 */
export const balanceAfterRefund = ({ raw, amount, fee, lowers_bill }: BillAfterRefund): Cents =>
  plus(raw, fee, lowers_bill ? zeroCents : amount)

/** Whether a refund would leave something to pay, so that the office has to decide about the bill. OFF-020. */
export const asksAboutBill = (raw: Cents, amount: Cents): boolean => plus(raw, amount) > 0

/** Whether the bill of a registration can be lowered: until completion it follows from what is in it. OFF-020. */
export const checkLowersBill = (lowers_bill: boolean, completed: boolean): Result<null, OfficeRefusal> =>
  lowers_bill && !completed ? refuse({ code: 'office.bill_open', field: 'lowers_bill' }) : accept(null)

export type Reversal = 'returned' | 'chargeback'

const reversible: Readonly<Record<Reversal, readonly number[]>> = {
  returned: [paymentMethodIds.check, paymentMethodIds.bank],
  chargeback: [paymentMethodIds.card],
}

/** How a payment of this method may be taken back by a bank; null: it cannot be. FEE-029. */
const reversalOf = (payment_method_id: number): Reversal | null =>
  (Object.keys(reversible) as Reversal[]).find((kind) => reversible[kind].includes(payment_method_id)) ?? null

/** Whether the office may record that a bank took a payment back. FEE-029. */
export function planReversal({ amount, left, payment_method_id, open }: RefundablePayment) {
  const kind = reversalOf(payment_method_id)
  if (amount <= 0 || left <= 0 || kind === null) return refuse({ code: 'office.not_reversible' })
  if (open) return refuse({ code: 'office.refund_open' })
  return accept({ kind, amount: left })
}

/**
 * Whether the office may take back a payment as recorded by mistake: no money moved, so nothing is refunded and no fee is
 * charged. OFF-020.
 */
export function planTakingBack(payment: RefundablePayment): Result<{ amount: Cents }, OfficeRefusal> {
  const { amount, left, by_office, payment_method_id } = payment
  const isOfOffice = by_office && officeMethods.some(({ id }) => id === payment_method_id)
  if (!isOfOffice) return refuse({ code: 'office.not_by_office' })
  if (amount <= 0 || left <= 0) return refuse({ code: 'office.refund_amount', field: 'amount', most: zeroCents })
  return accept({ amount: left })
}

type ReversalFees = Pick<ProductSettings, 'returned_check_fee' | 'card_reversal_percentage'>

/**
 * The fee for a payment that the bank reversed, in cents: fixed for a check or account, a percentage for a card.
 * FEE-029, CONST-021.
 */
export const reversalFee = (kind: Reversal, amount: Cents, settings: ReversalFees): Cents =>
  kind === 'returned' ? settings.returned_check_fee : shareOf(amount, settings.card_reversal_percentage)

/** The part of a payment that is not refunded or reversed yet, in cents; `back` lists its refunds and reversals. */
export const leftOf = (amount: Cents, back: readonly { amount: Cents }[]): Cents =>
  amount <= 0 ? zeroCents : plus(amount, ...back.map((row) => row.amount))
