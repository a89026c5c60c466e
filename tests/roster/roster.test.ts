import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const url = '/v1/mybtf/roster'
const created = stage.clock.now()

await stage.db
  .insertInto('seasons')
  .values({ id: 41, start_year: 2024, end_year: 2025, age_year: 2025, current: true })
  .execute()

let accountCount = 0
async function account({ studio_id = null as number | null, previous_studio_id = null as number | null } = {}) {
  const person = { fname: 'Grace', lname: 'Okafor', name_key: `owner${(accountCount += 1)}`, created }
  const { id: person_id } = await stage.db
    .insertInto('persons')
    .values({ ...person, birthdate: null, gender_id: 1, person_type_id: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await stage.db
    .insertInto('users')
    .values({
      email: `owner.${accountCount}@example.com`,
      password_hash: null,
      confirmed: true,
      person_id,
      studio_id,
      previous_studio_id,
      studio_account: studio_id !== null,
      created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', query = '', body?: object) =>
    stage.call(id, method, `${url}${query}`, body)
  return {
    id,
    list: async () => (await call('GET', `?mybtf_user_id=${id}`)).json() as Record<string, unknown>[],
    add: (person: object, more: object = {}) => call('POST', '', { person, mybtf_user_id: id, ...more }),
    /** Adds a person without the duplicate check. */
    put: (person: object) => call('POST', '', { person, skipFuzzy: true }),
    save: (person: object) => call('PUT', '', { person }),
    remove: (person_id: number) => call('DELETE', `?person_id=${person_id}&mybtf_user_id=${id}`),
    call,
  }
}

async function newStudio() {
  const row = { name: 'Juniper Dance', created }
  return (await stage.db.insertInto('studios').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const ana = { fname: 'Ana', lname: 'Ruiz', gender_id: 1, birthdate: '2012-03-01' }

test('ROST-001 SEC-008 C035 a roster is its account’s alone', async () => {
  const [grace, mallory] = [await account(), await account()]
  await grace.put(ana)
  expect(await grace.list()).toHaveLength(1)
  expect(await mallory.list()).toEqual([])
  expect((await mallory.call('GET', `?mybtf_user_id=${grace.id}`)).statusCode).toBe(403)
  expect((await mallory.add(ana, { mybtf_user_id: grace.id })).statusCode).toBe(403)
  expect((await stage.call(0, 'GET', url)).statusCode).toBe(401)
})

test('ROST-001 C035 a roster is read whole, or by pages that link to the next', async () => {
  const { put, call } = await account()
  for (const lname of ['Abel', 'Boyd', 'Cruz']) await put({ ...ana, lname })
  const namesOf = (reply: { json: () => { lname: string }[] }) => reply.json().map(({ lname }) => lname)
  const first = await call('GET', '?per_page=2')
  expect(namesOf(first)).toEqual(['Abel', 'Boyd'])
  expect(first.headers['link']).toBe('</v1/mybtf/roster?page=2&per_page=2>; rel="next"')
  const last = await call('GET', '?page=2&per_page=2')
  expect(namesOf(last)).toEqual(['Cruz'])
  expect(last.headers['link']).toBeUndefined()
  const whole = await call('GET')
  expect(namesOf(whole)).toEqual(['Abel', 'Boyd', 'Cruz'])
  expect((await call('GET', '?page=0')).statusCode).toBe(400)
})

test('ROST-006 ROST-007 ROST-008 ROST-029 C036 a person comes back with everything a roster holds', async () => {
  const grace = await account()
  const address = { address: '12 Elm Street', city: 'Juniper Falls', state_id: 5, country_id: 1, zip: '90001' }
  const reply = await grace.put({
    ...ana,
    email: [{ value: 'ana@example.com' }],
    phone: [{ value: '(415) 555-0132' }],
    reminder_email: 'mum@example.com',
    pronouns: 'she/her',
    address,
    parent: { address, email: 'mum@example.com' },
  })
  expect(reply.json().person).toEqual({
    ...ana,
    id: expect.any(Number),
    person_type_id: null,
    birthdateString: '03/01/2012',
    age: 12,
    primary: false,
    address,
    address_id: expect.any(Number),
    email: [{ contact_type_id: 1, primary: true, value: 'ana@example.com' }],
    phone: [{ contact_type_id: 2, primary: true, value: '(415) 555-0132' }],
    reminder_email: 'mum@example.com',
    pronouns: 'she/her',
    parent: { address, email: 'mum@example.com' },
    contact_info: { phone: '(415) 555-0132', email: 'ana@example.com' },
    waivers: [{ waiver_type_id: expect.any(Number), signed: false }],
    shared: false,
  })
  expect(await grace.list()).toEqual([reply.json().person])
})

test.each([
  ['fname', { fname: ' ' }, 'Required'],
  ['lname', { lname: '' }, 'Required'],
  ['gender_id', { gender_id: null }, 'Required'],
  ['birthdate', { birthdate: '2099-01-01' }, 'Invalid Birthdate (MM/DD/YYYY)'],
  ['birthdate', { birthdate: '1900-01-01' }, 'Invalid Birthdate (MM/DD/YYYY)'],
  ['email', { email: [{ value: 'x' }] }, 'Must be valid email'],
  ['phone', { phone: [{ value: '12' }] }, 'Must be valid phone number'],
])('ROST-003 ROST-005 ROST-030 a wrong %s is refused', async (field, more, message) => {
  const reply = await (await account()).add({ ...ana, ...more })
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { field, message }])
})

test('ROST-004 a birthdate may be missing', async () => {
  const reply = await (await account()).add({ ...ana, birthdate: null })
  expect(reply.json().person).toMatchObject({ birthdate: null, birthdateString: '', age: null })
})

test('ROST-009 ROST-035 ages are those of January 1 of the season’s age year, and move with it', async () => {
  const grace = await account()
  await grace.add({ ...ana, birthdate: '2012-01-01' })
  await grace.add({ ...ana, fname: 'Beatriz', lname: 'Lund', birthdate: '2012-01-02' })
  const ages = async () => (await grace.list()).map(({ age }) => age).toSorted()
  expect(await ages()).toEqual([12, 13])
  await stage.db.updateTable('seasons').set({ age_year: 2026 }).execute()
  expect(await ages()).toEqual([13, 14])
  await stage.db.updateTable('seasons').set({ age_year: 2025 }).execute()
})

test('ROST-015 A110 a person added by a studio belongs to that studio, even if the request names another', async () => {
  const [studio_id, other] = [await newStudio(), await newStudio()]
  const grace = await account({ studio_id })
  const { person } = (await grace.add(ana, { studio_id: other, previous_studio_id: other, skipFuzzy: true })).json()
  const row = await stage.db
    .selectFrom('roster')
    .selectAll()
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(row.studio_id).toBe(studio_id)
})

test('ROST-020 ROST-021 one of the own roster who is nearly the same is offered; skipFuzzy adds all the same', async () => {
  const grace = await account()
  const { person } = (await grace.put(ana)).json()
  const near = { ...ana, fname: 'Anna' }
  expect((await grace.add(near)).json()).toEqual({
    fuzzy: [{ id: person.id, fname: 'Ana', lname: 'Ruiz', birthdate: '2012-03-01', city: null, shared: false }],
  })
  expect(await grace.list()).toHaveLength(1)
  expect((await grace.add(near, { skipFuzzy: true })).json().person).toMatchObject({ fname: 'Anna' })
  expect(await grace.list()).toHaveLength(2)
})

test('ROST-022 choosing someone who is on the roster already is refused', async () => {
  const grace = await account()
  const { person } = (await grace.put(ana)).json()
  const reply = await grace.add({ ...ana, fname: 'Anna', id: person.id })
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    'It looks like you already have this person in your roster!',
  ])
})

test('ROST-021 A110 a colleague of the studio, and who left it, are offered its people and may link them', async () => {
  const studio_id = await newStudio()
  const [grace, hugo, left] = [
    await account({ studio_id }),
    await account({ studio_id }),
    await account({ previous_studio_id: studio_id }),
  ]
  const mira = { fname: 'Mirabelle', lname: 'Sand', gender_id: 1, birthdate: '2011-05-05' }
  const { person } = (await grace.add(mira)).json()
  for (const other of [hugo, left]) {
    const near = { ...mira, fname: 'Mirabel' }
    expect((await other.add(near)).json().fuzzy).toMatchObject([{ id: person.id }])
    expect((await other.add({ ...near, id: person.id })).json().person).toMatchObject({ id: person.id, ...mira })
    expect(await other.list()).toHaveLength(1)
  }
})

test('ROST-020 SEC-008 A88 a stranger’s child is offered only to who knows the exact name and birthdate', async () => {
  const [grace, mallory] = [await account(), await account()]
  const child = { fname: 'Séraphine', lname: 'Quill', gender_id: 1, birthdate: '2013-07-07' }
  const { person } = (
    await grace.add({ ...child, email: [{ value: 'home@example.com' }], phone: [{ value: '4155550132' }] })
  ).json()

  // A similar name, a wrong day, no day: no match is shown, and nobody can be linked by id alone.
  for (const wrong of [{ fname: 'Serafine' }, { birthdate: '2013-07-08' }, { birthdate: null }]) {
    const linked = await mallory.add({ ...child, ...wrong, id: person.id })
    expect([wrong, linked.statusCode]).toEqual([wrong, 404])
  }
  expect(await mallory.list()).toEqual([])

  const exact = { ...child, fname: 'seraphine' }
  expect((await mallory.add(exact)).json().fuzzy).toMatchObject([{ id: person.id, city: null }])
  const linked = (await mallory.add({ ...exact, id: person.id })).json().person
  expect(linked).toMatchObject({ shared: true, email: [], phone: [], address: null, contact_info: { phone: null } })

  // And what is theirs stays theirs.
  const renamed = await mallory.save({ ...child, id: person.id, lname: 'Mallory' })
  expect([renamed.statusCode, renamed.json()]).toMatchObject([409, { code: 'roster.shared', field: 'lname' }])
  expect(await grace.list()).toMatchObject([{ lname: 'Quill', shared: false, contact_info: { phone: '4155550132' } }])
})

test('ROST-012 ROST-013 A92 C037 an edit is saved when names, gender and birthdate are all there', async () => {
  const [grace, mallory] = [await account(), await account()]
  const { person } = (await grace.add({ ...ana, birthdate: null })).json()
  const { id } = person
  for (const [field, more] of [
    ['fname', { fname: '' }],
    ['gender_id', { gender_id: null }],
    ['birthdate', { birthdate: null }],
  ] as const) {
    const reply = await grace.save({ ...ana, id, ...more })
    expect([field, reply.statusCode, reply.json().field]).toEqual([field, 422, field])
  }
  expect((await mallory.save({ ...ana, id })).statusCode).toBe(404)
  expect((await grace.save({ ...ana, id, fname: 'Anita' })).json().person).toMatchObject({ fname: 'Anita', age: 12 })
})

test('ROST-027 the contact of a person is edited apart from the birthdate', async () => {
  const grace = await account()
  const { person } = (await grace.add({ ...ana, birthdate: null })).json()
  const contact = { id: person.id, fname: 'Ana', lname: 'Ruiz', person_type_id: 1 }
  const reply = await grace.save({
    ...contact,
    email: [{ value: 'ana@example.com' }],
    phone: [{ value: '4155550132' }],
  })
  expect(reply.json().person).toMatchObject({
    person_type_id: 1,
    birthdate: null,
    contact_info: { email: 'ana@example.com', phone: '4155550132' },
  })
  expect((await grace.save({ ...contact, email: [{ value: 'x' }] })).json()).toMatchObject({ field: 'email' })
})

test('ROST-033 a partly filled address must be complete, the parent’s too', async () => {
  const grace = await account()
  const half = { address: '12 Elm Street', city: '', country_id: 1 }
  expect((await grace.add({ ...ana, address: half })).json()).toMatchObject({ field: 'address.city' })
  expect((await grace.add({ ...ana, parent: { address: half } })).json()).toMatchObject({
    field: 'parent.address.city',
  })
  const abroad = { address: 'Rue Haute 3', city: 'Bruges', country_id: 14 }
  expect((await grace.put({ ...ana, address: abroad })).json().person.address).toMatchObject({ ...abroad, zip: null })
})

test('ROST-014 C038 a person is taken off the roster, by its account alone', async () => {
  const [grace, mallory] = [await account(), await account()]
  const { person } = (await grace.put(ana)).json()
  expect((await mallory.remove(person.id)).statusCode).toBe(404)
  expect((await grace.remove(person.id)).statusCode).toBe(204)
  expect(await grace.list()).toEqual([])
})

async function registered(user_id: number, person_id: number, end_date: string, inRoutine: boolean) {
  const n = (accountCount += 1)
  await stage.db
    .insertInto('events')
    .values({ id: n, name: `Northlight ${n}`, subdomain: `n${n}`, support_email: 'help@northlight.example' })
    .execute()
  const city = await stage.db
    .insertInto('event_cities')
    .values({ name: `City ${n}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tourDate = await stage.db
    .insertInto('tour_dates')
    .values({
      event_id: n,
      event_city_id: city.id,
      season_id: 41,
      start_date: end_date as never,
      end_date: end_date as never,
      cutoff_start_date: created,
      cutoff_end_date: created,
      late_start_date: null,
      late_end_date: null,
      venue_id: null,
      hotel_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: registration_id } = await stage.db
    .insertInto('registrations')
    .values({
      tour_date_id: tourDate.id,
      user_id,
      studio_id: null,
      ancillary: true,
      full_rates: false,
      late_rates: false,
      created,
      updated: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.db.insertInto('attendees').values({ registration_id, person_id, workshop_level_id: 2 }).execute()
  if (!inRoutine) return registration_id
  const division = await stage.db.selectFrom('performance_divisions').select('id').executeTakeFirst()
  const performance_division_id =
    division?.id ??
    (
      await stage.db
        .insertInto('performance_divisions')
        .values({ id: 1, name: 'Jazz', level: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await stage.db
    .insertInto('age_divisions')
    .values({ level_id: 2, name: 'Junior', minimum_age: 10 })
    .onConflict((on) => on.doNothing())
    .execute()
  await stage.db
    .insertInto('routine_categories')
    .values({ category_id: 1, name: 'Solo', abbreviation: 'S', min_dancers: 1 })
    .onConflict((on) => on.doNothing())
    .execute()
  const routine = await stage.db
    .insertInto('routines')
    .values({ user_id, studio_id: null, name: 'Rain' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const routineRow = await stage.db
    .insertInto('registration_routines')
    .values({
      registration_id,
      routine_id: routine.id,
      performance_division_id,
      age_division_level_id: 2,
      category_id: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.db
    .insertInto('routine_attendees')
    .values({ registration_routine_id: routineRow.id, registration_id, person_id })
    .execute()
  return registration_id
}

test('ROST-028 a dancer in a routine of an open registration cannot be removed; one only registered is unlinked', async () => {
  const grace = await account()
  const add = async (fname: string) =>
    (await grace.add({ ...ana, fname, lname: `${fname}son` })).json().person.id as number
  const [dancing, sitting, danced] = [await add('Dora'), await add('Petra'), await add('Wilhelmina')]
  await registered(grace.id, dancing, '2025-02-23', true)
  const registration = await registered(grace.id, sitting, '2025-02-23', false)
  await registered(grace.id, danced, '2024-02-23', true)

  const reply = await grace.remove(dancing)
  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    {
      code: 'roster.in_routine',
      message: expect.stringContaining('Dora Dorason is in a routine of an open registration'),
    },
  ])
  expect((await grace.remove(sitting)).statusCode).toBe(204)
  expect((await grace.remove(danced)).statusCode).toBe(204)
  expect(await grace.list()).toMatchObject([{ id: dancing }])
  const attendeeRows = await stage.db
    .selectFrom('attendees')
    .select('person_id')
    .where('registration_id', '=', registration)
    .execute()
  expect(attendeeRows).toEqual([{ person_id: sitting }])
  // A person taken off the roster is offered again.
  expect((await grace.add({ ...ana, fname: 'Petra', lname: 'Petrason' })).json().fuzzy).toMatchObject([{ id: sitting }])
})

test('API-081 C034 REV-003 the responsible person of a registration needs names, address and phone', async () => {
  const [grace, mallory] = [await account(), await account()]
  const id = (await grace.add({ ...ana, fname: 'Ottoline', lname: 'Bray' })).json().person.id
  const registration_id = await registered(grace.id, id, '2025-02-23', false)
  const path = '/v1/mybtf/registration/ancillary-person'
  const person = { fname: 'Ines', lname: 'Moreau', address: '12 Elm Street', phone: '(415) 555-0132', email: '' }
  for (const field of ['fname', 'lname', 'address', 'phone']) {
    const reply = await stage.call(grace.id, 'POST', path, { registration_id, person: { ...person, [field]: ' ' } })
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { field, message: 'Required' }])
  }
  expect((await stage.call(mallory.id, 'POST', path, { registration_id, person })).statusCode).toBe(404)
  expect((await stage.call(grace.id, 'POST', path, { registration_id, person })).json()).toEqual({ person })
  const row = await stage.db
    .selectFrom('registrations')
    .select('ancillary_person')
    .where('id', '=', registration_id)
    .executeTakeFirst()
  expect(row?.ancillary_person).toEqual(person)
})

test('ROST-002 three hundred people are read at once', async () => {
  const grace = await account()
  const people = Array.from({ length: 300 }, (_, index) => ({
    fname: `Dancer ${index}`,
    lname: 'Many',
    name_key: `dancer${index}many`,
    birthdate: '2012-03-01' as never,
    gender_id: 1,
    person_type_id: null,
    created,
  }))
  const ids = await stage.db.insertInto('persons').values(people).returning('id').execute()
  await stage.db
    .insertInto('roster')
    .values(ids.map(({ id: person_id }) => ({ user_id: grace.id, person_id, studio_id: null, email: null, created })))
    .execute()
  expect(await grace.list()).toHaveLength(300)
})
