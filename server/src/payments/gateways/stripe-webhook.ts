import { cents } from '@callboard/domain/kernel/money.ts'
import Stripe from 'stripe'
import type { Chargeback, VerifiedWebhook } from './gateway.ts'

/** Maps Stripe event types to the product's. Other types are stored and move no money. */
const eventTypes: Readonly<Record<string, string>> = {
  'payment_intent.succeeded': 'transaction.sale.success',
  // A bank debit: accepted, and after days the one above or the one below.
  'payment_intent.processing': 'transaction.sale.success',
  'payment_intent.payment_failed': 'transaction.sale.failure',
  'payment_intent.canceled': 'transaction.void.success',
  'charge.refunded': 'transaction.refund.success',
  'refund.created': 'transaction.refund.success',
  'refund.updated': 'transaction.refund.success',
  'refund.failed': 'transaction.refund.failure',
  // A dispute that is only announced takes nothing yet.
  'charge.dispute.funds_withdrawn': 'chargeback.complete',
  'charge.dispute.funds_reinstated': 'dispute.won',
}

/** Over the raw bytes. The time in the signature is checked too: an old message is not believed. */
export function verifyWebhook(secret: string, signature: string | undefined, rawBody: Uint8Array): VerifiedWebhook {
  try {
    const event = Stripe.webhooks.constructEvent(Buffer.from(rawBody), signature ?? '', secret)
    return readNews(event)
  } catch (error) {
    const unsigned = error instanceof Stripe.errors.StripeSignatureVerificationError
    return { ok: false, why: unsigned ? 'signature' : 'malformed' }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (object: Record<string, unknown>, name: string) => {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}

function readNews(event: unknown): VerifiedWebhook {
  const data = isObject(event) ? event['data'] : undefined
  const about = isObject(data) ? data['object'] : undefined
  if (!isObject(event) || !isObject(about)) return { ok: false, why: 'malformed' }
  const [eventId, type] = [textIn(event, 'id'), textIn(event, 'type')]
  if (eventId === '' || type === '') return { ok: false, why: 'malformed' }
  const metadata = isObject(about['metadata']) ? about['metadata'] : {}
  const orderId = textIn(metadata, 'orderid')
  // A charge and a dispute are known here by the payment they are of.
  const gatewayTxnId = textIn(about, 'object') === 'refund' ? textIn(about, 'id') : intentOf(about)
  const body = { transaction_id: gatewayTxnId, order_id: orderId, object: about }
  return { ok: true, news: { eventId, eventType: eventTypes[type] ?? `stripe.${type}`, gatewayTxnId, orderId, body } }
}

const intentOf = (about: Record<string, unknown>) => textIn(about, 'payment_intent') || textIn(about, 'id')

/** Each event concerns one dispute. */
export function chargebacksIn(body: unknown): (Chargeback | null)[] {
  const dispute = isObject(body) ? body['object'] : undefined
  if (!isObject(dispute)) return [null]
  const amount = dispute['amount']
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return [null]
  const gatewayTxnId = textIn(dispute, 'payment_intent')
  return [{ gatewayTxnId, last4: '', amount: cents(amount), reason: textIn(dispute, 'reason').replaceAll('_', ' ') }]
}
