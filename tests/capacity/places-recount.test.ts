import { placeFaults } from '@callboard/server/capacity/verify.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { created, openSeason, reviewed } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const office = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'admin' }, created),
  )

/** A studio of so many dancers, the first two with a solo each, reviewed. */
async function soloists(tour_date_id: number, dancers: number) {
  const studio = await season.studio({ dancers, teachers: 0 })
  const registration = await reviewed(
    studio,
    tour_date_id,
    studio.dancers.slice(0, 2).map((person) => [person]),
  )
  const put = (url: string, body: object) => studio.call('PUT', url, body)
  const at = `/v1/dance360/registrations/${registration.id}`
  return {
    ...registration,
    put,
    at,
    studio,
    async complete() {
      expect((await registration.review()).statusCode).toBe(200)
      await put(at, { paying_by_check: true })
      const reply = await put('/v1/mybtf/complete-registration', { registration_id: registration.id })
      expect(reply.statusCode, reply.body).toBe(200)
      await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', registration.id).execute()
    },
  }
}

const desk = async (method: 'PUT' | 'PATCH', url: string, body: object) => {
  const reply = await stage.call(office.user_id, method, url, body)
  expect(reply.statusCode, reply.body).toBe(200)
}
const setSmallBelow = (tour_date_id: number, value: number | null) =>
  desk('PUT', '/v1/office/settings', { tour_date_id, name: 'small_registration_dancers', value })
async function smallBelow(tour_date_id: number, value: number | null) {
  await setSmallBelow(tour_date_id, value)
  await stage.runJobs()
}
const changeCity = (id: number, body: object) => desk('PUT', `/v1/office/tour-dates/${id}`, body)

const takenPlaces = async (tour_date_id: number, key: string) =>
  (
    await stage.db
      .selectFrom('capacity')
      .select('taken')
      .where('tour_date_id', '=', tour_date_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
  ).taken

test('COMP-035 COMP-083 OFF-012 places are recounted when the office changes the size of a small registration', async () => {
  const city = await season.city({ solo_groups: 3 })
  const sold = await soloists(city, 6)
  await sold.complete()
  const [heldRegistration, late] = [await soloists(city, 3), await soloists(city, 4)]
  expect(await takenPlaces(city, 'small_solos')).toBe(0)

  await smallBelow(city, 8)
  expect(await takenPlaces(city, 'small_solos')).toBe(2)
  expect((await heldRegistration.review()).json().code).toBe('submit.small_solos')
  expect(await placeFaults(stage.db)).toEqual([])

  await smallBelow(city, null)
  expect(await takenPlaces(city, 'small_solos')).toBe(0)
  expect((await heldRegistration.review()).statusCode).toBe(200)
  expect(await takenPlaces(city, 'small_solos')).toBe(2)

  // Without a limit nothing is counted; with one again, what was sold and what is held.
  await changeCity(city, { solo_groups: null })
  expect(await takenPlaces(city, 'small_solos')).toBe(0)
  await changeCity(city, { solo_groups: 1 })
  expect(await takenPlaces(city, 'small_solos')).toBe(2)
  expect(await placeFaults(stage.db)).toEqual([])
  expect((await late.review()).json().code).toBe('submit.small_solos')

  // Above its limit the city sells no more; everybody keeps what they have.
  await smallBelow(city, 8)
  expect(await takenPlaces(city, 'small_solos')).toBe(4)
  expect((await sold.studio.call('GET', `${sold.at}/edit`)).statusCode).toBe(200)
  // Places of an open edit stay taken until it is submitted.
  const claims = stage.db.updateTable('place_claims').where('registration_id', '=', sold.id)
  await claims.where('key', '=', 'small_solos').set({ n: 3 }).execute()
  await smallBelow(city, 9)
  expect(await takenPlaces(city, 'small_solos')).toBe(5)
  await sold.put(sold.at, { waiver: true, competitionCodeWaiver: true })
  await sold.put(sold.at, { reviewed: true })
  const { version } = (await sold.put(sold.at, { paying_by_check: true })).json()
  const submitted = await sold.put(`${sold.at}/edit-complete`, { version })
  expect(submitted.statusCode, submitted.body).toBe(200)
  expect(await takenPlaces(city, 'small_solos')).toBe(4)
  expect(await placeFaults(stage.db)).toEqual([])
})

test('OFF-012 COMP-083 a limit lowered below what is sold takes nothing back and is no fault; beyond that it is', async () => {
  const city = await season.city({ total_routine_limit: 5 })
  await (await soloists(city, 6)).complete()
  await changeCity(city, { total_routine_limit: 1 })
  expect(await takenPlaces(city, 'routines')).toBe(2)
  expect(await placeFaults(stage.db)).toEqual([])
  const oversold = stage.db.updateTable('capacity').where('tour_date_id', '=', city).where('key', '=', 'routines')
  await oversold.set({ taken: 3 }).execute()
  expect((await placeFaults(stage.db)).map(({ what }) => what)).toContain('routines: 3 given of 1')
  await oversold.set({ taken: 2 }).execute()
})

test('COMP-035 COMP-083 until its city is recounted, a registration uses the previous threshold', async () => {
  const city = await season.city({ solo_groups: 2 })
  const sold = await soloists(city, 4)
  await sold.complete()
  const [late, last] = [await soloists(city, 6), await soloists(city, 7)]
  expect(await takenPlaces(city, 'small_solos')).toBe(2)

  // No request waits for the counting: six dancers are not small yet, and then they are, with what they hold.
  await setSmallBelow(city, 8)
  expect(await placeFaults(stage.db)).toEqual([])
  expect((await late.review()).statusCode).toBe(200)
  expect(await takenPlaces(city, 'small_solos')).toBe(2)
  await stage.runJobs()
  expect(await takenPlaces(city, 'small_solos')).toBe(4)
  expect(await placeFaults(stage.db)).toEqual([])
  expect((await last.review()).json().code).toBe('submit.small_solos')

  // Set and set back before anybody counted: nothing has changed.
  await setSmallBelow(city, 3)
  await smallBelow(city, 8)
  expect(await takenPlaces(city, 'small_solos')).toBe(4)
  expect(await placeFaults(stage.db)).toEqual([])
})
