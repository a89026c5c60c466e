import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, usd } from '@callboard/domain/kernel/money.ts'
import { loadContext } from '../registrations/facts.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { addJob } from '../platform/queue/queue.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { TransactionSearch, GatewayTransaction, PaymentAnswer } from './gateways/gateway.ts'
import { lockRegistration } from '../registrations/queries.ts'
import { isOpenState, isSurelyAbsent, secondsToNextCheck } from './attempt-moves.ts'
import {
  findAttemptById,
  listRefundsOf,
  lockAttempt,
  approveAttempt,
  closeAttempt,
  keepAttemptOpen,
  setChargeState,
  setEmptyAnswers,
  type Attempt,
} from '../ledger/attempt-queries.ts'
import { findPaymentOfAttempt } from './queries.ts'
import { notifyOffice } from './resolve.ts'
import { leftOfPayment, requestedReversal, recordReversal } from './reversals.ts'

/** Result of a void or a refund. */
type RefundVerdict = {
  outcome: 'approved' | 'declined' | 'error' | 'unknown' | 'not_processed'
  code?: string
  message?: string
  gatewayTxnId?: string
}

/** Maps the gateway's answer to a void or refund to a verdict. A request that was not executed is closed. */
export function verdictOfRefund({ outcome, reason, code, message, gatewayTxnId }: PaymentAnswer): RefundVerdict {
  return {
    outcome: outcome === 'retry_later' ? 'error' : outcome,
    code: reason === 'not_voidable' ? reason : code,
    message,
    ...(gatewayTxnId !== undefined && { gatewayTxnId }),
  }
}

/**
 * Applies a verdict to a refund attempt, from any source. An open attempt is recorded, closed or checked again. A
 * closed attempt that was executed after all is recorded late and listed for the office. A recorded attempt stays
 * recorded; if it failed after all, the office is notified.
 */
export async function resolveRefund(
  tx: Tx,
  reference: Pick<Attempt, 'id' | 'registration_id'>,
  verdict: RefundVerdict,
  { now, origin }: { now: Instant; origin: string },
): Promise<Attempt> {
  const loadedRegistration = await lockRegistration(tx, reference.registration_id)
  if (!loadedRegistration) throw new Error(`Attempt ${reference.id} belongs to no registration`)
  const attempt = await lockAttempt(tx, reference.id)
  const { outcome } = verdict
  const failed = outcome === 'declined' || outcome === 'error'
  if (attempt.state === 'approved') {
    // The refund was accepted but failed later: the money is still ours and the office decides what happens to it.
    if (failed) {
      const resolution = { tx, attempt, context: await loadContext(tx, loadedRegistration, now), now, origin }
      await notifyOffice(resolution, 'a refund that did not arrive', `${attempt.orderid}, ${usd(attempt.amount)}.`)
    }
    return attempt
  }
  if (outcome === 'approved') {
    const context = await loadContext(tx, loadedRegistration, now)
    await record({ tx, attempt, context, now, origin }, verdict)
  } else if (!isOpenState(attempt.state)) return attempt
  else if (outcome === 'unknown') await keepLooking(tx, attempt, verdict, now)
  else {
    const { code = null, message = null } = verdict
    await closeAttempt(tx, attempt.id, outcome, { ...attempt, code, message, resolved_at: now })
  }
  return lockAttempt(tx, attempt.id)
}

type Recording = Parameters<typeof notifyOffice>[0]

async function record(resolution: Recording, { code, gatewayTxnId }: RefundVerdict) {
  const { tx, attempt, context, now, origin } = resolution
  const { of_attempt_id } = attempt
  const charge = of_attempt_id === null ? undefined : await lockAttempt(tx, of_attempt_id)
  const came = charge && (await findPaymentOfAttempt(tx, charge.id))
  if (!charge || !came) throw new Error(`Refund ${attempt.orderid} is of no payment`)
  await approveAttempt(tx, attempt.id, 'approved', {
    ...attempt,
    code: code ?? attempt.code,
    // A void creates no transaction of its own.
    gateway_transaction_id: attempt.kind === 'refund' ? (gatewayTxnId ?? attempt.gateway_transaction_id) : null,
    resolved_at: now,
  })
  const late = !isOpenState(attempt.state)
  const label = attempt.kind === 'void' ? 'Voided' : 'Refunded'
  const { amount, id: attempt_id } = attempt
  await recordReversal(
    { tx, context, came, now, origin },
    { kind: 'refund', amount, label, attempt_id, ...requestedReversal(attempt) },
  )
  const left = await leftOfPayment(tx, came)
  const stateOnceReturned = attempt.kind === 'void' ? 'voided' : 'refunded'
  await setChargeState(tx, charge.id, left > 0 ? 'partly_refunded' : stateOnceReturned)
  if (late) await notifyOffice(resolution, 'a refund that turned up late', `${attempt.orderid}, ${usd(amount)}.`)
  if (left < 0) await notifyOffice(resolution, 'more went back than came', `${usd(cents(-left))} too much.`)
}

