import { randomUUID } from 'node:crypto'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { expect, test } from 'vitest'
import { openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 600 })

/** A completed registration that was paid whole by card. */
async function paidWhole() {
  const payer = await paymentStage.payer()
  await payer.pay(payer.total)
  await paymentStage.runEverything()
  expect((await payer.record()).completed).toBe(true)
  const [payment] = await payer.history()
  return { payer, payment_id: payment.id as number }
}

async function reconciled() {
  await paymentStage.runEverything()
  for (const minutes of [1, 8, 8]) {
    paymentStage.later(minutes)
    await paymentStage.reconcile()
  }
}

/** Entries that lowered the bill, in cents as the registrant owes them. */
const lowered = async ({ id }: Payer) =>
  (
    await paymentStage.db
      .selectFrom('ledger')
      .where('registration_id', '=', id)
      .where('account', '=', 'receivable')
      .where('kind', '=', 'adjustment')
      .select('amount')
      .execute()
  ).map(({ amount }) => amount)

/** The gateway's book, payments, ledger and the balance shown agree, and the ledger reads as it was written. */
async function agrees(payer: Payer, { paid, owed }: { paid: number; owed: number }) {
  const orderids = (await payer.attempts()).map(({ orderid }) => orderid)
  const book = await paymentStage.approvedCharges(orderids)
  expect(book.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)).toBe(paid)
  expect(await paymentStage.ledgerOwed(payer.id)).toBe(owed)
  expect(await payer.standing()).toMatchObject({ payments: paid, raw: owed })
  expect((await verifyLedger(paymentStage.db)).faults).toEqual([])
}

test.each([
  ['void', undefined, true],
  ['refund', undefined, true],
  ['void', 'process_then_drop', true],
  ['refund', 'process_then_drop', true],
  ['refund', 'process_then_delay:1500', true],
  ['refund', 'http500_after', true],
  ['void', 'webhook_first', true],
  ['refund', 'webhook_first', true],
  ['refund', 'webhook_twice', true],
  ['refund', 'webhook_lost', true],
  ['refund', 'drop_before', false],
  ['refund', 'http429', false],
  ['refund', 'code420', false],
] as const)(
  'OFF-020 PAY-054 a %s with the fault %s lowers the bill with it, once: %s',
  async (kind, fault, isCarriedOut) => {
    const { payer, payment_id } = await paidWhole()
    if (fault) await paymentStage.control.fault({ fault, match: { type: kind } })
    const amount = kind === 'void' ? payer.total : 2_500
    const key = randomUUID()
    await paymentStage.refundBody(payment_id, { amount, lowers_bill: true }, { key })
    await paymentStage.refundBody(payment_id, { amount, lowers_bill: true }, { key })
    await reconciled()
    await paymentStage.refundBody(payment_id, { amount, lowers_bill: true }, { key })
    expect(await lowered(payer)).toEqual(isCarriedOut ? [-amount] : [])
    await agrees(payer, { paid: isCarriedOut ? payer.total - amount : payer.total, owed: 0 })
  },
)

test('OFF-020 a void that comes too late lowers the bill with the refund that follows it, once', async () => {
  const { payer, payment_id } = await paidWhole()
  await paymentStage.control.settle('cc')
  const reply = await paymentStage.refundBody(payment_id, { amount: payer.total, lowers_bill: true })
  expect(reply.body).toMatchObject({ state: 'refunded', kind: 'refund' })
  expect(await lowered(payer)).toEqual([-payer.total])
  await agrees(payer, { paid: 0, owed: 0 })
})

test('PAY-062 twenty refunds at once lower the bill once', async () => {
  const { payer, payment_id } = await paidWhole()
  const body = { amount: payer.total, lowers_bill: true }
  await Promise.all(Array.from({ length: 20 }, () => paymentStage.refundBody(payment_id, body)))
  expect(await lowered(payer)).toEqual([-payer.total])
  await agrees(payer, { paid: 0, owed: 0 })
})

