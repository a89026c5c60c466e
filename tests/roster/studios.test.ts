import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { searchStudios } from '@callboard/server/roster/studio-queries.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const weak = 'Passwords must have at least 6 characters, 1 capital letter and 1 number.'
const url = '/v1/mybtf/studios'

const owner = { fname: 'Grace', lname: 'Okafor', person_type_id: 4, email: [], phone: [], primary: true }
const studio = {
  name: 'Juniper Dance Collective',
  website: 'juniperdance.example',
  address: { address: '12 Elm Street', city: 'Juniper Falls', state_id: 5, country_id: 1, zip: '90001' },
  phone: [{ value: '(415) 555-0132' }],
  email: [{ value: 'studio@example.com' }],
  studio_contacts: [owner],
}

let accountCount = 0
const newEmail = () => `grace.${(accountCount += 1)}@example.com`
const accountFor = (email: string, password = 'Rehearsal7') => ({
  email,
  email2: email,
  password,
  password2: password,
  person: { fname: 'Grace', lname: 'Okafor' },
})
const signUp = (email: string, more: object = {}) =>
  stage.call(0, 'POST', '/v1/mybtf/new-studio-signup', {
    studio: { ...studio, primary_mybtf_user: accountFor(email), ...more },
  })

/** A studio the office knows, that nobody has an account for yet. */
async function unclaimed(name: string, email: string | null) {
  const { id } = await stage.db
    .insertInto('studios')
    .values({ name, created: stage.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contact = { studio_id: id, contact_type_id: 1, is_primary: true }
  if (email)
    await stage.db
      .insertInto('contacts')
      .values({ ...contact, value: email })
      .execute()
  await stage.db
    .insertInto('studio_contacts')
    .values({ studio_id: id, person_type_id: 5, fname: 'Otis', lname: 'Vance', is_primary: true, is_owner: true })
    .execute()
  return id
}

const setupToken = async (email: string) => {
  const mail = await stage.db
    .selectFrom('mails')
    .selectAll()
    .where('to', '=', email)
    .where('template', '=', 'setup_studio')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const [link = '', token = ''] =
    /http:\/\/localhost:3000\/signup\/setup-password\/([\w-]+)/.exec(mail?.text ?? '') ?? []
  return { link, token, mail }
}

test('ACC-001 ACC-037 ACC-054 ACC-055 C017 a new studio gets its account, its address and its contacts', async () => {
  const email = newEmail()
  const contact = { ...owner, fname: 'Bea', person_type_id: 2, primary: true, phone: [{ value: '415 555 0199' }] }
  const reply = await signUp(email, { studio_contacts: [{ ...owner, primary: false }, contact] })
  const { exists, id, user, token } = reply.json()
  expect({ exists, token }).toEqual({ exists: false, token: expect.any(String) })
  expect(user).toMatchObject({
    email,
    confirmed: false,
    studio_account: true,
    studio_id: id,
    studio: { name: studio.name },
  })

  const profile = (await stage.call(user.id, 'GET', `${url}/${id}/profile`)).json()
  expect(profile).toMatchObject({
    name: studio.name,
    address: studio.address,
    claimed: true,
    phone: [{ contact_type_id: 2, primary: true, value: '(415) 555-0132' }],
    studio_contacts: [
      { fname: 'Grace', primary: false },
      { fname: 'Bea', person_type_id: 2, primary: true, phone: [{ value: '415 555 0199' }] },
    ],
    primary_mybtf_user: { email },
    bypass_deposit: false,
    bypass_removed_routine_fee: false,
    bypass_removed_routine_fee_post_deadline: false,
    subdomain: null,
  })
  expect(JSON.stringify(profile)).not.toContain('password')
})

test.each([
  ['name', { name: ' ' }, 'Required'],
  ['phone', { phone: [{ value: '12' }] }, 'Must be valid phone number'],
  ['address.zip', { address: { ...studio.address, zip: '' } }, 'Required'],
  ['owner.fname', { studio_contacts: [{ ...owner, fname: '' }] }, 'Required'],
  ['account.password', { primary_mybtf_user: accountFor('x@example.com', 'weak') }, weak],
])('ACC-050 ACC-085 a studio without a right %s is refused for it', async (field, more, message) => {
  const reply = await signUp(newEmail(), more)
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { field, message }])
})

