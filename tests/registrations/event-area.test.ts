import { dollars } from '@callboard/domain/kernel/money.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertPayment } from '@callboard/server/payments/queries.ts'
import { postPayment, postReversal } from '@callboard/server/registrations/postings.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, clock } = stage
const { registration, grace, marlowe, office, tour_date_id, registration_draft } = await (async () => {
  const world = await completedCity(stage)
  return { ...world, registration_draft: world.registration.id }
})()
const url = `/v1/dance360/registrations/${registration.id}/event-area`

const pay = (payment: Omit<Parameters<typeof insertPayment>[1], 'registration_id'>) =>
  inTransaction(db, async (tx) =>
    postPayment(tx, await insertPayment(tx, { ...payment, registration_id: registration.id }), clock.now()),
  )

test('EVT-026 EVT-027 EVT-028 the event area knows the money, its deadline and where each payment came from', async () => {
  const check = { payment_method_id: 2, amount: dollars(20), details: JSON.stringify({ check_number: '1041' }) }
  await pay({ ...check, timestamp: instant('2024-09-25T12:00:00Z') })
  await pay({ timestamp: clock.now(), payment_method_id: 9, admin_id: grace.user_id, amount: dollars(5) })
  const area = (await call(grace.user_id, 'GET', url)).json()
  expect(area.payments.map(({ origin }: { origin: string }) => origin)).toEqual(['OFFICE', 'CHECK', 'ONLINE'])
  expect(area.payments[1].check_number).toBe('1041')
  expect(area).toMatchObject({ paid: dollars(125), status: 'deposit', pending: true })
  expect(area.balance).toBe(area.total - area.promo - area.credit - area.paid)
  expect(area.due_date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('EVT-020 news are dated, the newest first', async () => {
  await db.deleteFrom('news').where('tour_date_id', '=', tour_date_id).execute()
  expect((await call(grace.user_id, 'GET', url)).json().news).toEqual([])
  const row = (date: string, text: string) => ({ tour_date_id, date: date as never, text })
  await db
    .insertInto('news')
    .values([row('2024-09-20', 'Doors open early'), row('2024-09-27', 'Bring layers')])
    .execute()
  const { news } = (await call(grace.user_id, 'GET', url)).json()
  expect(news.map(({ text }: { text: string }) => text)).toEqual(['Bring layers', 'Doors open early'])
})

test('EVT-012 another’s event area does not exist', async () => {
  expect((await call(marlowe.user_id, 'GET', url)).statusCode).toBe(404)
})

test('EVT-032 there is no event area before completion', async () => {
  await db.updateTable('registrations').set({ completed: false }).where('id', '=', registration_draft).execute()
  expect((await call(grace.user_id, 'GET', url)).json().code).toBe('registration.not_completed')
  await db.updateTable('registrations').set({ completed: true }).where('id', '=', registration_draft).execute()
})

test('ACC-071 the account’s own registrations are listed with what each still needs', async () => {
  const { registrations } = (await call(grace.user_id, 'GET', '/v1/mybtf/own-registrations')).json()
  expect(registrations).toHaveLength(1)
  expect(registrations[0]).toMatchObject({
    id: registration.id,
    completed: true,
    past: false,
    routines: 2,
    waivers: { done: 0, total: 9 },
    music: { done: 0, total: 2 },
  })
  const area = (await call(grace.user_id, 'GET', url)).json()
  expect(registrations[0].balance).toBe(area.balance)
  expect((await call(marlowe.user_id, 'GET', '/v1/mybtf/own-registrations')).json().registrations).toEqual([])
})

test('PAY-003 PAY-059 a fee only in the ledger is due in the event area, in the list and in the office', async () => {
  const before = (await call(grace.user_id, 'GET', url)).json()
  await inTransaction(db, async (tx) => {
    const came = {
      registration_id: registration.id,
      payment_method_id: 6,
      amount: dollars(-20),
      timestamp: clock.now(),
    }
    const payment = await insertPayment(tx, came)
    await postReversal(tx, {
      payment,
      kind: 'return_reversal',
      fee_kind: 'returned_check_fee',
      fee: dollars(35),
      now: clock.now(),
    })
  })
  const area = (await call(grace.user_id, 'GET', url)).json()
  expect(area.balance).toBe(before.balance + dollars(55))
  const { registrations } = (await call(grace.user_id, 'GET', '/v1/mybtf/own-registrations')).json()
  expect(registrations[0].balance).toBe(area.balance)
  const record = (await call(office.user_id, 'GET', `/v1/office/registrations/${registration.id}`)).json()
  expect(record).toMatchObject({ balance: area.balance, money: { raw: area.balance, adjustments: dollars(35) } })
})
