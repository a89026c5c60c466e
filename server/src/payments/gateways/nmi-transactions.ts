import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import { cents, type Cents } from '@callboard/domain/kernel/money.ts'
import type { TransactionSearch, GatewayTransaction, TransactionAction, TransactionState } from './gateway.ts'
import { readAmount } from './nmi-fields.ts'
import type { PostResult } from './nmi-transport.ts'
import { childrenOf, readXml, textOf, type Element } from './nmi-xml.ts'

/** Parses a query report. An unreadable report is `unavailable`, never an empty list. */
export function readReport(postResult: PostResult): TransactionSearch {
  if (postResult.kind !== 'answered') return { outcome: 'unavailable', code: postResult.code }
  if (postResult.status !== 200) return { outcome: 'unavailable', code: `http_${postResult.status}` }
  const root = readXml(postResult.body, 'nm_response')
  if (root === undefined) return { outcome: 'unavailable', code: 'unreadable' }
  if (childrenOf(root, 'error_response').length > 0) return { outcome: 'unavailable', code: 'error_response' }
  const transactions = childrenOf(root, 'transaction').map(readTransaction)
  const whole = transactions.every((transaction) => transaction !== undefined)
  return whole ? { outcome: 'found', transactions } : { outcome: 'unavailable', code: 'unreadable' }
}

const tenders: Record<string, GatewayTransaction['tender']> = { cc: 'card', ck: 'bank' }
// Actions that start a transaction and define its type; the others modify it.
const beginnings = ['sale', 'auth', 'refund', 'credit', 'validate', 'offline']

function readTransaction(element: Element): GatewayTransaction | undefined {
  const text = (name: string) => textOf(element, name)
  const actions = childrenOf(element, 'action').map(readAction)
  const gatewayTxnId = text('transaction_id')
  if (gatewayTxnId === '' || !actions.every((action) => action !== undefined)) return undefined

  const first = actions.find(({ type }) => beginnings.includes(type)) ?? actions[0]
  const captured = actions.find(({ type, success }) => type === 'capture' && success)
  const type = first?.type ?? ''
  const condition = text('condition')
  return {
    gatewayTxnId,
    orderId: text('order_id'),
    tender: tenders[text('transaction_type')] ?? 'other',
    type,
    state: stateOf(condition, actions),
    condition,
    amount: captured?.amount ?? first?.amount ?? cents(0),
    refunded: type === 'refund' ? cents(0) : total(actions.filter((action) => isRefund(action))),
    authCode: text('authorization_code'),
    avs: text('avs_response'),
    cvv: text('csc_response'),
    brand: text('cc_type'),
    last4: (text('cc_number') || text('check_account')).slice(-4),
    expiry: text('cc_exp'),
    actions,
  }
}

const isRefund = ({ type, success }: TransactionAction) => type === 'refund' && success
const total = (actions: readonly TransactionAction[]): Cents =>
  cents(actions.reduce((sum, { amount }) => sum + amount, 0))

function readAction(element: Element): TransactionAction | undefined {
  const text = (name: string) => textOf(element, name)
  const amount = readAmount(text('amount') || '0')
  const at = readStamp(text('date'))
  if (amount === undefined || at === undefined) return undefined
  return {
    type: text('action_type'),
    amount,
    success: text('success') === '1',
    at,
    code: text('response_code'),
    text: text('response_text'),
    batchId: text('batch_id'),
  }
}

const returns = ['return', 'check_return', 'check_late_return']

/** The gateway's `unknown` and anything new to us stay unknown: neither paid nor failed. */
function stateOf(condition: string, actions: readonly TransactionAction[]): TransactionState {
  const returned = actions.some(({ type, success }) => returns.includes(type) && success)
  const went = actions.some(({ type, success }) => beginnings.includes(type) && success)
  switch (condition) {
    case 'pending':
      return went ? 'authorized' : 'unknown'
    case 'pendingsettlement':
      return went ? 'unsettled' : 'unknown'
    case 'complete':
      return went ? 'settled' : 'unknown'
    case 'canceled':
      return 'voided'
    case 'failed':
      return returned ? 'returned' : 'declined'
    default:
      return 'unknown'
  }
}

/** `YYYYMMDDhhmmss`, always UTC. */
function readStamp(stamp: string): Instant | undefined {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')
  return Number.isNaN(Date.parse(iso)) ? undefined : instant(iso)
}

export const writeStamp = (moment: Instant) => moment.replace(/\D/g, '').slice(0, 14)
