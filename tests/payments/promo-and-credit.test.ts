import { insertSeasons, lastSeason } from '@callboard/server/dev/build-season.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { lockRegistration } from '@callboard/server/registrations/queries.ts'
import { recordOfficePayment } from '@callboard/server/payments/queries.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { sql } from 'kysely'
import { billTo, openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
type Payer = Awaited<ReturnType<typeof paymentStage.payer>>

const promos = [
  { code: 'TENNER', type: 'total', value: 1_000, percentage: false, is_unique: false },
  { code: 'HALF', type: 'workshop', value: 5_000, percentage: true, is_unique: true },
  { code: 'DANCERS', type: 'competition', value: 2_000, percentage: false, is_unique: false },
  { code: 'ELSEWHERE', type: 'total', value: 1_000, percentage: false, is_unique: false },
] as const
const { id: event_id } = await paymentStage.db.selectFrom('events').select('id').executeTakeFirstOrThrow()
const { id: season_id } = await paymentStage.db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
await paymentStage.db
  .insertInto('promo_codes')
  .values(promos.map((promo) => ({ ...promo, event_id, season_id })))
  .execute()
await paymentStage.db.updateTable('promo_codes').set({ active: false }).where('code', '=', 'ELSEWHERE').execute()

const apply = async (payer: Payer, ...promo_codes: string[]) => {
  const body = { registration_id: payer.id, promo_codes }
  const reply = await payer.studio.call('PUT', '/v1/dance360/promo-codes', body)
  return { status: reply.statusCode, body: reply.json() }
}

test('PAY-041 PAY-042 PAY-044 PAY-065 PAY-040 codes are worth what the price says, in order, a unique one alone', async () => {
  const payer = await paymentStage.payer()
  const lookup = await payer.studio.call(
    'GET',
    `/v1/dance360/promo-codes?code=tenner&event_id=${event_id}&registration_id=${payer.id}`,
  )
  expect(lookup.json()).toMatchObject({ code: 'TENNER', type: 'total', value: 1_000, amount: 1_000, unique: false })
  expect((await apply(payer, ' tenner ')).body.promo_codes).toMatchObject([{ code: 'TENNER', amount: 1_000 }])
  expect(await payer.standing()).toMatchObject({ promo: 1_000, balance: payer.total - 1_000 })

  expect((await apply(payer, 'TENNER', 'TENNER')).body.promo_codes).toHaveLength(1)
  const unique = await apply(payer, 'TENNER', 'HALF')
  expect(unique.body.promo_codes.map(({ code }: { code: string }) => code)).toEqual(['HALF'])
  const both = await apply(payer, 'HALF', 'TENNER')
  expect(both.body.promo_codes.map(({ code }: { code: string }) => code)).toEqual(['HALF', 'TENNER'])
  expect((await apply(payer)).body.promo_codes).toEqual([])
  expect((await payer.standing()).balance).toBe(payer.total)
})

test('PAY-043 a code that takes nothing off is not added', async () => {
  const payer = await paymentStage.payer()
  expect((await apply(payer, 'DANCERS')).body.promo_codes).toEqual([])
})

test('PAY-064 PAY-047 a code of elsewhere is unknown; one that was used counts once per account, event and season', async () => {
  const payer = await paymentStage.payer()
  expect((await apply(payer, 'ELSEWHERE')).status).toBe(404)
  expect((await apply(payer, 'NO SUCH')).body.code).toBe('promo.unknown')
  await apply(payer, 'TENNER')
  await payer.pay(payer.total - 1_000)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(paymentStage.db)
  await paymentStage.runJobs()
  expect(await payer.record()).toMatchObject({ completed: true })
  const other = await paymentStage.season.city()
  const { id } = (await payer.studio.call('POST', '/v1/mybtf/registration', { tour_date_id: other })).json()
  const again = await payer.studio.call('PUT', '/v1/dance360/promo-codes', {
    registration_id: id,
    promo_codes: ['TENNER'],
  })
  expect([again.statusCode, again.json().code]).toEqual([422, 'promo.used'])
  const look = await payer.studio.call('GET', `/v1/dance360/promo-codes?code=TENNER&event_id=${event_id}`)
  expect(look.json().code).toBe('promo.used')
})

test('PAY-049 PAY-063 PAY-048 credit lowers the balance until it is cleared; it needs a source and an amount', async () => {
  const payer = await paymentStage.payer()
  const credit = (body: object) =>
    payer.studio.call('POST', '/v1/payments/credit-voucher-payment', { registration_id: payer.id, ...body })
  const vouchers = [{ from: 'Fall raffle', amount: 500 }]
  const claimReply = await credit({ credit: { from: 'Last year', amount: 1_000 }, vouchers })
  expect(claimReply.json()).toMatchObject({
    credit: { amount: 1_500, status: 'claimed' },
    balance: payer.total - 1_500,
  })
  expect((await credit({ credit: { from: ' ', amount: 1 } })).json()).toMatchObject({
    code: 'credit.from',
    field: 'from',
  })
  expect((await credit({ credit: { from: 'Raffle', amount: 0 } })).json()).toMatchObject({ code: 'credit.amount' })
  expect((await credit({})).json()).toEqual({ credit: null, balance: payer.total })
})

test('PAY-051 PAY-059 PAY-060 SEC-015 payments and refunds that the office records count before and after completion', async () => {
  const payer = await paymentStage.payer()
  const admin_id = payer.studio.user_id
  const record = (amount: number, payment_method_id: number, details = {}) =>
    inTransaction(paymentStage.db, async (tx) => {
      await lockRegistration(tx, payer.id)
      const paymentValues = { registration_id: payer.id, amount: cents(amount), payment_method_id, details, admin_id }
      return recordOfficePayment(tx, { ...paymentValues, now: paymentStage.clock.time })
    })
  await record(1_000, 2, { check_number: '1044' })
  expect(await payer.standing()).toMatchObject({ payments: 1_000, raw: payer.total - 1_000 })
  await payer.pay(payer.total - 1_000)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(paymentStage.db)
  await paymentStage.runJobs()
  expect((await payer.record()).completed).toBe(true)
  await record(-500, 9)
  expect(await payer.standing()).toMatchObject({ payments: payer.total - 500, raw: 500, balance: 500 })
  expect(await payer.history()).toMatchObject([
    { amount: -500, origin: 'OFFICE', method: 'Cash', admin_id },
    { origin: 'ONLINE', admin_id: null },
    { amount: 1_000, origin: 'CHECK', details: { check_number: '1044' } },
  ])
  const totals = await paymentStage.db.selectFrom('tour_date_totals').selectAll().execute()
  expect(totals.reduce((sum, { paid }) => sum + paid, 0)).toBeGreaterThanOrEqual(payer.total - 500)
})

test('PAY-047 the last use of a code: many pay with it at once, one is charged and the others hear that it is gone', async () => {
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ code: 'LAST', type: 'total', value: 1_000, event_id, season_id, max_uses: 1 })
    .execute()
  const payers = []
  for (let n = 0; n < 6; n += 1) payers.push(await paymentStage.payer())
  for (const payer of payers) expect((await apply(payer, 'LAST')).status).toBe(200)
  const tokens = await Promise.all(payers.map(() => paymentStage.token()))
  const replies = await Promise.all(
    payers.map((payer, at) => payer.pay(payer.total - 1_000, { profile: { token: tokens[at], billTo } })),
  )
  const paidReplies = replies.filter(({ status }) => status === 200)
  expect(paidReplies).toHaveLength(1)
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body['code']))).toEqual(
    new Set(['promo.gone']),
  )
  const agreedTotals = await Promise.all(payers.map((payer) => paymentStage.agreePaid(payer.id)))
  expect(agreedTotals.filter((sum) => sum > 0)).toHaveLength(1)
  const late = await paymentStage.payer()
  expect((await apply(late, 'LAST')).body.code).toBe('promo.gone')
})

