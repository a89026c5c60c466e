import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { beforeEach, expect, test } from 'vitest'
import { openPaymentStage } from './kit.ts'

const paymentStage = await openPaymentStage()
const { db, clock } = paymentStage
const { id: event_id } = await db.selectFrom('events').select('id').executeTakeFirstOrThrow()
const { id: season_id } = await db.selectFrom('seasons').select('id').executeTakeFirstOrThrow()
const code = { type: 'total', value: 1_000, percentage: false, is_unique: false, event_id, season_id } as const
await db
  .insertInto('promo_codes')
  .values([
    { ...code, code: 'SOON', valid_from: calendarDate('2024-10-02') },
    { ...code, code: 'TODAY', valid_from: calendarDate('2024-10-01'), valid_through: calendarDate('2024-10-01') },
    { ...code, code: 'PAST', valid_through: calendarDate('2024-09-30') },
  ])
  .execute()

type Payer = Awaited<ReturnType<typeof paymentStage.payer>>

async function apply(payer: Payer, ...promo_codes: string[]) {
  const body = { registration_id: payer.id, promo_codes }
  const reply = await payer.studio.call('PUT', '/v1/dance360/promo-codes', body)
  return reply.json()
}

const lookUp = async (payer: Payer, which: string, more = '') =>
  (await payer.studio.call('GET', `/v1/dance360/promo-codes?code=${which}&event_id=${event_id}${more}`)).json()

const endedToday = { code: 'promo.ended', message: 'The promo code TODAY ended on October 1, 2024.' }

beforeEach(() => {
  clock.time = instant('2024-10-01T16:00:00Z')
})

test('a code is refused at its field before its first and after its last day, which are those of the city', async () => {
  const payer = await paymentStage.payer({ city: 'Albany', state: 'NY' })
  const notYet = {
    code: 'promo.not_yet',
    message: 'The promo code SOON can be used from October 2, 2024.',
    field: 'code',
  }
  expect(await apply(payer, 'SOON')).toMatchObject(notYet)
  expect(await lookUp(payer, 'SOON')).toMatchObject(notYet)
  const past = { code: 'promo.ended', message: 'The promo code PAST ended on September 30, 2024.' }
  expect(await apply(payer, 'PAST')).toMatchObject(past)
  expect(await lookUp(payer, 'PAST', `&registration_id=${payer.id}`)).toMatchObject(past)
  expect(await payer.standing()).toMatchObject({ promo: 0, promo_codes: [] })

  // Midnight in New York, nine in the evening in Los Angeles.
  clock.time = instant('2024-10-02T04:00:00Z')
  const here = `&registration_id=${payer.id}`
  expect(await lookUp(payer, 'SOON', here)).toMatchObject({ code: 'SOON', amount: 1_000 })
  expect(await lookUp(payer, 'TODAY', here)).toMatchObject(endedToday)
  expect(await lookUp(payer, 'SOON')).toMatchObject(notYet)
})

test('PAY-047 a code that ended before it was counted takes nothing off, and a payment at the old price is refused', async () => {
  const payer = await paymentStage.payer()
  expect(await apply(payer, 'TODAY')).toMatchObject({ promo_codes: [{ code: 'TODAY', amount: 1_000 }] })
  clock.time = instant('2024-10-02T06:59:00Z')
  expect(await payer.standing()).toMatchObject({ promo: 1_000, promo_codes_gone: [] })

  clock.time = instant('2024-10-02T07:00:00Z')
  const withoutPromo = { promo: 0, balance: payer.total, promo_codes: [] }
  expect(await payer.standing()).toMatchObject({ ...withoutPromo, promo_codes_gone: [endedToday] })
  const quoted = await payer.studio.call('POST', `/v1/dance360/registrations/${payer.id}/quote`, {})
  expect(quoted.json()).toMatchObject({ promo: 0, balance: payer.total })
  await payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, { reviewed: true })
  expect((await payer.pay(payer.total - 1_000)).body).toMatchObject(endedToday)
  expect(await payer.attempts()).toEqual([])
  expect((await payer.pay(payer.total)).status).toBe(200)
  expect(await payer.standing()).toMatchObject({ ...withoutPromo, balance: 0, promo_codes_gone: [] })
})

test('COMP-084 a hold keeps a code over midnight, and one that was paid with stays', async () => {
  clock.time = instant('2024-10-02T06:55:00Z')
  const payer = await paymentStage.payer()
  expect(await apply(payer, 'TODAY')).toMatchObject({ promo_codes: [{ code: 'TODAY' }] })
  clock.time = instant('2024-10-02T07:05:00Z')
  expect(await payer.standing()).toMatchObject({ promo: 1_000, promo_codes_gone: [] })
  expect((await payer.pay(payer.total - 1_000)).status).toBe(200)
  await paymentStage.runEverything()
  clock.time = instant('2024-10-09T16:00:00Z')
  expect(await payer.standing()).toMatchObject({ promo: 1_000, balance: 0, promo_codes: [{ code: 'TODAY' }] })
  expect((await payer.record()).completed).toBe(true)
})
