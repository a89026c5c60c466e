import { instant } from '@callboard/domain/kernel/instant.ts'
import { cents, usd } from '@callboard/domain/kernel/money.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { postCompletion } from '@callboard/server/registrations/postings.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { marlowe, office, tour_date_id } = await smallCity(stage.db)

let id = 0
let total = 0

beforeEach(async () => {
  await stage.db.updateTable('registrations').set({ deleted: true }).where('user_id', '=', marlowe.user_id).execute()
  const inserted = await inTransaction(stage.db, (tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: marlowe.user_id,
      studio_id: marlowe.studio_id,
      dancers: marlowe.person_ids.slice(0, 1),
      at: instant('2024-09-20T10:00:00Z'),
      state: 'completed',
    }),
  )
  id = inserted.id
  total = (await detail()).money.total
})

/** Brings the ledger to a claimed credit, as completion does. */
function book(credit: number) {
  const price = { fees: { total: cents(total) }, promo: cents(0) } as Parameters<typeof postCompletion>[1]['price']
  const now = stage.clock.now()
  return inTransaction(stage.db, (tx) => postCompletion(tx, { registration_id: id, price, credit: cents(credit), now }))
}

const asOffice = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  stage.call(office.user_id, method, `/v1/office${path}`, body)
const detail = async () => (await asOffice('GET', `/registrations/${id}`)).json()
const pay = (body: unknown) => asOffice('POST', `/registrations/${id}/payments`, body)
const ownersView = async () => (await stage.call(marlowe.user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
const owedByLedger = async () => {
  const rows = await stage.db.selectFrom('ledger').where('registration_id', '=', id).selectAll().execute()
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  return rows.reduce((sum, { account, amount }) => sum + (account === 'receivable' ? amount : 0), 0)
}

test.each([
  ['a check', { payment_method_id: 2, details: { check_number: '4071' } }, 'CHECK'],
  ['cash', { payment_method_id: 9 }, 'OFFICE'],
  ['credit', { payment_method_id: 5 }, 'OFFICE'],
  ['an adjustment', { payment_method_id: 10, office_reason: 'Hotel trouble' }, 'OFFICE'],
])('OFF-020 OFF-050 PAY-051 PAY-060 %s is in the owner’s history at once', async (_, how, origin) => {
  const reply = await pay({ amount: 4_000, ...how })
  expect(reply.json()).toMatchObject({ amount: 4_000, origin, admin_id: office.user_id })
  expect((await ownersView()).payments).toMatchObject([{ amount: 4_000, payment_method_id: how.payment_method_id }])
  expect((await detail()).money).toMatchObject({ payments: 4_000, raw: total - 4_000 })
  expect(await owedByLedger()).toBe(total - 4_000)
})

test('a bank transfer is cash with its reference, and is called so by the office, its owner and the statement', async () => {
  const details = { transfer_reference: 'FT-204' }
  const reply = await pay({ amount: 4_000, payment_method_id: 9, details })
  expect(reply.json()).toMatchObject({ payment_method_id: 9, origin: 'OFFICE', details })
  const transfer = { method: 'Bank transfer', details }
  expect((await asOffice('GET', `/registrations/${id}/money`)).json().payments).toMatchObject([transfer])
  const history = await stage.call(marlowe.user_id, 'GET', `/v1/payments/history?registration_id=${id}`)
  expect(history.json()).toMatchObject([transfer])
  const statement = await asOffice('GET', `/registrations/${id}/statement?format=csv`)
  expect(statement.body).toContain('Bank transfer FT-204')
  expect(await owedByLedger()).toBe(total - 4_000)
})

test('OFF-020 PAY-059 a refund is negative, raises the balance, and never exceeds the amount received', async () => {
  await pay({ amount: 4_000, payment_method_id: 9 })
  expect((await pay({ amount: -1_500, payment_method_id: 9 })).statusCode).toBe(200)
  expect((await detail()).money).toMatchObject({ payments: 2_500, raw: total - 2_500 })
  expect((await pay({ amount: -2_501, payment_method_id: 9 })).json()).toMatchObject({
    code: 'office.refund_too_much',
    message: 'No more than $25.00 was received, so no more can be refunded.',
  })
})

test.each([
  ['a check', { payment_method_id: 2, details: { check_number: '4071' } }, 'payment'],
  ['an adjustment', { payment_method_id: 10, office_reason: 'Hotel trouble' }, 'adjustment'],
])(
  'OFF-020 OFF-051 %s recorded by mistake: taken back once, no fee, not a refund in the books, told',
  async (_, how, kind) => {
    const { id: payment_id } = (await pay({ amount: 4_000, ...how })).json()
    const takeBack = () =>
      asOffice('POST', `/payments/${payment_id}/reversal`, { by_mistake: true, office_reason: 'Another studio’s' })
    const reply = await takeBack()
    expect(reply.json()).toMatchObject({ amount: -4_000, fee: 0 })
    expect((await detail()).money).toMatchObject({ payments: 0, raw: total })
    expect(await owedByLedger()).toBe(total)
    expect((await takeBack()).json().code).toBe('office.refund_amount')
    const kinds = await stage.db
      .selectFrom('ledger')
      .where('registration_id', '=', id)
      .where('account', '=', 'receivable')
      .where('payment_id', 'is not', null)
      .orderBy('id')
      .select(['kind', 'amount'])
      .execute()
    expect(kinds).toEqual([
      { kind, amount: -4_000 },
      { kind, amount: 4_000 },
    ])
    const history = await stage.call(marlowe.user_id, 'GET', `/v1/payments/history?registration_id=${id}`)
    expect(history.json()).toMatchObject([
      { amount: -4_000, is_taken_back: true, details: { note: 'Recorded by mistake' } },
      { amount: 4_000, is_taken_back: false },
    ])
    expect(history.body).not.toContain('Another studio')
    const { audit } = await detail()
    expect(audit[0]).toMatchObject({ action: 'take back payment', before: { paid: 4_000 }, after: { paid: 0, fee: 0 } })
    const mail = await stage.db
      .selectFrom('mails')
      .where('registration_id', '=', id)
      .where('template', '=', 'payment_taken_back')
      .select('text')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('No money was moved.')
  },
)

test('OFF-050 a card, a check without its number, an adjustment without a reason are refused', async () => {
  const codes = await Promise.all([
    pay({ amount: 100, payment_method_id: 1 }),
    pay({ amount: 100, payment_method_id: 2 }),
    pay({ amount: 100, payment_method_id: 10 }),
    pay({ amount: 0, payment_method_id: 9 }),
  ])
  expect(codes.map((reply) => reply.json().code)).toEqual([
    'office.payment_method',
    'office.check_number',
    'office.reason',
    'office.payment_amount',
  ])
  expect((await detail()).payments).toEqual([])
})

test('SEC-015 the server sets the recorder of a payment, and owners cannot record one', async () => {
  const body = { amount: 4_000, payment_method_id: 9, admin_id: 1, details: { note: 'x' } }
  expect((await pay(body)).json()).toMatchObject({ admin_id: office.user_id })
  const owner = await stage.call(marlowe.user_id, 'POST', `/v1/office/registrations/${id}/payments`, body)
  expect(owner.statusCode).toBe(403)
  expect((await stage.call(0, 'POST', `/v1/office/registrations/${id}/payments`, body)).statusCode).toBe(401)
})

test('OFF-051 a payment is written down with what was paid before and after', async () => {
  await pay({ amount: 4_000, payment_method_id: 9 })
  const { audit } = await detail()
  expect(audit[0]).toMatchObject({ action: 'record payment', before: { paid: 0 }, after: { paid: 4_000 } })
})

test('OFF-026 PAY-048 a credit is decided before confirming; a rejected one is owed again', async () => {
  const credit = await stage.db
    .insertInto('credits')
    .values({ registration_id: id, from: 'Voucher 12', amount: cents(5_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await book(5_000)
  expect((await detail()).money).toMatchObject({ credit: 5_000, raw: total - 5_000 })
  const early = await asOffice('POST', `/registrations/${id}/confirm`, { confirmed: true })
  expect(early.json()).toMatchObject({ code: 'registration.credit_undecided' })
  expect((await detail()).blocked_by).toEqual({
    code: 'registration.credit_undecided',
    message: 'Please decide on the credit of this registration first.',
  })

  await asOffice('PUT', `/credits/${credit.id}`, { status: 'verified' })
  expect(await owedByLedger()).toBe(total - 5_000)
  await asOffice('PUT', `/credits/${credit.id}`, { status: 'rejected' })
  expect(await owedByLedger()).toBe(total)
  expect((await detail()).money).toMatchObject({ credit: 0, raw: total })
  await asOffice('PUT', `/credits/${credit.id}`, { status: 'rejected' })
  const mails = await stage.db
    .selectFrom('mails')
    .where('registration_id', '=', id)
    .where('template', '=', 'credit_rejected')
    .select(['to', 'text'])
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toBe(marlowe.email)
  for (const words of ['the credit of $50.00 from Voucher 12', `Still due: ${usd(cents(total))}`]) {
    expect(mails[0]?.text).toContain(words)
  }
  expect((await ownersView()).credit).toMatchObject({ status: 'rejected' })
  expect((await asOffice('POST', `/registrations/${id}/confirm`, { confirmed: true })).statusCode).toBe(200)
  expect((await detail()).audit[2]).toMatchObject({ action: 'reject credit', before: { status: 'verified' } })
})

test('OFF-020 the owner has one mail about each payment, refund and adjustment of the office, without its reason', async () => {
  const newest = () =>
    stage.db
      .selectFrom('mails')
      .where('registration_id', '=', id)
      .where('template', '=', 'office_payment')
      .orderBy('id', 'desc')
      .select(['to', 'subject', 'text'])
      .execute()
  const due = (amount: number) => `Still due: ${usd(cents(amount))}`
  const check = { amount: 4_000, payment_method_id: 2, details: { check_number: '4071', note: 'Thank you' } }
  await pay({ ...check, office_reason: 'By mail' })
  const [received] = await newest()
  expect(received).toMatchObject({
    to: marlowe.email,
    subject: expect.stringMatching(/^Your payment of \$40\.00 for /),
  })
  for (const words of ['Check no. 4071', 'A message from the office: Thank you', due(total - 4_000)]) {
    expect(received?.text).toContain(words)
  }
  expect(received?.text).not.toContain('By mail')

  await pay({ ...check, amount: -1_000 })
  expect((await newest())[0]).toMatchObject({
    subject: expect.stringMatching(/^Your refund of \$10\.00 for /),
    text: expect.stringContaining(due(total - 3_000)),
  })
  await pay({ amount: 500, payment_method_id: 10, office_reason: 'Hotel trouble', details: { note: 'For the hotel' } })
  const [adjusted, ...before] = await newest()
  expect(adjusted?.text).toContain('We took $5.00 off the amount due')
  expect(adjusted?.text).toContain(due(total - 3_500))
  expect(adjusted?.text).not.toContain('Hotel trouble')
  expect(before).toHaveLength(2)
  await pay({ amount: -200, payment_method_id: 10, office_reason: 'Taken back' })
  expect((await newest())[0]?.text).toContain('We added $2.00 to the amount due')

  // More than was due is told as that, not as nothing due.
  await pay({ ...check, amount: total })
  const [overpaid] = await newest()
  expect(overpaid?.text).toContain('Overpaid: $33.00')
  expect(overpaid?.text).not.toContain('Still due')
})
