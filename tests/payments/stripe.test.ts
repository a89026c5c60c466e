import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { cents } from '@callboard/domain/kernel/money.ts'
import { renderBankAuthorization } from '@callboard/domain/payments/bank-authorization.ts'
import { startStripe } from '@callboard/sandbox/stripe/start-stripe.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { findAttempt } from '@callboard/server/ledger/attempt-queries.ts'
import { checkAttempt } from '@callboard/server/payments/jobs.ts'
import { pay } from '@callboard/server/payments/pay.ts'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { stripeGateway } from '@callboard/server/payments/gateways/stripe-gateway.ts'
import { afterAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { created, openSeason, reviewed } from '../scenarios/small-city.ts'
import { billTo } from './kit.ts'

// The product on the second gateway: the same way in, the same books.
const stripe = await startStripe()
const gateway = stripeGateway({ ...stripe, timeoutMs: 5_000 })
const stage = await openStage({ now: '2024-10-01T16:00:00Z', payments: gateway })
const season = await openSeason(stage)
await stage.app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(stage.app.server.address() as AddressInfo).port}`
const desk = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@example.com', fname: 'Dana', lname: 'Reyes', role: 'office' }, created),
  )
afterAll(() => stripe.close())

async function post(user_id: number, path: string, body: object) {
  const reply = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      ...(await stage.sessionOf(user_id)),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

async function payer() {
  const studio = await season.studio()
  const { id, review } = await reviewed(studio, await season.city())
  expect((await review()).statusCode).toBe(200)
  const pay = (amount: number, profile: object = { token: 'pm_card_visa', billTo }) =>
    post(studio.user_id, '/v1/payments/nmi-payment', {
      registration_id: id,
      amount,
      paymentMethodId: 1,
      paymentProfile: profile,
    })
  const booked = () =>
    stage.db.selectFrom('payments').where('registration_id', '=', id).select(['id', 'amount']).orderBy('id').execute()
  const amounts = async () => (await booked()).map(({ amount }) => amount)
  return { studio, id, pay, booked, amounts }
}

test('PAY-054 a charge is recorded; a declined one shows its reason', async () => {
  const { pay, amounts } = await payer()
  expect(await pay(500)).toMatchObject({ status: 200, body: { state: 'approved' } })
  expect(await pay(600, { token: 'pm_card_visa_chargeDeclined', billTo })).toMatchObject({ status: 402 })
  expect(await amounts()).toEqual([500])
})

test('a card that is kept with its first charge is charged again by its own name, and forgotten', async () => {
  const { studio, pay, amounts } = await payer()
  expect((await pay(500, { token: 'pm_card_visa', billTo, saveProfile: true })).status).toBe(200)
  const vault = async () => (await studio.call('GET', '/v1/payments/customer-vault')).json().card
  const [card] = await vault()
  expect(card).toMatchObject({ last_four: '4242' })
  expect((await pay(600, { billing_id: card.billing_id })).status).toBe(200)
  expect(await amounts()).toEqual([500, 600])
  await studio.call('DELETE', `/v1/payments/customer-vault/${card.billing_id}`)
  expect(stripe.book.customers.size).toBe(1)
  await stage.runJobs()
  expect(stripe.book.customers.size).toBe(0)
})

test('PAY-054 a charge whose answer was lost is found and booked once, by looking and by news of it', async () => {
  const { pay, amounts, id } = await payer()
  stripe.fault({ fault: 'process_then_drop', path: '/v1/payment_intents' })
  const { status, body } = await pay(700)
  expect({ status, body }).toMatchObject({ status: 202, body: { state: 'processing' } })
  expect(await amounts()).toEqual([])

  const message = stripe.news().at(-1)
  const tell = (signature: string | undefined) =>
    fetch(`${origin}/v1/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
      body: message?.body ?? '',
    })
  expect((await tell(undefined)).status).toBe(403)
  expect((await tell('t=1,v1=00')).status).toBe(403)
  for (const _ of [1, 2]) expect((await tell(message?.signature)).status).toBe(200)
  await stage.runJobs()
  expect(await amounts()).toEqual([700])

  const attempt = await findAttempt(stage.db, String(body['attempt']))
  if (!attempt) throw new Error('no attempt')
  await checkAttempt(stage.app, attempt)
  expect(await amounts()).toEqual([700])
  expect(
    [...stripe.book.intents.values()].filter(({ metadata }) => metadata['reference_1'] === String(id)),
  ).toHaveLength(1)
})

