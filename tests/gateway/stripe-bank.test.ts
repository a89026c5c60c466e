import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import type { StripeFault } from '@callboard/sandbox/stripe/faults.ts'
import { startStripe } from '@callboard/sandbox/stripe/start-stripe.ts'
import type { ChargeRequest } from '@callboard/server/payments/gateways/gateway.ts'
import { stripeGateway } from '@callboard/server/payments/gateways/stripe-gateway.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newOrderId } from './kit.ts'

// The bank account tests of contract.test.ts for Stripe: accepted first, paid after days, and returnable even then.
const stripe = await startStripe()
const posts: { path: string; form: URLSearchParams }[] = []
const recording: typeof fetch = (input, init) => {
  const { pathname: path } = new URL(input instanceof Request ? input.url : input)
  if (init?.method === 'POST') {
    posts.push({ path, form: new URLSearchParams(typeof init.body === 'string' ? init.body : '') })
  }
  return fetch(input, init)
}
const open = (timeoutMs: number) => stripeGateway({ ...stripe, timeoutMs }, { fetch: recording, now: stripe.now })
const gateway = open(15_000)

beforeEach(() => {
  stripe.reset()
  posts.length = 0
})
afterAll(() => stripe.close())

const consent = { at: instant('2024-10-01T16:00:00Z'), ipAddress: '192.0.2.7', userAgent: 'Browser 1' }
const bank = { kind: 'bank', accountType: 'checking', holderType: 'personal' } as const
const debit = (account = 'success', more: Partial<ChargeRequest> = {}): ChargeRequest => ({
  orderId: newOrderId(),
  amount: cents(5404),
  tender: bank,
  source: { kind: 'token', token: `pm_usBankAccount_${account}` },
  consent,
  ...more,
})
const looked = async (id: string) => {
  const lookup = await gateway.findById(id)
  return lookup.outcome === 'found' ? lookup.transactions[0] : undefined
}
const newest = () => {
  const lastNews = stripe.news().at(-1)
  return lastNews ? gateway.verifyWebhook(lastNews.signature, lastNews.body) : undefined
}

describe('a bank debit', () => {
  test('PAY-054 is accepted, with the proof that it was authorized, and settled when the money has come', async () => {
    const request = debit()
    const answer = await gateway.charge(request)
    expect(answer).toMatchObject({ outcome: 'approved', reason: 'approved', code: 'processing', amount: 5404 })
    const [post] = posts
    expect(post?.form.get('allowed_payment_method_types[0]')).toBe('us_bank_account')
    expect(post?.form.get('payment_method_options[us_bank_account][verification_method]')).toBe('instant')
    const accepted = (name: string) => post?.form.get(`mandate_data[customer_acceptance]${name}`)
    expect([accepted('[type]'), accepted('[online][ip_address]'), accepted('[online][user_agent]')]).toEqual([
      'online',
      '192.0.2.7',
      'Browser 1',
    ])
    expect(accepted('[accepted_at]')).toBe('1727798400')
    expect(String(post?.form)).not.toMatch(/routing|account_number/)

    const id = answer.gatewayTxnId ?? ''
    expect(newest()).toMatchObject({ ok: true, news: { eventType: 'transaction.sale.success', gatewayTxnId: id } })
    const accepting = { tender: 'bank', state: 'unsettled', amount: 5404, last4: '6789', orderId: request.orderId }
    expect(await looked(id)).toMatchObject(accepting)
    expect(await gateway.findByOrderId(request.orderId)).toMatchObject({ transactions: [accepting] })
    stripe.settle(id)
    expect(newest()).toMatchObject({ ok: true, news: { eventType: 'transaction.sale.success', gatewayTxnId: id } })
    expect(await looked(id)).toMatchObject({ state: 'settled', amount: 5404 })
  })

  test.each(['insufficientFunds', 'accountClosed', 'noAccount', 'debitNotAuthorized'])(
    'that its bank refuses after days (%s) is returned, not merely declined',
    async (account) => {
      const { outcome, gatewayTxnId: id = '' } = await gateway.charge(debit(account))
      expect(outcome).toBe('approved')
      stripe.settle(id)
      expect(newest()).toMatchObject({ ok: true, news: { eventType: 'transaction.sale.failure', gatewayTxnId: id } })
      expect(await looked(id)).toMatchObject({ state: 'returned', amount: 5404 })
    },
  )

  test('that is taken back after the money has come is returned', async () => {
    const { gatewayTxnId: id = '' } = await gateway.charge(debit('dispute'))
    stripe.settle(id)
    const news = newest()
    expect(news).toMatchObject({ ok: true, news: { eventType: 'chargeback.complete', gatewayTxnId: id } })
    expect(gateway.chargebacksIn(news?.ok ? news.news.body : {})).toMatchObject([{ gatewayTxnId: id, amount: 5404 }])
    expect(await looked(id)).toMatchObject({ state: 'returned', amount: 5404 })
  })

  test('that nobody authorized never leaves; a card is no account, and an account no card', async () => {
    const { consent: _, ...unasked } = debit()
    await expect(gateway.charge(unasked)).rejects.toThrow(RangeError)
    expect(posts).toEqual([])
    const card = { kind: 'token', token: 'pm_card_visa' } as const
    expect(await gateway.charge(debit('', { source: card }))).toMatchObject({ outcome: 'error' })
    expect(await gateway.charge(debit('success', { tender: { kind: 'card' } }))).toMatchObject({ outcome: 'error' })
    expect(stripe.book.intents.size).toBe(0)
  })

  test('a debit of an account that cannot be confirmed at once is declined with instructions', async () => {
    stripe.fault({ fault: 'decline', decline_code: 'payment_intent_action_required' })
    const answer = await gateway.charge(debit())
    expect(answer).toMatchObject({ outcome: 'declined', reason: 'declined' })
    expect(answer.message).toContain('could not be confirmed at once')
  })

  test('keeps its account, and debits it again only with another authorization', async () => {
    const first = await gateway.charge(
      debit('success', { storedCredential: { initiatedBy: 'customer', use: 'store' } }),
    )
    const from = { gatewayTxnId: first.gatewayTxnId ?? '' }
    const { gatewayCustomerId = '' } = await gateway.saveMethod({ gatewayCustomerId: 'm-1', from, tender: bank })
    expect(gatewayCustomerId).toMatch(/^cus_\w+\.pm_\w+$/)
    const source = { kind: 'method', gatewayCustomerId } as const
    const again = debit('', { source, storedCredential: { initiatedBy: 'customer', use: 'reuse' } })
    expect(await gateway.charge(again)).toMatchObject({ outcome: 'approved', code: 'processing' })
    expect(posts.at(-1)?.form.get('mandate_data[customer_acceptance][accepted_at]')).toBe('1727798400')
    expect(await gateway.deleteMethod({ gatewayCustomerId })).toMatchObject({ outcome: 'approved' })
    expect(await gateway.charge(debit('', { source }))).toMatchObject({ outcome: 'error', reason: 'method_missing' })
  })

  test('a settled debit is refunded; before that the refund is refused as pending', async () => {
    const { gatewayTxnId = '' } = await gateway.charge(debit())
    expect(await gateway.void({ gatewayTxnId, tender: 'bank' })).toMatchObject({ reason: 'not_voidable' })
    const refund = () => {
      return gateway.refund({ gatewayTxnId, tender: 'bank', amount: cents(1004), orderId: newOrderId() })
    }
    const early = await refund()
    expect(early).toMatchObject({ outcome: 'error', code: 'charge_not_refundable' })
    expect(early.message).toContain('once it has arrived')
    stripe.settle(gatewayTxnId)
    expect(await refund()).toMatchObject({ outcome: 'approved', amount: 1004 })
    expect(await looked(gatewayTxnId)).toMatchObject({ state: 'settled', refunded: 1004 })
  })
})

