import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const season = await openSeason(stage)
beforeEach(() => {
  stage.clock.time = instant(start)
})

const open = (id: number) => `/v1/dance360/registrations/${id}`
const people = '/v1/dance360/workshop/attendees'
const read = async (studio: Studio, id: number) => (await studio.call('GET', open(id))).json()
const complete = (studio: Studio, id: number) =>
  studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
const sentences = ({ notices }: { notices: { sentence: string }[] }) => notices.map(({ sentence }) => sentence)
const bornOn = (person_id: number, day: string) =>
  stage.db
    .updateTable('persons')
    .set({ birthdate: calendarDate(day) })
    .where('id', '=', person_id)
    .execute()

/** Agreed to, reviewed, and paid later by check. */
async function submit(studio: Studio, id: number) {
  const agreements = { waiver: true, competitionCodeWaiver: true }
  await studio.call('PUT', open(id), agreements)
  const reply = await studio.call('PUT', open(id), { reviewed: true })
  if (reply.statusCode === 200) await studio.call('PUT', open(id), { paying_by_check: true })
  return reply
}

/** Registers all dancers, and one routine with this many of them. */
async function enteredRegistration(size: number, dancers = 3, more: object = {}) {
  const [studio, city] = [await season.studio({ dancers }), await season.city()]
  const { id } = await begin(studio, city)
  expect((await studio.call('PUT', people, peopleBody(id, studio))).statusCode).toBe(200)
  const reply = await studio.call('POST', '/v1/dance360/routines', routineBody(id, studio.dancers.slice(0, size), more))
  expect(reply.statusCode, reply.body).toBe(200)
  return { studio, city, id: id as number, soloist: studio.dancers[0] ?? 0, routine: reply.json().routine }
}

test('COMP-034 COMP-073 FEE-008 FEE-023 a free routine without ten paying dancers is charged before it completes', async () => {
  const { studio, id } = await enteredRegistration(4, 10, { free_ballet: true })
  expect((await read(studio, id)).fees.competition).toBe(0)
  const nine = peopleBody(id, { ...studio, dancers: studio.dancers.slice(0, 9) })
  expect((await studio.call('PUT', people, nine)).statusCode).toBe(200)
  // Every price that is shown is the one a review finds.
  const quoted = (await studio.call('POST', `${open(id)}/quote`, {})).json()
  const record = await read(studio, id)
  expect([quoted.fees.competition, record.fees.competition, record.routines[0].fee]).toEqual([23_200, 23_200, 23_200])

  const review = await submit(studio, id)
  expect(sentences(review.json())).toEqual([
    'First Light: It is no longer the free routine. The free routine comes with 10 or more paying dancers.',
  ])
  const { registration } = (await complete(studio, id)).json()
  expect([registration.completed, registration.fees.competition]).toEqual([true, 23_200])
  expect(registration.routines[0].free_ballet).toBe(false)
})