async function keepLooking(tx: Tx, attempt: Attempt, { code, message }: RefundVerdict, now: Instant) {
  const seconds = secondsToNextCheck(attempt.checks)
  await keepAttemptOpen(tx, attempt.id, {
    ...attempt,
    code: code ?? attempt.code,
    message: message ?? attempt.message,
    checks: attempt.checks + 1,
    next_check_at: instant(Date.parse(now) + seconds * 1000),
  })
  await addJob(
    tx,
    'reconcile_payment',
    { orderid: attempt.orderid },
    { in_seconds: seconds, key: `reconcile:${attempt.orderid}` },
  )
}

/** Asks the gateway what became of a void or a refund, and records it. */
export async function checkRefund({ db, payments, clock, origin }: Dependencies, attempt: Attempt): Promise<Attempt> {
  const charge = attempt.of_attempt_id === null ? undefined : await findAttemptById(db, attempt.of_attempt_id)
  if (!charge?.gateway_transaction_id) throw new Error(`Refund ${attempt.orderid} is of no payment`)
  const own = await payments.findByOrderId(attempt.orderid)
  const original = await payments.findById(charge.gateway_transaction_id)
  const now = clock.now()
  const resolve = (verdict: RefundVerdict) =>
    inTransaction(db, (tx) => resolveRefund(tx, attempt, verdict, { now, origin }))
  const refunds = await listRefundsOf(db, charge.id)
  const verdict = verdictOfRefundBook(attempt, { own, original, refunds })
  if (verdict) return resolve(verdict)

  const empty_answers = attempt.empty_answers + 1
  await inTransaction(db, (tx) => setEmptyAnswers(tx, attempt.id, empty_answers))
  const absent = isSurelyAbsent({ ...attempt, empty_answers }, now)
  const message = 'The refund did not go through. Nothing was refunded. You can try again.'
  return resolve(absent ? { outcome: 'not_processed', code: 'not_found', message } : { outcome: 'unknown' })
}

type Book = { own: TransactionSearch; original: TransactionSearch; refunds: readonly Attempt[] }

const outcomes: Partial<Record<GatewayTransaction['state'], RefundVerdict['outcome']>> = {
  unsettled: 'approved',
  settled: 'approved',
  declined: 'declined',
  voided: 'declined',
}

/**
 * Returns the verdict of the gateway's records on a void or refund; undefined: the gateway has none. A refund is found
 * by its own order id or, where a processor drops it, by a larger refunded amount on the original: at most one refund
 * is open at a time.
 */
function verdictOfRefundBook(
  { kind, amount }: Pick<Attempt, 'kind' | 'amount'>,
  { own, original, refunds }: Book,
): RefundVerdict | undefined {
  const charge = original.outcome === 'found' ? original.transactions.find(({ type }) => type === 'sale') : undefined
  if (kind === 'void') {
    if (charge?.state === 'voided') return { outcome: 'approved', code: charge.condition }
  } else {
    const ownRefund = own.outcome === 'found' ? own.transactions.find(({ type }) => type === 'refund') : undefined
    if (ownRefund)
      return {
        outcome: outcomes[ownRefund.state] ?? 'unknown',
        code: ownRefund.condition,
        gatewayTxnId: ownRefund.gatewayTxnId,
      }
    const approvedSum = refunds.reduce(
      (sum, one) => (one.kind === 'refund' && one.state === 'approved' ? sum + one.amount : sum),
      0,
    )
    const doubtful = refunds.some(({ state }) => state === 'not_processed')
    if (charge && !doubtful && charge.refunded >= approvedSum + amount)
      return { outcome: 'approved', code: charge.condition }
  }
  // When the gateway is unavailable the state is unknown, which differs from "there is none".
  const unavailable = [original, own].find(({ outcome }) => outcome === 'unavailable')
  return unavailable?.outcome === 'unavailable' ? { outcome: 'unknown', code: unavailable.code } : undefined
}
