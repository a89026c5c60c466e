import { randomUUID } from 'node:crypto'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { paymentJobs } from '@callboard/server/payments/jobs.ts'
import { resolveRefund } from '@callboard/server/payments/resolve-refund.ts'
import { expect, test } from 'vitest'
import { bankAccount, billTo, openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 600 })
const { office } = paymentStage

/** A completed registration that was paid whole, by card or bank. */
async function paidWhole(method = 1) {
  const payer = await paymentStage.payer()
  const profile = {
    token: await paymentStage.token(method === 6 ? bankAccount : undefined),
    billTo,
    saveProfile: method === 6,
  }
  const reply = await payer.pay(payer.total, { method, profile })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  await paymentStage.runEverything()
  expect((await payer.record()).completed).toBe(true)
  const [payment] = await payer.history()
  return { payer, payment_id: payment.id as number, txn: (await payer.attempts())[0]?.gateway_transaction_id ?? '' }
}

const stands = async (payer: Payer) => {
  const { raw, payments } = await payer.standing()
  return { raw, payments }
}

test('OFF-020 PAY-059 a whole payment that has not settled is voided, once, and is owed again', async () => {
  const { payer, payment_id } = await paidWhole()
  const reply = await paymentStage.refund(payment_id, payer.total)
  expect([reply.status, reply.body]).toMatchObject([200, { state: 'refunded', kind: 'void', amount: payer.total }])
  expect(await stands(payer)).toEqual({ raw: payer.total, payments: 0 })
  expect((await payer.history()).map(({ amount, origin }: never) => [amount, origin])).toEqual([
    [-payer.total, 'OFFICE'],
    [payer.total, 'ONLINE'],
  ])
  expect((await payer.attempts()).map(({ kind, state }) => [kind, state])).toEqual([
    ['charge', 'voided'],
    ['void', 'approved'],
  ])
  // The gateway's own news of it changes nothing.
  await paymentStage.runEverything()
  expect(await paymentStage.agree(payer)).toBe(0)
  expect((await paymentStage.refund(payment_id, 100)).body['code']).toBe('office.refund_amount')
})

test('OFF-020 a void that comes too late becomes a refund of the same amount under an order id of its own', async () => {
  const { payer, payment_id } = await paidWhole()
  await paymentStage.control.settle('cc')
  const reply = await paymentStage.refund(payment_id, payer.total)
  expect([reply.status, reply.body]).toMatchObject([200, { state: 'refunded', kind: 'refund' }])
  expect((await payer.attempts()).map(({ kind, state, code }) => [kind, state, code])).toEqual([
    ['charge', 'refunded', '100'],
    ['void', 'error', 'not_voidable'],
    ['refund', 'approved', '100'],
  ])
  expect(await paymentStage.agree(payer)).toBe(0)
})

test('OFF-020 parts go back one after another, and never more than came', async () => {
  const { payer, payment_id } = await paidWhole()
  expect((await paymentStage.refund(payment_id, 1_000)).status).toBe(200)
  expect((await paymentStage.refund(payment_id, 2_500)).status).toBe(200)
  const tooMuch = await paymentStage.refund(payment_id, payer.total - 3_499)
  expect(tooMuch.body).toMatchObject({ code: 'office.refund_amount', most: payer.total - 3_500 })
  expect((await paymentStage.refund(payment_id, payer.total - 3_500)).status).toBe(200)
  expect(await paymentStage.agree(payer)).toBe(0)
  expect((await payer.attempts())[0]?.state).toBe('refunded')
})

test.each([
  ['no amount', {}, 400],
  ['nothing', { amount: 0 }, 422],
  ['less than nothing', { amount: -100 }, 422],
  ['null', { amount: null }, 400],
  ['a word', { amount: 'all' }, 400],
  ['a fraction', { amount: 10.5 }, 400],
])('a refund of %s gives nothing back and asks the gateway for nothing', async (_, body, status) => {
  const { payer, payment_id } = await paidWhole()
  const before = paymentStage.posts.length
  expect((await paymentStage.refundBody(payment_id, body)).status).toBe(status)
  expect(paymentStage.posts.slice(before)).toEqual([])
  expect(await paymentStage.agree(payer)).toBe(payer.total)
})

test('every refund that leaves names a positive amount', () => {
  const refunds = paymentStage.posts.filter((form) => form.get('type') === 'refund')
  expect(refunds.length).toBeGreaterThan(3)
  for (const form of refunds) expect(Number(form.get('amount'))).toBeGreaterThan(0)
})

