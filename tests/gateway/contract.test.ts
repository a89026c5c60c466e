import { randomBytes } from 'node:crypto'
import { cents } from '@callboard/domain/kernel/money.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { startSandbox } from '@callboard/sandbox/start-sandbox.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byBank, byCard, newOrderId } from './kit.ts'

// Behaviour of both our sandbox and the real gateway. If they differ, the sandbox is wrong.
const { NMI_LIVE_SANDBOX_KEY: liveKey, NMI_LIVE_ORIGIN = 'https://sandbox.nmi.com' } = process.env
const places = [
  { place: 'our sandbox', live: false },
  { place: "the gateway's own sandbox account", live: true },
]

describe.for(places)('$place', ({ live }) => {
  if (live && !liveKey) return test.skip('needs NMI_LIVE_SANDBOX_KEY', () => {})

  const amount = live ? () => cents(1000 + randomBytes(2).readUInt16BE()) : () => cents(5404)
  let account = { origin: NMI_LIVE_ORIGIN, securityKey: liveKey ?? '', tokenizationKey: '-', webhookKey: '-' }
  let close = async () => {}
  const client = () => nmiGateway({ ...account, timeoutMs: 60_000 })

  beforeAll(async () => {
    if (live) return
    const sandbox = await startSandbox()
    account = sandbox
    close = sandbox.close
  })
  afterAll(() => close())

  /** Typed numbers exist only here: the product's client has no way to send them. */
  async function rawSale(fields: Record<string, string>) {
    const form = { security_key: account.securityKey, type: 'sale', orderid: newOrderId(), ...fields }
    const reply = await fetch(`${account.origin}/api/transact.php`, { method: 'POST', body: new URLSearchParams(form) })
    return Object.fromEntries(new URLSearchParams(await reply.text()))
  }

  test('approves a card by its fixed token', async () => {
    const answer = await client().charge(byCard({ amount: amount() }))
    expect(answer).toMatchObject({ outcome: 'approved', code: '100', authCode: '123456', message: 'Approved.' })
    expect(answer.gatewayTxnId).toMatch(/^\d+$/)
  })

  test('approves an e-check by its fixed token', async () => {
    const answer = await client().charge(byBank({ amount: amount() }))
    expect(answer).toMatchObject({ outcome: 'approved', code: '100' })
    expect(answer.avs).toBeUndefined()
  })

  test.each(['card', 'bank'] as const)('declines less than a dollar by %s', async (kind) => {
    const request = kind === 'card' ? byCard({ amount: cents(99) }) : byBank({ amount: cents(99) })
    const answer = await client().charge(request)
    expect(answer).toMatchObject({ outcome: 'declined', code: '200', reason: 'declined' })
    expect(answer.message).toContain(kind === 'card' ? 'Your card was declined.' : 'Your bank payment was declined.')
    expect(answer.gatewayTxnId).toMatch(/^\d+$/)
  })

  test('refuses a card number that is none', async () => {
    const reply = await rawSale({ amount: '54.04', ccnumber: '4111111111111112', ccexp: '1230', cvv: '999' })
    expect(reply).toMatchObject({ response: '3', response_code: '300', transactionid: '' })
    expect(reply.responsetext).toMatch(/^Invalid Credit Card Number REFID:\d+$/)
  })

  test('matches address and security code by the documented triggers', async () => {
    const matched = await client().charge(byCard({ amount: amount(), billTo: { address: '888', zip: '77777' } }))
    expect(matched).toMatchObject({ avs: 'Y', cvv: 'M' })
    const card = { ccnumber: '4111111111111111', ccexp: '1230' }
    expect(await rawSale({ amount: '54.04', ...card, cvv: '123' })).toMatchObject({
      avsresponse: 'N',
      cvvresponse: 'N',
    })
  })

  test('stores a method from a charge, charges it, and deletes it', async () => {
    const methodId = `m${randomBytes(8).toString('hex')}`
    const method = { gatewayCustomerId: methodId, gatewayBillingId: methodId }
    const first = await client().charge(
      byCard({ amount: amount(), storedCredential: { initiatedBy: 'customer', use: 'store' } }),
    )
    const from = { gatewayTxnId: first.gatewayTxnId ?? '' }
    const saved = await client().saveMethod({ ...method, from, tender: { kind: 'card' } })
    expect(saved).toMatchObject({ outcome: 'approved', gatewayCustomerId: methodId })

    const source = { kind: 'method', ...method } as const
    const again = byCard({ amount: amount(), source, storedCredential: { initiatedBy: 'customer', use: 'reuse' } })
    expect(await client().charge(again)).toMatchObject({ outcome: 'approved' })

    expect(await client().deleteMethod(method)).toMatchObject({ outcome: 'approved' })
    const reply = await client().charge(byCard({ amount: amount(), source }))
    expect(reply).toMatchObject({ outcome: 'error', reason: 'method_missing' })
  })

  test('voids what has not settled, once', async () => {
    const { gatewayTxnId = '' } = await client().charge(byCard({ amount: amount() }))
    expect(await client().void({ gatewayTxnId, tender: 'card' })).toMatchObject({ outcome: 'approved' })
    expect(await client().void({ gatewayTxnId, tender: 'card' })).toMatchObject({ reason: 'not_voidable' })
  })

  test('voids an e-check', async () => {
    const { gatewayTxnId = '' } = await client().charge(byBank({ amount: amount() }))
    expect(await client().void({ gatewayTxnId, tender: 'bank' })).toMatchObject({ outcome: 'approved' })
  })

  test('refunds a part under a transaction of its own', async () => {
    const { gatewayTxnId = '' } = await client().charge(byCard({ amount: cents(5404) }))
    const answer = await client().refund({ gatewayTxnId, tender: 'card', amount: cents(1004), orderId: newOrderId() })
    expect(answer).toMatchObject({ outcome: 'approved', amount: 1004 })
    expect(answer.gatewayTxnId).not.toBe(gatewayTxnId)
  })

  test('knows no transaction that never was', async () => {
    const answer = await client().void({ gatewayTxnId: '1', tender: 'card' })
    expect(answer).toMatchObject({ outcome: 'error', reason: 'no_such_transaction' })
  })

  test('finds a charge by its order id and by its own id, and nothing for an unused one', async () => {
    const request = byCard({ amount: amount() })
    const { gatewayTxnId = '' } = await client().charge(request)
    const transaction = { gatewayTxnId, orderId: request.orderId, type: 'sale', tender: 'card', amount: request.amount }
    const card = { state: 'unsettled', last4: '1111', brand: 'visa', cvv: 'M' }
    for (const lookup of [await client().findByOrderId(request.orderId), await client().findById(gatewayTxnId)]) {
      expect(lookup).toMatchObject({ outcome: 'found', transactions: [{ ...transaction, ...card }] })
    }
    expect(await client().findByOrderId(newOrderId())).toEqual({ outcome: 'found', transactions: [] })
  })

  test('lists card and bank payments by when they were touched', async () => {
    const from = instant(Date.now() - 60_000)
    const charges = [
      await client().charge(byCard({ amount: amount() })),
      await client().charge(byBank({ amount: amount() })),
    ]
    const listed = await client().listModified(from, instant(Date.now() + 60_000))
    const ids = listed.outcome === 'found' ? listed.transactions.map(({ gatewayTxnId }) => gatewayTxnId) : []
    expect(ids).toEqual(expect.arrayContaining(charges.map(({ gatewayTxnId }) => gatewayTxnId)))
  })

  test('answers a wrong key as a matter of configuration', async () => {
    const stranger = nmiGateway({ ...account, securityKey: 'sandbox_wrong', timeoutMs: 60_000 })
    const answer = await stranger.charge(byCard())
    expect(answer).toMatchObject({ outcome: 'error', reason: 'configuration', alertOffice: true })
    expect(answer.message).toBe('Payments are unavailable right now.')
    expect(await stranger.findByOrderId('P-1')).toMatchObject({ outcome: 'unavailable' })
  })
})
