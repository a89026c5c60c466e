import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { minCents, zeroCents, usd } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { loadContext } from '../registrations/facts.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { Chargeback } from './gateways/gateway.ts'
import { lockRegistration } from '../registrations/queries.ts'
import {
  findAttemptOfTransaction,
  listChargesAlike,
  lockAttempt,
  setChargeState,
  type Attempt,
} from '../ledger/attempt-queries.ts'
import { findPaymentOfAttempt, insertDisputeOnce } from './queries.ts'
import { insertException, insertExceptionOnce } from '../ledger/exception-queries.ts'
import { resolveAttempt, notifyOffice } from './resolve.ts'
import { leftOfPayment, recordReversal } from './reversals.ts'

/** How long after a payment its card holder may still dispute it. */
const disputableDays = 540

/** The charge a dispute is about: by its transaction, else the only one with that card ending and amount. */
async function chargeOf(
  db: Db,
  { gatewayTxnId, last4, amount }: Chargeback,
  now: Instant,
): Promise<Attempt | undefined> {
  const chargeByTransaction = gatewayTxnId ? await findAttemptOfTransaction(db, gatewayTxnId) : undefined
  if (chargeByTransaction) return chargeByTransaction.kind === 'charge' ? chargeByTransaction : undefined
  const alike = await listChargesAlike(db, { last_four: last4, amount, since: daysAfter(now, -disputableDays) })
  return alike.length === 1 ? alike[0] : undefined
}

/**
 * Books chargebacks; those that match no payment are listed for the office. A webhook is booked completely or not at
 * all, and each of its disputes once, even when it is processed again. Another webhook is another dispute, also of the
 * same charge.
 */
export async function recordChargebacks(
  tx: Tx,
  { event_id, disputes }: { event_id: string; disputes: readonly (Chargeback | null)[] },
  { clock, origin }: Pick<Dependencies, 'clock' | 'origin'>,
) {
  const now = clock.now()
  const strange = (detail: string) =>
    insertException(tx, { kind: 'chargeback', detail, created: now, registration_id: null, attempt_id: null })
  for (const [position, dispute] of disputes.entries()) {
    const charge = dispute ? await chargeOf(tx, dispute, now) : undefined
    const { amount = zeroCents, reason = '' } = dispute ?? {}
    const about = { event_id, position, attempt_id: charge?.id ?? null, amount, reason, created: now }
    if (!(await insertDisputeOnce(tx, about))) continue
    if (!dispute) await strange('The gateway reports a dispute that cannot be read.')
    else if (charge) await bookChargeback(tx, charge, { ...dispute, event_id }, { now, origin })
    else {
      const { gatewayTxnId, last4 } = dispute
      await strange(`A dispute of ${usd(amount)}, card ending ${last4}, fits no payment (${gatewayTxnId}): ${reason}`)
    }
  }
}

/** Lists won disputes for the office: a person books the money, because its fees are unknown. */
export async function notifyWonDisputes(
  tx: Tx,
  disputes: readonly (Chargeback | null)[],
  { clock }: Pick<Dependencies, 'clock'>,
) {
  const kind = 'a dispute was won'
  for (const dispute of disputes) {
    const charge = dispute && (await chargeOf(tx, dispute, clock.now()))
    const about = { registration_id: charge?.registration_id ?? null, attempt_id: charge?.id ?? null }
    const detail = dispute
      ? `${usd(dispute.amount)} came back (${dispute.gatewayTxnId}). Record it as a payment.`
      : kind
    await insertExceptionOnce(tx, { ...about, kind, detail, created: clock.now() })
  }
}

async function bookChargeback(
  tx: Tx,
  matchingCharge: Attempt,
  { event_id, amount, reason }: Chargeback & { event_id: string },
  at: { now: Instant; origin: string },
) {
  const loadedRegistration = await lockRegistration(tx, matchingCharge.registration_id)
  if (!loadedRegistration) throw new Error(`Attempt ${matchingCharge.id} belongs to no registration`)
  const attempt = await lockAttempt(tx, matchingCharge.id)
  // A bank chargeback is recorded as a return; gateways call it by several names.
  if (attempt.payment_method_id === paymentMethodIds.bank) {
    await resolveAttempt(tx, attempt, { outcome: 'returned', code: reason }, at)
    return
  }
  const resolution = { tx, attempt, context: await loadContext(tx, loadedRegistration, at.now), ...at }
  const came = await findPaymentOfAttempt(tx, attempt.id)
  const left = came ? await leftOfPayment(tx, came) : zeroCents
  const detail = `${attempt.orderid}, ${usd(amount)}: ${reason} (message ${event_id})`
  if (!came || left <= 0) return notifyOffice(resolution, 'a dispute of what went back already', detail)
  await setChargeState(tx, attempt.id, 'charged_back')
  const label = reason ? `Disputed: ${reason}` : 'Disputed'
  await recordReversal(
    { came, ...resolution },
    { kind: 'chargeback', amount: minCents(amount, left), label, admin_id: null },
  )
  await notifyOffice(resolution, 'a card payment was disputed', detail)
}