const attendeeId = async (registration_id: number, person_id: number) =>
  (
    await stage.db
      .selectFrom('attendees')
      .where('registration_id', '=', registration_id)
      .where('person_id', '=', person_id)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

test('ATT-050 ATT-051 ATT-066 REV-014 a media pass is charged in one of two registrations of a dancer', async () => {
  const studio = await season.studio()
  const [dancer = 0] = studio.dancers
  const make = async (city: number) => {
    const { id } = await begin(studio, city)
    const body = peopleBody(id, studio)
    const attendees = body.attendees.map((one) => ({ ...one, media_pass: one.person_id === dancer }))
    expect((await studio.call('PUT', people, { ...body, attendees })).statusCode).toBe(200)
    await studio.call('PUT', open(id), { is_competing: false })
    expect((await submit(studio, id)).statusCode).toBe(200)
    return id as number
  }
  const [one, other] = [await make(await season.city()), await make(await season.city())]
  // Completed at the same moment: one waits for the other.
  const both = await Promise.all([complete(studio, one), complete(studio, other)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const media = both.map((reply) => reply.json().registration.fees.media)
  expect(media.toSorted((a: number, b: number) => a - b)).toEqual([0, 4_999])
  const free = both.find((reply) => reply.json().registration.fees.media === 0)?.json().registration
  expect(sentences(free)[0]).toMatch(/is already paid this season, so it is not charged here\.$/)

  // Another registration uses what this one paid for, so an edit cannot give it back.
  const payer = both.find((reply) => reply.json().registration.fees.media > 0)?.json().registration.id as number
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', payer).execute()
  await studio.call('GET', `${open(payer)}/edit`)
  await studio.call('PUT', `/v1/dance360/attendees/${await attendeeId(payer, dancer)}`, { media_pass: false })
  const withoutPass = await studio.call('GET', `${open(payer)}/edit`)
  expect(withoutPass.json().attendees?.[dancer]?.media_pass, withoutPass.body).toBe(false)
  const edited = (await submit(studio, payer)).json()
  expect(sentences(edited)[0]).toMatch(/stays: another registration of this season uses it\.$/)
  expect(edited.fees.media).toBe(4_999)
  await studio.call('DELETE', `${open(payer)}/edit`)

  // A corrected birthdate is another identity of the same person.
  await bornOn(dancer, '2012-02-02')
  const third = await make(await season.city())
  expect((await complete(studio, third)).json().registration.fees.media).toBe(0)
})

test('COMP-038 REV-023 a birthdate changed in the roster decides the division, before and after the review', async () => {
  const before = await enteredRegistration(1)
  await bornOn(before.soloist, '1999-05-05')
  expect(sentences((await submit(before.studio, before.id)).json())[0]).toMatch(/^First Light: Its age division is now/)
  const { registration } = (await complete(before.studio, before.id)).json()
  expect(registration.routines[0].age_division.name).toBe('Open')

  const after = await enteredRegistration(1)
  expect((await submit(after.studio, after.id)).statusCode).toBe(200)
  await bornOn(after.soloist, '1999-05-05')
  const completed = (await complete(after.studio, after.id)).json().registration
  expect([completed.routines[0].age_division.name, completed.notices.length]).toEqual(['Open', 1])
})

test('ATT-007 REV-023 a one-year-old is refused at the line, at the review and at completion', async () => {
  const { studio, id, soloist } = await enteredRegistration(1)
  expect((await submit(studio, id)).statusCode).toBe(200)
  await bornOn(soloist, '2023-06-01')
  const refusal = { code: 'submit.line', tab: 'dancers', person_id: soloist, reason: 'attendee.too_young' }
  const replies = [await complete(studio, id), await submit(studio, id)]
  expect(replies.map((reply) => [reply.statusCode, reply.json()])).toMatchObject([
    [422, refusal],
    [422, refusal],
  ])
  expect((await read(studio, id)).completed).toBe(false)
})

test('COMP-040 a changed age year moves the division of what completes', async () => {
  const { studio, id, routine, soloist } = await enteredRegistration(1)
  await bornOn(soloist, '2012-05-05')
  const ages = (age_year: number) => stage.db.updateTable('seasons').set({ age_year }).execute()
  const { age_year } = await stage.db.selectFrom('seasons').select('age_year').executeTakeFirstOrThrow()
  await ages(age_year + 12)
  try {
    expect((await submit(studio, id)).statusCode).toBe(200)
    const completed = (await complete(studio, id)).json().registration
    expect([routine.age_division.name === 'Open', completed.routines[0].age_division.name]).toEqual([false, 'Open'])
  } finally {
    await ages(age_year)
  }
})

test('EDIT-005 an edit started in time can be neither changed nor submitted after the event starts', async () => {
  const [studio, city] = [await season.studio({ dancers: 4 }), await season.city()]
  const registration = await reviewed(studio, city, [])
  const id = registration.id as number
  await studio.call('PUT', open(id), { is_competing: false })
  expect((await submit(studio, id)).statusCode).toBe(200)
  expect((await complete(studio, id)).statusCode).toBe(200)
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  const before = await read(studio, id)
  const edit = (await studio.call('GET', `${open(id)}/edit`)).json()
  const fewer = peopleBody(id, { ...studio, dancers: studio.dancers.slice(0, 2) }, { version: edit.version })
  expect((await studio.call('PUT', people, fewer)).statusCode).toBe(200)
  expect((await submit(studio, id)).statusCode).toBe(200)
  const { version } = (await studio.call('GET', `${open(id)}/edit`)).json()

  stage.clock.time = instant(`${before.tour_date.end_date}T12:00:00Z`)
  const late = [
    await studio.call('PUT', people, peopleBody(id, { ...studio, dancers: studio.dancers.slice(0, 1) })),
    await studio.call('PUT', open(id), { reviewed: true }),
    await studio.call('PUT', `${open(id)}/edit-complete`, { version }),
  ]
  expect(late.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
    Array.from({ length: 3 }, () => [403, 'registration.edit_over']),
  )
  const after = await read(studio, id)
  expect([after.fees.total, after.balance]).toEqual([before.fees.total, before.balance])
})

test('ATT-074 OFF-010 a level that the office closed is refused until another one is chosen; what is completed keeps it', async () => {
  const [completedOne, waiting] = [await enteredRegistration(1), await season.studio()]
  expect((await submit(completedOne.studio, completedOne.id)).statusCode).toBe(200)
  expect((await complete(completedOne.studio, completedOne.id)).statusCode).toBe(200)
  const { id } = await begin(waiting, completedOne.city)
  await waiting.call('PUT', people, peopleBody(id, waiting))
  await waiting.call('PUT', open(id), { is_competing: false })
  await stage.db
    .insertInto('tour_date_levels')
    .values({ tour_date_id: completedOne.city, level_id: 1, status: 'sold_out' })
    .onConflict((conflict) => conflict.columns(['tour_date_id', 'level_id']).doUpdateSet({ status: 'sold_out' }))
    .execute()
  const reply = await submit(waiting, id)
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    { code: 'submit.line', reason: 'attendee.level_sold_out', tab: 'dancers', field: 'workshop_level_id' },
  ])

  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', completedOne.id).execute()
  const { version } = (await completedOne.studio.call('GET', `${open(completedOne.id)}/edit`)).json()
  expect((await submit(completedOne.studio, completedOne.id)).statusCode).toBe(200)
  expect(version).toBeGreaterThan(0)
})

test('ATT-005 one person twice in a save is refused by name', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  const [dancer = 0] = studio.dancers
  const reply = await studio.call('PUT', people, peopleBody(id, { dancers: [dancer, dancer] }))
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'attendee.twice', person_id: dancer }])
  expect((await read(studio, id)).attendees).toEqual({})
})
