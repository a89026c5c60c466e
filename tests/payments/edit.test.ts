import { expect, test } from 'vitest'
import { peopleBody, routineBody, type Studio } from '../scenarios/small-city.ts'
import { openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
const open = (id: number) => `/v1/dance360/registrations/${id}`

/** Paid in full, completed and confirmed; then an edit that adds a routine, reviewed. */
async function payerWithEdit(cityValues: object = {}) {
  const payer = await paymentStage.payer(cityValues, { compete: true })
  const { studio, id } = payer
  await studio.call(
    'PUT',
    '/v1/dance360/workshop/attendees',
    peopleBody(id, { ...studio, dancers: studio.dancers.slice(0, 2) }),
  )
  await agree(studio, id)
  const { balance } = await payer.standing()
  expect((await payer.pay(balance)).status).toBe(200)
  const completion = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(completion.statusCode, completion.body).toBe(200)
  await paymentStage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  await studio.call('GET', `${open(id)}/edit`)
  const [, second = 0] = studio.dancers
  const routineReply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, [second]))
  expect(routineReply.statusCode, routineReply.body).toBe(200)
  const version = await agree(studio, id)
  const standing = async () =>
    (await studio.call('GET', `/v1/payments/standing?registration_id=${id}&editing=true`)).json()
  const submit = () => studio.call('PUT', `${open(id)}/edit-complete`, { version })
  const places = async () =>
    (
      await paymentStage.db
        .selectFrom('place_claims')
        .select('n')
        .where('registration_id', '=', id)
        .where('key', '=', 'routines')
        .execute()
    )[0]?.n
  return { ...payer, edit: standing, submit, places }
}

async function agree(studio: Studio, id: number): Promise<number> {
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  const reply = await studio.call('PUT', open(id), { reviewed: true })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().version
}

test('EDIT-013 an edit that raises the total is submitted only once the difference is paid', async () => {
  const payer = await payerWithEdit()
  const { raw_due_now, balance, covered, in_flow, banners } = await payer.edit()
  expect(raw_due_now).toBeGreaterThan(0)
  expect([balance, covered, in_flow]).toEqual([raw_due_now, false, true])
  // No later day is named for an amount that is due before the edit is submitted.
  expect(banners).toEqual([])
  const refusal = await payer.submit()
  expect([refusal.statusCode, refusal.json().code, refusal.json().due]).toEqual([
    422,
    'payment.not_covered',
    raw_due_now,
  ])

  await paymentStage.control.fault({ fault: 'decline', respond: { response_code: 202 } })
  expect((await payer.pay(raw_due_now, { body: { editing: true } })).status).toBe(402)
  // The amount taken for it is refunded.
  expect(await payer.places()).toBe(1)
  expect((await payer.pay(raw_due_now, { body: { editing: true } })).status).toBe(200)
  expect(await payer.places()).toBe(2)
  expect(await payer.edit()).toMatchObject({ raw_due_now: 0, covered: true })
  const submission = await payer.submit()
  expect(submission.statusCode, submission.body).toBe(200)
  expect(await payer.record()).toMatchObject({ confirmed: false, revision: null })
  expect(await payer.standing()).toMatchObject({ balance: 0, raw: 0 })
  expect(await payer.places()).toBe(2)
})

test('EDIT-013 money the office gives back during an edit is not demanded by it, what came for it and went back is', async () => {
  const payer = await payerWithEdit()
  const { raw_due_now } = await payer.edit()
  paymentStage.later(1)
  const [first] = await payer.history()
  const refund = { amount: 1_000, office_reason: 'Called on Monday' }
  expect((await paymentStage.refundBody(first.id, refund)).status).toBe(200)
  const edit = await payer.edit()
  expect(edit).toMatchObject({ raw_due_now, balance: raw_due_now + 1_000, covered: false })
  expect(edit.banners).toMatchObject([{ kind: 'pending', text: expect.stringContaining(' $10.00 ') }])

  expect((await payer.pay(raw_due_now, { body: { editing: true } })).status).toBe(200)
  expect(await payer.edit()).toMatchObject({ raw_due_now: 0, covered: true })
  const [second] = await payer.history()
  await paymentStage.refundBody(second.id, { amount: raw_due_now, office_reason: 'Asked for it' })
  expect(await payer.edit()).toMatchObject({ raw_due_now, covered: false })
})

test('EDIT-013 an edit whose owner pays the difference and leaves is submitted within two minutes', async () => {
  const payer = await payerWithEdit()
  const { raw_due_now } = await payer.edit()
  expect((await payer.pay(raw_due_now, { body: { editing: true } })).status).toBe(200)
  await paymentStage.runEverything()
  const record = await payer.record()
  expect(record).toMatchObject({ confirmed: false, revision: null })
  expect(record.routines).toHaveLength(2)
})

test('EDIT-013 COMP-084 without room for what is added nothing is charged', async () => {
  const payer = await payerWithEdit({ total_routine_limit: 2 })
  const other = await paymentStage.db
    .selectFrom('registrations')
    .select('tour_date_id')
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow()
  await paymentStage.db
    .updateTable('capacity')
    .set({ places: 1 })
    .where('tour_date_id', '=', other.tour_date_id)
    .where('key', '=', 'routines')
    .execute()
  const { raw_due_now } = await payer.edit()
  const before = (await payer.attempts()).length
  const reply = await payer.pay(raw_due_now, { body: { editing: true } })
  expect([reply.status, reply.body['code']]).toEqual([422, 'places.gone'])
  expect(await payer.attempts()).toHaveLength(before)
  expect(await payer.places()).toBe(1)
})

test('EDIT-003 EDIT-013 a paid edit that is discarded releases its places', async () => {
  const payer = await payerWithEdit()
  const { raw_due_now } = await payer.edit()
  expect((await payer.pay(raw_due_now, { body: { editing: true } })).status).toBe(200)
  expect(await payer.places()).toBe(2)
  expect((await payer.studio.call('DELETE', `${open(payer.id)}/edit`)).statusCode).toBe(204)
  expect(await payer.places()).toBe(1)
  expect((await payer.record()).routines).toHaveLength(1)
})

test('EDIT-003 PAY-054 while the charge of an edit is on its way it is neither changed, discarded nor submitted', async () => {
  const payer = await payerWithEdit()
  const { raw_due_now } = await payer.edit()
  await paymentStage.control.fault({ fault: 'webhook_lost' })
  await paymentStage.control.fault({ fault: 'process_then_drop' })
  expect((await payer.pay(raw_due_now, { body: { editing: true } })).status).toBe(202)
  const { studio, id } = payer
  const acts = [
    () => studio.call('POST', '/v1/dance360/routines', routineBody(id, studio.dancers.slice(0, 2))),
    () => studio.call('DELETE', `${open(id)}/edit`),
    payer.submit,
  ]
  for (const hours of [0, 5]) {
    paymentStage.later(hours * 60)
    for (const act of acts) {
      const reply = await act()
      expect([reply.statusCode, reply.json().code], reply.body).toEqual([409, 'payment.in_progress'])
    }
  }

  const charge = (await payer.attempts()).find(({ state }) => state === 'unknown')
  if (!charge) throw new Error('The charge is not open')
  await paymentStage.lookInto(charge)
  await paymentStage.runEverything()
  const record = await payer.record()
  expect(record).toMatchObject({ revision: null, balance: 0 })
  expect(record.routines).toHaveLength(2)
  expect(await payer.places()).toBe(2)
})
