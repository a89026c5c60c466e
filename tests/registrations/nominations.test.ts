import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { allTypes, nationalsStudio, openNationals, sotyCity } from '../scenarios/nationals-city.ts'
import { created, openSeason, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2025-03-01T16:00:00Z' })
const season = await openSeason(stage)
await openNationals(stage)
let city: number
beforeAll(async () => {
  city = await season.city({ ...sotyCity, nomination_types: allTypes, disabled_best_dancers: true })
})

const path = '/v1/dance360/nominations'
const open = (id: number) => `/v1/dance360/registrations/${id}`
type SentNomination = {
  nomination_type_id: number
  registrations_routine_id: number
  details?: Partial<Nomination['details']>
}

async function nominating(tour_date_id = city) {
  const studio = await season.studio({ dancers: 12 })
  const { id, routine_ids } = await nationalsStudio(stage, studio, tour_date_id)
  const put = (nomination_routines: readonly SentNomination[], has_soty: boolean, more: object = {}) =>
    studio.call('PUT', path, { id, has_soty, nomination_routines, ...more })
  const one = (
    nomination_type_id: number,
    place: number,
    details: Partial<Nomination['details']> = {},
  ): SentNomination => ({
    nomination_type_id,
    registrations_routine_id: routine_ids[place - 1] ?? 0,
    details,
  })
  const twelve = (outside = 0) =>
    Array.from({ length: 12 }, (_, place) => one(place + 1, place + 1, { outside: place < outside }))
  const awards = [one(21, 7), one(23, 1), one(31, 8, { name: 'Thea Marchetti' })]
  return { studio, id, routine_ids, put, one, twelve, awards, read: () => read(studio, id) }
}

const read = async (studio: Studio, id: number) => (await studio.call('GET', open(id))).json()
const coded = (code: string, more: object = {}) => [422, expect.objectContaining({ code, ...more })]
const outcome = (reply: { statusCode: number; json: () => unknown }) => [reply.statusCode, reply.json()]

async function complete({ studio, id }: { studio: Studio; id: number }) {
  const steps = [{ waiver: true, competitionCodeWaiver: true }, { reviewed: true }, { paying_by_check: true }]
  for (const body of steps) {
    const reply = await studio.call('PUT', open(id), body)
    if (reply.statusCode !== 200) throw new Error(reply.body)
  }
  const reply = await studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })
  expect(reply.statusCode, reply.body).toBe(200)
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', id).execute()
}

let desks = 0
const staff = () =>
  stage.db
    .transaction()
    .execute((tx) =>
      insertAccount(
        tx,
        { email: `wanda${(desks += 1)}@example.com`, fname: 'Wanda', lname: 'Abernathy', role: 'office' },
        created,
      ),
    )
    .then(({ user_id }) => user_id)

test('PROG-026 PROG-028 PROG-029 PROG-034 PROG-038 API-026 C056 twelve routines are saved and read again; eleven, one twice and five from outside are refused', async () => {
  const { put, twelve, one, read } = await nominating()
  expect(outcome(await put(twelve().slice(1), true))).toEqual(coded('soty.incomplete', { tab: 'soty', needed: 12 }))
  const twice = [...twelve().slice(0, 5), one(6, 1), ...twelve().slice(6)]
  expect(outcome(await put(twice, true))).toEqual(coded('soty.routine_twice'))
  expect(outcome(await put(twelve(5), true))).toEqual(
    coded('soty.too_many_outside', {
      message: 'Only 4 of the 12 routines may be choreographed by an outside choreographer.',
    }),
  )
  expect(await read()).toMatchObject({ has_soty: false, nomination_routines: [] })

  const saved = await put(twelve(4), true)
  expect(saved.statusCode, saved.body).toBe(200)
  const { version, nomination_routines } = await read()
  expect(nomination_routines).toHaveLength(12)
  expect(nomination_routines[0]).toEqual({ ...one(1, 1), details: { outside: true, name: null } })
  const { nomination_categories } = await read()
  expect(saved.json()).toMatchObject({ version, has_soty: true, nomination_routines, nomination_categories })
  const [category] = nomination_categories
  expect(category).toMatchObject({ id: expect.any(Number), name: 'Studio of the Year', step: 'soty' })
  expect(category.nomination_types).toHaveLength(12)
  const { registrations_routine_id, details } = nomination_routines[0]
  expect(category.nomination_types[0]).toEqual({
    ...{ id: 1, name: expect.any(String), age_divisions: expect.any(Array), details },
    ...{ routine_id: registrations_routine_id, routines: expect.arrayContaining([registrations_routine_id]) },
  })
})

