import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { expect, test } from 'vitest'
import { created } from '../scenarios/small-city.ts'
import { openPaymentStage, type Payer } from './kit.ts'

const paymentStage = await openPaymentStage()
const admin = await paymentStage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'boss@example.com', fname: 'Ida', lname: 'Marsh', role: 'admin' }, created),
  )
const { id: event_id } = await paymentStage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
const { id: season_id } = await paymentStage.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
await paymentStage.db
  .insertInto('promo_codes')
  .values({
    code: 'TENNER',
    type: 'total',
    value: 1_000,
    event_id,
    season_id,
  })
  .execute()

const cityOf = async ({ id }: Payer) =>
  (
    await paymentStage.db
      .selectFrom('registrations')
      .where('id', '=', id)
      .select('tour_date_id')
      .executeTakeFirstOrThrow()
  ).tour_date_id

async function change(payer: Payer, body: object, as = admin.user_id) {
  const reply = await paymentStage.call(as, 'PUT', `/v1/office/tour-dates/${await cityOf(payer)}`, body)
  return { status: reply.statusCode, body: reply.json() }
}

const readers = async ({ id }: Payer, template: string) => {
  const mails = await paymentStage.db
    .selectFrom('mails')
    .where('registration_id', '=', id)
    .where('template', '=', template)
    .select('to')
    .orderBy('to')
    .execute()
  return mails.map(({ to }) => to)
}

const giveCode = (payer: Payer) =>
  payer.studio.call('PUT', '/v1/dance360/promo-codes', {
    registration_id: payer.id,
    promo_codes: ['TENNER'],
    sendEmployeeEmail: true,
  })

test('OFF-038 SEC-014 the office allows mails to employees for a city and names who reads them', async () => {
  const payer = await paymentStage.payer()
  await payer.pay(500, { body: { sendEmployeeEmail: true } })
  await giveCode(payer)
  expect([...(await readers(payer, 'payment_employee')), ...(await readers(payer, 'discount_employee'))]).toEqual([])
  expect((await payer.standing()).employee_email_allowed).toBe(false)

  const employee_emails = ['door@meridian.example', 'books@meridian.example', 'Door@meridian.example']
  const set = await change(payer, { employee_email_allowed: true, employee_emails })
  expect(set).toMatchObject({ status: 200, body: { employee_email_allowed: true, employee_emails } })
  const read = await paymentStage.asOffice('GET', `/v1/office/tour-dates/${await cityOf(payer)}`)
  expect(read.json()).toMatchObject({ employee_emails })
  const auditRow = await paymentStage.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(auditRow).toMatchObject({ actor_user_id: admin.user_id, entity: 'tour_date', after: { employee_emails } })

  expect((await payer.standing()).employee_email_allowed).toBe(true)
  await payer.pay(500, { body: { sendEmployeeEmail: true } })
  await payer.studio.call('POST', '/v1/payments/credit-voucher-payment', {
    registration_id: payer.id,
    credit: { from: 'Raffle', amount: 500 },
    sendEmployeeEmail: true,
  })
  const both = ['books@meridian.example', 'door@meridian.example']
  expect(await readers(payer, 'payment_employee')).toEqual(both)
  expect(await readers(payer, 'discount_employee')).toEqual(both)

  // The owner did not ask for it this time.
  await payer.pay(500)
  expect(await readers(payer, 'payment_employee')).toEqual(both)
})

test('OFF-038 nobody named: the event’s support address reads them', async () => {
  const payer = await paymentStage.payer({ employee_email_allowed: true })
  const { support_email } = await paymentStage.db
    .selectFrom('events')
    .where('id', '=', event_id)
    .select('support_email')
    .executeTakeFirstOrThrow()
  await payer.pay(500, { body: { sendEmployeeEmail: true } })
  expect(await readers(payer, 'payment_employee')).toEqual([support_email])
})

test('OFF-038 SEC-014 owners and the desk cannot allow it or name anybody, and a sentence is no address', async () => {
  const payer = await paymentStage.payer()
  const cityChange = { employee_email_allowed: true, employee_emails: ['me@example.com'] }
  expect((await change(payer, cityChange, payer.studio.user_id)).status).toBe(403)
  expect((await change(payer, cityChange, paymentStage.office)).status).toBe(403)
  const anonymous = await fetch(`${paymentStage.origin}/v1/office/tour-dates/${await cityOf(payer)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cityChange),
  })
  expect(anonymous.status).toBe(401)
  for (const wrong of ['the desk', 'a@b.example, c@d.example', 'nobody@', 'x@example.com\r\nBcc: y@example.com']) {
    expect((await change(payer, { employee_emails: [wrong] })).status).toBe(400)
  }
  await payer.pay(500, { body: { sendEmployeeEmail: true, employee_emails: ['me@example.com'] } })
  expect(await readers(payer, 'payment_employee')).toEqual([])
})

test('SEC-014 a stranger’s request about a registration sends nothing and changes nothing', async () => {
  const payer = await paymentStage.payer({ employee_email_allowed: true })
  const stranger = await paymentStage.payer()
  const body = { registration_id: payer.id, promo_codes: ['TENNER'], sendEmployeeEmail: true }
  expect((await stranger.studio.call('PUT', '/v1/dance360/promo-codes', body)).statusCode).toBe(404)
  const anonymous = await fetch(`${paymentStage.origin}/v1/dance360/promo-codes`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(anonymous.status).toBe(401)
  expect(await readers(payer, 'discount_employee')).toEqual([])
})

test('SEC-014 SEC-020 staff of a city that allows no such mail send it only after their second step', async () => {
  const payer = await paymentStage.payer()
  const { user_id } = payer.studio
  await paymentStage.db.updateTable('users').set({ role: 'office' }).where('id', '=', user_id).execute()
  const session = await paymentStage.sessionOf(user_id)
  const payAndClaim = async (amount: number) => {
    expect((await payer.pay(500, { body: { sendEmployeeEmail: true } })).status).toBe(200)
    const payload = { registration_id: payer.id, credit: { from: 'Raffle', amount }, sendEmployeeEmail: true }
    const url = '/v1/payments/credit-voucher-payment'
    expect((await paymentStage.app.inject({ method: 'POST', url, headers: session, payload })).statusCode).toBe(200)
    return [await readers(payer, 'payment_employee'), await readers(payer, 'discount_employee')]
  }
  // The payer pays with a session of its own.
  await payer.pay(500)
  const setLacking = (lacks_second_factor: boolean) =>
    paymentStage.db.updateTable('sessions').set({ lacks_second_factor }).where('user_id', '=', user_id).execute()

  await setLacking(true)
  expect(await payAndClaim(300)).toEqual([[], []])
  await setLacking(false)
  expect(await payAndClaim(400)).toEqual([[expect.any(String)], [expect.any(String)]])
})