test('PAY-047 one account pays in two cities with one code at once: only one of them counts it, the other is not charged', async () => {
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ code: 'ONCE', type: 'total', value: 1_000, event_id, season_id })
    .execute()
  const first = await paymentStage.payer()
  const second = await paymentStage.payerAgain(first)
  for (const payer of [first, second]) expect((await apply(payer, 'ONCE')).status).toBe(200)
  const replies = await Promise.all([first, second].map((payer) => payer.pay(payer.total - 1_000)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(replies.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'promo.used', which: 'ONCE' })
})

test('PAY-041 PAY-047 a code that is used up takes nothing off at once, and a payment at the old price is refused', async () => {
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ code: 'SPENT', type: 'total', value: 1_000, event_id, season_id, max_uses: 1 })
    .execute()
  const [one, other] = [await paymentStage.payer(), await paymentStage.payer()]
  for (const payer of [one, other]) await apply(payer, 'SPENT')
  expect(await other.standing()).toMatchObject({ promo: 1_000, balance: other.total - 1_000, promo_codes_gone: [] })
  expect((await one.pay(one.total - 1_000)).status).toBe(200)
  expect(await one.standing()).toMatchObject({ promo: 1_000, balance: 0 })
  const withoutPromo = { promo: 0, balance: other.total, promo_codes: [] }
  expect(await other.standing()).toMatchObject({
    ...withoutPromo,
    promo_codes_gone: [{ code: 'promo.gone', message: 'The promo code SPENT has been used up.' }],
  })
  const quoted = await other.studio.call('POST', `/v1/dance360/registrations/${other.id}/quote`, {})
  expect(quoted.json()).toMatchObject({ promo: 0, balance: other.total })
  expect((await other.pay(other.total - 1_000)).body['code']).toBe('promo.gone')
  expect(await other.attempts()).toEqual([])
  expect((await other.pay(other.total)).status).toBe(200)
  expect(await other.standing()).toMatchObject({ ...withoutPromo, balance: 0, promo_codes_gone: [] })
  await paymentStage.runEverything()
  expect((await other.record()).completed).toBe(true)
})