test('PROG-024 PROG-035 PROG-038 a studio that leaves the Studio of the Year keeps its studio awards', async () => {
  const { put, twelve, awards, read } = await nominating()
  expect(outcome(await put([...twelve(), ...awards.slice(1)], true))).toEqual(
    coded('nominations.too_few_groups', { tab: 'studio-awards', least: 3 }),
  )
  expect((await put([...twelve(), ...awards], true)).statusCode).toBe(200)
  expect((await put([...twelve(), ...awards], false)).statusCode).toBe(200)
  const { has_soty, nomination_routines } = await read()
  expect(has_soty).toBe(false)
  expect(nomination_routines.map((one: Nomination) => one.nomination_type_id)).toEqual([21, 23, 31])
  expect(nomination_routines[2].details).toEqual({ outside: false, name: 'Thea Marchetti' })
})

test('PROG-038 PROG-043 VAR-005 without the Studio of the Year in the city, and on radix, it is refused', async () => {
  const without = await nominating(await season.city({ ...sotyCity, has_soty: false, nomination_types: allTypes }))
  expect(outcome(await without.put(without.twelve(), true))).toEqual(
    coded('soty.not_here', {
      message: 'Sorry! The Studio of The Year competition is not happening in Las Vegas this year.',
    }),
  )
  const { put, awards } = await nominating()
  await stage.db.updateTable('events').set({ is_radix: true }).where('id', '=', 14).execute()
  expect(outcome(await put(awards, false))).toEqual(coded('nominations.not_here'))
  await stage.db.updateTable('events').set({ is_radix: false }).where('id', '=', 14).execute()
})

test('another studio’s routine cannot be nominated, nor another studio’s registration changed', async () => {
  const [mine, other] = [await nominating(), await nominating()]
  const foreign = { nomination_type_id: 61, registrations_routine_id: other.routine_ids[0] ?? 0 }
  expect(outcome(await mine.put([foreign], false))).toEqual(coded('nominations.not_eligible'))
  const stranger = await other.studio.call('PUT', path, { id: mine.id, has_soty: false, nomination_routines: [] })
  expect(stranger.statusCode).toBe(404)
})

test('COMP-053 PROG-046 a routine that is removed takes its nominations along, also among several', async () => {
  const { studio, id, put, twelve, awards, routine_ids, read } = await nominating()
  await put([...twelve(), ...awards], true)
  const [first = 0, second = 0, third = 0] = routine_ids
  await studio.call('DELETE', `/v1/dance360/routines/${first}`, { registration_id: id })
  const nominated = async () =>
    (await read()).nomination_routines.map((one: Nomination) => one.registrations_routine_id)
  expect(await nominated()).not.toContain(first)
  expect(await nominated()).toHaveLength(13)
  await studio.call('POST', `${open(id)}/routine-removals`, { routine_ids: [second, third] })
  expect(await nominated()).toHaveLength(11)

  await studio.call('POST', `${open(id)}/routine-removals`, { routine_ids: routine_ids.slice(3) })
  expect(await read()).toMatchObject({ has_soty: false, nomination_routines: [] })
  expect((await studio.call('PUT', open(id), { is_competing: false })).statusCode).toBe(200)
})

test('REV-015 a nomination after the review requires another review', async () => {
  const { studio, id, put, one, read } = await nominating()
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  await studio.call('PUT', open(id), { reviewed: true })
  const saved = await put([one(61, 1)], false)
  expect([saved.json().reviewed, (await read()).waiver]).toEqual([false, false])
})

test('PROG-029 a registration that lost one of its twelve is not reviewed until it says again what it enters', async () => {
  const { studio, id, put, twelve, routine_ids } = await nominating()
  await put(twelve(), true)
  await studio.call('DELETE', `/v1/dance360/routines/${routine_ids[0]}`, { registration_id: id })
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  const reply = await studio.call('PUT', open(id), { reviewed: true })
  expect(outcome(reply)).toEqual(coded('soty.incomplete', { tab: 'soty', chosen: 11 }))
  expect((await put([], false)).statusCode).toBe(200)
  expect((await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })).statusCode).toBe(200)
  expect((await studio.call('PUT', open(id), { reviewed: true })).statusCode).toBe(200)
})