test('SEC-015 an owner gives nothing back', async () => {
  const { payer, payment_id } = await paidWhole()
  expect((await paymentStage.refundBody(payment_id, { amount: 100 }, { as: payer.studio.user_id })).status).toBe(403)
})

test('PAY-054 the same key is the same refund; another amount under it is refused', async () => {
  const { payer, payment_id } = await paidWhole()
  const key = randomUUID()
  const first = await paymentStage.refund(payment_id, 1_000, { key })
  const again = await paymentStage.refund(payment_id, 1_000, { key })
  expect(again.body).toEqual(first.body)
  expect((await paymentStage.refund(payment_id, 1_100, { key })).body['code']).toBe('payment.key_reused')
  expect(await paymentStage.agree(payer)).toBe(payer.total - 1_000)
})

test('PAY-062 twenty refunds of it all at once give it back once', async () => {
  const { payer, payment_id } = await paidWhole()
  const replies = await Promise.all(Array.from({ length: 20 }, () => paymentStage.refund(payment_id, payer.total)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await paymentStage.agree(payer)).toBe(0)
})

test.each([
  'process_then_drop',
  'process_then_delay:1500',
  'http500_after',
  'garbage_after',
  'truncated_after',
  'code420',
] as const)(
  'PAY-054 %s on a refund: nobody knows, no second is begun, and the gateway’s book decides',
  async (fault) => {
    for (const kind of ['void', 'refund'] as const) {
      const { payer, payment_id } = await paidWhole()
      await paymentStage.control.fault({ fault: 'webhook_lost', match: { type: kind } })
      await paymentStage.control.fault({ fault, match: { type: kind } })
      const amount = kind === 'void' ? payer.total : 1_234
      const reply = await paymentStage.refund(payment_id, amount)
      expect([reply.status, reply.body['state']]).toEqual([202, 'processing'])
      expect((await paymentStage.refund(payment_id, 100)).body['code']).toBe('office.refund_open')
      expect((await paymentStage.moneyOf(payer.id)).payments.at(-1)).toMatchObject({
        refundable: null,
        open_refund: { amount },
      })
      for (const minutes of [1, 8, 8]) {
        paymentStage.later(minutes)
        await paymentStage.reconcile()
      }
      const carriedOut = fault !== 'code420'
      expect(await paymentStage.agree(payer)).toBe(carriedOut ? payer.total - amount : payer.total)
      expect((await payer.attempts()).at(-1)?.state).toBe(carriedOut ? 'approved' : 'not_processed')
    }
  },
)

test.each(['drop_before', 'rate301', 'http429'] as const)('%s on a refund gives nothing back', async (fault) => {
  const { payer, payment_id } = await paidWhole()
  await paymentStage.control.fault({ fault, match: { type: 'refund' } })
  const reply = await paymentStage.refund(payment_id, 1_000)
  if (fault === 'drop_before') {
    expect(reply.body['state']).toBe('processing')
    for (const minutes of [1, 8, 8]) {
      paymentStage.later(minutes)
      await paymentStage.reconcile()
    }
  } else expect(reply.body['code']).toBe('office.refund_refused')
  expect(await paymentStage.agree(payer)).toBe(payer.total)
  expect((await paymentStage.refund(payment_id, 1_000)).status).toBe(200)
  expect(await paymentStage.agree(payer)).toBe(payer.total - 1_000)
})

test.each(['webhook_first', 'webhook_twice'] as const)('PAY-054 a refund’s news (%s) books it once', async (fault) => {
  const { payer, payment_id } = await paidWhole()
  for (const type of ['void', 'refund']) await paymentStage.control.fault({ fault, match: { type } })
  expect((await paymentStage.refund(payment_id, 1_000)).status).toBe(200)
  await paymentStage.runEverything()
  expect(await paymentStage.agree(payer)).toBe(payer.total - 1_000)
})

test('a refund that no query lists is found by the refunded amount of its original', async () => {
  const { payer, payment_id } = await paidWhole()
  for (const fault of ['webhook_lost', 'query_lag:3600000', 'process_then_drop'] as const) {
    await paymentStage.control.fault({ fault, match: { type: 'refund' } })
  }
  expect((await paymentStage.refund(payment_id, 1_000)).body['state']).toBe('processing')
  paymentStage.later(1)
  await paymentStage.reconcile()
  expect((await payer.attempts()).at(-1)).toMatchObject({ kind: 'refund', state: 'approved' })
  expect(await paymentStage.agree(payer)).toBe(payer.total - 1_000)
})

test('a refund that turns up after it was given up is booked once and put on the office’s list', async () => {
  const { payer, payment_id } = await paidWhole()
  await paymentStage.control.fault({ fault: 'drop_before', match: { type: 'refund' } })
  await paymentStage.refund(payment_id, 1_000)
  for (const minutes of [1, 8, 8]) {
    paymentStage.later(minutes)
    await paymentStage.reconcile()
  }
  const refundAttempt = (await payer.attempts()).at(-1)
  if (refundAttempt?.state !== 'not_processed') throw new Error('It was not given up')
  const at = { now: paymentStage.clock.time, origin: paymentStage.origin }
  for (let times = 0; times < 2; times += 1) {
    await inTransaction(paymentStage.db, (tx) =>
      resolveRefund(tx, refundAttempt, { outcome: 'approved', gatewayTxnId: '1' }, at),
    )
  }
  expect(await payer.standing()).toMatchObject({ raw: 1_000 })
  const kinds = await paymentStage.db
    .selectFrom('payment_exceptions')
    .where('registration_id', '=', payer.id)
    .select('kind')
    .execute()
  expect(kinds).toEqual([{ kind: 'a refund that turned up late' }])
})

test('OFF-020 a bank payment is voided before it arrived, and refunded as a bank payment afterwards', async () => {
  const early = await paidWhole(6)
  expect((await paymentStage.refund(early.payment_id, early.payer.total)).body).toMatchObject({
    kind: 'void',
    state: 'refunded',
  })
  const late = await paidWhole(6)
  await paymentStage.control.settleCheck(late.txn)
  await paymentStage.runUntil(async () => (await late.payer.attempts())[0]?.state === 'settled')
  expect((await paymentStage.refund(late.payment_id, 5_000)).body).toMatchObject({ kind: 'refund', state: 'refunded' })
  expect(paymentStage.posts.at(-1)?.get('payment')).toBe('check')
  expect(await paymentStage.agree(late.payer)).toBe(late.payer.total - 5_000)
})

test('FEE-029 a bank’s return after days: taken back, the fee, PENDING again, mail to owner and office, account retired', async () => {
  const { payer, txn } = await paidWhole(6)
  await paymentStage.control.settleCheck(txn)
  await paymentStage.runUntil(async () => (await payer.attempts())[0]?.state === 'settled')
  paymentStage.later(3 * 24 * 60)
  await paymentStage.control.returnCheckLate(txn)
  await paymentStage.runUntil(async () => (await payer.attempts())[0]?.state === 'returned')
  const standing = await payer.standing()
  expect(standing).toMatchObject({ payments: 0, raw: payer.total + 3_500, adjustments: 3_500 })
  expect(standing.added).toEqual([{ label: 'Returned payment fee', amount: 3_500 }])
  // No payment is left, so no banner or mail confirms a deposit.
  expect(standing.banners[0].text).toMatch(/^PENDING: a balance is owed\. /)
  const area = (await payer.studio.call('GET', `/v1/dance360/event-area/${payer.id}`)).json()
  if (area.pending !== undefined) expect(area.pending).toBe(true)
  const mails = await paymentStage.db
    .selectFrom('mails')
    .where('registration_id', '=', payer.id)
    .select(['to', 'template'])
    .execute()
  expect(mails).toContainEqual({ to: payer.studio.email, template: 'payment_returned' })
  expect(mails.map(({ template }) => template)).toContain('payment_exception')
  const saved = (await payer.studio.call('GET', '/v1/payments/customer-vault')).json()
  expect(saved.bank).toEqual([])
  expect(await paymentStage.ledgerOwed(payer.id)).toBe(payer.total + 3_500)
})

test('FEE-029 a paper check that does not clear is taken back by the office, with the fee', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(payer.total)
  await paymentStage.runEverything()
  const { id } = (
    await paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, {
      amount: 5_000,
      payment_method_id: 2,
      details: { check_number: '4071' },
    })
  ).json()
  const reply = await paymentStage.asOffice('POST', `/v1/office/payments/${id}/reversal`, { note: 'No funds' })
  expect(reply.json()).toMatchObject({ amount: -5_000, fee: 3_500 })
  expect(await payer.standing()).toMatchObject({ raw: 3_500 })
  expect((await payer.history())[0]).toMatchObject({ amount: -5_000, origin: 'CHECK', details: { note: 'No funds' } })
  const twice = await paymentStage.asOffice('POST', `/v1/office/payments/${id}/reversal`, {})
  expect(twice.json().code).toBe('office.not_reversible')
})