test('OFF-020 all of a payment goes back as a refund, since nothing can be voided here', async () => {
  const { pay, booked, amounts } = await payer()
  await pay(800)
  const [payment] = await booked()
  const refund = await post(desk.user_id, `/v1/office/payments/${payment?.id}/refund`, { amount: 800 })
  expect(refund).toMatchObject({ status: 200, body: { state: 'refunded', kind: 'refund', amount: 800 } })
  expect(await amounts()).toEqual([800, -800])
  expect([...stripe.book.refunds.values()].filter(({ amount }) => amount === 800)).toHaveLength(1)
  expect((await verifyLedger(stage.db)).faults).toEqual([])
})

test('a dispute takes the payment back once', async () => {
  const { id, pay, amounts } = await payer()
  await pay(900)
  const intent = [...stripe.book.intents.values()].at(-1)
  const dispute = { id: 'du_1', object: 'dispute', amount: 900, payment_intent: intent?.id, reason: 'fraudulent' }
  for (const _ of [1, 2]) {
    const { signature, body } = stripe.compose('charge.dispute.funds_withdrawn', dispute)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await fetch(`${origin}/v1/payments/webhook`, { method: 'POST', headers, body })).status).toBe(200)
  }
  await stage.runJobs()
  expect(await amounts()).toEqual([900, -900])
  // The dispute is won: the office is notified, and records it.
  for (const _ of [1, 2]) {
    const { signature, body } = stripe.compose('charge.dispute.funds_reinstated', { ...dispute, status: 'won' })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await fetch(`${origin}/v1/payments/webhook`, { method: 'POST', headers, body })).status).toBe(200)
  }
  await stage.runJobs()
  expect(await amounts()).toEqual([900, -900])
  const won = await stage.db
    .selectFrom('payment_exceptions')
    .where('kind', '=', 'a dispute was won')
    .selectAll()
    .execute()
  expect(won).toMatchObject([{ registration_id: id, detail: expect.stringContaining('$9.00 came back') }])
})