test('EVT-017 OFF-014 after completion the overview counts what is added, and the office reads it with its routines', async () => {
  const { studio, id, put, one, twelve, awards } = await nominating()
  await put([...twelve(1), ...awards, one(51, 13, { name: 'Ida Wren' })], true)
  await complete({ studio, id })
  const area = (await studio.call('GET', `${open(id)}/event-area`)).json()
  expect(area.nominations).toEqual({
    soty: { added: 12, total: 12 },
    studio_awards: { added: 3, total: 6 },
    specialty: { added: 1, total: 3 },
  })

  const office = `/v1/office/tour-dates/${city}/nominations`
  expect((await studio.call('GET', office)).statusCode).toBe(403)
  const { rows } = (await stage.call(await staff(), 'GET', office)).json()
  const mine = rows.filter((row: { registration_id: number }) => row.registration_id === id)
  expect(mine).toHaveLength(16)
  expect(mine[0]).toMatchObject({
    step: 'soty',
    category: 'Studio of the Year',
    type: 'Teen & Senior Small Group',
    routine: 'Piece 1',
    choreographer: 'Mia Sol',
    outside: true,
    name: null,
  })
  expect(mine[15]).toMatchObject({ category: 'Costume design', type: 'Any division', name: 'Ida Wren' })
})

test('OFF-014 OFF-051 the office changes what a completed registration nominates, whole and for a reason that is kept', async () => {
  const { studio, id, put, one, twelve, awards, read } = await nominating()
  await put([...twelve(), ...awards], true)
  await complete({ studio, id })
  const before = await read()
  const desk = await staff()
  const url = `/v1/office/registrations/${id}/nominations`
  const change = (nomination_routines: readonly SentNomination[], more: object = {}, has_soty = true) =>
    stage.call(desk, 'PUT', url, { has_soty, nomination_routines, reason: 'She wrote on March 2.', ...more })
  const officeView = (await stage.call(desk, 'GET', url)).json()
  expect(officeView).toMatchObject({ has_soty: true, soty_here: true })
  expect(officeView.types[0].routines).toContainEqual({
    id: one(1, 1).registrations_routine_id,
    name: 'Piece 1',
    choreographer: 'Mia Sol',
  })

  const others = [...twelve(1), ...awards]
  expect(outcome(await change(others, { reason: ' ' }))).toEqual(coded('nominations.reason', { field: 'reason' }))
  expect(outcome(await change(others.slice(1)))).toEqual(coded('soty.incomplete'))
  expect((await change(others, { version: before.version - 1 })).statusCode).toBe(409)
  expect((await studio.call('PUT', url, { has_soty: false, nomination_routines: [], reason: 'x' })).statusCode).toBe(
    403,
  )
  expect((await change(others, { version: before.version })).json()).toMatchObject({ version: before.version + 1 })

  const after = await read()
  expect(after.nomination_routines[0].details.outside).toBe(true)
  // Nothing else of it has moved.
  const moves = ['version', 'nomination_routines', 'nomination_categories', 'dates']
  const rest = (record: object) => Object.entries(record).filter(([key]) => !moves.includes(key))
  expect(rest(after)).toEqual(rest(before))
  const { audit } = (await stage.call(desk, 'GET', `/v1/office/registrations/${id}`)).json()
  expect(audit[0]).toMatchObject({
    action: 'change nominations',
    before: { nominations: expect.arrayContaining([{ award: 'Teen & Senior Small Group', routine: 'Piece 1' }]) },
    after: { reason: 'She wrote on March 2.' },
  })

  await stage.db.updateTable('registrations').set({ deleted: true }).where('id', '=', id).execute()
  expect(outcome(await change(twelve()))).toEqual(coded('office.deleted'))
})

const form = (id: number | string, content: string, type = 'application/pdf') => {
  const lines = [
    '--b',
    'content-disposition: form-data; name="file"; filename="our form.pdf"',
    `content-type: ${type}`,
    '',
  ]
  const field = ['--b', 'content-disposition: form-data; name="registration_id"', '', String(id), '--b--', '']
  return Buffer.from([...lines, content, ...field].join('\r\n'), 'latin1')
}
const pdf = '%PDF-1.4\n%%EOF'

