import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startSandbox, type Sandbox } from '@callboard/sandbox/start-sandbox.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { byBank, byCard, meetSandbox, mintToken, newOrderId, visa, walletToken } from './kit.ts'

let setup: Awaited<ReturnType<typeof meetSandbox>>
beforeAll(async () => void (setup = await meetSandbox()))
afterAll(() => setup.sandbox.close())

const withToken = (token: string) => byCard({ source: { kind: 'token', token } })

async function post({ origin, securityKey }: Sandbox, fields: Record<string, string>) {
  const form = new URLSearchParams({ security_key: securityKey, ...fields })
  const reply = await fetch(`${origin}/api/transact.php`, { method: 'POST', body: form })
  return Object.fromEntries(new URLSearchParams(await reply.text()))
}

describe('a token', () => {
  test('looks like the gateway’s, pays once, and is refused the second time', async () => {
    const token = await mintToken(setup.sandbox, visa)
    expect(token).toMatch(/^[A-Za-z0-9]{8}-[A-Za-z0-9]{6}-[A-Za-z0-9]{6}-[A-Za-z0-9]{12}$/)
    expect(await setup.gateway.charge(withToken(token))).toMatchObject({ outcome: 'approved', cvv: 'N' })
    expect(await setup.gateway.charge(withToken(token))).toMatchObject({ outcome: 'error', reason: 'token_spent' })
  })

  test('is spent by a decline too', async () => {
    const token = await mintToken(setup.sandbox, visa)
    const small = { ...withToken(token), amount: cents(50) }
    expect(await setup.gateway.charge(small)).toMatchObject({ outcome: 'declined' })
    expect(await setup.gateway.charge(withToken(token))).toMatchObject({ reason: 'token_spent' })
  })

  test('of twenty requests at once pays for one', async () => {
    const token = await mintToken(setup.sandbox, visa)
    const answers = await Promise.all(Array.from({ length: 20 }, () => setup.gateway.charge(withToken(token))))
    expect(answers.filter(({ outcome }) => outcome === 'approved')).toHaveLength(1)
  })

  test('is made of a bank account just so', async () => {
    const account = { checkname: 'Jane Doe', checkaba: '490000018', checkaccount: '24413815' }
    const token = await mintToken(setup.sandbox, account)
    const source = { kind: 'token', token } as const
    expect(await setup.gateway.charge(byBank({ source }))).toMatchObject({ outcome: 'approved' })
  })

  test('is made by a wallet’s button, whose frame is shown to the product’s pages alone, and pays once', async () => {
    const { origin, tokenizationKey } = setup.sandbox
    const button = (more: object) =>
      fetch(
        `${origin}/token/wallet?${new URLSearchParams({ field: 'googlePay', key: tokenizationKey, price: '5.00 USD', origin: 'http://localhost:3000', ...more })}`,
      )
    const page = await button({})
    expect(await page.text()).toContain('Google Pay<span>5.00 USD</span>')
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:*')
    for (const wrong of [{ field: 'ccnumber' }, { key: 'other' }, { origin: 'https://elsewhere.example' }])
      expect((await button(wrong)).status).toBe(403)
    const token = await walletToken(setup.sandbox)
    expect(await setup.gateway.charge(withToken(token))).toMatchObject({ outcome: 'approved' })
    expect(await setup.gateway.charge(withToken(token))).toMatchObject({ reason: 'token_spent' })
  })

  test('is not made of anything but the documented test numbers', async () => {
    // Passes Luhn, yet is no test number of the gateway.
    await expect(mintToken(setup.sandbox, { ...visa, ccnumber: '4242424242424242' })).rejects.toThrow(
      'Invalid Credit Card',
    )
    await expect(mintToken(setup.sandbox, { ...visa, ccexp: '01 / 20' })).rejects.toThrow('Expiration')
  })
})