test('FEE-029 a disputed card is taken back once, costs 2.5 %, and is on the office’s list', async () => {
  const { payer, txn } = await paidWhole()
  await paymentStage.control.settle('cc')
  await paymentStage.control.chargeback(txn, 'Not recognized')
  await paymentStage.runUntil(async () => (await payer.attempts())[0]?.state === 'charged_back')
  const fee = Math.floor((payer.total * 250 + 5_000) / 10_000)
  expect(await payer.standing()).toMatchObject({ payments: 0, raw: payer.total + fee })
  await paymentStage.control.chargeback(txn, 'Not recognized')
  await paymentStage.runEverything()
  expect(await paymentStage.ledgerOwed(payer.id)).toBe(payer.total + fee)
  const kinds = await paymentStage.db
    .selectFrom('payment_exceptions')
    .where('registration_id', '=', payer.id)
    .select('kind')
    .execute()
  // The second message is another one: it takes nothing, since nothing is left, and is not dropped in silence.
  expect(kinds).toEqual([{ kind: 'a card payment was disputed' }, { kind: 'a dispute of what went back already' }])
})

test('FEE-029 every message of a dispute counts, also of the same charge, and each once', async () => {
  const { payer, payment_id, txn } = await paidWhole()
  const disputed = async (event_id: string, amount: string) => {
    const one = {
      id: txn,
      date: '10/2/2024',
      customer_name: 'Grace',
      cc_number: '411111******1111',
      amount,
      reason: 'A',
    }
    const body = JSON.stringify({ count: 1, chargeback_amount: amount, chargebacks: [one] })
    const news = { event_id, event_type: 'chargeback.batch.complete', body, received_at: paymentStage.clock.time }
    await paymentStage.db
      .insertInto('webhook_events')
      .values(news)
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ processed_at: null }))
      .execute()
    await paymentJobs.payment_news(paymentStage.app, { event_id })
  }
  await disputed('dispute-1', '50.00')
  await disputed('dispute-2', '30.00')
  // The worker ended after the booking and before it noted so: the message is worked off again.
  await disputed('dispute-1', '50.00')
  await disputed('dispute-3', '30.00')
  const back = await paymentStage.db
    .selectFrom('payments')
    .where('of_payment_id', '=', payment_id)
    .orderBy('id')
    .select('amount')
    .execute()
  expect(back.map(({ amount }) => amount)).toEqual([-5_000, -3_000, -3_000])
  const exceptions = await paymentStage.db
    .selectFrom('payment_exceptions')
    .where('registration_id', '=', payer.id)
    .select('kind')
    .execute()
  expect(exceptions).toHaveLength(3)
  const mails = await paymentStage.db
    .selectFrom('mails')
    .where('registration_id', '=', payer.id)
    .where('template', '=', 'payment_exception')
    .select('id')
    .execute()
  expect(mails).toHaveLength(3)
})

