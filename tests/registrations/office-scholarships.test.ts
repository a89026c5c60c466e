import { expect, test } from 'vitest'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { openStage } from '../kit.ts'
import { begin, created, openSeason, peopleBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const studio = await season.studio({ dancers: 3 })
const [first = 0, second = 0, third = 0] = studio.dancers
const desk = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@callboard.example', fname: 'Desk', lname: 'Clerk', role: 'office' }, created),
  )

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const office = async (method: Method, path: string, body?: unknown) => {
  const reply = await stage.call(desk.user_id, method, `/v1/office${path}`, body)
  return { status: reply.statusCode, body: reply.body ? reply.json() : null }
}
const draft = { person_id: first, season_id: 41, event_id: null, vip_type_id: null, amount: 9_000, note: ' Runner-up ' }
const record = async (change: object = {}) => (await office('POST', '/scholarships', { ...draft, ...change })).body
const lastAudit = () =>
  stage.db.selectFrom('audit_log').orderBy('id', 'desc').limit(1).selectAll().executeTakeFirstOrThrow()
const registered = async () => {
  const { id } = await begin(studio, await season.city())
  const { attendees } = (await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))).json()
  return { id, attendees, url: `/v1/dance360/registrations/${id}` }
}

test('OFF-023 C109 the office finds a dancer by name and studio, and a stranger finds nobody', async () => {
  const { fname } = await stage.db
    .selectFrom('persons')
    .where('id', '=', first)
    .select('fname')
    .executeTakeFirstOrThrow()
  const { rows } = (await office('GET', `/people?q=${encodeURIComponent(fname)}`)).body
  expect(rows.find((row: { person_id: number }) => row.person_id === first)).toMatchObject({
    person_id: first,
    name: expect.stringContaining(fname),
    age: expect.any(Number),
    studios: [expect.any(String)],
  })
  expect((await studio.call('GET', `/v1/office/people?q=${encodeURIComponent(fname)}`)).statusCode).toBe(403)
})

