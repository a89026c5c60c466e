import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { currentConfirmation } from '@callboard/server/registrations/present.ts'
import { loadContext } from '@callboard/server/registrations/facts.ts'
import { remindOfPayments } from '@callboard/server/payments/reminders.ts'
import { findRegistration } from '@callboard/server/registrations/queries.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reviewed } from '../scenarios/small-city.ts'
import { openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
const started = paymentStage.clock.time
const city = { starts: '2025-01-17', payment_date: calendarDate('2024-12-20') }

const remind = () => remindOfPayments(paymentStage.app)
const reminders = async (registration_id: number) =>
  (
    await paymentStage.db
      .selectFrom('mails')
      .where('registration_id', '=', registration_id)
      .where('template', '=', 'payment_reminder')
      .orderBy('id')
      .select(['subject', 'text'])
      .execute()
  ).map(({ subject, text }) => ({ subject, text }))

async function completeNow() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(paymentStage.db)
  await paymentStage.runJobs()
}

/** A registration that completed with its deposit and owes the rest. */
async function depositor(cityValues: object = {}) {
  paymentStage.clock.time = started
  const payer = await paymentStage.payer({ ...city, ...cityValues }, { compete: true })
  expect((await payer.pay(5_000)).status).toBe(200)
  await completeNow()
  expect(await payer.record()).toMatchObject({ completed: true })
  return payer
}

test('PAY-029 a balance is reminded of before it is due and on the day, once each, however often and by how many it is looked', async () => {
  const payer = await depositor()
  paymentStage.clock.time = instant('2024-12-12T18:00:00Z')
  await remind()
  expect(await reminders(payer.id)).toEqual([])

  paymentStage.clock.time = instant('2024-12-14T18:00:00Z')
  await Promise.all([remind(), remind(), remind()])
  await remind()
  const [before, ...more] = await reminders(payer.id)
  expect(more).toEqual([])
  expect(before?.subject).toMatch(/^Your balance for /)
  expect(before?.text).toContain('Friday, December 20, 2024')
  expect(before?.text).toContain(`/event/${payer.id}/payments`)

  paymentStage.clock.time = instant('2024-12-20T18:00:00Z')
  await Promise.all([remind(), remind()])
  expect((await reminders(payer.id)).map(({ subject }) => subject)).toEqual([
    before?.subject,
    expect.stringMatching(/is due today$/),
  ])
})

test('PAY-029 an owner who has paid gets no reminder', async () => {
  const payer = await depositor()
  expect((await payer.pay(payer.total - 5_000)).status).toBe(200)
  paymentStage.clock.time = instant('2024-12-14T18:00:00Z')
  await remind()
  expect(await reminders(payer.id)).toEqual([])
})

test('PAY-029 FEE-028 a reserved registration is reminded of its check, 30 days before the event unless there is a payment date', async () => {
  paymentStage.clock.time = started
  const payer = await paymentStage.payer({ starts: '2025-01-17', early: '2025-01-03', payment_date: null })
  const put = (body: object) => payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, body)
  expect((await put({ paying_by_check: true })).statusCode).toBe(200)
  const completion = await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  expect(completion.statusCode, completion.body).toBe(200)
  paymentStage.clock.time = instant('2024-12-18T18:00:00Z')
  await remind()
  const [letter] = await reminders(payer.id)
  expect(letter?.subject).toMatch(/is due today$/)
  expect(letter?.text).toContain('You chose to pay by check')
  expect(letter?.text).toContain(`registration number ${payer.id}`)
})

