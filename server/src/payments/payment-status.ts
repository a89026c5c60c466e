import { isHeld } from '@callboard/domain/registrations/places/hold.ts'
import { maxCents, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { isCovered, rawDueNow } from '@callboard/domain/registrations/settlement/coverage.ts'
import { isOpen } from '@callboard/domain/tours/registration-window.ts'
import type { AddedCharge } from '@callboard/domain/payments/amount-owed.ts'
import type { PaymentRefusal } from '@callboard/domain/registrations/settlement/payment-refusals.ts'
import type { PlaceRefusal } from '@callboard/domain/registrations/places/place-key.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { RegistrationRefusal } from '@callboard/domain/registrations/refusals.ts'
import { showsEdit } from '@callboard/domain/registrations/lifecycle.ts'
import {
  settlementStatus,
  type SettlementStatus,
} from '@callboard/domain/registrations/settlement/settlement-status.ts'
import { editMoney } from '../registrations/edit-money.ts'
import { holdOf, type RegistrationContext } from '../registrations/facts.ts'
import { priceOf } from '../registrations/present.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadAmountOwed } from '../registrations/amount-owed.ts'

type PaymentStatus = SettlementStatus & {
  price: Quote
  /** Balance in cents; negative: overpaid. After completion it comes from the ledger. */
  raw: Cents
  balance: Cents
  /** Ledger adjustments besides price, promo, credit and payments. */
  adjustments: Cents
  /** The same adjustments, itemized. */
  added: AddedCharge[]
  raw_due_now: Cents
  covered: boolean
}

/**
 * Returns a registration's balance: by price before completion, by ledger afterwards, by both during an edit. PAY-003,
 * EDIT-013.
 */
export async function paymentStatus(tx: Tx, context: RegistrationContext): Promise<PaymentStatus> {
  const { registration, facts, revision } = context
  if (revision) {
    const edit = await editMoney(tx, context, revision)
    return { ...edit, balance: maxCents(zeroCents, edit.raw), deposit_offered: false }
  }
  const price = await priceOf(tx, context)
  const { payments, due, added } = await loadAmountOwed(tx, registration, price)
  const stands = settlementStatus(registration, price, payments, facts)
  const { required } = stands
  return {
    ...stands,
    due,
    price,
    raw: due.raw,
    balance: due.shown,
    adjustments: due.adjustments,
    added,
    raw_due_now: registration.completed ? due.raw : rawDueNow(due, required),
    covered: isCovered(registration, due, required),
  }
}

/** Why no money may be taken now: in progress it needs a review and live places. COMP-084. */
export function whyNotPayable({
  registration,
  facts,
  row,
  revision,
}: RegistrationContext): RegistrationRefusal | PlaceRefusal | null {
  if (revision && !showsEdit(revision.live, facts)) return { code: 'registration.edit_over' }
  if (revision) return registration.reviewed ? null : { code: 'registration.not_reviewed', tab: 'review' }
  if (registration.completed) return null
  const isHolding = isHeld(holdOf(row), facts.now)
  // A registration that holds places may still be paid after closing.
  if (!isHolding && !isOpen(facts)) return { code: 'registration.closed', tab: 'review' }
  if (!registration.reviewed) return { code: 'registration.not_reviewed', tab: 'review' }
  return isHolding ? null : { code: 'places.not_held' }
}

export const inProgress = (orderid: string): PaymentRefusal => ({ code: 'payment.in_progress', orderid })
