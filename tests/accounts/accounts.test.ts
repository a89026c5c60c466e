import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ limits: true })
const weak = 'Passwords must have at least 6 characters, 1 capital letter and 1 number.'

await stage.db
  .insertInto('events')
  .values({ id: 7, name: 'Northlight', subdomain: 'northlight', support_email: 'help@northlight.example' })
  .execute()

let people = 0
const newEmail = () => `ines.${(people += 1)}@example.com`

// Each caller has an address of its own, so that one test does not use up the tries of another.
const post = (url: string, payload: object, headers: Record<string, string> = {}, method: 'POST' | 'PUT' = 'POST') =>
  stage.app.inject({ method, url, payload, headers, remoteAddress: `10.0.${people % 250}.${Math.floor(people / 250)}` })

const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
const signUp = (email: string, more: object = {}) =>
  post('/v1/mybtf/signup', { person, user: { email, password: 'Rehearsal7' }, event: 'Northlight', ...more })
const signIn = (email: string, password = 'Rehearsal7') => post('/v1/mybtf/signin', { email, password })

async function account() {
  const email = newEmail()
  const { user, token } = (await signUp(email)).json()
  return { email, id: user.id as number, token: token as string, bearer: { authorization: `Bearer ${token}` } }
}

// A link that somebody asked for is written by a job.
async function mailsTo(email: string, template: string) {
  await stage.runJobs()
  return stage.db
    .selectFrom('mails')
    .selectAll()
    .where('to', '=', email)
    .where('template', '=', template)
    .orderBy('id')
    .execute()
}

async function linkTo(email: string, template: string) {
  const mail = (await mailsTo(email, template)).at(-1)
  const [url = '', token = ''] = /http:\/\/localhost:3000\/[\w/-]+\/([\w-]{40,})/.exec(mail?.text ?? '') ?? []
  return { url, token, mail }
}

test('ACC-001 ACC-009 ACC-025 UI-010 C001 an individual signs up: no studio, not confirmed, signed in by cookie and token', async () => {
  const email = newEmail()
  const reply = await signUp(email)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    token: expect.stringMatching(/^[\w-]{43}$/),
    user: { email, confirmed: false, studio_account: false, studio_id: null, person: { fname: 'Ines' } },
  })
  expect(reply.headers['set-cookie']?.[0]).toMatch(
    /callboard_session=.*Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800/,
  )
})

test('ACC-002 an individual is a dancer, teacher or parent and nothing else', async () => {
  for (const [person_type_id, status] of [
    [1, 200],
    [2, 200],
    [3, 200],
    [4, 422],
    [8, 422],
    [9, 422],
  ] as const) {
    const reply = await signUp(newEmail(), { person: { ...person, person_type_id } })
    expect([person_type_id, reply.statusCode]).toEqual([person_type_id, status])
  }
})

test('ACC-004 ACC-077 the list of person types has the nine names in their groups', async () => {
  const lists = (await stage.call(0, 'GET', '/v1/mybtf/people-lists')).json()
  expect(lists.person_types.map(({ name, grouping }: { name: string; grouping: string }) => [name, grouping])).toEqual([
    ['Dancer', 'user'],
    ['Teacher', 'user'],
    ['Parent', 'user'],
    ['Studio Owner', 'studio'],
    ['Studio Director', 'studio'],
    ['Office Manager', 'studio'],
    ['Competition Director', 'studio'],
    ['Registration Contact', 'studio'],
    ['Other', 'other'],
  ])
  expect(lists.countries[0]).toMatchObject({ id: 1, name: 'United States' })
  expect(lists.genders).toEqual([
    { id: 1, name: 'Female' },
    { id: 2, name: 'Male' },
  ])
})

test.each([
  ['fname', { person: { ...person, fname: ' ' } }, 'Required'],
  ['lname', { person: { ...person, lname: '' } }, 'Required'],
  ['email', { user: { email: 'ines@', password: 'Rehearsal7' } }, 'Must be valid email'],
  ['password', { user: { email: 'weak@example.com', password: 'rehearsal' } }, weak],
])('ACC-024 ACC-027 ACC-029 a sign-up with a wrong %s is refused for it', async (field, more, message) => {
  const reply = await signUp(newEmail(), more)
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { field, message }])
})

test('ACC-026 ACC-081 an address has one account, case-insensitively', async () => {
  const { email } = await account()
  const reply = await signUp(email.toUpperCase())
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'account.email_taken', field: 'email' }])
})

