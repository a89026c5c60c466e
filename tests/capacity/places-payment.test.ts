import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { expireOffers } from '@callboard/server/waiting-list/jobs.ts'
import { expect, test } from 'vitest'
import { openPaymentStage } from '../payments/kit.ts'
import { broken } from '../scenarios/crowd.ts'
import { reviewed } from '../scenarios/small-city.ts'

const paymentStage = await openPaymentStage({ timeoutMs: 20_000 })

/** A studio in front of the payment page with the one place of a city, and another that wants it. */
async function payerAndRival() {
  const payer = await paymentStage.payer({ total_routine_limit: 1 }, { compete: true })
  const { tour_date_id } = await paymentStage.db
    .selectFrom('registrations')
    .select('tour_date_id')
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow()
  // The rival entered its routine when there was room.
  await setPlaces(tour_date_id, 2)
  const rival = await paymentStage.season.studio()
  const wants = await reviewed(rival, tour_date_id, [rival.dancers.slice(0, 1)])
  await setPlaces(tour_date_id, 1)
  return { payer, rival: wants, tour_date_id }
}

const setPlaces = (tour_date_id: number, places: number) =>
  paymentStage.db
    .updateTable('capacity')
    .set({ places })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()

/** The charge is on its way: sent, its answer a second off. */
async function paying(payer: Awaited<ReturnType<typeof paymentStage.payer>>) {
  await paymentStage.control.fault({ fault: 'webhook_lost' })
  await paymentStage.control.fault({ fault: 'process_then_delay:1200' })
  const reply = payer.pay(payer.total)
  await expect.poll(async () => (await payer.attempts()).length).toBe(1)
  return reply
}

const inMinutes = (minutes: number) => {
  paymentStage.clock.time = minutesAfter(paymentStage.clock.time, minutes)
}

test('COMP-084 REV-032 a hold whose time ends while the payment is on its way is kept: nobody else has the place', async () => {
  const { payer, rival } = await payerAndRival()
  const payment = paying(payer)
  await expect.poll(async () => (await payer.attempts()).length).toBe(1)
  inMinutes(20)
  await expireOffers(paymentStage.app)
  expect((await rival.review()).statusCode).toBe(422)
  expect((await payment).status).toBe(200)
  const completed = await payer.studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: payer.id })
  expect(completed.statusCode).toBe(200)
  expect((await rival.review()).statusCode).toBe(422)
  expect(await broken(paymentStage)).toEqual([])
})

test('COMP-084 PAY-054 a payment for a place that is gone is refused before anything is charged, with what to do', async () => {
  const { payer, rival } = await payerAndRival()
  inMinutes(16)
  expect((await rival.review()).statusCode).toBe(200)
  const { status, body } = await payer.pay(payer.total)
  expect([status, body['code']]).toEqual([409, 'places.not_held'])
  expect(body['message']).toMatch(/Please review your registration once more/)
  const again = await payer.studio.call('PUT', `/v1/dance360/registrations/${payer.id}`, { reviewed: true })
  expect([again.statusCode, again.json().code]).toEqual([422, 'submit.no_room'])
  expect(again.json().message).toMatch(/Please remove 1 routine/)
  expect(await payer.attempts()).toEqual([])
  expect(await broken(paymentStage)).toEqual([])
})

// The control: a hold that ends by the clock during the payment would leave money without a place.
test('without the hold being kept while the payment is open, the place goes to another and the office is called', async () => {
  const { payer, rival } = await payerAndRival()
  const payment = paying(payer)
  await expect.poll(async () => (await payer.attempts()).length).toBe(1)
  await paymentStage.db
    .updateTable('place_claims')
    .set({ held_until: minutesAfter(paymentStage.clock.time, 15) })
    .where('registration_id', '=', payer.id)
    .execute()
  inMinutes(16)
  expect((await rival.review()).statusCode).toBe(200)
  expect((await payment).status).toBe(200)
  const exceptions = await paymentStage.db
    .selectFrom('payment_exceptions')
    .select('kind')
    .where('registration_id', '=', payer.id)
    .execute()
  expect(exceptions).toMatchObject([{ kind: 'paid, but its places are gone' }])
})

test('COMP-084 an owner who never pays holds a city’s last place for 120 minutes, then pauses, and the office sees it', async () => {
  const { payer, rival, tour_date_id } = await payerAndRival()
  const open = `/v1/dance360/registrations/${payer.id}`
  const hold = () => payer.studio.call('POST', `${open}/hold`)
  // 120 minutes in holds of 15, the first of them the payer's own.
  for (let heldMinutes = 15; heldMinutes < 120; heldMinutes += 15) {
    inMinutes(15)
    expect((await hold()).statusCode).toBe(200)
    expect((await rival.review()).statusCode).toBe(422)
  }
  inMinutes(15)
  const paused = await hold()
  expect([paused.statusCode, paused.json().code]).toEqual([409, 'places.hold_paused'])
  expect(paused.json().message).toMatch(
    /^You have held places here for 120 minutes without paying, so they are open to others now\. .+ from \w{3}, /,
  )
  const { exceptions } = (await paymentStage.asOffice('GET', '/v1/office/today')).json()
  expect(exceptions.filter(({ registration_id }: { registration_id: number }) => registration_id === payer.id)).toEqual(
    [
      expect.objectContaining({
        kind: 'places held without paying',
        detail: expect.stringMatching(/^120 minutes in all/),
      }),
    ],
  )
  // A new registration does not help: the account is paused.
  expect((await payer.studio.call('DELETE', `/v1/mybtf/delete-registration/${payer.id}`)).statusCode).toBe(204)
  const anew = await reviewed(payer.studio, tour_date_id, [payer.studio.dancers.slice(0, 1)])
  const reply = await anew.review()
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'places.hold_paused'])
  expect((await rival.review()).statusCode).toBe(200)
  inMinutes(120)
  expect((await anew.review()).statusCode).toBe(200)
  expect(await broken(paymentStage)).toEqual([])
})

test('COMP-084 released places count for the time they were held', async () => {
  const { payer } = await payerAndRival()
  const open = `/v1/dance360/registrations/${payer.id}`
  inMinutes(5)
  expect((await payer.studio.call('DELETE', `${open}/hold`)).statusCode).toBe(204)
  inMinutes(5)
  expect((await payer.studio.call('POST', `${open}/hold`)).statusCode).toBe(200)
  const record = await paymentStage.db
    .selectFrom('hold_records')
    .where('user_id', '=', payer.studio.user_id)
    .select('held_seconds')
    .executeTakeFirstOrThrow()
  expect(record.held_seconds).toBe(5 * 60)
})