test('PAY-012 a token of the card fields pays, and the fields accept cards only from their own frames', async () => {
  const { id, studio, pay, amounts } = await payer()
  const session = (await studio.call('POST', '/v1/payments/session', {})).json()
  const script_url = `${stripe.origin}/v3/`
  expect(session).toEqual({
    ...{ fields: 'stripe', wallets: false, script_url, sandbox: true },
    tokenization_key: stripe.publishableKey,
  })
  expect(await (await fetch(script_url)).text()).toContain('window.Stripe =')
  const key = session.tokenization_key
  const type = async (path: string, body: object, from = stripe.origin) => {
    const headers = { 'content-type': 'application/json', origin: from }
    const reply = await fetch(`${stripe.origin}/token/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ sid: 'a', key, ...body }),
    })
    return { status: reply.status, body: await reply.json() }
  }
  const card = { ccnumber: '4242 4242 4242 4242', ccexp: '12 / 30', cvv: '123' }
  expect((await type('field', { field: 'cvv', value: '123' }, 'http://localhost:3000')).status).toBe(403)
  expect((await type('field', { field: 'cvv', value: '123', key: 'pk_test_other' })).status).toBe(401)
  expect((await type('field', { field: 'ccnumber', value: '4111 1111 1111 1111' })).body.valid).toBe(false)
  expect((await type('finish', {})).body.error).toBeDefined()
  for (const [field, value] of Object.entries(card)) {
    expect((await type('field', { field, value })).body).toEqual({ valid: true, message: '' })
  }
  const { paymentMethod } = (await type('finish', {})).body
  expect(paymentMethod.card).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 })
  expect((await pay(500, { token: paymentMethod.id, billTo })).body).toMatchObject({ state: 'approved' })
  expect(await amounts()).toEqual([500])
  // An account is typed in the same way, and becomes a method that has been confirmed.
  const account = { checkname: 'Grace Oyelaran', checkaba: '110000000', checkaccount: '000123456789' }
  for (const [field, value] of Object.entries(account)) {
    expect((await type('field', { field, value })).body).toEqual({ valid: true, message: '' })
  }
  const method = (await type('finish', { tender: 'bank' })).body.paymentMethod
  expect(method).toMatchObject({ type: 'us_bank_account', us_bank_account: { last4: '6789' } })
  const standing = (await studio.call('GET', `/v1/payments/standing?registration_id=${id}`)).json()
  expect(standing.bank_entry).toBe('dialog')
  const bank = standing.methods.find(({ method }: { method: string }) => method === 'bank')
  expect(bank).toMatchObject({ offered: true, why: null })
})

async function debtor(account: string, amount: number) {
  const one = await payer()
  const read = async (url: string) => (await one.studio.call('GET', url)).json()
  const standing = await read(`/v1/payments/standing?registration_id=${one.id}`)
  const { version, template, ...words } = standing.bank_authorization
  const accountHolder = { name: 'Grace Oyelaran', account_type: 'checking', account_holder_type: 'personal' } as const
  const text = renderBankAuthorization(template, {
    ...words,
    ...{
      name: accountHolder.name,
      account_type: 'checking',
      holder_type: 'personal',
      last_four: '6789',
      standing: true,
    },
    ...{ amount: cents(amount), registration_id: one.id, event: standing.event, city: standing.city },
  })
  const profile = {
    token: `pm_usBankAccount_${account}`,
    billTo,
    saveProfile: true,
    last_four: '6789',
    ...accountHolder,
  }
  const pay = (authorization?: object) =>
    post(one.studio.user_id, '/v1/payments/nmi-payment', {
      ...{ registration_id: one.id, amount, paymentMethodId: 6, paymentProfile: profile },
      ...(authorization && { authorization }),
    })
  const authorization = { version, text, agreed: true }
  const attempt = () =>
    stage.db.selectFrom('payment_attempts').where('registration_id', '=', one.id).selectAll().executeTakeFirstOrThrow()
  const intent = async () => (await attempt()).gateway_transaction_id ?? ''
  const saved = async () => (await read('/v1/payments/customer-vault')).bank
  return { ...one, pay, agreed: authorization, attempt, intent, saved }
}

/** Every message of Stripe's so far, in an order that no network promises; each is worked off once. */
async function tellAll(order: 'as told' | 'backwards' = 'as told') {
  const news = order === 'as told' ? stripe.news() : stripe.news().toReversed()
  for (const { signature, body } of news) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await fetch(`${origin}/v1/payments/webhook`, { method: 'POST', headers, body })).status).toBe(200)
  }
  await stage.runJobs()
}

test('PAY-010 PAY-012 an account is debited with its authorization alone; the money counts when accepted and is settled when it came', async () => {
  const { pay, agreed, amounts, attempt, intent, saved } = await debtor('success', 1_200)
  expect(await pay()).toMatchObject({ status: 422, body: { code: 'payment.authorization' } })
  expect(await pay(agreed)).toMatchObject({ status: 200, body: { state: 'approved' } })
  expect(await amounts()).toEqual([1_200])
  expect(await attempt()).toMatchObject({ state: 'approved' })
  expect(await saved()).toMatchObject([{ last_four: '6789' }])
  const { ip, user_agent } = await stage.db
    .selectFrom('bank_authorizations')
    .where('attempt_id', '=', (await attempt()).id)
    .select(['address as ip', 'user_agent'])
    .executeTakeFirstOrThrow()
  expect(stripe.book.intents.get(await intent())?.mandate).toMatchObject({ ip_address: ip, user_agent })
  stripe.settle(await intent())
  await tellAll('backwards')
  expect(await attempt()).toMatchObject({ state: 'settled' })
  expect(await amounts()).toEqual([1_200])
})

test.each(['insufficientFunds', 'dispute'])(
  'FEE-029 a debit its bank returns (%s) is taken back once, its account retired, in every order of the news',
  async (account) => {
    const { id, pay, agreed, amounts, attempt, intent, saved } = await debtor(account, 1_300)
    expect((await pay(agreed)).status).toBe(200)
    expect(await saved()).toHaveLength(1)
    stripe.settle(await intent())
    await tellAll('backwards')
    await tellAll()
    expect(await amounts()).toEqual([1_300, -1_300])
    expect(await attempt()).toMatchObject({ state: 'returned' })
    expect(await saved()).toEqual([])
    const mailTemplates = await stage.db
      .selectFrom('mails')
      .where('registration_id', '=', id)
      .select('template')
      .execute()
    expect(mailTemplates).toContainEqual({ template: 'payment_returned' })
    expect((await verifyLedger(stage.db)).faults).toEqual([])
  },
)

test('OFF-020 an accepted refund that fails is on the office’s list, once for repeated events', async () => {
  const { id, pay, agreed, amounts, intent } = await debtor('success', 1_400)
  expect((await pay(agreed)).status).toBe(200)
  stripe.settle(await intent())
  await tellAll()
  const payment = await stage.db
    .selectFrom('payments')
    .where('registration_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  const refundReply = await post(desk.user_id, `/v1/office/payments/${payment.id}/refund`, { amount: 400 })
  expect(refundReply).toMatchObject({ status: 200, body: { state: 'refunded' } })
  const [refund] = [...stripe.book.refunds.values()].slice(-1)
  stripe.failRefund(refund?.id ?? '')
  await tellAll()
  const attempt = await findAttempt(stage.db, refund?.metadata['orderid'] ?? '')
  if (!attempt) throw new Error('no attempt')
  await checkAttempt(stage.app, attempt)
  expect(await amounts()).toEqual([1_400, -400])
  const listed = await stage.db
    .selectFrom('payment_exceptions')
    .where('registration_id', '=', id)
    .where('kind', '=', 'a refund that did not arrive')
    .select('detail')
    .execute()
  expect(listed).toEqual([{ detail: expect.stringContaining('$4.00') }])
})

test('the office is alerted when the gateway account blocks all payments', async () => {
  const { studio, id, amounts } = await payer()
  const refusing = stripeGateway({ ...stripe, secretKey: 'sk_test_wrong', timeoutMs: 5_000 })
  const parts = Object.create(stage.app, { payments: { value: refusing } }) as typeof stage.app
  const body = {
    registration_id: id,
    amount: cents(500),
    paymentMethodId: 1,
    paymentProfile: { token: 'pm_card_visa', billTo },
  }
  const user = { id: studio.user_id, role: 'user' } as Parameters<typeof pay>[1]['user']
  const from = { ip: '192.0.2.7', user_agent: 'Browser 1', request_id: 'r' }
  const paymentRequest = { body, user, key: randomUUID(), now: stage.clock.now(), origin, from }
  await expect(pay(parts, paymentRequest)).rejects.toMatchObject({ refusal: { code: 'payment.unavailable' } })
  expect(await amounts()).toEqual([])
  const exceptions = await stage.db
    .selectFrom('payment_exceptions')
    .where('registration_id', '=', id)
    .selectAll()
    .execute()
  expect(exceptions).toMatchObject([{ kind: 'no one can pay: please check the gateway account' }])
  expect(JSON.stringify(exceptions)).not.toContain('sk_test_wrong')
  const mails = await stage.db.selectFrom('mails').where('registration_id', '=', id).select('template').execute()
  expect(mails).toContainEqual({ template: 'payment_exception' })
})
