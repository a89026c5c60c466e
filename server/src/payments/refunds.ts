import { createHash } from 'node:crypto'
import {
  checkLowersBill,
  reversalFee,
  planRefund,
  receivedOf,
  type RefundablePayment,
} from '@callboard/domain/payments/refund.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'
import { loadContext } from '../registrations/facts.ts'
import { insertAudit } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { unavailabilityOf } from '../platform/db/unavailable.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { PaymentAnswer, Tender } from './gateways/gateway.ts'
import { lockRegistration } from '../registrations/queries.ts'
import { isOpenState } from './attempt-moves.ts'
import { newRefundId } from './order-id.ts'
import {
  findAttemptById,
  findLastAttemptOfKey,
  insertAttempt,
  listRefundsOf,
  type Attempt,
} from '../ledger/attempt-queries.ts'
import { claimKey, findKey } from '../platform/http/idempotency-queries.ts'
import { findPayment, listPayments, type NamedPayment } from './queries.ts'
import { resolveRefund, verdictOfRefund } from './resolve-refund.ts'
import { firstCheck } from './resolve.ts'
import { leftOfPayment } from './reversals.ts'

type RefundCall = {
  payment_id: number
  amount: Cents
  note: string
  office_reason: string
  reversal_fee: boolean
  lowers_bill: boolean
  admin_id: number
  key: string
  request_id: string
  now: Instant
}

/** A stored attempt to send; null: it was stored before and must not be sent again. */
type StoredRefund = { attempt: Attempt; gatewayTxnId: string } | null

/**
 * Refunds exactly once, like a charge: stored under the registration's lock, sent outside any transaction, then
 * recorded. A void that is too late is followed by a refund of the same amount, stored in the transaction that closes
 * the void. OFF-020, A118.
 */
export async function refund({ db, payments, clock, origin }: Dependencies, call: RefundCall) {
  let storedRefund = await inTransaction(db, (tx) => begin(tx, call))
  while (storedRefund) {
    const { attempt, gatewayTxnId } = storedRefund
    const tender = tenderOf(attempt)
    const request = { gatewayTxnId, tender, orderId: attempt.orderid }
    const answer =
      attempt.kind === 'void'
        ? await payments.void(request)
        : await payments.refund({ ...request, amount: attempt.amount })
    try {
      storedRefund = await inTransaction(db, async (tx) => {
        const now = clock.now()
        await resolveRefund(tx, attempt, verdictOfRefund(answer), { now, origin })
        return isTooLateToVoid(attempt, answer) ? follow(tx, attempt, gatewayTxnId, now) : null
      })
    } catch (error) {
      if (unavailabilityOf(error) === undefined) throw error
      // The money may have gone back; reconciliation records what became of it.
      return presentRefund(attempt)
    }
  }
  return inTransaction(db, async (tx) => {
    const attempt = orNotFound(await findLastAttemptOfKey(tx, call.admin_id, call.key))
    return presentRefund(attempt)
  })
}

const tenderOf = ({ payment_method_id }: Attempt): Tender['kind'] =>
  payment_method_id === paymentMethodIds.bank ? 'bank' : 'card'

const isTooLateToVoid = ({ kind }: Attempt, { reason }: PaymentAnswer) => kind === 'void' && reason === 'not_voidable'

/** Presents a refund to the office. A refusal states the gateway's reason in our words. */
function presentRefund({ state, kind, orderid, amount, message }: Attempt) {
  if (isOpenState(state)) {
    const message = 'We asked for the refund and do not have an answer yet. Do not refund it again.'
    return { state: 'processing', kind: kind === 'void' ? kind : 'refund', orderid, amount, message } as const
  }
  if (state !== 'approved' && state !== 'settled') {
    const says = message || 'The refund did not go through. Nothing was refunded.'
    throw new Refused({ code: 'office.refund_refused', says, orderid })
  }
  return { state: 'refunded', kind: kind === 'void' ? kind : 'refund', orderid, amount, message: '' } as const
}

const hashOf = ({ payment_id, amount, note, office_reason, reversal_fee, lowers_bill }: RefundCall) =>
  createHash('sha256')
    .update(JSON.stringify(['refund', payment_id, amount, note, office_reason, reversal_fee, lowers_bill]))
    .digest('hex')