test('OFF-020 without it a refund is owed again; with it the statement and the city say what was lowered', async () => {
  const { payer, payment_id } = await paidWhole()
  await paymentStage.refundBody(payment_id, { amount: 1_000 })
  await agrees(payer, { paid: payer.total - 1_000, owed: 1_000 })
  await paymentStage.refundBody(payment_id, { amount: 2_000, lowers_bill: true })
  await agrees(payer, { paid: payer.total - 3_000, owed: 1_000 })
  expect((await payer.standing()).added).toEqual([{ label: 'Bill lowered with a refund', amount: -2_000 }])
  const statement = await payer.studio.call('GET', `/v1/payments/statement/${payer.id}?format=csv`)
  expect(statement.body).toContain('Bill lowered with a refund')
  const { tour_date_id } = (await paymentStage.asOffice('GET', `/v1/office/registrations/${payer.id}`)).json()
  const { city } = (await paymentStage.asOffice('GET', `/v1/office/tour-dates/${tour_date_id}/balances`)).json()
  expect(city).toMatchObject({ adjustments: -2_000, given_back: 3_000, owed: 1_000 })
})

test('OFF-020 cash that goes back lowers the bill as well, once per key, and only after completion', async () => {
  const { payer } = await paidWhole()
  const url = `/v1/office/registrations/${payer.id}/payments`
  const body = { amount: -1_500, payment_method_id: 9, lowers_bill: true }
  const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
  for (let times = 0; times < 2; times += 1) {
    const { cookie } = await paymentStage.sessionOf(paymentStage.office)
    const payload = JSON.stringify(body)
    const reply = await paymentStage.fetchAs(cookie)(url, { method: 'POST', headers, body: payload })
    expect(reply.status, await reply.text()).toBe(200)
  }
  expect(await lowered(payer)).toEqual([-1_500])
  expect(await paymentStage.ledgerOwed(payer.id)).toBe(0)

  const unfinished = await paymentStage.payer()
  await unfinished.pay(700)
  const [payment] = await unfinished.history()
  const refusal = await paymentStage.refundBody(payment.id, { amount: 700, lowers_bill: true })
  expect(refusal.body['code']).toBe('office.bill_open')
  expect(await paymentStage.agreePaid(unfinished.id)).toBe(700)
})

test('OFF-020 a refund of an overpaid registration is told with the part that stays overpaid', async () => {
  const { payer, payment_id } = await paidWhole()
  const url = `/v1/office/registrations/${payer.id}/payments`
  const record = (amount: number, check_number: string) =>
    paymentStage.asOffice('POST', url, { amount, payment_method_id: 2, details: { check_number } })
  expect((await record(6_000, '4071')).statusCode).toBe(200)
  const mail = (template: string) =>
    paymentStage.db
      .selectFrom('mails')
      .where('registration_id', '=', payer.id)
      .where('template', '=', template)
      .orderBy('id', 'desc')
      .select('text')
      .executeTakeFirstOrThrow()

  await paymentStage.refundBody(payment_id, { amount: 1_000 })
  const refund = await mail('payment_refunded')
  expect(refund.text).toContain('Overpaid: $50.00')
  expect(refund.text).not.toContain('Still due')

  // A return may leave it overpaid as well: nothing is asked for then.
  await record(3_600, '4072')
  const reply = await paymentStage.asOffice('POST', `/v1/office/payments/${(await payer.history())[0].id}/reversal`, {})
  expect(reply.statusCode, reply.body).toBe(200)
  const returned = await mail('payment_returned')
  expect(returned.text).toContain('Overpaid: $15.00')
  expect(returned.text).not.toMatch(/Due now|Please pay/)
})

