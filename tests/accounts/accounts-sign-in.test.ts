import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openAccountsStage } from './accounts-stage.ts'

const { account, linkTo, newEmail, counter, person, post, signIn, signUp, stage, weak } = await openAccountsStage()

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

test('ACC-007 an address nobody has costs a sign-in as much as a wrong password: both verify a hash', async () => {
  const { email } = await account()
  const cpuTimeOf = async (address: string) => {
    const before = process.cpuUsage()
    await signIn(address, 'Wrong123')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const times: { ofAccount: number; ofNobody: number }[] = []
  // In turns: the memory that a hash takes costs more when it is new to the process.
  for (let round = 0; round < 8; round += 1) {
    const ofAccount = await cpuTimeOf(email)
    times.push({ ofAccount, ofNobody: await cpuTimeOf(`nobody.${counter.people}@example.com`) })
  }
  const least = (of: 'ofAccount' | 'ofNobody') => Math.min(...times.map((time) => time[of]))
  const ratio = least('ofNobody') / least('ofAccount')
  // Of computing, which a busy machine leaves alone. A hash takes far more of it than all the rest together.
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
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