test('a dispute that fits no payment is on the list and touches none', async () => {
  const before = await paymentStage.db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirst()
  const charge = await paymentStage.gateway.charge({
    orderId: 'P-ELSEWHERE',
    amount: 77_777 as never,
    tender: { kind: 'card' },
    source: { kind: 'token', token: await paymentStage.token() },
  })
  await paymentStage.control.chargeback(charge.gatewayTxnId ?? '', 'Fraud')
  const strange = () =>
    paymentStage.db
      .selectFrom('payment_exceptions')
      .where('registration_id', 'is', null)
      .select(['kind', 'detail'])
      .execute()
  await paymentStage.runUntil(async () => (await strange()).length > 0)
  expect((await strange())[0]?.detail).toContain('$777.77')
  const after = await paymentStage.db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirst()
  expect(after).toEqual(before)
})

test('OFF-051 a refund is written down with who gave back how much of what', async () => {
  const { payer, payment_id } = await paidWhole()
  await paymentStage.refundBody(payment_id, { amount: 1_000, note: 'One observer fewer', reversal_fee: true })
  const row = await paymentStage.db
    .selectFrom('audit_log')
    .where('action', '=', 'refund payment')
    .where('entity_id', '=', String(payer.id))
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    actor_user_id: office,
    after: { payment_id, given_back: 1_000, note: 'One observer fewer' },
  })
  expect(await payer.standing()).toMatchObject({ raw: 1_000 + 25 })
  expect((await payer.history())[0]).toMatchObject({ amount: -1_000, details: { note: 'One observer fewer' } })
})
