import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { isOpenState, isSurelyAbsent, verdictOfRecords, type Verdict } from './attempt-moves.ts'
import { recordChargebacks, notifyWonDisputes } from './chargebacks.ts'
import {
  findAttempt,
  findAttemptOfTransaction,
  leaseOverdueAttempts,
  listRefundsOf,
  setEmptyAnswers,
  type Attempt,
} from '../ledger/attempt-queries.ts'
import { findNews, markNews } from './queries.ts'
import { checkRefund } from './resolve-refund.ts'
import { resolveAttempt } from './resolve.ts'
import { anchorLedgers } from './anchors.ts'
import { reconcileWithGateway } from './reconcile.ts'
import { remindOfPayments } from './reminders.ts'
import { forgetMethod, saveMethod } from './saved-methods.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Queries one attempt with an unknown outcome. */
    reconcile_payment: { orderid: string }
    /** Every minute: finds overdue attempts, also of crashed processes. */
    reconcile_payments: Record<string, never>
    /** Processes a stored gateway event. */
    payment_news: { event_id: string }
    /** Keeps the card or account of an approved charge for next time. */
    save_payment_method: { orderid: string }
    /** Takes a removed method out of the gateway's vault too. */
    forget_payment_method: { gateway_customer_id: string }
    /** Every 15 minutes: sends reminders for balances that are due soon or today. */
    remind_of_payments: Record<string, never>
    /** Hourly: anchors the ledgers. */
    anchor_ledgers: Record<string, never>
    /** Nightly: reconciles the gateway's records with ours. */
    reconcile_gateway: Record<string, never>
  }
}

/** Asks the gateway what became of an attempt, and records it. */
export async function checkAttempt(dependencies: Dependencies, attempt: Attempt): Promise<Attempt> {
  if (attempt.kind !== 'charge') return checkRefund(dependencies, attempt)
  const { db, payments, clock, origin } = dependencies
  const search = await payments.findByOrderId(attempt.orderid)
  const now = clock.now()
  const resolve = (verdict: Verdict) => inTransaction(db, (tx) => resolveAttempt(tx, attempt, verdict, { now, origin }))
  // The state is unknown, which differs from "there is none".
  if (search.outcome === 'unavailable') return resolve({ outcome: 'unknown', code: search.code })
  const verdict = verdictOfRecords(search.transactions)
  if (verdict) return resolve(verdict)

  const empty_answers = attempt.empty_answers + 1
  await inTransaction(db, (tx) => setEmptyAnswers(tx, attempt.id, empty_answers))
  const absent = isSurelyAbsent({ ...attempt, empty_answers }, now)
  const message = 'Your payment did not go through. Nothing was charged. You can pay again.'
  return resolve(absent ? { outcome: 'not_processed', code: 'not_found', message } : { outcome: 'unknown' })
}

/** Reconciles all due payment attempts. Safe to run concurrently: each attempt is leased (`SKIP LOCKED`). */
export async function reconcileOverdue(dependencies: Dependencies): Promise<number> {
  const now = dependencies.clock.now()
  const due = await leaseOverdueAttempts(dependencies.db, now, minutesAfter(now, 2), 20)
  for (const { orderid } of due) {
    const attempt = await findAttempt(dependencies.db, orderid)
    if (attempt && isOpenState(attempt.state)) await checkAttempt(dependencies, attempt)
  }
  return due.length
}

const isAboutATransaction = (event_type: string) => event_type.startsWith('transaction.')

type News = { db: Dependencies['db']; event_id: string; event_type: string; body: unknown }

async function readNews(dependencies: Dependencies, { event_id, event_type, body }: Omit<News, 'db'>): Promise<string> {
  const { transaction_id = '', order_id = '' } = body as { transaction_id?: string; order_id?: string }
  if (event_type.startsWith('chargeback')) {
    const disputes = dependencies.payments.chargebacksIn(body)
    await inTransaction(dependencies.db, (tx) => recordChargebacks(tx, { event_id, disputes }, dependencies))
    return 'disputed'
  }
  if (event_type === 'dispute.won') {
    await inTransaction(dependencies.db, (tx) =>
      notifyWonDisputes(tx, dependencies.payments.chargebacksIn(body), dependencies),
    )
    return 'disputed'
  }
  if (!isAboutATransaction(event_type)) return 'noted'
  const attempt =
    (await findAttempt(dependencies.db, order_id)) ?? (await findAttemptOfTransaction(dependencies.db, transaction_id))
  if (!attempt) return 'not ours'
  if (attempt.kind !== 'charge') return (await checkRefund(dependencies, attempt)).state
  // Some gateways identify a void or refund by its charge.
  const refund = (await listRefundsOf(dependencies.db, attempt.id)).find(({ state }) => isOpenState(state))
  if (refund) await checkRefund(dependencies, refund)
  // The webhook is not trusted: the transaction is queried and its result recorded like any other.
  const search = await dependencies.payments.findByOrderId(attempt.orderid)
  const verdict = search.outcome === 'found' ? verdictOfRecords(search.transactions) : undefined
  if (!verdict) throw new Error(`The gateway told of ${attempt.orderid} and cannot be asked yet`)
  const { clock, origin, db } = dependencies
  const { state } = await inTransaction(db, (tx) => resolveAttempt(tx, attempt, verdict, { now: clock.now(), origin }))
  return state
}

export const paymentJobs: JobHandlers<
  | 'reconcile_payment'
  | 'reconcile_payments'
  | 'payment_news'
  | 'save_payment_method'
  | 'forget_payment_method'
  | 'remind_of_payments'
  | 'anchor_ledgers'
  | 'reconcile_gateway'
> = {
  async reconcile_payment(dependencies, { orderid }) {
    const attempt = await findAttempt(dependencies.db, orderid)
    if (attempt && isOpenState(attempt.state)) await checkAttempt(dependencies, attempt)
  },

  async reconcile_payments(dependencies) {
    await reconcileOverdue(dependencies)
  },

  async payment_news(dependencies, { event_id }) {
    const news = await findNews(dependencies.db, event_id)
    if (!news) return
    const outcome = await readNews(dependencies, news)
    await markNews(dependencies.db, event_id, dependencies.clock.now(), outcome)
  },

  async save_payment_method(dependencies, { orderid }) {
    const attempt = await findAttempt(dependencies.db, orderid)
    if (attempt) await saveMethod(dependencies, attempt)
  },

  forget_payment_method: (dependencies, { gateway_customer_id }) => forgetMethod(dependencies, gateway_customer_id),

  async remind_of_payments(dependencies) {
    await remindOfPayments(dependencies)
  },

  async anchor_ledgers(dependencies) {
    const anchor = await anchorLedgers(dependencies)
    // The log is stored outside the database, so that changing the database cannot change this line.
    if (anchor) console.log(`Ledger anchor ${anchor.id}: ${anchor.digest}`)
  },

  async reconcile_gateway(dependencies) {
    await reconcileWithGateway(dependencies)
  },
}
