import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Action, Transaction } from './book.ts'
import { writeAmount, type Gateway } from './gateway.ts'
import { bankFace, cardFace } from './instrument.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** When an unanswered webhook is sent again: about twenty times in three days. */
const retries = [
  15 * second,
  ...[1, 1, 1, 5, 15, 30].map((minutes) => minutes * minute),
  ...Array.from({ length: 10 }, () => hour),
  12 * hour,
  12 * hour,
  24 * hour,
]

export type Event = { event_id: string; event_type: string; event_body: unknown }
type Delivery = { url: string; event_id: string; event_type: string; attempts: number; status: string }

/** `t` is a nonce and no time; the signature covers nonce, a dot and the raw bytes. */
export function signature(key: string, nonce: string, body: string): string {
  return `t=${nonce},s=${createHmac('sha256', key).update(`${nonce}.${body}`).digest('hex')}`
}

export function webhookSender(gateway: Gateway, firstUrl: string) {
  const waiting = new Set<NodeJS.Timeout>()
  const deliveries: Delivery[] = []
  let url = firstUrl

  async function attempt(event: Event, delivery: Delivery): Promise<void> {
    const body = JSON.stringify(event)
    const nonce = randomBytes(8).toString('hex')
    const headers = {
      'content-type': 'application/json',
      'webhook-signature': signature(gateway.settings.webhookKey, nonce, body),
    }
    delivery.attempts += 1
    delivery.status = await fetch(delivery.url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    }).then(
      ({ status }) => String(status),
      () => 'unreachable',
    )
    const wait = retries[delivery.attempts - 1]
    if (delivery.status === '200' || wait === undefined) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      void attempt(event, delivery)
    }, wait / gateway.settings.timeScale)
    waiting.add(timer.unref())
  }

  return {
    /** Resolves after the first try; the later ones run on their own. */
    async send(event: Event): Promise<void> {
      if (url === '') return
      const { event_id, event_type } = event
      const delivery: Delivery = { url, event_id, event_type, attempts: 0, status: 'waiting' }
      deliveries.push(delivery)
      if (deliveries.length > 1000) deliveries.shift()
      await attempt(event, delivery)
    },
    deliveries: () => deliveries,
    aim: (to: string) => void (url = to),
    stop() {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}

export type Webhooks = ReturnType<typeof webhookSender>

export const event = (type: string, body: unknown): Event => ({
  event_id: randomUUID(),
  event_type: type,
  event_body: body,
})

const merchant = { id: '100', name: 'Sandbox merchant' }
const features = { is_test_mode: true }

/** Returns the webhook event of one transaction action in the gateway's format. */
export function transactionEvent(type: string, transaction: Transaction, action: Action): Event {
  const { id, kind, condition, orderId, authCode, sent, instrument } = transaction
  return event(type, {
    merchant,
    features,
    transaction_id: id,
    transaction_type: kind,
    condition,
    processor_id: 'sandbox',
    order_id: orderId,
    order_description: sent.order_description ?? '',
    requested_amount: writeAmount(transaction.amount),
    currency: sent.currency ?? 'USD',
    authorization_code: authCode,
    billing_address: {
      first_name: sent.first_name ?? '',
      last_name: sent.last_name ?? '',
      address_1: sent.address1 ?? '',
      city: sent.city ?? '',
      state: sent.state ?? '',
      postal_code: sent.zip ?? '',
      country: sent.country ?? '',
      email: sent.email ?? '',
      phone: sent.phone ?? '',
    },
    ...(instrument.kind === 'card' ? { card: cardBody(transaction) } : { check: checkBody(transaction) }),
    action: {
      amount: writeAmount(action.amount),
      action_type: action.type,
      date: new Date(action.at).toISOString().replace(/\D/g, '').slice(0, 14),
      success: action.success ? '1' : '0',
      source: 'api',
      api_method: 'direct_post',
      username: '',
      response_text: action.text,
      response_code: String(action.code),
    },
  })
}

function cardBody({ instrument, avs, cvv }: Transaction) {
  if (instrument.kind !== 'card') return {}
  const { bin, last4, exp, brand } = cardFace(instrument)
  const cc_number = `${bin}******${last4}`
  return { cc_number, cc_exp: exp, avs_response: avs, csc_response: cvv, cc_bin: bin, cc_type: brand }
}

function checkBody({ instrument }: Transaction) {
  if (instrument.kind !== 'bank') return {}
  const { last4, aba, name, holderType, accountType, secCode } = bankFace(instrument)
  return {
    check_account: `*****${last4}`,
    check_aba: aba,
    check_name: name,
    account_holder_type: holderType,
    account_type: accountType,
    sec_code: secCode,
  }
}
