import { cents } from '@callboard/domain/kernel/money.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { startStripe, stripeKeys, type StripeStandIn } from '@callboard/sandbox/stripe/start-stripe.ts'
import type { StripeFault } from '@callboard/sandbox/stripe/faults.ts'
import { stripeGateway } from '@callboard/server/payments/gateways/stripe-gateway.ts'
import type { ChargeRequest, PaymentGateway } from '@callboard/server/payments/gateways/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newOrderId } from './kit.ts'

// The tests of contract.test.ts that apply to Stripe, and the effects of network faults.
let stripe: StripeStandIn
let gateway: PaymentGateway
const sentRequests: { method: string; path: string; key: string | null; body: string }[] = []

const addressOf = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : new URL(input).href)

const recording: typeof fetch = (input, init) => {
  const body = typeof init?.body === 'string' ? init.body : ''
  const key = new Headers(init?.headers).get('idempotency-key')
  sentRequests.push({ method: init?.method ?? 'GET', path: new URL(addressOf(input)).pathname, key, body })
  return fetch(input, init)
}
const open = (more: object = {}, line = recording) =>
  stripeGateway({ ...stripeKeys, origin: stripe.origin, timeoutMs: 15_000, ...more }, { fetch: line, now: stripe.now })

beforeAll(async () => {
  stripe = await startStripe()
  gateway = open()
})
beforeEach(() => {
  stripe.reset()
  sentRequests.length = 0
})
afterAll(() => stripe.close())

const by = (token = 'pm_card_visa', more: Partial<ChargeRequest> = {}): ChargeRequest => {
  const source = { kind: 'token', token } as const
  return { orderId: newOrderId(), amount: cents(5404), tender: { kind: 'card' }, source, ...more }
}
const keeping = (more: Partial<ChargeRequest> = {}) =>
  by('pm_card_visa', { storedCredential: { initiatedBy: 'customer', use: 'store' }, ...more })
const posts = (path: string) => sentRequests.filter((one) => one.method === 'POST' && one.path === path)

