import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import type Stripe from 'stripe'
import type { GatewayTransaction, TransactionState } from './gateway.ts'

const momentOf = (seconds: number) => instant(seconds * 1000)

/**
 * Maps a Stripe charge to a transaction. A successful card charge is captured at once and can only be refunded, so it
 * is `settled`. A bank debit is `settled` when the money has arrived and `returned` when the bank reverses it, before
 * or after that.
 */
export function readIntent(intent: Stripe.PaymentIntent): GatewayTransaction {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const { card, us_bank_account: account } = charge?.payment_method_details ?? {}
  const tender = tenderOf(intent)
  const state = tender === 'bank' ? stateOfDebit(intent, charge) : stateOf(intent)
  const failure = intent.last_payment_error
  return {
    gatewayTxnId: intent.id,
    orderId: intent.metadata['orderid'] ?? '',
    tender,
    type: 'sale',
    state,
    condition: intent.status,
    amount: cents(state === 'settled' ? intent.amount_received : intent.amount),
    refunded: cents(charge?.amount_refunded ?? 0),
    authCode: card?.authorization_code ?? '',
    avs: card?.checks?.address_postal_code_check ?? '',
    cvv: card?.checks?.cvc_check ?? '',
    brand: card?.brand ?? '',
    last4: card?.last4 ?? account?.last4 ?? '',
    expiry: card ? `${String(card.exp_month).padStart(2, '0')}${String(card.exp_year).slice(-2)}` : '',
    actions: [
      {
        type: 'sale',
        amount: cents(intent.amount),
        success: state === 'settled' || state === 'unsettled',
        at: momentOf(charge?.created ?? intent.created),
        code: failure?.decline_code ?? failure?.code ?? intent.status,
        text: failure?.message ?? '',
        batchId: '',
      },
    ],
  }
}

function tenderOf({ payment_method_types: types }: Stripe.PaymentIntent): GatewayTransaction['tender'] {
  if (types.includes('us_bank_account')) return 'bank'
  return types.includes('card') ? 'card' : 'other'
}

function stateOfDebit(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): TransactionState {
  const { status } = intent
  if (status === 'processing') return 'unsettled'
  // Stripe reports a return after settlement as a dispute that cannot be contested.
  if (status === 'succeeded') return charge?.disputed ? 'returned' : 'settled'
  // The bank rejected a pending debit.
  if (status === 'requires_payment_method' && charge?.status === 'failed') return 'returned'
  return stateOf(intent)
}

function stateOf({ status, last_payment_error }: Stripe.PaymentIntent): TransactionState {
  switch (status) {
    case 'succeeded':
      return 'settled'
    case 'requires_capture':
      return 'authorized'
    case 'canceled':
      return 'voided'
    case 'requires_payment_method':
      return last_payment_error ? 'declined' : 'unknown'
    case 'processing':
    case 'requires_action':
    case 'requires_confirmation':
      return 'unknown'
    default:
      // A state of a later version of theirs.
      return 'unknown'
  }
}

const refundStates: Readonly<Record<string, TransactionState>> = {
  succeeded: 'settled',
  pending: 'unsettled',
  failed: 'declined',
  canceled: 'declined',
}

export function readRefund(refund: Stripe.Refund): GatewayTransaction {
  const condition = refund.status ?? ''
  const state = refundStates[condition] ?? 'unknown'
  const amount = cents(refund.amount)
  const action = { type: 'refund', amount, success: state === 'settled' || state === 'unsettled', batchId: '' }
  return {
    gatewayTxnId: refund.id,
    orderId: refund.metadata?.['orderid'] ?? '',
    tender: 'card',
    type: 'refund',
    state,
    condition,
    amount,
    refunded: cents(0),
    authCode: '',
    avs: '',
    cvv: '',
    brand: '',
    last4: '',
    expiry: '',
    actions: [{ ...action, at: momentOf(refund.created), code: refund.failure_reason ?? condition, text: '' }],
  }
}