test('OFF-023 a scholarship that is sent again with its key, since the reply was lost, is recorded once', async () => {
  const { cookie } = await stage.sessionOf(desk.user_id)
  const send = async (key: string, change: object = {}) => {
    const reply = await stage.app.inject({
      method: 'POST',
      url: '/v1/office/scholarships',
      headers: { cookie, 'idempotency-key': key },
      payload: { ...draft, person_id: third, note: 'Sent twice', ...change },
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const firstReply = await send('scholarship-1')
  expect(await send('scholarship-1')).toEqual(firstReply)
  const { rows } = (await office('GET', '/scholarships')).body
  expect(rows).toMatchObject([{ id: firstReply.body.id }])
  expect((await send('scholarship-1', { amount: 1 })).body.code).toBe('scholarship.recorded_already')
  expect((await send('!')).body.code).toBe('scholarship.key')
  await office('DELETE', `/scholarships/${firstReply.body.id}`)
})

test('OFF-023 OFF-051 a scholarship is recorded, read back, used by its owner, and then stays', async () => {
  const scholarship = await record()
  expect(scholarship).toMatchObject({ person_id: first, amount: 9_000, note: 'Runner-up', registration_id: null })
  expect(await lastAudit()).toMatchObject({
    action: 'record scholarship',
    entity_id: String(scholarship.id),
    actor_user_id: desk.user_id,
  })
  const here = await registered()
  const offeredScholarships = (await studio.call('GET', `${here.url}/scholarships`)).json().scholarships
  expect(offeredScholarships).toEqual([{ id: scholarship.id, person_id: first, amount: 9_000, vip_type_id: null }])
  const attendee = here.attendees[first]
  const saved = await studio.call('PUT', `/v1/dance360/attendees/${attendee.id}`, { scholarship_id: scholarship.id })
  expect(saved.json().attendee.fee).toBe(attendee.fee - 9_000)

  const { body } = await office('GET', '/scholarships')
  expect(body.rows).toMatchObject([{ id: scholarship.id, registration_id: here.id, used: false }])
  const terms = { season_id: 41, event_id: null, vip_type_id: null, amount: 100, note: '' }
  expect((await office('PUT', `/scholarships/${scholarship.id}`, terms)).body).toMatchObject({
    code: 'scholarship.in_use',
    registration_id: here.id,
  })
  expect((await office('DELETE', `/scholarships/${scholarship.id}`)).body.code).toBe('scholarship.in_use')
})

test('OFF-023 a scholarship nobody uses changes, goes, and both are written down', async () => {
  const { id } = await record({ person_id: second })
  const terms = { season_id: 41, event_id: 7, vip_type_id: null, amount: 12_000, note: 'Winner' }
  expect((await office('PUT', `/scholarships/${id}`, terms)).body).toMatchObject({ ...terms, person_id: second })
  expect((await office('DELETE', `/scholarships/${id}`)).status).toBe(204)
  expect(await lastAudit()).toMatchObject({ action: 'delete scholarship', before: { amount: 12_000 } })
  expect((await office('DELETE', `/scholarships/${id}`)).status).toBe(404)
})

test.each([
  [{ person_id: 999_999 }, 'person_id'],
  [{ season_id: 999_999 }, 'season_id'],
  [{ event_id: 999_999 }, 'event_id'],
  [{ vip_type_id: 999_999 }, 'vip_type_id'],
  [{ amount: 0 }, 'amount'],
])('OFF-023 a scholarship with %j is refused beside the field', async (change, field) => {
  const reply = await office('POST', '/scholarships', { ...draft, ...change })
  expect([reply.status, reply.body.field]).toEqual([422, field])
})

test('OFF-023 scholarships are searched, filtered and sorted', async () => {
  await stage.db.deleteFrom('attendees').execute()
  await stage.db.deleteFrom('scholarships').execute()
  const [large, small] = [await record({ amount: 20_000 }), await record({ person_id: second, amount: 100 })]
  const ids = async (query: string) =>
    (await office('GET', `/scholarships?${query}`)).body.rows.map(({ id }: { id: number }) => id)
  expect(await ids('')).toEqual([small.id, large.id])
  expect(await ids('sort=amount&order=desc')).toEqual([large.id, small.id])
  expect(await ids(`q=${encodeURIComponent(small.name)}`)).toContain(small.id)
  expect(await ids('state=used')).toEqual([])
  expect(await ids('per_page=1&page=2')).toEqual([large.id])
})

test('OFF-023 A52 attendance on record sets the discount for a new dancer, or refuses it to who declares it', async () => {
  const path = (person_id: number) => `/attended/41/${person_id}`
  expect((await office('PUT', path(third), { attended: false, note: 'No registration found' })).body).toMatchObject({
    person_id: third,
    attended: false,
  })
  expect((await office('PUT', path(second), { attended: true })).status).toBe(200)
  expect(await lastAudit()).toMatchObject({ action: 'record attendance', after: { season_id: 41, attended: true } })
  expect((await office('GET', '/attended')).body.rows).toHaveLength(2)

  const here = await registered()
  const record = (await studio.call('GET', here.url)).json()
  expect(record.attendance_records).toEqual({ [second]: true, [third]: false })
  const declare = (person_id: number) =>
    studio.call('PUT', `/v1/dance360/attendees/${here.attendees[person_id].id}`, { attended_reg: true })
  expect((await declare(third)).json()).toMatchObject({ code: 'attendee.not_attended' })
  expect((await declare(second)).json().attendee.attended_reg).toBe(true)

  expect((await office('DELETE', path(third))).status).toBe(204)
  expect((await declare(third)).json().attendee.attended_reg).toBe(true)
  expect((await office('PUT', path(999_999), { attended: true })).status).toBe(404)
})
