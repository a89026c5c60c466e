import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { verifyLedger } from '@callboard/server/payments/ledger-check.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { created, openSeason, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'

const start = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: start })
const { db } = stage
const season = await openSeason(stage)
const staff = (email: string) =>
  db
    .transaction()
    .execute(
      async (tx) =>
        (await insertAccount(tx, { email, fname: 'Dana', lname: 'Reyes', role: 'office' }, created)).user_id,
    )
const [office, colleague] = [await staff('desk@example.com'), await staff('other@example.com')]
beforeEach(() => {
  stage.clock.time = instant(start)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Completed and confirmed, with a solo and a duet; `onBehalf` calls as the office that edits it. */
async function confirmed() {
  const [studio, tour_date_id] = [await season.studio({ dancers: 4 }), await season.city()]
  const [a = 0, b = 0, c = 0] = studio.dancers
  const { id, review } = await reviewed(studio, tour_date_id, [[a], [a, b]])
  await review()
  await studio.call('PUT', `/v1/dance360/registrations/${id}`, { paying_by_check: true })
  await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  await db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
  const desk = (method: Method, path: string, body?: object, by = office) =>
    stage.call(by, method, `/v1/office/registrations/${id}${path}`, body)
  const onBehalf = (method: Method, url: string, body?: object, by = office) =>
    stage.call(by, method, url, body, { 'x-office-edit': String(id) })
  const edit = async () => (await onBehalf('GET', `/v1/dance360/registrations/${id}/edit`)).json()
  const begin = () => desk('POST', '/edit', { office_reason: 'The studio called' })
  return { studio, tour_date_id, id: id as number, a, b, c, desk, onBehalf, edit, begin }
}
const read = async (studio: Studio, id: number) => (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()

test('OFF-020 the office edits as the owner would: people, a registered routine, its music stays; nothing changes before', async () => {
  const { studio, id, a, c, desk, onBehalf, edit, begin, tour_date_id } = await confirmed()
  const before = await read(studio, id)
  expect((await begin()).statusCode).toBe(200)
  expect(await edit()).toMatchObject({ by_office: true, editing: true, version: before.version + 1 })

  // Deadlines bind owners, not the office: the competition is closed, and the event has begun.
  await db.updateTable('tour_dates').set({ compenabled: false }).where('id', '=', tour_date_id).execute()
  stage.clock.time = instant('2024-12-01T16:00:00Z')
  const [solo] = before.routines
  const recast = await onBehalf('PUT', `/v1/dance360/routines/${solo.id}`, {
    ...routineBody(id, [c]),
    routine: { name: 'First Light', choreographer: 'Mia Sol' },
  })
  expect(recast.statusCode, recast.body).toBe(200)
  expect(recast.json().routine).toMatchObject({ date_routine_id: solo.date_routine_id, attendees: [{ person_id: c }] })
  const newRoutine = await onBehalf('POST', '/v1/dance360/routines', routineBody(id, [a, c]))
  expect(newRoutine.statusCode, newRoutine.body).toBe(200)
  const people = await onBehalf('PUT', '/v1/dance360/workshop/attendees', {
    id,
    attendees: Object.values((await edit()).attendees),
    additional_observers: { one: 1, two: 0 },
  })
  expect(people.statusCode, people.body).toBe(200)
  const open = await read(studio, id)
  expect(open).toMatchObject({ version: before.version, fees: before.fees, office_editing: true, by_office: false })

  const preview = (await desk('POST', '/edit-preview')).json()
  expect(preview).toMatchObject({
    routines: [
      { kind: 'changed', what: expect.arrayContaining(['dancers']) },
      { kind: 'added', name: 'First Light' },
    ],
    others: ['Additional observers: 0 before, 1 now'],
    total_before: before.fees.total,
  })
  expect(preview.total).toBeGreaterThan(preview.total_before)
  const body = { version: preview.version, total: preview.total, note: 'As agreed on the phone' }
  const reply = await desk('POST', '/edit-submission', body)
  expect(reply.statusCode, reply.body).toBe(200)

  const after = await read(studio, id)
  expect(after).toMatchObject({ confirmed: true, completed: true, office_editing: false, balance: preview.balance })
  expect(after.fees.total).toBe(preview.total)
  expect(after.routines).toHaveLength(before.routines.length + 1)
  expect((await verifyLedger(db)).faults).toEqual([])
  const claim = db.selectFrom('place_claims').where('registration_id', '=', id).where('key', '=', 'routines')
  expect(await claim.select('n').executeTakeFirst()).toEqual({ n: 3 })

  const mails = await db.selectFrom('mails').where('registration_id', '=', id).selectAll().execute()
  expect(mails.filter(({ template }) => template === 'registration_corrected')).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('As agreed on the phone')
  expect(JSON.stringify(mails)).not.toContain('The studio called')
  const audit = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'registration')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .select(['action', 'actor_user_id', 'after'])
    .execute()
  expect(audit).toMatchObject([
    { action: 'begin office edit', actor_user_id: office, after: { office_reason: 'The studio called' } },
    {
      action: 'correct registration',
      actor_user_id: office,
      after: { office_reason: 'The studio called', total: preview.total, leaving_routines: [] },
    },
  ])
  // It is over: nobody goes on with it.
  expect((await desk('POST', '/edit-submission', body)).json()).toMatchObject({ code: 'registration.no_edit' })
  expect((await onBehalf('GET', `/v1/dance360/registrations/${id}/edit`)).statusCode).toBe(404)
})

test('OFF-020 only who began it in the office acts for the owner, in this registration, and neither agrees nor pays', async () => {
  const { studio, id, onBehalf, desk, begin } = await confirmed()
  const path = `/v1/dance360/registrations/${id}`
  const withoutEdit = await onBehalf('GET', path)
  expect(withoutEdit.statusCode).toBe(404)
  expect((await desk('POST', '/edit', { office_reason: ' ' })).json()).toMatchObject({
    code: 'office.correction_reason',
  })
  await begin()
  expect((await onBehalf('GET', path)).statusCode).toBe(200)

  // The owner and a stranger are not of the office; a colleague takes it over first.
  expect((await onBehalf('GET', path, undefined, studio.user_id)).statusCode).toBe(403)
  expect((await onBehalf('GET', path, undefined, 0)).statusCode).toBe(401)
  expect((await onBehalf('GET', path, undefined, colleague)).statusCode).toBe(404)
  const taking = { office_reason: 'Dana is away' }
  expect((await desk('POST', '/edit', taking, colleague)).json()).toMatchObject({
    code: 'office.edit_of_another',
    message: expect.stringContaining('Dana Reyes'),
  })
  await desk('POST', '/edit', { ...taking, takes_over: true }, colleague)
  expect((await onBehalf('GET', path, undefined, colleague)).statusCode).toBe(200)
  expect((await onBehalf('GET', path)).statusCode).toBe(404)
  await desk('POST', '/edit', { office_reason: 'Back again', takes_over: true })

  const secondFactorIsMissing = (lacks_second_factor: boolean) =>
    db.updateTable('sessions').set({ lacks_second_factor }).where('user_id', '=', office).execute()
  await secondFactorIsMissing(true)
  expect((await onBehalf('GET', path)).json()).toMatchObject({ code: 'second_factor_needed' })
  await secondFactorIsMissing(false)

  for (const answer of [{ reviewed: true }, { waiver: true }, { paying_by_check: true }]) {
    expect((await onBehalf('PUT', path, answer)).json()).toMatchObject({ code: 'office.owner_decides' })
  }
  // Calls that are not of an edit know nothing of it: here the office is itself, and the registration not its own.
  expect((await onBehalf('GET', `/v1/payments/standing?registration_id=${id}`)).statusCode).toBe(404)
  const other = await season.city()
  const otherId = (await studio.call('POST', '/v1/mybtf/registration', { tour_date_id: other })).json().id
  const foreign = await onBehalf('PUT', `/v1/dance360/registrations/${otherId}`, { is_competing: true })
  expect(foreign.statusCode).toBe(404)
})

test('OFF-020 the owner’s own edit stays, and is brought up to date after the office submitted', async () => {
  const { studio, id, a, b, c, desk, onBehalf, edit, begin } = await confirmed()
  await studio.call('GET', `/v1/dance360/registrations/${id}/edit`)
  await studio.call('POST', '/v1/dance360/routines', {
    ...routineBody(id, [c]),
    routine: { name: 'Rain', choreographer: 'x' },
  })
  await begin()
  expect((await edit()).routines).toHaveLength(2)
  const stale = (await edit()).version
  await onBehalf('POST', '/v1/dance360/routines', routineBody(id, [a, b, c]))
  const { version, total } = (await desk('POST', '/edit-preview')).json()
  expect((await desk('POST', '/edit-submission', { version: stale, total })).json()).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await desk('POST', '/edit-submission', { version, total: total + 1 })).json()).toMatchObject({
    code: 'office.price_changed',
  })
  expect((await desk('POST', '/edit-submission', { version, total })).statusCode).toBe(200)
  const own = (await studio.call('GET', `/v1/dance360/registrations/${id}/edit`)).json()
  expect(own).toMatchObject({ by_office: false, editing: true })
  expect(own.routines.map(({ routine }: { routine: { name: string } }) => routine.name).toSorted()).toContain('Rain')
  expect(own.routines).toHaveLength(4)
})