test('ACC-081 of two sign-ups at once with one address, one becomes an account', async () => {
  const email = newEmail()
  const replies = await Promise.all([signUp(email), signUp(email.toUpperCase()), signUp(email)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
})

test('SEC-031 nobody signs themselves up confirmed, exempt or as the office', async () => {
  const email = newEmail()
  const forged = { confirmed: true, role: 'admin', exempt: true, studio_id: 1, studio_account: true }
  await signUp(email, { user: { email, password: 'Rehearsal7', ...forged }, ...forged })
  const row = await stage.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ confirmed: false, role: 'user', exempt: false, studio_id: null, studio_account: false })
})

test('SEC-020 only hashes of passwords and tokens are stored', async () => {
  const { email, token } = await account()
  const row = await stage.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/^\$argon2id\$/)
  const hashes = await stage.db.selectFrom('sessions').select('token_hash').where('user_id', '=', row.id).execute()
  expect(hashes).not.toContainEqual({ token_hash: token })
  const link = await linkTo(email, 'confirm_email')
  const tokens = await stage.db.selectFrom('email_tokens').select('token_hash').where('user_id', '=', row.id).execute()
  expect(tokens).not.toContainEqual({ token_hash: link.token })
})

test('ACC-005 C002 signing in answers with a token and the account, in any case of the address', async () => {
  const { email, id } = await account()
  const reply = await signIn(` ${email.toUpperCase()} `)
  expect([reply.statusCode, reply.json().user.id]).toEqual([200, id])
})

test('ACC-007 ERR-022 M026 a wrong password and an unknown address get the same answer', async () => {
  const { email } = await account()
  const wrong = await signIn(email, 'Rehearsal8')
  const unknown = await signIn('nobody@example.com')
  for (const reply of [wrong, unknown]) {
    expect([reply.statusCode, reply.json()]).toMatchObject([
      401,
      { code: 'account.not_recognized', message: 'Invalid email / password' },
    ])
  }
})

test('SEC-021 after ten wrong passwords an account waits; a right one before clears the count', async () => {
  const { email } = await account()
  for (let i = 0; i < 9; i += 1) await signIn(email, 'Wrong123')
  expect((await signIn(email)).statusCode).toBe(200)
  for (let i = 0; i < 10; i += 1) expect((await signIn(email, 'Wrong123')).statusCode).toBe(401)
  const reply = await signIn(email)
  expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_tries'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)

  stage.clock.time = minutesAfter(stage.clock.time, 16)
  expect((await signIn(email)).statusCode).toBe(200)
})

test('ACC-009 ACC-065 C003 a token is known in the body, the header and the cookie', async () => {
  const { id, email, token, bearer } = await account()
  const replies = [
    await post('/v1/mybtf/authenticate', { token }),
    await post('/v1/mybtf/authenticate', {}, bearer),
    await post('/v1/mybtf/authenticate', {}, { cookie: `callboard_session=${token}` }),
  ]
  expect(replies.map((reply) => reply.json().token)).toEqual([token, token, null])
  expect(replies[0]?.json()).toEqual({
    id,
    pending_email: null,
    token,
    email,
    confirmed: false,
    role: 'user',
    lacks_second_factor: false,
    exempt: false,
    studio_id: null,
    studio_account: false,
    previous_studio_id: null,
    person: { id: expect.any(Number), fname: 'Ines', lname: 'Moreau', person_type_id: 3 },
    studio: null,
    hints: {},
    supported_browser: true,
    payment_methods: { card: [], bank: [] },
  })
})

test('ACC-010 a token nobody has is answered 401, and its cookie taken back', async () => {
  const reply = await post('/v1/mybtf/authenticate', { token: 'nonsense' })
  expect(reply.statusCode).toBe(401)
  expect(reply.headers['set-cookie']?.[0]).toMatch(/callboard_session=;.*Max-Age=0/)
})

test('ACC-065 saved cards and bank accounts are distinguished', async () => {
  const { id, bearer } = await account()
  const row = (billing_id: string, payment_method_id: number) => ({
    user_id: id,
    billing_id,
    payment_method_id,
    gateway_customer_id: `secret-${billing_id}`,
    last_four: '4242',
    bill_to: '{}',
    created: stage.clock.now(),
  })
  await stage.db
    .insertInto('payment_profiles')
    .values([row('m_card', 1), row('m_bank', 6)])
    .execute()
  const reply = await post('/v1/mybtf/authenticate', {}, bearer)
  expect(reply.json().payment_methods).toMatchObject({
    card: [{ billing_id: 'm_card', last_four: '4242' }],
    bank: [{ billing_id: 'm_bank' }],
  })
  expect(reply.body).not.toContain('secret')
})

