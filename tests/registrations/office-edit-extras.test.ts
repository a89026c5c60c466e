import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { dropLooseStudentIds } from '@callboard/server/registrations/attendees/student-id.ts'
import { expect, test } from 'vitest'
import { openStage, type Stage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { allTypes, nationalsStudio, openNationals, sotyCity } from '../scenarios/nationals-city.ts'
import { created, openSeason, routineBody } from '../scenarios/small-city.ts'
import { fullCity, ready } from '../scenarios/waiting-city.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const staff = async ({ db }: Stage, email: string) =>
  (
    await db
      .transaction()
      .execute((tx) => insertAccount(tx, { email, fname: 'Dana', lname: 'Reyes', role: 'office' }, created))
  ).user_id

/** The office begins to edit a registration: calls of its desk, and of the owner's wizard. */
async function officeEdit(stage: Stage, email: string, id: number) {
  const office = await staff(stage, email)
  const desk = (method: Method, path: string, body?: object) =>
    stage.call(office, method, `/v1/office/registrations/${id}${path}`, body)
  const beginning = await desk('POST', '/edit', { office_reason: 'The studio called' })
  expect(beginning.statusCode, beginning.body).toBe(200)
  const onBehalf = async (method: Method, url: string, body?: object) => {
    const reply = await stage.call(office, method, url, body, { 'x-office-edit': String(id) })
    return { status: reply.statusCode, body: reply.json() }
  }
  const submit = async () => {
    const preview = (await desk('POST', '/edit-preview')).json()
    const { version, total } = preview
    const reply = await desk('POST', '/edit-submission', { version, total })
    expect(reply.statusCode, reply.body).toBe(200)
    return preview
  }
  return { onBehalf, submit, preview: async () => (await desk('POST', '/edit-preview')).json() }
}

test('OFF-020 the office changes nominations of a completed registration as a whole, which binds its owner', async () => {
  const stage = await openStage({ now: '2025-03-01T16:00:00Z' })
  const { db } = stage
  const season = await openSeason(stage)
  await openNationals(stage)
  const city = await season.city({ ...sotyCity, nomination_types: allTypes, disabled_best_dancers: true })
  const studio = await season.studio({ dancers: 12 })
  const { id, routine_ids } = await nationalsStudio(stage, studio, city)
  const path = `/v1/dance360/registrations/${id}`
  for (const body of [{ waiver: true, competitionCodeWaiver: true }, { reviewed: true }, { paying_by_check: true }]) {
    expect((await studio.call('PUT', path, body)).statusCode).toBe(200)
  }
  await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  await db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()

  const twelve = routine_ids.slice(0, 12).map((registrations_routine_id, place) => ({
    nomination_type_id: place + 1,
    registrations_routine_id,
  }))
  const body = { id, has_soty: true, nomination_routines: twelve }
  await studio.call('GET', `${path}/edit`)
  expect((await studio.call('PUT', '/v1/dance360/nominations', body)).json()).toMatchObject({ code: 'soty.locked' })

  const edit = await officeEdit(stage, 'awards@example.com', id)
  const incomplete = await edit.onBehalf('PUT', '/v1/dance360/nominations', {
    ...body,
    nomination_routines: twelve.slice(1),
  })
  expect(incomplete).toMatchObject({ status: 422, body: { code: 'soty.incomplete' } })
  expect((await edit.onBehalf('PUT', '/v1/dance360/nominations', body)).status).toBe(200)
  const live = async () => (await studio.call('GET', path)).json()
  expect((await live()).nomination_routines).toEqual([])
  expect((await edit.submit()).others).toContain('Nominations: 0 before, 12 now')
  expect(await live()).toMatchObject({ has_soty: true, nomination_routines: { length: 12 } })
})

test('OFF-020 the office changes the program after its city closed it, and puts a student ID in', async () => {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const { db, app } = stage
  const { registration, grace, tour_date_id } = await completedCity(stage, {
    event: { is_nationals: true, vip_name: 'Core Performer', vip_name_plural: 'Core Performers', vip_route: 'core' },
    program: [{ dancer: 1, code: 'JACKET_ONLY', jacket_size_id: 2, jacket_name: 'Bea' }],
  })
  const { id } = registration
  await db
    .updateTable('tour_dates')
    .set({ edit_bd_photo: false, edit_bd_jacket: false, edit_bd_routine: false })
    .where('id', '=', tour_date_id)
    .execute()
  const edit = await officeEdit(stage, 'program@example.com', id)
  const program = await edit.onBehalf('GET', `/v1/tda/best-dancers?registration_id=${id}`)
  expect(program.body.dancers).toMatchObject([{ jacket_name: 'Bea' }])
  const { person_id, attendee_id } = program.body.dancers[0]
  const people = async () =>
    Object.values((await edit.onBehalf('GET', `/v1/dance360/registrations/${id}/edit`)).body.attendees)
  const renamed = (await people()).map((one) =>
    (one as { person_id: number }).person_id === person_id ? { ...(one as object), jacket_name: 'Bee' } : one,
  )
  const saved = await edit.onBehalf('PUT', '/v1/dance360/workshop/attendees', { id, attendees: renamed })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)

  // The place for a student ID is one of this registration, and of no other of the owner's.
  const placeFor = (attendee: number) =>
    `/v1/mybtf/registration/dancer-student-id?name=${attendee}/card.pdf&type=application/pdf&operation=put`
  const place = (await edit.onBehalf('GET', placeFor(attendee_id))).body
  const headers = { 'content-type': 'application/pdf' }
  const put = { method: 'PUT' as const, url: place.signedRequest, payload: '%PDF-1.7 a student ID', headers }
  expect((await app.inject(put)).statusCode).toBe(204)
  const attached = await edit.onBehalf('PUT', `/v1/dance360/attendees/${attendee_id}`, {
    student_id_url: place.url,
    college_discount: true,
  })
  expect(attached, JSON.stringify(attached.body)).toMatchObject({ status: 200 })
  // A night between does not sweep it away.
  await db.transaction().execute((tx) => dropLooseStudentIds(tx, instant('2030-01-01T00:00:00Z')))
  await stage.runJobs()
  expect(await stage.files.head(place.url, 4)).toBeDefined()

  expect((await edit.submit()).people[0].what).toEqual(expect.arrayContaining(['name on the jacket']))
  const after = (await stage.call(grace.user_id, 'GET', `/v1/dance360/registrations/${id}`)).json()
  expect(after.attendees[person_id]).toMatchObject({ jacket_name: 'Bee' })

  const other = await db
    .selectFrom('attendees')
    .where('registration_id', '!=', id)
    .select(['id', 'registration_id'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('registrations')
    .set({ user_id: grace.user_id })
    .where('id', '=', other.registration_id)
    .execute()
  const again = await officeEdit(stage, 'again@example.com', id)
  expect((await again.onBehalf('GET', placeFor(other.id))).status).toBe(404)
  const foreign = await again.onBehalf('GET', `/v1/tda/best-dancers?registration_id=${other.registration_id}`)
  expect(foreign.status).toBe(404)
})

test('OFF-020 the office puts a routine in line for the owner and takes it out, each with an audit row', async () => {
  const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
  const { db } = stage
  const season = await openSeason(stage)
  const { tour_date_id } = await fullCity(season)
  const studio = await season.studio({ dancers: 3, teachers: 0 })
  const id = await ready(studio, tour_date_id)
  await db.updateTable('registrations').set({ completed: true, confirmed: true }).where('id', '=', id).execute()
  const edit = await officeEdit(stage, 'line@example.com', id)
  const [person = 0] = studio.dancers
  const { registration_id: _, ...routine } = routineBody(id, [person])
  const joining = await edit.onBehalf('POST', '/v1/waiting-list', { registration_id: id, routines: [routine] })
  expect(joining, JSON.stringify(joining.body)).toMatchObject({
    status: 200,
    body: { entries: [{ state: 'waiting' }] },
  })
  // The edit is brought up to date with it.
  const open = (await edit.onBehalf('GET', `/v1/dance360/registrations/${id}/edit`)).body
  expect(open).toMatchObject({ by_office: true, waiting_list_routines: [{ status: 'waiting' }] })
  const leaving = await edit.onBehalf('DELETE', `/v1/waiting-list/${joining.body.entries[0].id}`)
  expect(leaving).toMatchObject({ status: 200, body: { entries: [] } })
  const audit = db.selectFrom('audit_log').where('action', 'like', '%waiting list').select(['action', 'entity_id'])
  expect(await audit.orderBy('id').execute()).toEqual([
    { action: 'add to waiting list', entity_id: String(id) },
    { action: 'take off waiting list', entity_id: String(id) },
  ])

  const other = await ready(studio, await season.city())
  const foreign = await edit.onBehalf('GET', `/v1/waiting-list?registration_id=${other}`)
  const secondJoining = await edit.onBehalf('POST', '/v1/waiting-list', { registration_id: other, routines: [routine] })
  expect([foreign.status, secondJoining.status]).toEqual([404, 404])
})
