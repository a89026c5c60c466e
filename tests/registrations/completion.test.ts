import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { openSeason, reviewed, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const open = (id: number) => `/v1/dance360/registrations/${id}`
const complete = (studio: Studio, id: number) =>
  studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })

/** Reviewed, paying later by check: what completes without a gateway. */
async function payingLater(cityValues: object = {}) {
  const [studio, city] = [await season.studio(), await season.city(cityValues)]
  const registration = await reviewed(studio, city, [studio.dancers.slice(0, 1)])
  await registration.review()
  return { studio, city, id: registration.id }
}

test('REV-025 a registration that nothing covers is not completed, and says what is missing', async () => {
  const { studio, id } = await payingLater()
  const reply = await complete(studio, id)
  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({ code: 'payment.not_covered', due: expect.any(Number) })
  expect((await studio.call('GET', open(id))).json().completed).toBe(false)
})

test('REV-020 REV-021 WIZ-030 PAY-028 completing gives numbers, a date, a snapshot and the places for good', async () => {
  const { studio, city, id } = await payingLater({ total_routine_limit: 5 })
  await studio.call('PUT', open(id), { paying_by_check: true })
  const reply = await complete(studio, id)
  expect(reply.statusCode, reply.body).toBe(200)
  const { registration, snapshot_id } = reply.json()
  expect(registration).toMatchObject({
    completed: true,
    confirmed: false,
    paying_by_check: true,
    dates: { completed: '2024-10-01T16:00:00.000Z' },
  })
  const people = Object.values<{ date_attendee_id: number }>(registration.attendees)
  expect(people.every(({ date_attendee_id }) => date_attendee_id > 0)).toBe(true)
  expect(registration.routines[0].date_routine_id).toBeGreaterThan(0)
  expect(registration.competition_deposit_routines).toEqual([registration.routines[0].id])
  expect(await stage.db.selectFrom('snapshots').select('id').where('registration_id', '=', id).execute()).toEqual([
    { id: snapshot_id },
  ])
  const claims = await stage.db.selectFrom('place_claims').selectAll().where('registration_id', '=', id).execute()
  expect(claims.length).toBeGreaterThan(2)
  expect(claims.every(({ held_until }) => held_until === null)).toBe(true)
  const totals = await stage.db
    .selectFrom('tour_date_totals')
    .selectAll()
    .where('tour_date_id', '=', city)
    .executeTakeFirstOrThrow()
  expect(totals).toMatchObject({
    registrations: 1,
    dancers: 3,
    teachers: 1,
    routines: 1,
    total: registration.fees.total,
  })
})

test('REV-026 WIZ-044 completing twice answers registration_completed, and nothing is counted twice', async () => {
  const { studio, city, id } = await payingLater()
  await studio.call('PUT', open(id), { paying_by_check: true })
  const both = await Promise.all([complete(studio, id), complete(studio, id)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const late = both.find(({ statusCode }) => statusCode === 409)
  expect(late?.json()).toMatchObject({ code: 'registration_completed', message: expect.stringMatching(/completed/) })
  const totals = await stage.db.selectFrom('tour_date_totals').selectAll().where('tour_date_id', '=', city).execute()
  expect(totals).toMatchObject([{ registrations: 1 }])
})

test('FEE-025 a later deadline never re-prices what was promised', async () => {
  const { studio, id } = await payingLater()
  await studio.call('PUT', open(id), { paying_by_check: true })
  const { registration } = (await complete(studio, id)).json()
  const before = stage.clock.time
  try {
    stage.clock.time = registration.tour_date.start_date
      ? (`${registration.tour_date.start_date}T00:00:00.000Z` as typeof before)
      : before
    const later = (await studio.call('GET', open(id))).json()
    expect([later.fees.total, later.full_rates]).toEqual([registration.fees.total, false])
    expect(later.lines).toEqual(registration.lines)
  } finally {
    stage.clock.time = before
  }
})

test('WIZ-065 a completed registration stays: its owner cannot delete or change it', async () => {
  const { studio, id } = await payingLater()
  await studio.call('PUT', open(id), { paying_by_check: true })
  await complete(studio, id)
  const answers = await Promise.all([
    studio.call('DELETE', `/v1/mybtf/delete-registration/${id}`),
    studio.call('PUT', open(id), { is_competing: false }),
  ])
  expect(answers.map((reply) => reply.json().code)).toEqual(['registration_completed', 'registration_completed'])
})

test('ATT-066 a completion keeps the media passes of the season', async () => {
  const [studio, city, other] = [await season.studio(), await season.city(), await season.city()]
  const { id } = await reviewed(studio, city)
  const [dancer = 0] = studio.dancers
  const people = (registration: number) =>
    studio.call('PUT', '/v1/dance360/workshop/attendees', {
      id: registration,
      attendees: [{ person_id: dancer, workshop_level_id: 1, media_pass: true }],
    })
  await people(id)
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true, is_competing: false })
  await studio.call('PUT', open(id), { reviewed: true })
  await studio.call('PUT', open(id), { paying_by_check: true })
  expect((await complete(studio, id)).statusCode).toBe(200)

  const second = await reviewed(studio, other)
  await people(second.id)
  const record = (await studio.call('GET', open(second.id))).json()
  expect(record.attendees[dancer]).toMatchObject({ media_pass_old: true })
  expect(record.fees.media).toBe(0)
})

test('EDIT-006 EVT-021 asking to edit what was just registered answers with patience, and changes nothing', async () => {
  const { studio, id } = await payingLater()
  await studio.call('PUT', open(id), { paying_by_check: true })
  await complete(studio, id)
  const reply = await studio.call('GET', `${open(id)}/edit`)
  expect([reply.statusCode, reply.json().message]).toEqual([
    403,
    'Hey there! It looks like you just registered! Please give us 1-3 days to review your registration and then the edit button will become available.',
  ])
  expect((await studio.call('GET', open(id))).json()).toMatchObject({ completed: true, paying_by_check: true })
})