test('API-043 C045 the form of a scholarship donation is kept with its registration, the newest of them', async () => {
  const { studio, id, read } = await nominating()
  const headers = async (user_id: number) => ({
    ...(await stage.sessionOf(user_id)),
    'content-type': 'multipart/form-data; boundary=b',
  })
  const send = async (payload: Buffer, user_id = studio.user_id) =>
    stage.app.inject({
      method: 'POST',
      url: '/v1/mybtf/registration/scholarship-donation',
      payload,
      headers: await headers(user_id),
    })
  const first = await send(form(id, pdf))
  expect(first.statusCode, first.body).toBe(200)
  expect((await read()).scholarship_donation).toEqual({ id: first.json().id, name: 'our form.pdf' })
  const before = await stage.db
    .selectFrom('scholarship_donations')
    .where('registration_id', '=', id)
    .select('key')
    .executeTakeFirstOrThrow()

  expect((await send(form(id, pdf))).json()).toEqual(first.json())
  await stage.runJobs()
  const keys = await stage.db.selectFrom('files').where('registration_id', '=', id).select('key').execute()
  expect(keys).toHaveLength(1)
  expect(keys[0]?.key).not.toBe(before.key)

  const office = (await stage.call(await staff(), 'GET', `/v1/office/registrations/${id}`)).json()
  expect(office.scholarship_donation.name).toBe('our form.pdf')
  const looked = await stage.app.inject({
    method: 'GET',
    url: new URL(office.scholarship_donation.url, 'http://x').pathname,
  })
  expect([looked.statusCode, looked.body]).toEqual([200, pdf])

  const stranger = await season.studio()
  expect((await send(form(id, pdf), stranger.user_id)).statusCode).toBe(404)
  expect(outcome(await send(form(id, 'MZ a program', 'application/pdf')))).toEqual(coded('file.invalid'))
  expect(outcome(await send(form('none', pdf)))).toEqual(coded('required', { field: 'registration_id' }))
  expect(outcome(await send(form(id, `${pdf}${'x'.repeat(10_485_760)}`)))).toEqual(coded('file.too_large'))
})

test('PROG-031 PROG-036 EDIT-012 SEC-017 after completion nominations change in an edit alone, and there only by going', async () => {
  const { studio, id, put, one, twelve, awards, routine_ids, read } = await nominating()
  await put([...twelve(), ...awards, one(61, 2)], true)
  await complete({ studio, id })
  expect(outcome(await put(twelve(), true))).toEqual([409, expect.objectContaining({ code: 'registration_completed' })])

  await studio.call('GET', `${open(id)}/edit`)
  expect(outcome(await put([...twelve(1), ...awards, one(61, 2)], true))).toEqual(
    coded('soty.locked', {
      message: 'Please email hello@nationals.example to make changes to your Studio Of The Year nominated routines.',
    }),
  )
  expect(outcome(await put([...awards, one(61, 2)], false))).toEqual(coded('soty.locked'))
  expect(outcome(await put([...twelve(), ...awards, one(61, 3)], true))).toEqual(coded('nominations.only_removing'))
  expect((await put([...twelve(), ...awards], true)).statusCode).toBe(200)
  // A routine taken out of the competition is no exception.
  await studio.call('DELETE', `/v1/dance360/routines/${routine_ids[11]}`, { registration_id: id })
  expect((await read()).nomination_routines).toHaveLength(16)

  const edit = (await studio.call('GET', `${open(id)}/edit`)).json()
  expect(edit.nomination_routines).toHaveLength(14)
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  const { version } = (await studio.call('PUT', open(id), { reviewed: true, paying_by_check: true })).json()
  const reply = await studio.call('PUT', `${open(id)}/edit-complete`, { version })
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await read()).nomination_routines).toHaveLength(14)
})

test('PROG-046 a routine that goes while an edit is open takes its nominations out of the edit as well', async () => {
  const { studio, id, put, one, twelve, awards, routine_ids } = await nominating()
  await put([...twelve(), ...awards, one(61, 2)], true)
  await complete({ studio, id })
  await studio.call('GET', `${open(id)}/edit`)
  expect((await put([...twelve(), ...awards], true)).statusCode).toBe(200)

  // Another request removes it from the registration.
  const [first = 0] = routine_ids
  await stage.db.deleteFrom('registration_routines').where('id', '=', first).execute()
  await stage.db
    .updateTable('registrations')
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { nomination_routines } = (await studio.call('GET', `${open(id)}/edit`)).json()
  const left = nomination_routines.map((nominated: Nomination) => nominated.registrations_routine_id)
  expect(left).toHaveLength(13)
  expect(left).not.toContain(first)
})