async function begin(tx: Tx, call: RefundCall): Promise<StoredRefund> {
  const { admin_id, key, now, note, office_reason, lowers_bill, payment_id } = call
  const request_hash = hashOf(call)
  if (!(await claimKey(tx, { user_id: admin_id, key, request_hash, created: now }))) {
    const before = await findKey(tx, admin_id, key)
    if (before.request_hash !== request_hash) throw new Refused({ code: 'payment.key_reused' })
    return null
  }
  const { registration_id } = orNotFound(await findPayment(tx, payment_id))
  const loadedRegistration = orNotFound(await lockRegistration(tx, registration_id))
  // Read again under the lock, because the payment may have been refunded meanwhile.
  const payment = orNotFound(await findPayment(tx, payment_id))
  const charge = payment.attempt_id === null ? undefined : await findAttemptById(tx, payment.attempt_id)
  const standing = await refundableOf(tx, payment, charge)
  const plan = orRefuse(planRefund(standing, call.amount))
  orRefuse(checkLowersBill(lowers_bill, loadedRegistration.registration.completed))
  if (!charge?.gateway_transaction_id) throw new Refused({ code: 'office.not_refundable' })

  const { facts } = await loadContext(tx, loadedRegistration, now)
  const attempt = await insertAttempt(tx, {
    registration_id,
    user_id: admin_id,
    kind: plan.kind,
    orderid: newRefundId(now),
    state: 'submitting',
    amount: plan.amount,
    payment_method_id: payment.payment_method_id,
    of_attempt_id: charge.id,
    idempotency_key: key,
    last_four: charge.last_four,
    brand: charge.brand,
    note,
    office_reason,
    lowers_bill,
    fee: call.reversal_fee ? reversalFee('chargeback', plan.amount, facts.settings) : zeroCents,
    created: now,
    sent_at: now,
    next_check_at: firstCheck(now),
  })
  await insertAudit(tx, {
    actor_user_id: admin_id,
    action: 'refund payment',
    entity: 'registration',
    entity_id: registration_id,
    before: { payment_id, amount: payment.amount, left: standing.left },
    after: { payment_id, given_back: plan.amount, orderid: attempt.orderid, note, office_reason, lowers_bill },
    request_id: call.request_id,
    at: now,
  })
  return { attempt, gatewayTxnId: charge.gateway_transaction_id }
}

/** How far a payment can go back. Under the registration's lock. */
export async function refundableOf(
  tx: Tx,
  payment: NamedPayment,
  charge: Attempt | undefined,
): Promise<RefundablePayment> {
  const refunds = charge ? await listRefundsOf(tx, charge.id) : []
  const received = receivedOf(await listPayments(tx, payment.registration_id))
  return refundableFrom(payment, { left: await leftOfPayment(tx, payment), received }, charge, refunds)
}

/** Returns how far a payment can be refunded, from its attempt and earlier refund attempts. */
export const refundableFrom = (
  { amount, payment_method_id, attempt_id }: NamedPayment,
  amounts: Pick<RefundablePayment, 'left' | 'received'>,
  charge: Attempt | undefined,
  refunds: readonly Attempt[],
): RefundablePayment => ({
  amount,
  ...amounts,
  payment_method_id,
  by_gateway: charge?.kind === 'charge' && charge.gateway_transaction_id !== null,
  by_office: attempt_id === null,
  settled: charge?.state === 'settled' || refunds.some(({ kind, code }) => kind === 'void' && code === 'not_voidable'),
  open: refunds.some(({ state }) => isOpenState(state)),
})

/** The gateway has already settled the charge: sends a refund of the same amount under a new order id. */
async function follow(tx: Tx, before: Attempt, gatewayTxnId: string, now: Instant): Promise<StoredRefund> {
  const { registration_id, user_id, amount, payment_method_id, of_attempt_id, idempotency_key } = before
  const { last_four, brand, note, office_reason, lowers_bill, fee } = before
  const attempt = await insertAttempt(tx, {
    ...{ registration_id, user_id, payment_method_id, of_attempt_id, idempotency_key, last_four, brand },
    ...{ note, office_reason, lowers_bill },
    kind: 'refund',
    orderid: newRefundId(now),
    state: 'submitting',
    amount: cents(amount),
    fee,
    created: now,
    sent_at: now,
    next_check_at: firstCheck(now),
  })
  return { attempt, gatewayTxnId }
}