test('OFF-020 capacity binds the office; nothing changed is not submitted; a discarded edit leaves all as it was', async () => {
  const { studio, id, c, desk, onBehalf, begin, tour_date_id } = await confirmed()
  await begin()
  const { version, total } = (await desk('POST', '/edit-preview')).json()
  expect((await desk('POST', '/edit-submission', { version, total })).json()).toMatchObject({
    code: 'office.nothing_corrected',
  })
  await onBehalf('POST', '/v1/dance360/routines', routineBody(id, [c]))
  await db
    .updateTable('capacity')
    .set({ places: 2 })
    .where('tour_date_id', '=', tour_date_id)
    .where('key', '=', 'routines')
    .execute()
  const full = (await desk('POST', '/edit-preview')).json()
  const refusal = await desk('POST', '/edit-submission', { version: full.version, total: full.total })
  expect(refusal.json(), refusal.body).toMatchObject({ code: 'places.gone' })
  const before = await read(studio, id)
  expect((await desk('DELETE', '/edit')).statusCode).toBe(204)
  expect(await read(studio, id)).toEqual({ ...before, office_editing: false })
})

test('OFF-020 a person whom the office adds comes to the owner’s roster, with an audit row', async () => {
  const { studio, id, onBehalf, edit, begin, desk } = await confirmed()
  await begin()
  const person = { fname: 'Odile', lname: 'Marchetti', gender_id: 1, birthdate: '2012-03-01' }
  const reply = await onBehalf('POST', '/v1/mybtf/roster', { person, skipFuzzy: true })
  expect(reply.statusCode, reply.body).toBe(200)
  const person_id = reply.json().person.id
  const roster = (await studio.call('GET', '/v1/mybtf/roster')).json()
  expect(roster.map((one: { id: number }) => one.id)).toContain(person_id)
  const attendees = [...Object.values((await edit()).attendees), { person_id, workshop_level_id: 1 }]
  expect((await onBehalf('PUT', '/v1/dance360/workshop/attendees', { id, attendees })).statusCode).toBe(200)
  expect((await desk('POST', '/edit-preview')).json().people).toMatchObject([
    { kind: 'added', name: 'Odile Marchetti' },
  ])
  const row = await db
    .selectFrom('audit_log')
    .where('action', '=', 'add person for owner')
    .where('entity_id', '=', String(person_id))
    .select(['actor_user_id', 'after'])
    .executeTakeFirst()
  expect(row).toMatchObject({ actor_user_id: office, after: { registration_id: id } })
})