test('OFF-020 money that went back in cash does not go back to the card as well', async () => {
  const { payer, payment_id } = await paidWhole()
  const cash = { amount: -(payer.total - 500), payment_method_id: 9, office_reason: 'At the door' }
  const reply = await paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, cash)
  expect(reply.statusCode, reply.body).toBe(200)
  const card = (await paymentStage.moneyOf(payer.id)).payments.find(({ id }: { id: number }) => id === payment_id)
  expect(card).toMatchObject({ left: payer.total, refundable: 500 })
  const tooMuch = await paymentStage.refundBody(payment_id, { amount: 501 })
  expect([tooMuch.status, tooMuch.body['code'], tooMuch.body['most']]).toEqual([422, 'office.refund_amount', 500])
  expect((await paymentStage.refundBody(payment_id, { amount: 500 })).status).toBe(200)
})

const secret = 'She broke her ankle'

/** All that the owner can read of the money: history, standing, statement, event area, record, mails. */
async function readByOwner({ id, studio }: Payer) {
  const pages = [
    `/v1/payments/history?registration_id=${id}`,
    `/v1/payments/standing?registration_id=${id}`,
    `/v1/dance360/registrations/${id}`,
    `/v1/dance360/event-area/${id}`,
    `/v1/payments/statement/${id}?format=csv`,
  ]
  const texts = await Promise.all(pages.map(async (page) => (await studio.call('GET', page)).body))
  const mails = await paymentStage.db
    .selectFrom('mails')
    .where('registration_id', '=', id)
    .where('to', '=', studio.email)
    .selectAll()
    .execute()
  return [...texts, JSON.stringify(mails)].join('\n')
}

test.each(['void', 'refund'] as const)(
  'OFF-020 the office’s reason for a %s stays in the office; the message reaches the studio, also by late news',
  async (kind) => {
    const { payer, payment_id } = await paidWhole()
    await paymentStage.control.fault({ fault: 'process_then_drop', match: { type: kind } })
    const amount = kind === 'void' ? payer.total : 1_000
    const reasons = { office_reason: secret, note: 'Get well soon' }
    expect((await paymentStage.refundBody(payment_id, { amount, ...reasons })).status).toBe(202)
    await paymentStage.runEverything()
    for (const minutes of [1, 8, 8]) {
      paymentStage.later(minutes)
      await paymentStage.reconcile()
    }
    expect(await paymentStage.agree(payer)).toBe(payer.total - amount)
    const read = await readByOwner(payer)
    expect(read).not.toContain(secret)
    expect((await payer.history())[0]).toMatchObject({ amount: -amount, details: { note: 'Get well soon' } })
    expect(read).toContain('A message from the office: Get well soon')
    const { payments } = await paymentStage.moneyOf(payer.id)
    expect(payments[0]).toMatchObject({ office_reason: secret, details: { note: 'Get well soon' } })
  },
)

test('FEE-029 the office’s reason for a dispute, a payment and an adjustment stays in the office', async () => {
  const { payer, payment_id } = await paidWhole()
  const recorded = [
    { amount: 700, payment_method_id: 9, office_reason: secret, details: { note: 'Cash at the door' } },
    { amount: 300, payment_method_id: 10, office_reason: secret },
  ]
  for (const body of recorded) {
    const reply = await paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, body)
    expect(reply.statusCode, reply.body).toBe(200)
  }
  await paymentStage.asOffice('POST', `/v1/office/payments/${payment_id}/reversal`, {
    office_reason: secret,
    note: 'Sorry',
  })
  const read = await readByOwner(payer)
  expect(read).not.toContain(secret)
  expect(read).toContain('A message from the office: Sorry')
  expect((await payer.history()).map(({ details }: { details: { note?: string } }) => details.note)).toEqual([
    'Sorry',
    undefined,
    'Cash at the door',
    undefined,
  ])
  const { payments } = await paymentStage.moneyOf(payer.id)
  expect(payments.map(({ office_reason }: { office_reason: string }) => office_reason)).toEqual([
    secret,
    secret,
    secret,
    '',
  ])
})
