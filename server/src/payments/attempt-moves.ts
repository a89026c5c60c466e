import { type Instant, minutesAfter } from '@callboard/domain/kernel/instant.ts'
import type { GatewayTransaction, PaymentAnswer, PaymentField } from './gateways/gateway.ts'
import type { Attempt, AttemptState } from '../ledger/attempt-queries.ts'

/** A result for an attempt, from any source: the gateway's answer, a query or a webhook. */
export type Verdict = {
  outcome: 'approved' | 'settled' | 'declined' | 'error' | 'unknown' | 'not_processed' | 'voided' | 'returned'
  code?: string
  message?: string
  /** The hosted field to correct; `token`: all of them. */
  field?: PaymentField | 'token'
  gatewayTxnId?: string
  /** Approved amount in cents; absent: the requested amount. */
  amount?: number
  last_four?: string
  brand?: string
  /** The gateway's message when the office must check its gateway account before further payments succeed. */
  alert?: string
}

type AttemptAction =
  /** The money came: record it. */
  | 'book'
  /** The money went back: record that. */
  | 'give_back'
  | 'close'
  | 'keep_open'
  | 'mark_settled'
  | 'nothing'
  /** The result contradicts the recorded state and needs manual review. */
  | 'exception'

const openActions: Record<Verdict['outcome'], AttemptAction> = {
  approved: 'book',
  settled: 'book',
  declined: 'close',
  error: 'close',
  not_processed: 'close',
  voided: 'close',
  returned: 'close',
  unknown: 'keep_open',
}
// A received payment is reversed only by a separate step; it never becomes "declined".
const bookedActions: Record<Verdict['outcome'], AttemptAction> = {
  approved: 'nothing',
  settled: 'mark_settled',
  declined: 'exception',
  error: 'exception',
  not_processed: 'exception',
  voided: 'give_back',
  returned: 'give_back',
  unknown: 'nothing',
}
// Thought not to have happened: money that turns up late is attached, never lost.
const closedActions: Record<Verdict['outcome'], AttemptAction> = {
  approved: 'book',
  settled: 'book',
  declined: 'nothing',
  error: 'nothing',
  not_processed: 'nothing',
  voided: 'nothing',
  returned: 'nothing',
  unknown: 'nothing',
}
const endedActions: Record<Verdict['outcome'], AttemptAction> = {
  ...closedActions,
  approved: 'nothing',
  settled: 'nothing',
}
// A bank return after a refund: the money went back twice.
const returnedActions: Record<Verdict['outcome'], AttemptAction> = { ...endedActions, returned: 'exception' }

const moves: Record<AttemptState, Record<Verdict['outcome'], AttemptAction>> = {
  submitting: openActions,
  unknown: openActions,
  approved: bookedActions,
  settled: bookedActions,
  declined: closedActions,
  error: closedActions,
  not_processed: closedActions,
  returned: endedActions,
  voided: returnedActions,
  refunded: returnedActions,
  partly_refunded: bookedActions,
  charged_back: returnedActions,
}

/** Returns the action that a verdict causes in this state. All results use this table, in any order of arrival. */
export const actionFor = (state: AttemptState, { outcome }: Verdict): AttemptAction => moves[state][outcome]

export const isOpenState = (state: AttemptState): boolean => state === 'submitting' || state === 'unknown'

/**
 * Maps the gateway's answer to a charge to a verdict. A request that was not executed is closed: nothing was charged. A
 * refusal the payer can fix (a spent token, a bad number) is a decline; all other refusals are errors.
 */
export function verdictOfAnswer(answer: PaymentAnswer): Verdict {
  const { outcome, reason, code, message, gatewayTxnId, amount, alertOffice, gatewayText } = answer
  const field = reason === 'token_spent' ? 'token' : answer.field
  const mendable = outcome === 'error' && !alertOffice
  return {
    outcome: mendable ? 'declined' : outcome === 'retry_later' ? 'error' : outcome,
    code,
    message,
    ...(field && { field }),
    ...(gatewayTxnId !== undefined && { gatewayTxnId }),
    ...(amount !== undefined && { amount }),
    ...(alertOffice && { alert: gatewayText || code }),
  }
}

const outcomes: Record<GatewayTransaction['state'], Verdict['outcome']> = {
  authorized: 'unknown',
  unsettled: 'approved',
  settled: 'settled',
  declined: 'declined',
  voided: 'voided',
  returned: 'returned',
  unknown: 'unknown',
}

/** Returns the verdict of the gateway's records on a charge; undefined: the gateway has no such charge. */
export function verdictOfRecords(transactions: readonly GatewayTransaction[]): Verdict | undefined {
  const sales = transactions.filter(({ type }) => type === 'sale')
  // Of several sales the approved one moved the money.
  const sale = sales.find(({ state }) => outcomes[state] !== 'declined') ?? sales[0]
  if (!sale) return undefined
  const outcome = outcomes[sale.state]
  return {
    outcome,
    code: sale.condition,
    message: outcome === 'declined' ? 'Your payment was declined. Please try another payment method.' : '',
    gatewayTxnId: sale.gatewayTxnId,
    ...(sale.amount > 0 && { amount: sale.amount }),
    last_four: sale.last4,
    brand: sale.brand,
  }
}

/** Seconds between looks at the gateway's book, from the moment an answer was lost. */
const waits = [5, 20, 60, 300, 900, 3_600]

export const secondsToNextCheck = (checks: number): number => waits[Math.min(checks, waits.length - 1)] ?? 3_600

/** Absence counts only late and twice: how soon a query shows a transaction is not published. */
export const isSurelyAbsent = (
  { sent_at, created, empty_answers }: Pick<Attempt, 'sent_at' | 'created' | 'empty_answers'>,
  now: Instant,
): boolean => empty_answers >= 2 && now >= minutesAfter(sent_at ?? created, 15)
