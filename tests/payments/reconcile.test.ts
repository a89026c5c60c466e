import { cents } from '@callboard/domain/kernel/money.ts'
import { reconcileWithGateway } from '@callboard/server/payments/reconcile.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 600 })
// Both sides live in the same year.
const began = Date.parse(paymentStage.clock.time)
const turned = Date.now()
await paymentStage.control.advanceClock(began - turned)
const now = () => began + Date.now() - turned
const clean: Payer[] = []

const sweep = async () => {
  paymentStage.clock.time = instant(now() + 1_000)
  await reconcileWithGateway(paymentStage.app)
  return (await paymentStage.asOffice('GET', '/v1/office/books')).json()
}
const exceptions = () =>
  paymentStage.db.selectFrom('payment_exceptions').orderBy('id').select(['kind', 'detail']).execute()

beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const payer = await paymentStage.payer()
    await payer.pay(5_000)
    await payer.pay(2_500)
    clean.push(payer)
  }
  const [payment] = (await clean[0]?.history()) ?? []
  await paymentStage.refund(payment.id, 1_000)
})

test('the gateway’s book and ours agree: sums alike, nothing found', async () => {
  const { reconciliations, findings } = await sweep()
  expect(findings).toEqual([])
  expect(reconciliations[0]).toMatchObject({
    outcome: 'done',
    charged_there: 15_000,
    charged_here: 15_000,
    refunded_there: 1_000,
    refunded_here: 1_000,
  })
})

test('an unknown charge is reported as an orphan once, not every night', async () => {
  await paymentStage.gateway.charge({
    orderId: 'P-ELSEWHERE',
    amount: cents(7_700),
    tender: { kind: 'card' },
    source: { kind: 'token', token: await paymentStage.token() },
  })
  for (let night = 0; night < 2; night += 1) {
    const { findings } = await sweep()
    expect(findings).toMatchObject([{ kind: 'orphan', orderid: 'P-ELSEWHERE', there: 7_700, here: 0 }])
  }
  expect(await exceptions()).toMatchObject([{ kind: 'a charge that no one here knows' }])
})

test('a refund made at the gateway itself is a difference', async () => {
  const [payer] = clean
  const attempt = (await payer?.attempts())?.[1]
  await paymentStage.gateway.refund({
    gatewayTxnId: attempt?.gateway_transaction_id ?? '',
    tender: 'card',
    amount: cents(300),
  })
  const { findings } = await sweep()
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'difference', orderid: attempt?.orderid, here: 1_000, there: 1_300 }),
  )
})

test('a void made at the gateway itself is voided here too, and reported', async () => {
  const payer = clean[1]
  const attempt = (await payer?.attempts())?.[0]
  await paymentStage.control.sendWebhooksTo('')
  await paymentStage.gateway.void({ gatewayTxnId: attempt?.gateway_transaction_id ?? '', tender: 'card' })
  const { findings } = await sweep()
  expect(findings).toContainEqual(expect.objectContaining({ kind: 'learned', orderid: attempt?.orderid }))
  expect((await payer?.attempts())?.[0]?.state).toBe('voided')
  expect((await payer?.standing())?.payments).toBe(2_500)
})

test('a charge whose news was lost and that was given up is learned within three days', async () => {
  const payer = await paymentStage.payer()
  await paymentStage.control.fault({ fault: 'process_then_drop' })
  await payer.pay(1_111)
  const attempt = (await payer.attempts())[0]
  await paymentStage.db
    .updateTable('payment_attempts')
    .set({ state: 'not_processed', next_check_at: null })
    .where('id', '=', attempt?.id ?? 0)
    .execute()
  const { findings } = await sweep()
  expect(findings).toContainEqual(expect.objectContaining({ kind: 'learned', orderid: attempt?.orderid }))
  expect((await payer.standing()).payments).toBe(1_111)
  expect((await exceptions()).map(({ kind }) => kind)).toContain('a payment that turned up late')
})

test('a charge we believe in and the gateway does not know is missing', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(1_234)
  const attempt = (await payer.attempts())[0]
  // An attempt keeps its order id; somebody with all of the database takes the guard away.
  await sql`alter table payment_attempts disable trigger attempts_stay`.execute(paymentStage.db)
  await paymentStage.db
    .updateTable('payment_attempts')
    .set({ gateway_transaction_id: '99', orderid: 'P-NEVER', resolved_at: instant(now() - 7_200_000) })
    .where('id', '=', attempt?.id ?? 0)
    .execute()
  const { findings } = await sweep()
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'missing', orderid: 'P-NEVER', here: 1_234, there: 0 }),
  )
})

test('payments settled at the gateway are settled here; those unsettled after three days are listed', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(2_222)
  await paymentStage.control.settle('cc')
  await sweep()
  expect((await payer.attempts())[0]?.state).toBe('settled')

  const slow = await paymentStage.payer()
  await slow.pay(3_333)
  const attempt = (await slow.attempts())[0]
  await paymentStage.db
    .updateTable('payment_attempts')
    .set({ resolved_at: instant(now() - 4 * 86_400_000) })
    .where('id', '=', attempt?.id ?? 0)
    .execute()
  const { findings, reconciliations } = await sweep()
  expect(findings).toContainEqual(expect.objectContaining({ kind: 'unsettled', orderid: attempt?.orderid }))
  expect(reconciliations[0].unsettled).toBe(3_333)
})

test('a gateway that cannot be asked is a night without a comparison, never a night without payments', async () => {
  await paymentStage.control.fault({ fault: 'query_down', count: 6 })
  const { reconciliations, findings } = await sweep()
  expect(reconciliations[0].outcome).toBe('unavailable')
  expect(findings).toEqual([])
})

test('the office compares at once, and reads the ledger from its beginning', async () => {
  const reply = await paymentStage.asOffice('POST', '/v1/office/books/reconcile')
  expect(reply.statusCode).toBe(200)
  const check = (await paymentStage.asOffice('POST', '/v1/office/books/check')).json()
  expect(check).toMatchObject({ faults: [] })
  expect((await clean[0]?.studio.call('GET', '/v1/office/books'))?.statusCode).toBe(403)
})