test('PAY-029 the office sees who is overdue since the day that was promised, who is due soon, and who was reminded', async () => {
  const payer = await depositor()
  await paymentStage.db.updateTable('users').set({ role: 'office' }).where('id', '=', payer.studio.user_id).execute()
  const dues = async (show: string) =>
    (await payer.studio.call('GET', `/v1/office/dues?show=${show}&per_page=200`)).json()
  const mine = async (show: string) => (await dues(show)).rows.find(({ id }: { id: number }) => id === payer.id)
  const balance = payer.total - 5_000

  expect(await mine('all')).toMatchObject({ due_date: '2024-12-20', due_state: 'later', balance })
  expect(await mine('soon')).toBeUndefined()
  paymentStage.clock.time = instant('2024-12-14T18:00:00Z')
  await remind()
  expect(await mine('soon')).toMatchObject({ due_state: 'soon', reminded_at: '2024-12-14T18:00:00.000Z' })
  paymentStage.clock.time = instant('2024-12-21T18:00:00Z')
  expect(await mine('overdue')).toMatchObject({ due_date: '2024-12-20', due_state: 'overdue', balance })
  // The studio reads the same of it.
  const { banners } = await payer.standing()
  expect(banners.map(({ text }: { text: string }) => text).join()).toContain('was due by Friday, December 20, 2024.')
  const balances = async (order: string) =>
    (await dues(`overdue&sort=balance&order=${order}`)).rows.map(({ balance }: { balance: number }) => balance)
  const rising = await balances('asc')
  expect(rising).toEqual(rising.toSorted((one: number, other: number) => one - other))
  expect(await balances('desc')).toEqual(rising.toReversed())
  const all = await dues('overdue')
  expect(all.owed).toBe(all.rows.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0))
})

test('EVT-028 FEE-027 PAY-003 every screen, list and letter says the same balance and the same day, also once it is missed', async () => {
  const payer = await depositor()
  const tour_date_id = (await payer.record()).tour_date.id
  const fee = 3_500
  const check = { amount: 5_000, payment_method_id: 2, details: { check_number: '1041' } }
  await paymentStage.asOffice('POST', `/v1/office/registrations/${payer.id}/payments`, check)
  const { payments } = await paymentStage.moneyOf(payer.id)
  const { id } = payments.find(({ payment_method_id }: { payment_method_id: number }) => payment_method_id === 2)
  expect((await paymentStage.asOffice('POST', `/v1/office/payments/${id}/reversal`, {})).statusCode).toBe(200)

  const get = async (url: string) => (await payer.studio.call('GET', url)).json()
  const mine = (rows: { id?: number; registration_id?: number }[]) =>
    rows.find((row) => (row.registration_id ?? row.id) === payer.id)
  const daysAndBalances = async () => {
    const standing = await payer.standing()
    const area = await get(`/v1/dance360/registrations/${payer.id}/event-area`)
    const next = mine(await get('/v1/mybtf/due')) as unknown as { owed: number; pay_by: string }
    const own = mine((await get('/v1/mybtf/own-registrations')).registrations)
    const papers = await paymentStage.db.transaction().execute(async (tx) => {
      const registration = await findRegistration(tx, payer.id)
      return registration && currentConfirmation(tx, await loadContext(tx, registration, paymentStage.clock.now()))
    })
    const office = (url: string) => paymentStage.asOffice('GET', url).then((reply) => reply.json())
    const dues = mine((await office('/v1/office/dues?show=all&per_page=200')).rows)
    const balances = mine((await office(`/v1/office/tour-dates/${tour_date_id}/balances`)).rows)
    const record = await office(`/v1/office/registrations/${payer.id}`)
    const days = [standing, area, own, papers, dues, balances].map((one) => (one as { due_date: string }).due_date)
    const sums = [area, own, papers, dues, balances, record, await payer.record()]
    const balanceValues = [...sums.map((one) => (one as { balance: number }).balance), standing.raw, next.owed]
    return { days: [...new Set([...days, next.pay_by])], owed: [...new Set(balanceValues)] }
  }
  const same = { days: ['2024-12-20'], owed: [payer.total - 5_000 + fee] }
  expect(await daysAndBalances()).toEqual(same)
  paymentStage.clock.time = instant('2025-01-12T18:00:00Z')
  expect(await daysAndBalances()).toEqual(same)
  await Promise.all([remind(), remind()])
  const [letter, ...more] = await reminders(payer.id)
  expect(more).toEqual([])
  expect(letter?.subject).toMatch(/is overdue$/)
  expect(letter?.text).toContain('was due by Friday, December 20, 2024')
})