test('ACC-046 ACC-080 a dancer cannot be the one who handles a registration; a teacher can', async () => {
  const contacts = (person_type_id: number) => [
    { ...owner, primary: false },
    { ...owner, fname: 'Bea', person_type_id },
  ]
  expect((await signUp(newEmail(), { studio_contacts: contacts(1) })).json().code).toBe('account.type_not_offered')
  expect((await signUp(newEmail(), { studio_contacts: contacts(2) })).statusCode).toBe(200)
})

test('SEC-012 SEC-031 ACC-056 a studio cannot set its own flags, signing up or later', async () => {
  const forged = { flagged: true, bypass_deposit: true, bypass_removed_routine_fee: true, claimed: false }
  const { id, user } = (await signUp(newEmail(), forged)).json()
  const saved = await stage.call(user.id, 'PUT', `${url}/${id}`, { ...studio, ...forged, name: 'Juniper Dance' })
  expect(saved.json()).toMatchObject({
    name: 'Juniper Dance',
    flagged: false,
    bypass_deposit: false,
    bypass_removed_routine_fee: false,
    claimed: true,
  })
})

test('ACC-036 a studio whose account exists is not made twice', async () => {
  const email = newEmail()
  const first = (await signUp(email)).json()
  const again = await signUp(email.toUpperCase())
  expect(again.json()).toEqual({ exists: true, id: first.id, user: null, token: null })
  expect(again.headers['set-cookie']).toBeUndefined()

  const studioId = await unclaimed('Brass Lane Ballet', 'brass@example.com')
  expect((await signUp('Brass@example.com')).json()).toMatchObject({ exists: true, id: studioId })
})

test('ACC-081 an individual’s address cannot become a studio’s as well', async () => {
  const email = newEmail()
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  await stage.call(0, 'POST', '/v1/mybtf/signup', { person, user: { email, password: 'Rehearsal7' } })
  const reply = await signUp(email)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'account.email_taken'])
})

test('SEC-008 C019 only its own account changes a studio', async () => {
  const [mine, other] = [(await signUp(newEmail())).json(), (await signUp(newEmail())).json()]
  expect((await stage.call(other.user.id, 'PUT', `${url}/${mine.id}`, studio)).statusCode).toBe(404)
  expect((await stage.call(other.user.id, 'GET', `${url}/${mine.id}/profile`)).statusCode).toBe(404)
  expect((await stage.call(0, 'PUT', `${url}/${mine.id}`, studio)).statusCode).toBe(401)
})

test('ACC-052 without a second contact who is primary only the owner stays', async () => {
  const { id, user } = (await signUp(newEmail())).json()
  const two = [owner, { ...owner, fname: 'Bea', person_type_id: 8, primary: false }]
  const saved = await stage.call(user.id, 'PUT', `${url}/${id}`, { ...studio, studio_contacts: two })
  expect(saved.json().studio_contacts).toMatchObject([{ fname: 'Grace', primary: true }])
  expect(saved.json().studio_contacts).toHaveLength(1)
})

test('ACC-032 ACC-082 C013 the search finds by any part of the name, beginnings first, at most 20', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `Zephyr Studio ${String(index).padStart(2, '0')}`)
  const created = stage.clock.now()
  await stage.db
    .insertInto('studios')
    .values(names.map((name) => ({ name, created })))
    .execute()
  await unclaimed('Academy of Zephyr', null)
  const search = async (text: string) =>
    (await stage.call(0, 'GET', `${url}?searchText=${encodeURIComponent(text)}`)).json() as { name: string }[]

  expect(await search('zephyr')).toHaveLength(20)
  expect((await search('zephyr')).map(({ name }) => name)).toEqual(names.slice(0, 20))
  expect(await search('of zeph')).toEqual([
    { id: expect.any(Number), name: 'Academy of Zephyr', city: '', state: '', claimed: false },
  ])
  expect(await search('z')).toHaveLength(20)
  expect(await search('no such studio')).toEqual([])
  expect(await search('  ')).toEqual([])
  // Signs that a pattern would read are letters here.
  expect(await search('%')).toEqual([])
  expect(await search('Zephyr_Studio')).toEqual([])
})

