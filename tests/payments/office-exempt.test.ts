import { afterEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, routineBody, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const admin = await season.studio()
await stage.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user_id).execute()
const start = stage.clock.time
afterEach(() => {
  stage.clock.time = start
})

const exempts = (studio: Studio, exempt: boolean) =>
  stage.call(admin.user_id, 'PUT', `/v1/office/users/${studio.user_id}/exempt`, { exempt })
const tries = (studio: Studio, tour_date_id: number) => studio.call('POST', '/v1/mybtf/registration', { tour_date_id })
const emailOf = async ({ user_id }: Studio) =>
  (await stage.db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirstOrThrow()).email
const except = async (tour_date_id: number, studio: Studio) =>
  stage.call(admin.user_id, 'PUT', `/v1/office/tour-dates/${tour_date_id}`, {
    exceptions: [(await emailOf(studio)).toUpperCase()],
  })
const setCity = (id: number, values: object) =>
  stage.db.updateTable('tour_dates').set(values).where('id', '=', id).execute()
test('OFF-009 SEC-011 a sold-out city stops everyone but who is exempt, until that is taken back', async () => {
  const city = await season.city()
  await setCity(city, { regenabled: false })
  const studio = await season.studio()
  expect((await tries(studio, city)).statusCode).toBeGreaterThanOrEqual(400)

  expect((await exempts(studio, true)).json()).toMatchObject({ exempt: true })
  expect((await tries(studio, city)).statusCode).toBe(200)

  const other = await season.studio()
  expect((await tries(other, city)).statusCode).toBeGreaterThanOrEqual(400)
  await exempts(studio, false)
  const next = await season.city()
  await setCity(next, { regenabled: false })
  expect((await tries(studio, next)).statusCode).toBeGreaterThanOrEqual(400)
})

test('OFF-009 SEC-011 a passed city takes the exempt person in, with people on the registration', async () => {
  const city = await season.city()
  const studio = await season.studio()
  const { end_date } = await stage.db
    .selectFrom('tour_dates')
    .where('id', '=', city)
    .select('end_date')
    .executeTakeFirstOrThrow()
  stage.clock.time = `${end_date}T23:00:00.000Z` as never
  stage.clock.time = new Date(Date.parse(stage.clock.time) + 3 * 86_400_000).toISOString() as never
  expect((await tries(studio, city)).statusCode).toBeGreaterThanOrEqual(400)
  await exempts(studio, true)
  const { id } = await begin(studio, city)
  const saved = await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  expect(saved.statusCode).toBe(200)
})

test('OFF-008 SEC-010 the exception list of a city bypasses closed registration, in any case of letters', async () => {
  const city = await season.city()
  await setCity(city, { regenabled: false })
  const listed = await season.studio()
  expect((await except(city, listed)).statusCode).toBe(200)
  expect((await tries(listed, city)).statusCode).toBe(200)
  // For this city alone.
  const next = await season.city()
  await setCity(next, { regenabled: false })
  expect((await tries(listed, next)).statusCode).toBeGreaterThanOrEqual(400)
})

test('OFF-008 SEC-010 SEC-021 an address on the list bypasses nothing until its mailed link is followed', async () => {
  const city = await season.city()
  await setCity(city, { regenabled: false })
  const email = 'on.the.list@example.com'
  await stage.call(admin.user_id, 'PUT', `/v1/office/tour-dates/${city}`, { exceptions: [email] })
  const studio = await season.studio()
  const change = { email, password: 'Rehearsal7' }
  const reply = await stage.call(studio.user_id, 'PUT', `/v1/mybtf/${studio.user_id}/email`, change)
  expect(reply.json(), reply.body).toMatchObject({ pending_email: email })
  expect((await tries(studio, city)).statusCode).toBe(403)

  await stage.runJobs()
  const mail = await stage.db.selectFrom('mails').where('to', '=', email).select('text').executeTakeFirstOrThrow()
  const token = /\/([\w-]{40,})/.exec(mail.text)?.[1]
  expect((await stage.call(0, 'POST', '/v1/mybtf/confirm', { user: { token } })).statusCode).toBe(200)
  expect((await tries(studio, city)).statusCode).toBe(200)
})

test('OFF-008 SEC-010 it bypasses competition that is switched off', async () => {
  const city = await season.city()
  const [listed, other] = [await season.studio(), await season.studio()]
  const ids = []
  for (const studio of [listed, other]) {
    const { id } = await begin(studio, city)
    await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
    ids.push(id)
  }
  await setCity(city, { compenabled: false })
  await except(city, listed)
  const [own = 0, others = 0] = ids
  const enters = (studio: Studio, id: number) =>
    studio.call('POST', '/v1/dance360/routines', routineBody(id, studio.dancers.slice(0, 1)))
  expect((await enters(other, others)).statusCode).toBeGreaterThanOrEqual(400)
  expect((await enters(listed, own)).statusCode).toBe(200)
})

test('OFF-008 SEC-010 it bypasses observers that are switched off', async () => {
  const city = await season.city()
  const [listed, other] = [await season.studio(), await season.studio()]
  await setCity(city, { obsdisabled: true })
  await except(city, listed)
  const observer = await stage.db
    .selectFrom('workshop_levels')
    .where('kind', '=', 'observer')
    .select('id')
    .executeTakeFirstOrThrow()
  const adds = async (studio: Studio) => {
    const { id } = await begin(studio, city)
    const attendees = [{ person_id: studio.dancers[0] ?? 0, workshop_level_id: observer.id }]
    return studio.call('PUT', '/v1/dance360/workshop/attendees', {
      id,
      attendees,
      additional_observers: { one: 1, two: 0 },
    })
  }
  expect((await adds(other)).statusCode).toBeGreaterThanOrEqual(400)
  expect((await adds(listed)).statusCode).toBe(200)
})