test('ACC-011 C004 after signing out the token is worth nothing', async () => {
  const { token, bearer } = await account()
  const reply = await post('/v1/mybtf/signout', {}, bearer)
  expect([reply.statusCode, String(reply.headers['set-cookie'])]).toEqual([204, expect.stringContaining('Max-Age=0')])
  expect((await post('/v1/mybtf/authenticate', { token })).statusCode).toBe(401)
})

test('ACC-016 ACC-086 C005 the link of the mail confirms, signs nobody in, and may be followed twice', async () => {
  const { email, id } = await account()
  const { url, token, mail } = await linkTo(email, 'confirm_email')
  expect(url).toBe(`http://localhost:3000/confirm/${token}`)
  expect([mail?.subject, mail?.text, mail?.html]).toEqual([
    'Please confirm your email address for Northlight',
    expect.stringContaining(url),
    expect.stringContaining(url),
  ])
  const reply = await post('/v1/mybtf/confirm', { user: { id, token }, event: 7 })
  expect([reply.statusCode, reply.json()]).toEqual([200, { user: { confirmed: true } }])
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect((await signIn(email)).json().user.confirmed).toBe(true)
  expect((await post('/v1/mybtf/confirm', { user: { token } })).statusCode).toBe(200)
})

test('ACC-016 a confirmation link is over after 7 days, and a made-up one never worked', async () => {
  const { email } = await account()
  const { token } = await linkTo(email, 'confirm_email')
  stage.clock.time = minutesAfter(stage.clock.time, 7 * 24 * 60)
  for (const link of [token, 'x'.repeat(43)]) {
    const reply = await post('/v1/mybtf/confirm', { user: { token: link } })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'account.link_over'])
  }
})

test('ACC-014 ACC-015 A66 A67 the confirmation mail is sent again on request, five times an hour', async () => {
  const { email, id, bearer } = await account()
  const again = () => post('/v1/mybtf/resend-confirmation', { event: 'northlight' }, bearer)
  expect((await again()).json()).toEqual({ sent: true })
  expect((await again()).statusCode).toBe(200)
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(3)

  await post('/v1/mybtf/confirm', { user: { id } }, bearer)
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(4)
  for (let i = 0; i < 2; i += 1) await again()
  expect((await again()).statusCode).toBe(429)
})

test('ACC-015 asked without a session, the answer does not tell whether the address is known', async () => {
  const { email } = await account()
  const knownReply = await post('/v1/mybtf/resend-confirmation', { email })
  const unknown = await post('/v1/mybtf/resend-confirmation', { email: 'nobody@example.com' })
  expect([knownReply.statusCode, knownReply.json()]).toEqual([unknown.statusCode, unknown.json()])
  expect(await mailsTo(email, 'confirm_email')).toHaveLength(2)
  expect(await mailsTo('nobody@example.com', 'confirm_email')).toEqual([])
})

test('ACC-018 ACC-088 C007 a forgotten password is answered alike for everybody; the mail names the event', async () => {
  const { email } = await account()
  const forgot = (address: string) => post('/v1/mybtf/forgot', { email: address, event_name: 'Northlight' })
  const [knownReply, unknown] = [await forgot(email.toUpperCase()), await forgot('nobody@example.com')]
  expect([knownReply.statusCode, knownReply.json()]).toEqual([unknown.statusCode, unknown.json()])
  const { url, token, mail } = await linkTo(email, 'reset_password')
  expect([url, mail?.subject]).toEqual([
    `http://localhost:3000/reset-password/${token}`,
    'Choose a new password for Northlight',
  ])
})

