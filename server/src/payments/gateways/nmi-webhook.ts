import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Chargeback, VerifiedWebhook } from './gateway.ts'
import { readAmount } from './nmi-fields.ts'

const header = /^t=([^,]{1,256}),s=([0-9a-fA-F]{64})$/

/**
 * `t` is a nonce and not a timestamp, so a replayed message has a valid signature: the caller must drop event ids it
 * has already stored.
 */
export function verifyWebhook(key: string, signature: string | undefined, rawBody: Uint8Array): VerifiedWebhook {
  const [, nonce, hex] = header.exec(signature ?? '') ?? []
  if (!nonce || !hex) return { ok: false, why: 'signature' }
  const expectedSignature = createHmac('sha256', key).update(`${nonce}.`).update(rawBody).digest()
  if (!timingSafeEqual(expectedSignature, Buffer.from(hex, 'hex'))) return { ok: false, why: 'signature' }
  return readNews(rawBody)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (object: Record<string, unknown>, name: string) => {
  const value = object[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function readNews(rawBody: Uint8Array): VerifiedWebhook {
  try {
    const envelope: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
    if (!isObject(envelope) || !isObject(envelope.event_body)) return { ok: false, why: 'malformed' }
    const body = envelope.event_body
    const [eventId, eventType] = [textIn(envelope, 'event_id'), textIn(envelope, 'event_type')]
    if (eventId === '' || eventType === '') return { ok: false, why: 'malformed' }
    const [gatewayTxnId, orderId] = [textIn(body, 'transaction_id'), textIn(body, 'order_id')]
    return { ok: true, news: { eventId, eventType, gatewayTxnId, orderId, body } }
  } catch {
    return { ok: false, why: 'malformed' }
  }
}

/** `chargeback.batch.complete`: a list, each with its transaction, the card's last digits and the amount. */
export function chargebacksIn(body: unknown): (Chargeback | null)[] {
  const list = isObject(body) ? body.chargebacks : undefined
  if (!Array.isArray(list)) return []
  return list.map((one: unknown) => {
    const amount = isObject(one) ? readAmount(textIn(one, 'amount')) : undefined
    if (!isObject(one) || amount === undefined || amount === 0) return null
    const last4 = textIn(one, 'cc_number').slice(-4)
    return { gatewayTxnId: textIn(one, 'id'), last4, amount, reason: textIn(one, 'reason') }
  })
}