test('ACC-082 the search uses an index for any part of a name', async () => {
  await sql`insert into studios (name, created)
    select 'Company ' || md5(g::text), now() from generate_series(1, 20000) g`.execute(stage.db)
  await sql`analyze studios`.execute(stage.db)
  expect((await stage.call(0, 'GET', `${url}?searchText=a3f9`)).statusCode).toBe(200)
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from studios
    where lower(name) like '%a3f9%'`.execute(stage.db)
  expect(JSON.stringify(plan.rows)).toContain('studios_name_parts')
})

test('ACC-082 SEC-021 a search that matches thousands of studios orders a bounded number of them', async () => {
  await sql`insert into studios (name, created)
    select 'Northern Ballet ' || g, now() from generate_series(1, 20000) g`.execute(stage.db)
  await sql`analyze studios`.execute(stage.db)
  const { rows: total } = await sql<{ studios: number }>`select count(*)::int as studios from studios`.execute(stage.db)
  const readBy = (text: string) =>
    inTransaction(stage.db, async (tx) => {
      // Its counters hold what the connection did before as well.
      const rowsRead = async () => {
        const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read
          from pg_stat_xact_user_tables where relname = 'studios'`.execute(tx)
        return rows[0]?.read ?? 0
      }
      const before = await rowsRead()
      expect(await searchStudios(tx, text)).toHaveLength(20)
      return (await rowsRead()) - before
    })
  expect(await readBy('northern'), 'names that begin with it').toBeLessThan(100)
  // The table is looked through once at most, for the first thousand that match.
  expect(await readBy('ballet'), 'names that have it').toBeLessThan((total[0]?.studios ?? 0) + 2_100)
})

test('SEC-024 A68 C014 a stranger sees the address of a studio masked, its account whole', async () => {
  const email = newEmail()
  const { id, user } = (await signUp(email)).json()
  const seenBy = async (user_id: number) =>
    (await stage.call(user_id, 'GET', `${url}/${id}`)).json().primary_mybtf_user.email
  expect([await seenBy(0), await seenBy(user.id)]).toEqual(['gr•••@example.com', email])
  expect((await stage.call(0, 'GET', `${url}/999999`)).statusCode).toBe(404)
})

test('ACC-039 M036 C018 set-up instructions go to the address of the account and to no other', async () => {
  const id = await unclaimed('Tern Street Dance', 'tern@example.com')
  const reply = await stage.call(0, 'POST', `${url}/${id}/sendSetupEmail`, { email: 'me@example.com' })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    { field: 'email', message: 'The email you provided does not match the email on the account.' },
  ])
  expect((await setupToken('me@example.com')).mail).toBeUndefined()
  expect((await setupToken('tern@example.com')).mail).toBeUndefined()
})