test('OFF-043 the money of a city: what was charged, came, went back and is owed, by deposit and by check, as the ledger says', async () => {
  const first = await depositor()
  const { tour_date_id } = await paymentStage.db
    .selectFrom('registrations')
    .where('id', '=', first.id)
    .select('tour_date_id')
    .executeTakeFirstOrThrow()
  const another = async () => {
    const studio = await paymentStage.season.studio()
    const { id, review } = await reviewed(studio, tour_date_id)
    return { studio, id, total: (await review()).json().fees.total as number, ...paymentStage.tillOf(studio, id) }
  }
  const byCheck = await another()
  const put = (body: object) => byCheck.studio.call('PUT', `/v1/dance360/registrations/${byCheck.id}`, body)
  expect((await put({ paying_by_check: true })).statusCode).toBe(200)
  await byCheck.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: byCheck.id })
  const paidPayer = await another()
  await paidPayer.pay(paidPayer.total)
  await completeNow()
  const cash = { amount: -1_000, payment_method_id: 9, details: { note: 'One observer fewer' } }
  expect(
    (await paymentStage.asOffice('POST', `/v1/office/registrations/${paidPayer.id}/payments`, cash)).statusCode,
  ).toBe(200)
  const unfinished = await another()
  expect((await unfinished.pay(700)).status).toBe(200)

  const at = `/v1/office/tour-dates/${tour_date_id}/balances`
  const { city, rows, total } = (await paymentStage.asOffice('GET', `${at}?sort=balance&order=desc`)).json()
  const chargedTotal = first.total + byCheck.total + paidPayer.total
  expect(city).toMatchObject({
    ...{
      registrations: 3,
      charged: chargedTotal,
      received: 5_000 + paidPayer.total,
      given_back: 1_000,
      unfinished_received: 700,
    },
    ...{ deposits: 2, deposits_received: 5_000 + paidPayer.total - 1_000, deposits_owed: first.total - 5_000 + 1_000 },
    ...{ checks: 1, checks_owed: byCheck.total, owed: chargedTotal - paidPayer.total - 4_000, overpaid: 0 },
  })
  expect(total).toBe(3)
  const balances = rows.map(({ balance }: { balance: number }) => balance)
  expect(balances).toEqual([byCheck.total, first.total - 5_000, 1_000].toSorted((one, other) => other - one))
  const only = (await paymentStage.asOffice('GET', `${at}?show=pending_check`)).json()
  expect(only.rows).toMatchObject([{ id: byCheck.id, stands: 'pending_check', received: 0 }])

  const cities = (await paymentStage.asOffice('GET', '/v1/office/money')).json().rows
  expect(cities.find((row: { tour_date_id: number }) => row.tour_date_id === tour_date_id)).toEqual(city)
  const { paid: storedPaid } = await paymentStage.db
    .selectFrom('tour_date_totals')
    .where('tour_date_id', '=', tour_date_id)
    .select('paid')
    .executeTakeFirstOrThrow()
  expect(city.received - city.given_back).toBe(storedPaid)

  const file = await paymentStage.asOffice('GET', `${at}/csv?show=pending_check`)
  expect(file.headers['content-type']).toContain('text/csv')
  const [head, line, ...more] = file.body.trim().split('\r\n')
  expect(head).toContain('Balance,Status,Pay by')
  expect(line).toContain(`${(byCheck.total / 100).toFixed(2)},Awaiting a check,`)
  expect(more).toEqual([])
  expect((await paymentStage.asOffice('GET', '/v1/office/money/csv')).body).toContain((chargedTotal / 100).toFixed(2))
  expect((await first.studio.call('GET', at)).statusCode).toBe(403)
})