test('SEC-021 asking for a link does the same work for everybody: one job, and nothing looked up before the answer', async () => {
  const { email } = await account()
  const jobs = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs`.execute(stage.db)).rows[0]
      ?.n ?? 0
  const effectsOf = async (url: string, address: string) => {
    await stage.runJobs()
    const mails = await stage.db.selectFrom('mails').select('id').execute()
    const before = await jobs()
    const reply = await post(url, { email: address })
    const tokens = await stage.db.selectFrom('mails').select('id').execute()
    return [reply.statusCode, reply.json(), (await jobs()) - before, tokens.length - mails.length]
  }
  for (const url of ['/v1/mybtf/forgot', '/v1/mybtf/resend-confirmation']) {
    const effects = await effectsOf(url, email)
    expect(effects).toEqual([200, { sent: true }, 1, 0])
    expect(await effectsOf(url, `nobody.${people}@example.com`)).toEqual(effects)
  }
})

test('ACC-007 an address nobody has costs a sign-in as much as a wrong password: both verify a hash', async () => {
  const { email } = await account()
  const cpuTimeOf = async (address: string) => {
    const rounds: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const before = process.cpuUsage()
      await signIn(address, 'Wrong123')
      const { user, system } = process.cpuUsage(before)
      rounds.push(user + system)
    }
    return Math.min(...rounds)
  }
  await cpuTimeOf(email)
  const [knownTime, unknown] = [await cpuTimeOf(email), await cpuTimeOf(`nobody.${people}@example.com`)]
  // Of computing, which a busy machine leaves alone. A hash takes far more of it than all the rest together.
  expect(unknown / knownTime).toBeGreaterThan(0.4)
  expect(unknown / knownTime).toBeLessThan(2.5)
})

test('ACC-088 an event that is none of ours is not repeated in a mail', async () => {
  const { email } = await account()
  await post('/v1/mybtf/forgot', { email, event_name: 'Win a prize at evil.example' })
  expect((await linkTo(email, 'reset_password')).mail?.text).not.toContain('evil')
})

test('ACC-020 ACC-021 ACC-085 C008 a reset link works once, for 2 hours, with a strong password repeated alike', async () => {
  const { email, token: session } = await account()
  await post('/v1/mybtf/forgot', { email })
  const { token } = await linkTo(email, 'reset_password')
  const reset = (password: string, password2 = password) =>
    post(`/v1/mybtf/forgot/${token}`, { password, password2 }, {}, 'PUT')

  expect((await reset('encore')).json()).toMatchObject({ field: 'password', message: weak })
  expect((await reset('Encore2025', 'Encore2026')).json()).toMatchObject({ message: 'Passwords must match' })
  expect((await reset('Encore2025')).statusCode).toBe(200)
  expect((await post('/v1/mybtf/authenticate', { token: session })).statusCode).toBe(401)
  expect((await signIn(email, 'Encore2025')).statusCode).toBe(200)

  const reused = await reset('Another2025')
  expect([reused.statusCode, reused.json().code]).toEqual([400, 'account.link_over'])
  expect((await signIn(email, 'Another2025')).statusCode).toBe(401)

  await post('/v1/mybtf/forgot', { email })
  const late = await linkTo(email, 'reset_password')
  stage.clock.time = minutesAfter(stage.clock.time, 121)
  const expired = await post(
    `/v1/mybtf/forgot/${late.token}`,
    { password: 'Late2025', password2: 'Late2025' },
    {},
    'PUT',
  )
  expect(expired.statusCode).toBe(400)
})

test('ACC-021 a newer reset link ends the one before it', async () => {
  const { email } = await account()
  await post('/v1/mybtf/forgot', { email })
  const { token } = await linkTo(email, 'reset_password')
  await post('/v1/mybtf/forgot', { email })
  await stage.runJobs()
  const body = { password: 'Encore2025', password2: 'Encore2025' }
  expect((await post(`/v1/mybtf/forgot/${token}`, body, {}, 'PUT')).statusCode).toBe(400)
})

test('SEC-021 a reset mail is sent five times an hour to one address', async () => {
  const { email } = await account()
  for (let i = 0; i < 5; i += 1) expect((await post('/v1/mybtf/forgot', { email })).statusCode).toBe(200)
  expect((await post('/v1/mybtf/forgot', { email })).statusCode).toBe(429)
  expect(await mailsTo(email, 'reset_password')).toHaveLength(5)
})

test('ACC-060 ACC-062 ACC-083 C009 an address is changed by the link mailed to it; the session stays and the old mailbox gets a mail', async () => {
  const { email, id, token, bearer } = await account()
  const next = newEmail()
  const change = (body: object) => post(`/v1/mybtf/${id}/email`, body, bearer, 'PUT')

  const wrong = await change({ email: next, password: 'Rehearsal8' })
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { message: 'Authentication failed', field: 'password' }])
  expect((await change({ email: 'x', password: 'Rehearsal7' })).json()).toMatchObject({ field: 'email' })
  expect((await change({ email: next, email2: 'other@example.com', password: 'Rehearsal7' })).json()).toMatchObject({
    field: 'email2',
    message: 'Emails must match',
  })
  const { email: takenEmail } = await account()
  expect((await change({ email: takenEmail.toUpperCase(), password: 'Rehearsal7' })).statusCode).toBe(409)

  expect((await change({ email: next, email2: next, password: 'Rehearsal7' })).json()).toMatchObject({
    email,
    pending_email: next,
  })
  expect([(await signIn(email)).statusCode, (await signIn(next)).statusCode]).toEqual([200, 401])
  await post('/v1/mybtf/confirm', { user: { token: (await linkTo(next, 'new_email')).token } })
  expect((await post('/v1/mybtf/authenticate', { token })).json().email).toBe(next)
  expect([(await signIn(email)).statusCode, (await signIn(next)).statusCode]).toEqual([401, 200])
  for (const template of ['email_change_asked', 'email_changed']) expect(await mailsTo(email, template)).toHaveLength(1)
})

test('ACC-061 ACC-062 ACC-084 ACC-085 C010 a changed password ends the other sessions', async () => {
  const { email, id, token, bearer } = await account()
  const other = (await signIn(email)).json().token
  const change = (body: object) => post(`/v1/mybtf/${id}/password`, body, bearer, 'PUT')

  expect((await change({ password: 'Encore2025', old_password: 'No' })).json()).toMatchObject({
    message: 'Authentication failed',
    field: 'old_password',
  })
  expect((await change({ password: 'encore', old_password: 'Rehearsal7' })).json()).toMatchObject({ message: weak })
  expect((await change({ password: 'Encore2025', old_password: 'Rehearsal7' })).statusCode).toBe(200)

  expect((await post('/v1/mybtf/authenticate', { token: other })).statusCode).toBe(401)
  expect((await post('/v1/mybtf/authenticate', { token })).statusCode).toBe(200)
  expect((await signIn(email, 'Encore2025')).statusCode).toBe(200)
})

test('ACC-066 C011 hints add up and come back with the account', async () => {
  const { id, bearer } = await account()
  await post(`/v1/mybtf/${id}/hints`, { hints: { roster_intro: true } }, bearer, 'PUT')
  const reply = await post(`/v1/mybtf/${id}/hints`, { hints: { steps: false } }, bearer, 'PUT')
  expect(reply.json()).toEqual({ hints: { roster_intro: true, steps: false } })
  expect((await post('/v1/mybtf/authenticate', {}, bearer)).json().hints).toEqual({ roster_intro: true, steps: false })
})

test('ACC-063 ACC-078 ROST-032 C012 contact info is saved whole; type and names are required', async () => {
  const { id, bearer } = await account()
  const save = (body: object) =>
    post(`/v1/mybtf/${id}/contact-info`, { ...person, phone: [], email: [], ...body }, bearer, 'PUT')

  expect((await save({ person_type_id: null })).json()).toMatchObject({ field: 'person_type_id', message: 'Required' })
  expect((await save({ fname: '' })).json()).toMatchObject({ field: 'fname', message: 'Required' })
  expect((await save({ email: [{ value: 'x' }] })).json()).toMatchObject({ message: 'Must be valid email' })
  expect((await save({ phone: [{ value: '12' }] })).json()).toMatchObject({ message: 'Must be valid phone number' })
  const half = { address: 'Elm Street 1', city: 'Juniper Falls' }
  expect((await save({ address: half })).json()).toMatchObject({ field: 'address.state_id', message: 'Required' })

  const reply = await save({
    fname: 'Inès',
    phone: [{ value: '(415) 555-0132' }],
    email: [{ value: 'a@example.com' }, { value: 'b@example.com', primary: true }],
    address: { ...half, state_id: 5, zip: '90001' },
  })
  expect(reply.json().person).toMatchObject({
    fname: 'Inès',
    phone: [{ contact_type_id: 2, primary: true, value: '(415) 555-0132' }],
    email: [
      { contact_type_id: 1, primary: true, value: 'b@example.com' },
      { contact_type_id: 1, primary: false, value: 'a@example.com' },
    ],
    address: { ...half, state_id: 5, country_id: 1, zip: '90001' },
  })
})

test('SEC-008 SEC-030 another account’s id is not found, and without a session nothing is returned', async () => {
  const [{ bearer }, other] = [await account(), await account()]
  for (const [path, body] of [
    ['email', { email: 'x@example.com', password: 'Rehearsal7' }],
    ['password', { password: 'Encore2025', old_password: 'Rehearsal7' }],
    ['hints', { hints: {} }],
    ['contact-info', { ...person, phone: [], email: [] }],
  ] as const) {
    const url = `/v1/mybtf/${other.id}/${path}`
    expect([path, (await post(url, body, bearer, 'PUT')).statusCode]).toEqual([path, 404])
    expect([path, (await post(url, body, {}, 'PUT')).statusCode]).toEqual([path, 401])
  }
})

test('SEC-029 an unconfirmed account cannot reach pages for confirmed accounts', async () => {
  const { bearer } = await account()
  const reply = await stage.app.inject({ url: '/v1/mybtf/roster', headers: bearer })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'unconfirmed'])
})