test('PAY-041 PAY-064 a code is looked up in the season of the registration, without one in the current season', async () => {
  await paymentStage.db.transaction().execute((tx) => insertSeasons(tx, [lastSeason]))
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ code: 'LASTYEAR', type: 'total', value: 1_000, event_id, season_id: lastSeason.id })
    .execute()
  const payer = await paymentStage.payer()
  const look = (more = '') =>
    payer.studio.call('GET', `/v1/dance360/promo-codes?code=LASTYEAR&event_id=${event_id}${more}`)
  for (const reply of [await look(), await look(`&registration_id=${payer.id}`)]) {
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'promo.unknown'])
  }
})

test('PAY-047 a declined payment gives the last use back', async () => {
  await paymentStage.db
    .insertInto('promo_codes')
    .values({ code: 'BACK', type: 'total', value: 1_000, event_id, season_id, max_uses: 1 })
    .execute()
  const [one, other] = [await paymentStage.payer(), await paymentStage.payer()]
  for (const payer of [one, other]) await apply(payer, 'BACK')
  await paymentStage.control.fault({ fault: 'decline', respond: { response_code: 202 } })
  expect((await one.pay(one.total - 1_000)).status).toBe(402)
  expect((await other.pay(other.total - 1_000)).status).toBe(200)
})

test('PAY-050 SEC-014 employees hear of promo codes and credit only where the city allows it', async () => {
  for (const [employee_email_allowed, mails] of [
    [false, 0],
    [true, 2],
  ] as const) {
    const payer = await paymentStage.payer({ employee_email_allowed })
    const flag = { registration_id: payer.id, sendEmployeeEmail: true }
    await payer.studio.call('PUT', '/v1/dance360/promo-codes', { ...flag, promo_codes: ['TENNER'] })
    await payer.studio.call('PUT', '/v1/dance360/promo-codes', { ...flag, promo_codes: ['TENNER'] })
    const credit = { from: 'Raffle', amount: 500 }
    await payer.studio.call('POST', '/v1/payments/credit-voucher-payment', { ...flag, credit })
    const discountMails = await paymentStage.db
      .selectFrom('mails')
      .where('registration_id', '=', payer.id)
      .where('template', '=', 'discount_employee')
      .select('id')
      .execute()
    expect(discountMails).toHaveLength(mails)
  }
})
