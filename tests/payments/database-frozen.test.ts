import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { openProbe } from '@callboard/server/platform/db/probe.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '../../bench/database-proxy.ts'
import { billTo, openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 8_000 })
const limits = {
  poolSize: 5,
  perCaller: 4,
  waitMs: 800,
  connectMs: 5_000,
  lockMs: 2_000,
  statementMs: 10_000,
  idleMs: 15_000,
  silenceMs: 600,
}
const proxy = await startDatabaseProxy(paymentStage.url)
const probe = openProbe(proxy.url)
const db = connect(proxy.url, { limits, probe })
// The same product, but for its way to the database, which freezes.
const { clock, mail, files, payments, sealer, origin: publicOrigin, dev } = paymentStage.app
const app = buildApp({ db, probe, clock, mail, files, payments, sealer, origin: publicOrigin, dev, limits: { on: false }, logLevel: 'silent' }) // oxfmt-ignore
await app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
afterAll(async () => {
  proxy.resume()
  await app.close()
  await db.destroy()
  await probe.end()
  await proxy.close()
})

const isServed = () =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
const thaw = async () => {
  proxy.resume()
  await expect.poll(isServed, { timeout: 10_000 }).toBe(true)
}
const chargesOf = async (payer: Payer) =>
  paymentStage.approvedCharges((await payer.attempts()).map(({ orderid }) => orderid))

test('PAY-054 the database freezes between charge and record: nobody hears "try again", and it is found and booked once', async () => {
  const payer = await paymentStage.payer()
  const [amount, key] = [payer.total - 700, randomUUID()]
  const profile = { token: await paymentStage.token(), billTo }
  await paymentStage.control.fault({
    fault: 'process_then_delay:1500',
    match: { amount: (amount / 100).toFixed(2) },
  })
  await paymentStage.control.fault({ fault: 'webhook_lost', match: { type: 'sale' } })
  const payment = payer.pay(amount, { key, profile, origin })
  await expect.poll(async () => (await chargesOf(payer)).length, { timeout: 30_000, interval: 20 }).toBe(1)
  proxy.freeze()
  const { status, body } = await payment
  expect([status, body]).toMatchObject([202, { state: 'processing', payment: null }])
  expect(body['message']).toBe('We are confirming your payment. Do not pay again.')
  await thaw()
  const [attempt] = await payer.attempts()
  expect(attempt).toMatchObject({ orderid: body.attempt, state: 'submitting' })
  // Under another key nothing is charged meanwhile.
  expect((await payer.pay(amount)).body).toMatchObject({ code: 'payment.in_progress' })

  paymentStage.later(3)
  while ((await paymentStage.reconcile()) > 0);
  expect(await paymentStage.agree(payer)).toBe(amount)
  expect((await payer.pay(amount, { key, profile })).body).toMatchObject({ state: 'approved' })
  expect(await chargesOf(payer)).toHaveLength(1)
})

test('PAY-054 a database that is frozen before the charge is answered 503, and nothing is charged', async () => {
  const payer = await paymentStage.payer()
  const profile = { token: await paymentStage.token(), billTo }
  expect(await isServed()).toBe(true)
  proxy.freeze()
  const { status } = await payer.pay(payer.total, { profile, origin })
  expect(status).toBe(503)
  await thaw()
  expect(await chargesOf(payer)).toEqual([])
  expect((await payer.pay(payer.total, { profile, origin })).body).toMatchObject({ state: 'approved' })
  expect(await paymentStage.agree(payer)).toBe(payer.total)
})

test('OFF-020 the database freezes between a refund and its record: it shows as open, and goes back once', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(payer.total)
  await paymentStage.runEverything()
  const payment_id = (await payer.history())[0].id as number
  // Only reconciliation finds it.
  await paymentStage.control.fault({ fault: 'webhook_lost', match: { type: 'refund' } })
  await paymentStage.control.fault({ fault: 'process_then_delay:1500', match: { type: 'refund' } })
  const reply = paymentStage.refundBody(payment_id, { amount: 1_234 }, { origin })
  const refunded = async () => (await paymentStage.gatewayBook()).reduce((sum, row) => sum + row.refunded, 0)
  await expect.poll(refunded, { timeout: 30_000, interval: 20 }).toBe(1_234)
  proxy.freeze()
  expect(await reply).toMatchObject({ status: 202, body: { state: 'processing' } })
  await thaw()
  paymentStage.later(3)
  while ((await paymentStage.reconcile()) > 0);
  expect(await paymentStage.agree(payer)).toBe(payer.total - 1_234)
})