describe('the hosted fields', () => {
  const frame = (query: object) =>
    fetch(`${setup.sandbox.origin}/token/frame?${new URLSearchParams({ ...query } as Record<string, string>)}`)
  const frameQuery = () => {
    return {
      field: 'ccnumber',
      sid: 'a'.repeat(32),
      key: setup.sandbox.tokenizationKey,
      origin: 'http://localhost:3000',
    }
  }

  test('may be framed by the app alone, and talk to the sandbox alone', async () => {
    const reply = await frame(frameQuery())
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain('frame-ancestors http://localhost:* http://127.0.0.1:*')
    expect(policy).toContain("connect-src 'self'")
    expect(reply.status).toBe(200)
  })

  test.each([
    ['another page', { origin: 'https://elsewhere.example' }],
    ['a page that begins like ours', { origin: 'http://localhost.elsewhere.example:3000' }],
    ['another key', { key: 'sandbox_other' }],
    ['a field that is none', { field: 'password' }],
  ])('are not shown for %s', async (_, other) => expect((await frame({ ...frameQuery(), ...other })).status).toBe(403))

  test('write a title as text', async () => {
    const page = await (await frame({ ...frameQuery(), title: '"><script>alert(1)</script>' })).text()
    expect(page).not.toContain('<script>alert')
  })

  test.each([['http://localhost:3000'], [undefined], ['null']])('take no post from %s', async (origin) => {
    const reply = await fetch(`${setup.sandbox.origin}/token/api/field`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin && { origin }) },
      body: JSON.stringify({ sid: 'a'.repeat(32), key: setup.sandbox.tokenizationKey, field: 'ccnumber', value: '4' }),
    })
    expect(reply.status).toBe(403)
  })
})

describe('requests as the gateway takes them', () => {
  const card = { ccnumber: '4111111111111111', ccexp: '1230' }

  test.each<[string, Record<string, string>, string]>([
    ['no type', {}, 'Invalid Transaction Type'],
    ['a vault act as a type', { type: 'add_customer' }, 'Invalid Transaction Type'],
    [
      'a card past its date',
      { type: 'sale', amount: '5.00', ...card, ccexp: '0120' },
      'Invalid Credit Card Expiration',
    ],
    ['an amount of nothing', { type: 'sale', amount: '0.00', ...card }, 'Invalid amount'],
    ['an amount with a comma', { type: 'sale', amount: '5,00', ...card }, 'Invalid amount'],
    ['card and check together', { type: 'sale', amount: '5.00', ...card, checkaba: '490000018' }, 'Card and check'],
    ['a vault id that is none', { type: 'sale', amount: '5.00', customer_vault_id: 'x' }, 'Invalid Customer Vault Id'],
  ])('%s is refused', async (_, fields, text) => {
    const reply = await post(setup.sandbox, fields)
    expect(reply).toMatchObject({ response: '3', response_code: '300' })
    expect(reply.responsetext).toMatch(new RegExp(`^${text}.* REFID:\\d+$`))
  })

  test('an authorization is captured once and for no more than it was', async () => {
    const { transactionid = '' } = await post(setup.sandbox, { type: 'auth', amount: '20.00', ...card })
    const capture = { type: 'capture', transactionid }
    expect(await post(setup.sandbox, { ...capture, amount: '20.01' })).toMatchObject({ response: '3' })
    expect(await post(setup.sandbox, { ...capture, amount: '15.00' })).toMatchObject({ response: '1' })
    expect(await post(setup.sandbox, { ...capture, amount: '5.00' })).toMatchObject({ response: '3' })
    const lookup = await setup.gateway.findById(transactionid)
    expect(lookup).toMatchObject({ transactions: [{ amount: 1500, state: 'unsettled' }] })
  })

  test('a refund without an amount refunds the remainder', async () => {
    const { transactionid = '' } = await post(setup.sandbox, { type: 'sale', amount: '20.00', ...card })
    await post(setup.sandbox, { type: 'refund', transactionid, amount: '5.00' })
    expect(await post(setup.sandbox, { type: 'refund', transactionid })).toMatchObject({ response: '1' })
    expect(await post(setup.sandbox, { type: 'refund', transactionid, amount: '0.01' })).toMatchObject({
      response: '3',
    })
    expect(await setup.gateway.findById(transactionid)).toMatchObject({ transactions: [{ refunded: 2000 }] })
  })

  test('a bank payment is only voided by who says that it is one', async () => {
    const { gatewayTxnId = '' } = await setup.gateway.charge(byBank())
    expect(await setup.gateway.void({ gatewayTxnId, tender: 'card' })).toMatchObject({ reason: 'no_such_transaction' })
  })

  test('a sale may store its method, and only when it is approved', async () => {
    const saveAs = { gatewayCustomerId: 'm-small', gatewayBillingId: 'b-1' }
    expect(await setup.gateway.charge(byCard({ amount: cents(50), saveAs }))).toMatchObject({ outcome: 'declined' })
    expect(await setup.gateway.charge(byCard({ saveAs }))).toMatchObject({ gatewayCustomerId: 'm-small' })
    const again = await setup.gateway.saveMethod({
      ...saveAs,
      from: { token: await mintToken(setup.sandbox, visa) },
      tender: { kind: 'card' },
    })
    expect(again).toMatchObject({ outcome: 'error', reason: 'method_exists' })
  })

  test('one vault record may hold several methods', async () => {
    const vault = { customer_vault_id: 'family' }
    const store = (customer_vault: string, more: object) => post(setup.sandbox, { customer_vault, ...vault, ...more })
    await store('add_customer', { billing_id: 'one', ...card })
    expect(await store('add_billing', { billing_id: 'two', ...card, ccnumber: '5431111111111111' })).toMatchObject({
      responsetext: 'Billing Added',
    })
    const charge = (billing_id: string) => post(setup.sandbox, { type: 'sale', amount: '9.00', ...vault, billing_id })
    const { transactionid = '' } = await charge('two')
    expect(await setup.gateway.findById(transactionid)).toMatchObject({ transactions: [{ brand: 'mastercard' }] })
    await store('delete_billing', { billing_id: 'two' })
    expect(await charge('two')).toMatchObject({ response: '3' })
    expect(await charge('one')).toMatchObject({ response: '1' })
  })

  test('duplicates are looked for only where asked', async () => {
    const sale = { type: 'sale', amount: '31.00', ...card }
    const first = await post(setup.sandbox, sale)
    const second = await post(setup.sandbox, sale)
    expect([first.response, second.response]).toEqual(['1', '1'])
    const third = await post(setup.sandbox, { ...sale, dup_seconds: '60' })
    expect(third.responsetext).toMatch(/^Duplicate transaction REFID/)
  })
})