test('status changes of older debits in the period are listed, from Stripe’s events', async () => {
  const ids = []
  for (const account of ['success', 'insufficientFunds', 'dispute', 'success']) {
    ids.push((await gateway.charge(debit(account))).gatewayTxnId ?? '')
  }
  for (const intent of stripe.book.intents.values()) intent.created -= 400_000
  for (const id of ids.slice(0, 3)) stripe.settle(id)
  const listed = await gateway.listModified(instant(Date.now() - 60_000), instant(Date.now() + 60_000))
  const states = listed.outcome === 'found' ? listed.transactions.map(({ gatewayTxnId: id, state }) => [id, state]) : []
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      [ids[0], 'settled'],
      [ids[1], 'returned'],
      [ids[2], 'returned'],
    ]),
  )
  stripe.fault({ fault: 'read_down', path: '/v1/events' })
  expect(await gateway.listModified(instant(0), instant(Date.now()))).toMatchObject({ outcome: 'unavailable' })
})

test.each<[StripeFault, string, number]>([
  [{ fault: 'drop_before' }, 'unknown', 0],
  [{ fault: 'process_then_drop' }, 'unknown', 1],
  [{ fault: 'process_then_delay', ms: 1_500 }, 'unknown', 1],
  [{ fault: 'truncated_after' }, 'unknown', 1],
  [{ fault: 'garbage_after' }, 'unknown', 1],
  [{ fault: 'http500_after' }, 'unknown', 1],
  [{ fault: 'key_in_use' }, 'unknown', 0],
  [{ fault: 'rate_limit' }, 'retry_later', 0],
])('PAY-054 an account is debited once when its answer fails: $fault', async (fault, outcome, debits) => {
  const request = debit()
  stripe.fault(fault)
  const client = 'ms' in fault ? open(1_000) : gateway
  expect(await client.charge(request)).toMatchObject({ outcome })
  expect(posts).toHaveLength(1)
  const lookup = await gateway.findByOrderId(request.orderId)
  const movedTransactions =
    lookup.outcome === 'found' ? lookup.transactions.filter(({ state }) => state === 'unsettled') : undefined
  expect(movedTransactions).toHaveLength(debits)
  // The same request again, as after a crash, is the same debit.
  if (debits === 1) expect(await gateway.charge(request)).toMatchObject({ outcome: 'approved' })
  expect(stripe.book.intents.size).toBe(debits)
})