describe('behaviour of every gateway', () => {
  test('PAY-054 approves a card by its token, under the order id as its key', async () => {
    const request = by('pm_card_visa', { references: [41, '', 7], description: 'Meridian Portland reg 41' })
    const answer = await gateway.charge(request)
    expect(answer).toMatchObject({ outcome: 'approved', reason: 'approved', authCode: '123456', amount: 5404 })
    expect(answer.message).toBe('Approved.')
    expect(answer.gatewayTxnId).toMatch(/^pi_/)
    const [post] = posts('/v1/payment_intents')
    expect(post?.key).toBe(request.orderId)
    const form = new URLSearchParams(post?.body)
    expect(form.get('metadata[orderid]')).toBe(request.orderId)
    expect(form.get('metadata[reference_1]')).toBe('41')
    expect(post?.body).not.toMatch(/4242424242|number/)
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'declined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'declined', 'insufficient_funds', 'Your card was declined.'],
    ['pm_card_authenticationRequired', 'declined', 'authentication_required', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'fix_input', 'expired_card', 'This card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'fix_input', 'incorrect_cvc', 'check the security code'],
  ])('a decline stays a decline: %s', async (token, reason, code, words) => {
    const request = by(token)
    const answer = await gateway.charge(request)
    expect(answer).toMatchObject({ outcome: 'declined', reason, code })
    expect(answer.message).toContain(words)
    expect(answer.gatewayTxnId).toMatch(/^pi_/)
    const lookup = await gateway.findByOrderId(request.orderId)
    expect(lookup).toMatchObject({ outcome: 'found', transactions: [{ state: 'declined', amount: 5404 }] })
  })

  test('a token that is none or was used before charges nothing', async () => {
    expect(await gateway.charge(by('pm_none'))).toMatchObject({ outcome: 'error', reason: 'token_spent' })
    const reply = await fetch(`${stripe.origin}/v1/payment_methods`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripeKeys.secretKey}` },
      body: new URLSearchParams({ type: 'card', 'card[token]': 'tok_visa' }),
    })
    const { id } = (await reply.json()) as { id: string }
    expect(await gateway.charge(by(id))).toMatchObject({ outcome: 'approved' })
    expect(await gateway.charge(by(id))).toMatchObject({ outcome: 'error', reason: 'refused' })
    expect([...stripe.book.intents.values()]).toHaveLength(1)
  })

  test('stores a method from a charge, charges it, and deletes it', async () => {
    const first = await gateway.charge(keeping())
    const from = { gatewayTxnId: first.gatewayTxnId ?? '' }
    const saving = { gatewayCustomerId: 'm-1', from, tender: { kind: 'card' } } as const
    const saved = await gateway.saveMethod(saving)
    expect(saved).toMatchObject({ outcome: 'approved' })
    // Asked again after a crash, it is the same method.
    expect(await gateway.saveMethod(saving)).toEqual(saved)
    const gatewayCustomerId = saved.gatewayCustomerId ?? ''
    expect(gatewayCustomerId).toMatch(/^cus_\w+\.pm_\w+$/)

    const source = { kind: 'method', gatewayCustomerId } as const
    const again = by('', { source, storedCredential: { initiatedBy: 'customer', use: 'reuse' } })
    expect(await gateway.charge(again)).toMatchObject({ outcome: 'approved' })
    expect(await gateway.deleteMethod({ gatewayCustomerId })).toMatchObject({ outcome: 'approved' })
    expect(await gateway.deleteMethod({ gatewayCustomerId })).toMatchObject({ reason: 'method_missing' })
    expect(await gateway.charge(by('', { source }))).toMatchObject({ outcome: 'error', reason: 'method_missing' })
  })

  test('stores a method from a token, and not from a charge that kept none', async () => {
    const from = { token: 'pm_card_visa' }
    const tender = { kind: 'card' } as const
    const saved = await gateway.saveMethod({ gatewayCustomerId: 'm-2', from, tender })
    expect(saved).toMatchObject({ outcome: 'approved' })
    const { gatewayTxnId = '' } = await gateway.charge(by())
    const unkept = await gateway.saveMethod({ gatewayCustomerId: 'm-3', from: { gatewayTxnId }, tender })
    expect(unkept).toMatchObject({ outcome: 'error', code: 'not_kept' })
  })

  test('voiding a captured charge fails with a code that leads to a refund', async () => {
    const { gatewayTxnId = '' } = await gateway.charge(by())
    const answer = await gateway.void({ gatewayTxnId, tender: 'card' })
    expect(answer).toMatchObject({ outcome: 'error', reason: 'not_voidable' })
    const unknown = await gateway.void({ gatewayTxnId: 'pi_none', tender: 'card' })
    expect(unknown).toMatchObject({ outcome: 'error', reason: 'no_such_transaction' })
  })

  test('refunds a part under a transaction and a key of its own, never more than it was', async () => {
    const { gatewayTxnId = '' } = await gateway.charge(by())
    const refund = { gatewayTxnId, tender: 'card', amount: cents(1004), orderId: newOrderId() } as const
    const answer = await gateway.refund(refund)
    expect(answer).toMatchObject({ outcome: 'approved', amount: 1004 })
    // The same request again, as after a crash, gives the same refund and moves nothing more.
    expect(await gateway.refund(refund)).toMatchObject({ gatewayTxnId: answer.gatewayTxnId })
    const lookup = await gateway.findById(gatewayTxnId)
    expect(lookup).toMatchObject({ transactions: [{ state: 'settled', amount: 5404, refunded: 1004 }] })
    const own = { outcome: 'found', transactions: [{ type: 'refund', amount: 1004, orderId: refund.orderId }] }
    expect(await gateway.findByOrderId(refund.orderId)).toMatchObject(own)
    expect(await gateway.findById(answer.gatewayTxnId ?? '')).toMatchObject(own)
    const tooMuch = await gateway.refund({ ...refund, amount: cents(4401), orderId: newOrderId() })
    expect(tooMuch).toMatchObject({ outcome: 'error', reason: 'refund_too_large' })
    await expect(gateway.refund({ ...refund, amount: cents(0) })).rejects.toThrow(RangeError)
  })

  test('finds a charge by its order id and its own id, and nothing for an unused one', async () => {
    const request = by()
    const { gatewayTxnId = '' } = await gateway.charge(request)
    const transaction = { gatewayTxnId, orderId: request.orderId, type: 'sale', tender: 'card', amount: request.amount }
    const card = { state: 'settled', last4: '4242', brand: 'visa', expiry: '1230', cvv: 'pass' }
    for (const lookup of [await gateway.findByOrderId(request.orderId), await gateway.findById(gatewayTxnId)]) {
      expect(lookup).toMatchObject({ outcome: 'found', transactions: [{ ...transaction, ...card }] })
    }
    for (const nothing of [await gateway.findByOrderId(newOrderId()), await gateway.findById('pi_none')]) {
      expect(nothing).toEqual({ outcome: 'found', transactions: [] })
    }
  })

  test('lists what moved money between two moments, over as many pages as it takes', async () => {
    const { gatewayTxnId: before = '' } = await gateway.charge(by())
    const early = stripe.book.intents.get(before)
    if (early) early.created -= 400_000
    const many = Array.from({ length: 102 }, () => gateway.charge(by()))
    await Promise.all(many)
    await gateway.refund({ gatewayTxnId: before, tender: 'card', amount: cents(100), orderId: newOrderId() })
    const listed = await gateway.listModified(instant(Date.now() - 60_000), instant(Date.now() + 60_000))
    const transactions = listed.outcome === 'found' ? listed.transactions : []
    expect(transactions.filter(({ type }) => type === 'sale')).toHaveLength(103)
    expect(transactions.filter(({ type }) => type === 'refund')).toHaveLength(1)
    expect(transactions.find(({ gatewayTxnId }) => gatewayTxnId === before)).toMatchObject({ refunded: 100 })
  })

  test('answers a wrong key as a matter of configuration', async () => {
    const stranger = open({ secretKey: 'sk_test_wrong' })
    const answer = await stranger.charge(by())
    expect(answer).toMatchObject({ outcome: 'error', reason: 'configuration', alertOffice: true })
    expect(answer.message).toBe('Payments are unavailable right now.')
    expect(await stranger.findByOrderId('P-1')).toMatchObject({ outcome: 'unavailable' })
  })
})

describe('a charge is sent once for every outcome', () => {
  test.each<[StripeFault, string, string, string, number]>([
    [{ fault: 'drop_before' }, 'unknown', 'ambiguous', 'UND_ERR_SOCKET', 0],
    [{ fault: 'process_then_drop' }, 'unknown', 'ambiguous', 'UND_ERR_SOCKET', 1],
    [{ fault: 'process_then_delay', ms: 1_500 }, 'unknown', 'ambiguous', 'timeout', 1],
    [{ fault: 'truncated_after' }, 'unknown', 'ambiguous', 'lost', 1],
    [{ fault: 'garbage_after' }, 'unknown', 'ambiguous', 'unreadable', 1],
    [{ fault: 'http500_before' }, 'unknown', 'ambiguous', 'http_500', 0],
    [{ fault: 'http500_after' }, 'unknown', 'ambiguous', 'http_500', 1],
    [{ fault: 'key_in_use' }, 'unknown', 'ambiguous', 'idempotency_key_in_use', 0],
    [{ fault: 'rate_limit' }, 'retry_later', 'busy', 'http_429', 0],
    [{ fault: 'decline', decline_code: 'lost_card' }, 'declined', 'declined', 'lost_card', 0],
  ])('PAY-054 $fault.fault', async (fault, outcome, reason, code, chargeCount) => {
    const request = by()
    stripe.fault(fault)
    const client = 'ms' in fault ? open({ timeoutMs: 500 }) : gateway
    expect(await client.charge(request)).toMatchObject({ outcome, reason, code })
    expect(posts('/v1/payment_intents')).toHaveLength(1)
    const lookup = await gateway.findByOrderId(request.orderId)
    const movedTransactions =
      lookup.outcome === 'found' ? lookup.transactions.filter(({ state }) => state === 'settled') : undefined
    expect(movedTransactions).toHaveLength(chargeCount)
  })

  test('PAY-054 the same request twice is one charge, and another under its key is none', async () => {
    const request = by()
    stripe.fault({ fault: 'process_then_drop' })
    await gateway.charge(request)
    expect(await gateway.charge(request)).toMatchObject({ outcome: 'approved' })
    expect([...stripe.book.intents.values()]).toHaveLength(1)
    const other = await gateway.charge({ ...request, amount: cents(6000) })
    expect(other).toMatchObject({ outcome: 'unknown', reason: 'duplicate' })
    expect([...stripe.book.intents.values()]).toHaveLength(1)
  })

  test.each<StripeFault['fault']>(['drop_before', 'process_then_drop', 'http500_after', 'rate_limit'])(
    'where the card cannot be kept (%s) nothing is charged',
    async (fault) => {
      stripe.fault({ fault, path: '/v1/customers' })
      expect(await gateway.charge(keeping())).toMatchObject({ outcome: 'retry_later' })
      expect(posts('/v1/payment_intents')).toHaveLength(0)
    },
  )

  test('a refund whose answer is lost is in doubt, and found by its order id', async () => {
    const { gatewayTxnId = '' } = await gateway.charge(by())
    const orderId = newOrderId()
    stripe.fault({ fault: 'process_then_drop', path: '/v1/refunds' })
    const answer = await gateway.refund({ gatewayTxnId, tender: 'card', amount: cents(404), orderId })
    expect(answer).toMatchObject({ outcome: 'unknown' })
    expect(posts('/v1/refunds')).toHaveLength(1)
    expect(await gateway.findByOrderId(orderId)).toMatchObject({ transactions: [{ type: 'refund', amount: 404 }] })
  })

  test.each(['ECONNRESET', 'EPIPE'])(
    'PAY-054 a connection that breaks off (%s) is not tried again by the library',
    async (code) => {
      let tries = 0
      const breaking: typeof fetch = () => {
        tries += 1
        return Promise.reject(Object.assign(new Error(code), { code }))
      }
      expect(await open({}, breaking).charge(by())).toMatchObject({ outcome: 'unknown', reason: 'ambiguous', code })
      expect(tries).toBe(1)
    },
  )

  test('a gateway that is down certainly charged nothing', async () => {
    const stoppedStripe = await startStripe()
    await stoppedStripe.close()
    const unreachable = { outcome: 'retry_later', reason: 'unreachable', code: 'ECONNREFUSED' }
    expect(await open({ origin: stoppedStripe.origin }).charge(by())).toMatchObject(unreachable)
  })

  test('a port that fetch refuses certainly charged nothing', async () => {
    const unreachable = { outcome: 'retry_later', reason: 'unreachable', code: 'BAD_PORT' }
    expect(await open({ origin: 'http://127.0.0.1:4190' }).charge(by())).toMatchObject(unreachable)
  })

  test('a redirect is not followed: it would be a second request', async () => {
    const redirecting: typeof fetch = (input, init) =>
      addressOf(input).endsWith('/payment_intents')
        ? Promise.resolve(new Response('{}', { status: 302, headers: { location: '/elsewhere' } }))
        : recording(input, init)
    expect(await open({}, redirecting).charge(by())).toMatchObject({ outcome: 'unknown' })
  })
})

describe('looking afterwards', () => {
  test('a charge the search does not show yet is found in the list', async () => {
    const request = by()
    stripe.fault({ fault: 'search_lag', ms: 3_600_000 })
    const { gatewayTxnId } = await gateway.charge(request)
    expect(await gateway.findByOrderId(request.orderId)).toMatchObject({ transactions: [{ gatewayTxnId }] })
  })

  test('a failed lookup is unavailable, never "not found"', async () => {
    await gateway.charge(by())
    for (const path of ['/v1/payment_intents/search', '/v1/payment_intents', '/v1/refunds']) {
      stripe.fault({ fault: 'read_down', path })
      expect(await gateway.findByOrderId('P-1')).toEqual({ outcome: 'unavailable', code: 'http_503' })
    }
    stripe.fault({ fault: 'read_down', path: '/v1/refunds' })
    const listed = await gateway.listModified(instant(0), instant(Date.now()))
    expect(listed).toEqual({ outcome: 'unavailable', code: 'http_503' })
  })
})

describe('webhooks', () => {
  const newest = () => {
    const message = stripe.news().at(-1)
    if (!message) throw new Error('Nothing was told')
    return message
  }

  test('are believed over the raw bytes, and named as the product names them', async () => {
    const request = by()
    const { gatewayTxnId } = await gateway.charge(request)
    const { signature, body } = newest()
    expect(gateway.signatureHeader).toBe('stripe-signature')
    expect(gateway.verifyWebhook(signature, body)).toMatchObject({
      ok: true,
      news: {
        eventType: 'transaction.sale.success',
        gatewayTxnId,
        orderId: request.orderId,
        body: { transaction_id: gatewayTxnId, order_id: request.orderId },
      },
    })
    const altered = Buffer.from(body.toString().replace('5404', '5405'))
    for (const [proof, bytes] of [
      [signature, altered],
      [undefined, body],
      ['t=1,v1=00', body],
      [signature.replace(/^t=\d+/, 't=1700000000'), body],
    ] as const) {
      expect(gateway.verifyWebhook(proof, bytes)).toEqual({ ok: false, why: 'signature' })
    }
  })

  test('a refund is known by its own order id', async () => {
    const { gatewayTxnId = '' } = await gateway.charge(by())
    const orderId = newOrderId()
    await gateway.refund({ gatewayTxnId, tender: 'card', amount: cents(100), orderId })
    const { signature, body } = newest()
    const news = { eventType: 'transaction.refund.success', orderId }
    expect(gateway.verifyWebhook(signature, body)).toMatchObject({ ok: true, news })
  })

  test('a dispute takes money only once Stripe has taken it', () => {
    const dispute = {
      id: 'du_1',
      object: 'dispute',
      amount: 5404,
      payment_intent: 'pi_1',
      reason: 'product_not_received',
    }
    const fundsWithdrawn = stripe.compose('charge.dispute.funds_withdrawn', dispute)
    const verified = gateway.verifyWebhook(fundsWithdrawn.signature, fundsWithdrawn.body)
    expect(verified).toMatchObject({ ok: true, news: { eventType: 'chargeback.complete' } })
    const body = verified.ok ? verified.news.body : undefined
    expect(gateway.chargebacksIn(body)).toEqual([
      { gatewayTxnId: 'pi_1', last4: '', amount: 5404, reason: 'product not received' },
    ])
    const announced = stripe.compose('charge.dispute.created', dispute)
    const expectedNews = { eventType: 'stripe.charge.dispute.created' }
    expect(gateway.verifyWebhook(announced.signature, announced.body)).toMatchObject({ ok: true, news: expectedNews })
    expect(gateway.chargebacksIn({ object: { amount: 'much' } })).toEqual([null])
  })
})

describe('capabilities', () => {
  test('cards and accounts, by its own fields and dialog; no wallets', () => {
    expect(gateway.capabilities).toEqual({ idempotencyKeys: true, bank: 'dialog', wallets: false, storedMethods: true })
  })

  test('the page’s policy names Stripe’s own hosts, or the stand-in, and nothing else', () => {
    const { origin } = stripe
    expect(gateway.clientConfig()).toMatchObject({
      fields: 'stripe',
      scriptUrl: `${origin}/v3/`,
      origin,
      sandbox: true,
    })
    const live = open({ origin: 'https://api.stripe.com', secretKey: 'sk_live_1', publishableKey: 'pk_live_1' })
    expect(live.clientConfig()).toEqual({
      scriptUrl: 'https://js.stripe.com/v3/',
      origin: 'https://js.stripe.com https://hooks.stripe.com https://api.stripe.com',
      tokenizationKey: 'pk_live_1',
      sandbox: false,
      fields: 'stripe',
    })
  })
})