test('ACC-038 ACC-040 ACC-041 ACC-085 ACC-089 C015 C016 a studio is claimed with the link of the mail alone', async () => {
  await stage.db
    .insertInto('events')
    .values({ id: 9, name: 'Northlight', subdomain: 'northlight', support_email: 'help@northlight.example' })
    .execute()
  const id = await unclaimed('Harbor Steps', 'harbor@example.com')
  const reply = await stage.call(0, 'POST', `${url}/${id}/sendSetupEmail`, { email: 'Harbor@example.com', event: 9 })
  expect(reply.json()).toEqual({ sent: true })
  const { link, token, mail } = await setupToken('harbor@example.com')
  expect([mail?.subject, mail?.html]).toEqual([
    'Set up the account of Harbor Steps for Northlight',
    expect.stringContaining(link),
  ])

  const setupReply = await stage.call(0, 'PUT', `${url}/setupAccount`, { token })
  expect(setupReply.json()).toMatchObject({
    id,
    name: 'Harbor Steps',
    studio_contacts: [{ fname: 'Otis' }],
    primary_mybtf_user: { email: 'harbor@example.com' },
  })

  const claim = (password: string, more: object = {}) =>
    stage.call(0, 'POST', `${url}/setupAccount`, { password, password2: password, studio_id: id, token, ...more })
  expect((await claim('weak')).json()).toMatchObject({ field: 'password', message: weak })
  expect((await claim('Rehearsal7', { password2: 'Other123' })).json()).toMatchObject({
    message: 'Passwords must match',
  })
  expect((await claim('Rehearsal7', { studio_id: id + 1 })).json().code).toBe('account.link_over')
  expect((await claim('Rehearsal7', { token: 'x'.repeat(43) })).json().code).toBe('account.link_over')

  expect((await claim('Rehearsal7')).json()).toEqual({ email: 'harbor@example.com' })
  const signIn = { email: 'harbor@example.com', password: 'Rehearsal7' }
  expect((await stage.call(0, 'POST', '/v1/mybtf/signin', signIn)).json().user).toMatchObject({
    confirmed: true,
    studio_account: true,
    studio_id: id,
    person: { fname: 'Otis' },
  })
  expect((await stage.call(0, 'GET', `${url}/${id}`)).json().claimed).toBe(true)

  // The link works once.
  expect((await claim('Another7')).statusCode).toBe(400)
  expect((await stage.call(0, 'PUT', `${url}/setupAccount`, { token })).statusCode).toBe(400)
})

test('ACC-039 SEC-021 a stranger who signs up with a studio’s address without proving it does not keep its owner from claiming it', async () => {
  const email = 'cove@example.com'
  const id = await unclaimed('Cove Ballet', email)
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 1 }
  const squatter = await stage.call(0, 'POST', '/v1/mybtf/signup', { person, user: { email, password: 'Squatter7' } })
  await stage.call(0, 'POST', `${url}/${id}/sendSetupEmail`, { email })
  const { token } = await setupToken(email)
  const claim = { password: 'Rehearsal7', password2: 'Rehearsal7', studio_id: id, token }
  expect((await stage.call(0, 'POST', `${url}/setupAccount`, claim)).json()).toEqual({ email })

  const signIn = (password: string) => stage.call(0, 'POST', '/v1/mybtf/signin', { email, password })
  expect((await signIn('Squatter7')).statusCode).toBe(401)
  expect((await signIn('Rehearsal7')).json().user).toMatchObject({ studio_id: id, person: { fname: 'Otis' } })
  const session = { token: squatter.json().token }
  expect((await stage.call(0, 'POST', '/v1/mybtf/authenticate', session)).statusCode).toBe(401)
})

test('ACC-067 ACC-069 A28 C020 an independent chooses the studio they dance with; a studio account cannot', async () => {
  const { id: studio_id, user: studioUser } = (await signUp(newEmail())).json()
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 1 }
  const signedUp = await stage.call(0, 'POST', '/v1/mybtf/signup', {
    person,
    user: { email: newEmail(), password: 'Rehearsal7' },
  })
  const { user } = signedUp.json()
  await stage.db.updateTable('users').set({ confirmed: true, studio_id }).where('id', '=', user.id).execute()

  const reply = await stage.call(user.id, 'POST', `/v1/mybtf/${user.id}/change-studio`, { studio_id })
  expect(reply.json()).toMatchObject({
    user: { studio_id: null, previous_studio_id: studio_id },
    registration: null,
  })
  const foreign = await stage.call(user.id, 'POST', `/v1/mybtf/${user.id}/change-studio`, {
    studio_id,
    registration_id: 424242,
  })
  expect(foreign.statusCode).toBe(404)

  await stage.db.updateTable('users').set({ confirmed: true }).where('id', '=', studioUser.id).execute()
  const refusal = await stage.call(studioUser.id, 'POST', `/v1/mybtf/${studioUser.id}/change-studio`, { studio_id })
  expect(refusal.json().code).toBe('studio.own_studio')
  expect(
    (await stage.call(user.id, 'POST', `/v1/mybtf/${studioUser.id}/change-studio`, { studio_id })).statusCode,
  ).toBe(404)
})