test('the book outlives the process, and holds no card number', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-sandbox-'))
  const data = path.join(folder, 'book.jsonl')
  const before = await meetSandbox({ options: { data } })
  const request = byCard({ saveAs: { gatewayCustomerId: 'm-kept' } })
  const { gatewayTxnId } = await before.gateway.charge(request)
  const token = await mintToken(before.sandbox, visa)
  await before.sandbox.close()

  expect(readFileSync(data, 'utf8')).not.toMatch(/4111111111111111|"999"|"123"/)
  const after = await meetSandbox({ options: { data } })
  const lookup = await after.gateway.findByOrderId(request.orderId)
  expect(lookup).toMatchObject({ transactions: [{ gatewayTxnId, state: 'unsettled' }] })
  const source = { kind: 'method', gatewayCustomerId: 'm-kept' } as const
  const next = await after.gateway.charge(byCard({ source }))
  expect(Number(next.gatewayTxnId)).toBeGreaterThan(Number(gatewayTxnId))
  expect(await after.gateway.charge(withToken(token))).toMatchObject({ outcome: 'approved' })
  await after.sandbox.close()
  rmSync(folder, { recursive: true })
})

test('the sandbox does not run in production, nor with keys that could be real', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startSandbox()).rejects.toThrow('does not run in production')
  vi.unstubAllEnvs()
  await expect(startSandbox({ securityKey: 'real' })).rejects.toThrow('must begin with sandbox_')
})

test('an order id is found among many by itself alone', async () => {
  const request = byCard({ orderId: newOrderId() })
  await Promise.all([setup.gateway.charge(request), setup.gateway.charge(byCard())])
  const lookup = await setup.gateway.findByOrderId(request.orderId)
  expect(lookup.outcome === 'found' && lookup.transactions.length).toBe(1)
})
