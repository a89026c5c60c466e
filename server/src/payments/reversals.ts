import { cardName } from '@callboard/domain/kernel/wording.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { leftOf, reversalFee, type Reversal } from '@callboard/domain/payments/refund.ts'
import { holdEnd, untilResolved } from '@callboard/domain/registrations/places/hold.ts'
import type { RegistrationContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { findOpenCharge, type Attempt } from '../ledger/attempt-queries.ts'
import { setHoldRecordEnd } from '../capacity/hold-record-queries.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { prolongClaims } from '../capacity/queries.ts'
import { releasePromoUses } from '../ledger/promo-queries.ts'
import { setHoldEnd } from '../registrations/root-queries.ts'
import { mistakeLetter, refundLetter, returnedLetter } from './letters.ts'
import { addToPaid, insertPayment, listTakenBack, type NamedPayment, type PaymentRow } from './queries.ts'
import { postReversal } from '../registrations/postings.ts'
import { paymentStatus } from './payment-status.ts'

type PaymentReversal = {
  tx: Tx
  context: RegistrationContext
  /** The payment to return, in part or in full. */
  came: NamedPayment
  now: Instant
  origin: string
}

type Why = {
  kind: Reversal | 'refund' | 'voided' | 'mistake'
  /** In cents, positive; absent: all that is left of it. */
  amount?: Cents
  /** The office's message to the studio; it is in the history and in the mail. */
  note?: string
  /** Stands in the history where there is no message. */
  label: string
  /** Only the office sees this. */
  office_reason?: string
  admin_id: number | null
  attempt_id?: number
  /** The registrant does not owe the amount again. */
  lowers_bill?: boolean
  /** In cents; absent: the fee that the settings define for this reversal. */
  fee?: Cents
}

/** A mistake lowers what came, as if it had not been recorded; it is not money that was given back. */
const ledgerKind = {
  mistake: 'payment',
  returned: 'return_reversal',
  chargeback: 'chargeback',
  refund: 'refund',
  voided: 'refund',
} as const

/** Texts, fee, author and effect on the bill that a void or refund was requested with. */
export const requestedReversal = ({ note, office_reason, user_id: admin_id, fee, lowers_bill }: Attempt) => ({
  ...{ note, office_reason, admin_id, fee, lowers_bill },
})

/** Returns the part of a payment that has not been returned, in cents. Requires the registration's lock. */
export async function leftOfPayment(tx: Tx, came: PaymentRow): Promise<Cents> {
  return leftOf(came.amount, await listTakenBack(tx, [came.id]))
}

/**
 * The only function that returns money: it stores a negative payment that references the original, updates sums and
 * ledger including the fee, and mails the payer. Fails when the amount exceeds what is left of the payment. FEE-029,
 * PAY-059.
 */
export async function recordReversal(
  going: PaymentReversal,
  why: Why,
): Promise<{ payment: PaymentRow; fee: Cents } | null> {
  const { tx, context, came, now } = going
  const { registration, row, facts } = context
  const left = await leftOfPayment(tx, came)
  const amount = why.amount ?? left
  if (amount <= 0) return null
  const payment = await insertPayment(tx, {
    registration_id: registration.id,
    amount: minus(zeroCents, amount),
    payment_method_id: came.payment_method_id,
    admin_id: why.admin_id,
    attempt_id: why.attempt_id ?? null,
    of_payment_id: came.id,
    details: JSON.stringify({ ...came.details, note: why.note || why.label }),
    office_reason: why.office_reason ?? '',
    settled_at: now,
    timestamp: now,
  })
  await addToPaid(tx, { ...registration, paid: row.paid, deleted: row.deleted }, payment.amount)
  const reversal = why.kind === 'returned' || why.kind === 'chargeback' ? why.kind : null
  // Before completion the balance is the price; a fee needs the ledger.
  const fee = registration.completed
    ? (why.fee ?? (reversal ? reversalFee(reversal, amount, facts.settings) : zeroCents))
    : zeroCents
  const fee_kind = reversal === 'returned' ? 'returned_check_fee' : 'card_reversal_fee'
  const { kind, lowers_bill = false } = why
  if (registration.completed) {
    const isAdjustment = kind === 'mistake' && came.payment_method_id === paymentMethodIds.adjustment
    const entryKind = isAdjustment ? 'adjustment' : ledgerKind[kind]
    await postReversal(tx, { payment, kind: entryKind, fee, fee_kind, lowers_bill, now })
  }
  await tellOwner(going, why, payment, fee)
  // Places of a pending charge stay held and counted until its outcome is known.
  if (!registration.completed && !(await findOpenCharge(tx, registration.id))) await giveClockBack(going)
  return { payment, fee }
}

/** Restores the hold's expiry when an unfinished registration is no longer covered. */
async function giveClockBack({ tx, context, now }: PaymentReversal) {
  const { registration, row, facts } = context
  const { covered, due } = await paymentStatus(tx, context)
  if (due.payments <= 0) await releasePromoUses(tx, registration.id)
  if (covered || !row.hold_began || row.hold_ends !== untilResolved) return
  const hold_ends = holdEnd(row.hold_began, now, facts.settings)
  await setHoldEnd(tx, registration.id, hold_ends)
  await prolongClaims(tx, registration.id, hold_ends)
  await setHoldRecordEnd(tx, row, hold_ends)
}

export const paymentsUrl = (origin: string, { registration }: RegistrationContext) =>
  registration.completed
    ? `${origin}/event/${registration.id}/payments`
    : `${origin}/registration/${registration.id}/payment`

async function tellOwner(
  { tx, context, came, now, origin }: PaymentReversal,
  { kind, note = '' }: Why,
  payment: PaymentRow,
  fee: Cents,
) {
  const { registration, facts, owner } = context
  const { event, event_city } = facts.tour_date
  const { raw } = await paymentStatus(tx, context)
  const words = {
    amount: cents(-payment.amount),
    method: came.details.brand ? cardName(came.details.brand) : came.method,
    last_four: came.details.last_four ?? '',
    event: event.name,
    city: event_city.name,
    balance: raw,
    message: note,
    url: paymentsUrl(origin, context),
  }
  const reversed = kind === 'returned' || kind === 'chargeback'
  const letter = reversed
    ? returnedLetter(words, fee, kind)
    : kind === 'mistake'
      ? mistakeLetter(words)
      : refundLetter(words, fee)
  const template = reversed ? 'payment_returned' : kind === 'mistake' ? 'payment_taken_back' : 'payment_refunded'
  const about = { user_id: owner.id, registration_id: registration.id, dedupe_key: `back:${payment.id}` }
  await sendMail(tx, { ...about, to: owner.email, template }, letter, now)
}
