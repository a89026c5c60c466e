import { randomBytes } from 'node:crypto'
import { demonstrationSecret } from '@callboard/server/dev/build-people.ts'
import { codeAt } from '@callboard/server/accounts/one-time-codes.ts'
import { unsealSecret, sealSecret, sealSecrets } from '@callboard/server/accounts/secrets.ts'
import { aesSealer } from '@callboard/server/platform/sealer.ts'
import { daysAfter, minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage, testSealer } from '../kit.ts'

const stage = await openStage({ limits: true })
const password = 'Rehearsal7'
let accountCount = 0

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token = '', payload?: object) =>
  stage.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'user-agent': 'Firefox/140.0 (X11; Linux x86_64)' },
    remoteAddress: `10.1.${accountCount}.7`,
  })

async function account(role: 'user' | 'office' | 'admin' = 'user') {
  accountCount += 1
  const email = `second.${accountCount}@example.com`
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const { user, token } = (await send('POST', '/v1/mybtf/signup', '', { person, user: { email, password } })).json()
  await stage.db.updateTable('users').set({ confirmed: true, role }).where('id', '=', user.id).execute()
  return { id: user.id as number, email, token: token as string, own: `/v1/mybtf/${user.id}` }
}

const signIn = (email: string, typedPassword = password) =>
  send('POST', '/v1/mybtf/signin', '', { email, password: typedPassword })
const secondStep = (second_step: string, code: string) =>
  send('POST', '/v1/mybtf/signin/second-step', '', { second_step, code })
// The step after the present one is taken too: a code of its own for each use of a test.
const codeIn = (secret: string, steps = 0) => codeAt(secret, Date.now() + steps * 30_000)

/** An account whose second step is on; the code that turned it on was that of the step before this one. */
async function secured(role: 'user' | 'office' = 'user') {
  const one = await account(role)
  const { secret, uri } = (await send('POST', `${one.own}/second-factor`, one.token, { password })).json()
  const on = await send('PUT', `${one.own}/second-factor`, one.token, { code: codeIn(secret, -1) })
  return { ...one, secret: secret as string, uri: uri as string, codes: on.json().recovery_codes as string[] }
}

test('SEC-020 signing in with a second step: no session before the code, one after it', async () => {
  const { email, secret, uri, codes } = await secured()
  expect(uri).toMatch(/^otpauth:\/\/totp\/Callboard:second\.\d+%40example\.com\?/)
  expect(codes).toHaveLength(10)

  const first = await signIn(email)
  expect(first.json()).toMatchObject({ token: null, user: null, second_step: expect.any(String) })
  expect(first.headers['set-cookie']).toBeUndefined()
  const { second_step } = first.json()
  expect((await send('GET', '/v1/mybtf/roster', second_step)).statusCode).toBe(401)

  const reply = await secondStep(second_step, codeIn(secret))
  expect(reply.json()).toMatchObject({ token: expect.any(String), user: { email } })
  expect((await send('POST', '/v1/mybtf/authenticate', reply.json().token)).statusCode).toBe(200)
})

test('SEC-020 a code opens once: replayed, or older than the last one used, it opens nothing', async () => {
  const { email, secret } = await secured()
  const enter = async (code: string) => secondStep((await signIn(email)).json().second_step, code)
  const code = codeIn(secret)
  expect((await enter(code)).statusCode).toBe(200)
  for (const old of [code, codeIn(secret, -1)]) {
    const reply = await enter(old)
    expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([400, 'second_factor.wrong_code', 'code'])
  }
  expect((await enter(codeIn(secret, 1))).statusCode).toBe(200)
})

test('SEC-020 of two at once with one code, one signs in', async () => {
  const { email, secret } = await secured()
  const steps = [(await signIn(email)).json().second_step, (await signIn(email)).json().second_step]
  const code = codeIn(secret)
  const replies = await Promise.all(steps.map((step) => secondStep(step, code)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
})

test('SEC-020 a second step is entered within ten minutes and once; another password before it ends it', async () => {
  const { email, secret, own, token } = await secured()
  const late = (await signIn(email)).json().second_step
  const before = stage.clock.time
  stage.clock.time = minutesAfter(before, 11)
  expect((await secondStep(late, codeIn(secret))).json().code).toBe('second_factor.step_over')
  stage.clock.time = before

  const stepToken = (await signIn(email)).json().second_step
  await send('PUT', `${own}/password`, token, { password: 'Encore2025', old_password: password })
  expect((await secondStep(stepToken, codeIn(secret))).json().code).toBe('second_factor.step_over')

  const usedStepToken = (await signIn(email, 'Encore2025')).json().second_step
  expect((await secondStep(usedStepToken, codeIn(secret))).statusCode).toBe(200)
  expect((await secondStep(usedStepToken, codeIn(secret, 1))).json().code).toBe('second_factor.step_over')
})

test('SEC-020 a recovery code opens once in the place of the app, is stored as its hash, and a mail tells', async () => {
  const { id, email, codes } = await secured()
  const [code = ''] = codes
  const enter = async () => secondStep((await signIn(email)).json().second_step, code.toLowerCase())
  expect((await enter()).statusCode).toBe(200)
  expect((await enter()).statusCode).toBe(400)
  const storedCodes = await stage.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()
  expect(JSON.stringify(storedCodes)).not.toContain(code.replaceAll('-', ''))
  const mail = await stage.db
    .selectFrom('mails')
    .select('text')
    .where('template', '=', 'recovery_code_used')
    .where('to', '=', email)
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('9 are left')
})

test('SEC-021 at most ten codes can be tried in 15 minutes, across all sign-ins', async () => {
  const { email, secret } = await secured()
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1) {
    statuses.push((await secondStep((await signIn(email)).json().second_step, '000000')).statusCode)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  expect((await secondStep((await signIn(email)).json().second_step, codeIn(secret))).statusCode).toBe(429)
})

test('SEC-021 the studio search is limited by account as well, from however many addresses it is asked', async () => {
  const { id, token } = await account()
  const window_ends = minutesAfter(stage.clock.time, 10)
  await stage.db
    .insertInto('rate_limits')
    .values({ key: `studios ${id}`, hits: 599, window_ends })
    .execute()
  const search = async (by: string) => {
    accountCount += 1
    return (await send('GET', '/v1/mybtf/studios?searchText=lark', by)).statusCode
  }
  expect([await search(token), await search(token), await search('')]).toEqual([200, 429, 200])
})

test('SEC-020 setting up asks the password, tells the secret once, and a first code ends the other sessions', async () => {
  const { own, email, token } = await account()
  const other = (await signIn(email)).json().token
  const wrong = await send('POST', `${own}/second-factor`, token, { password: 'Wrong1' })
  expect(wrong.json()).toMatchObject({ code: 'account.authentication_failed', field: 'password' })
  const { secret } = (await send('POST', `${own}/second-factor`, token, { password })).json()
  const standing = () => send('GET', `${own}/second-factor`, token)
  expect((await standing()).json()).toEqual({ on: false, required: false, since: null, recovery_codes_left: 0 })
  // An unfinished setup: the password alone still signs in.
  expect((await signIn(email)).json().token).not.toBeNull()
  expect((await send('PUT', `${own}/second-factor`, token, { code: '000000' })).statusCode).toBe(400)

  expect((await send('PUT', `${own}/second-factor`, token, { code: codeIn(secret) })).statusCode).toBe(200)
  expect((await standing()).json()).toMatchObject({ on: true, recovery_codes_left: 10 })
  expect((await standing()).body).not.toContain(secret)
  expect((await send('POST', '/v1/mybtf/authenticate', other)).statusCode).toBe(401)
  expect((await send('POST', `${own}/second-factor`, token, { password })).statusCode).toBe(409)
})

test('SEC-020 new recovery codes end the old ones; turning it off takes password and code', async () => {
  const { own, email, token, secret, codes } = await secured()
  const bare = await send('POST', `${own}/recovery-codes`, token, { password, code: '123456' })
  expect(bare.statusCode).toBe(400)
  const renewed = await send('POST', `${own}/recovery-codes`, token, { password, code: codeIn(secret) })
  const [fresh = ''] = renewed.json().recovery_codes
  expect((await secondStep((await signIn(email)).json().second_step, codes[0] ?? '')).statusCode).toBe(400)
  expect((await send('POST', `${own}/second-factor/remove`, token, { password: 'x', code: fresh })).statusCode).toBe(
    400,
  )
  expect((await send('POST', `${own}/second-factor/remove`, token, { password, code: fresh })).statusCode).toBe(204)
  expect((await signIn(email)).json().token).not.toBeNull()
})

test('SEC-020 the office sets a second step up at its next sign-in, and cannot turn it off', async () => {
  const { own, email } = await account('office')
  const { token, user } = (await signIn(email)).json()
  expect(user.lacks_second_factor).toBe(true)
  const desk = () => send('GET', '/v1/office/mails', token)
  expect((await desk()).json()).toMatchObject({ code: 'second_factor_needed' })
  expect((await send('GET', '/v1/mybtf/roster', token)).statusCode).toBe(200)

  const { secret } = (await send('POST', `${own}/second-factor`, token, { password })).json()
  const on = await send('PUT', `${own}/second-factor`, token, { code: codeIn(secret) })
  expect((await desk()).statusCode).toBe(200)
  const code = on.json().recovery_codes[0]
  const removed = await send('POST', `${own}/second-factor/remove`, token, { password, code })
  expect(removed.json().code).toBe('second_factor.required')
})

test('SEC-020 where the product does not ask the office for it, the password opens the desk', async () => {
  const { email } = await account('office')
  await stage.db.insertInto('settings').values({ name: 'staff_second_factor', value: 'false' }).execute()
  const { token, user } = (await signIn(email)).json()
  await stage.db.deleteFrom('settings').where('name', '=', 'staff_second_factor').execute()
  expect(user.lacks_second_factor).toBe(false)
  expect((await send('GET', '/v1/office/mails', token)).statusCode).toBe(200)
})

test('SEC-020 once the office requires a second step, existing sessions without one must complete it', async () => {
  const setting = { name: 'staff_second_factor' }
  await stage.db
    .insertInto('settings')
    .values({ ...setting, value: 'false' })
    .execute()
  const [admin, office, studio] = [await account('admin'), await account('office'), await account()]
  const { token } = (await signIn(admin.email)).json()
  const desk = () => send('GET', '/v1/office/mails', office.token)
  expect((await desk()).statusCode).toBe(200)
  expect((await send('PUT', '/v1/office/settings', token, { ...setting, value: true })).statusCode).toBe(200)
  expect((await desk()).json()).toMatchObject({ code: 'second_factor_needed' })
  expect((await send('POST', '/v1/mybtf/authenticate', studio.token, {})).json().lacks_second_factor).toBe(false)
})

test('SEC-020 SEC-024 an office session without its second step reads a studio’s address masked, as anybody does', async () => {
  const { email, id: primary_user_id } = await account()
  const studio = { name: 'Larkspur', website: null, primary_user_id, claimed: true, created: stage.clock.now() }
  const { id } = await stage.db.insertInto('studios').values(studio).returning('id').executeTakeFirstOrThrow()
  const { email: staff, own } = await account('office')
  const { token } = (await signIn(staff)).json()
  const read = async () => (await send('GET', `/v1/mybtf/studios/${id}`, token)).json().primary_mybtf_user.email
  expect(await read()).not.toBe(email)
  const { secret } = (await send('POST', `${own}/second-factor`, token, { password })).json()
  await send('PUT', `${own}/second-factor`, token, { code: codeIn(secret) })
  expect(await read()).toBe(email)
})

test('the demonstration’s secret is one an app can read', () => {
  expect(codeIn(demonstrationSecret)).toMatch(/^\d{6}$/)
})

test('an account sees where it is signed in, and ends one session or all others', async () => {
  const { own, email, token } = await account()
  const [second, third] = [(await signIn(email)).json().token, (await signIn(email)).json().token]
  const { sessions } = (await send('GET', `${own}/sessions`, token)).json()
  expect(sessions).toHaveLength(3)
  expect(sessions[0]).toMatchObject({ here: true, device: 'Firefox on Linux', ip: `10.1.${accountCount}.7` })
  expect(JSON.stringify(sessions)).not.toContain('token')

  expect((await send('DELETE', `${own}/sessions/${sessions[1].id}`, token)).statusCode).toBe(204)
  const alive = async () =>
    Promise.all(
      [token, second, third].map(async (one) => (await send('POST', '/v1/mybtf/authenticate', one)).statusCode),
    )
  expect((await alive()).filter((status) => status === 200)).toHaveLength(2)
  expect((await send('DELETE', `${own}/sessions`, token)).statusCode).toBe(204)
  expect(await alive()).toEqual([200, 401, 401])
})

test('SEC-008 nobody sees or ends another account’s sessions or second step', async () => {
  const [mine, theirs] = [await account(), await secured()]
  const { sessions } = (await send('GET', `${theirs.own}/sessions`, theirs.token)).json()
  const tries = [
    send('GET', `${theirs.own}/sessions`, mine.token),
    send('DELETE', `${theirs.own}/sessions`, mine.token),
    send('DELETE', `${mine.own}/sessions/${sessions[0].id}`, mine.token),
    send('GET', `${theirs.own}/second-factor`, mine.token),
    send('POST', `${theirs.own}/second-factor/remove`, mine.token, { password, code: theirs.codes[0] ?? '' }),
  ]
  expect((await Promise.all(tries)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect((await send('POST', '/v1/mybtf/authenticate', theirs.token)).statusCode).toBe(200)
})

test('when a page is opened, its session says when it was seen; one that ran out is not listed', async () => {
  const { own, token, email } = await account()
  const before = stage.clock.time
  stage.clock.time = daysAfter(before, 6)
  await send('POST', '/v1/mybtf/authenticate', token)
  const sessionsSeenBy = async (by: string) => (await send('GET', `${own}/sessions`, by)).json().sessions
  expect(await sessionsSeenBy(token)).toMatchObject([{ created: before, last_seen: stage.clock.time }])
  const later = (await signIn(email)).json().token
  stage.clock.time = daysAfter(before, 8)
  expect(await sessionsSeenBy(later)).toHaveLength(1)
  stage.clock.time = before
})

const storedSecret = async (id: number) =>
  (await stage.db.selectFrom('second_factors').select('secret').where('user_id', '=', id).executeTakeFirstOrThrow())
    .secret
const store = (id: number, secret: string) =>
  stage.db.updateTable('second_factors').set({ secret }).where('user_id', '=', id).execute()

test('SEC-020 the app’s secret is sealed in the database, for this account alone', async () => {
  const [one, other] = [await secured(), await secured()]
  const secretText = await storedSecret(one.id)
  expect(secretText.startsWith(testSealer.mark)).toBe(true)
  expect(secretText).not.toContain(one.secret)
  expect(unsealSecret(testSealer, one.id, secretText)).toBe(one.secret)

  await store(other.id, secretText)
  const stepToken = (await signIn(other.email)).json().second_step
  expect((await secondStep(stepToken, codeIn(one.secret))).statusCode).toBe(500)
})

test('SEC-020 a secret of before there was a key works, and is sealed when the server starts; an old key is replaced', async () => {
  const [open, old, unreadable] = [await secured(), await secured(), await secured()]
  const [first, second] = [aesSealer(randomBytes(32).toString('base64')), randomBytes(32).toString('base64')]
  await store(open.id, open.secret)
  expect((await secondStep((await signIn(open.email)).json().second_step, codeIn(open.secret))).statusCode).toBe(200)

  await store(old.id, sealSecret(first, old.id, old.secret))
  await store(unreadable.id, sealSecret(aesSealer(second), unreadable.id, unreadable.secret))
  expect(await sealSecrets(stage.db, testSealer)).toHaveLength(2)
  expect(unsealSecret(testSealer, open.id, await storedSecret(open.id))).toBe(open.secret)
  expect(await storedSecret(open.id)).not.toContain(open.secret)

  const newest = aesSealer(`${Buffer.alloc(32, 3).toString('base64')},${second}`)
  await store(old.id, old.secret)
  await stage.db.deleteFrom('second_factors').where('user_id', 'not in', [old.id, unreadable.id]).execute()
  expect(await sealSecrets(stage.db, newest)).toEqual([])
  for (const { id, secret } of [old, unreadable]) {
    expect((await storedSecret(id)).startsWith(newest.mark)).toBe(true)
    expect(unsealSecret(newest, id, await storedSecret(id))).toBe(secret)
  }
  expect(() => aesSealer('short')).toThrow('SECRETS_KEY')
  await stage.db.deleteFrom('second_factors').execute()
})

test('OFF-051 an administrator takes away a lost second step, with a reason: signed out, mailed, written down; never their own', async () => {
  const [lostAccount, bare, admin] = [await secured(), await account(), await account('admin')]
  const desk = (await stage.sessionOf(admin.id)).cookie.replace('callboard_session=', '')
  const reset = (id: number, reason = 'Phone lost; called back on the studio’s number') =>
    send('POST', `/v1/office/users/${id}/second-factor/reset`, desk, { reason })
  const stepToken = (await signIn(lostAccount.email)).json().second_step

  expect((await reset(lostAccount.id, '  ')).json()).toMatchObject({
    code: 'second_factor.reset_reason',
    field: 'reason',
  })
  expect((await reset(bare.id)).json().code).toBe('second_factor.not_on')
  expect((await reset(admin.id)).json().code).toBe('second_factor.own_reset')
  expect((await reset(999_999)).statusCode).toBe(404)
  expect((await send('POST', '/v1/mybtf/authenticate', lostAccount.token)).statusCode).toBe(200)

  const findUsers = async (q: string) =>
    (await send('GET', `/v1/office/users?q=${encodeURIComponent(q)}`, desk)).json().rows
  expect(await findUsers(lostAccount.email.slice(0, -4))).toMatchObject([
    { id: lostAccount.id, name: 'Ines Moreau', second_step_since: expect.any(String) },
  ])
  const ids = (await findUsers('ines mor')).map(({ id }: { id: number }) => id)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
  expect(ids).toContain(lostAccount.id)

  expect((await reset(lostAccount.id)).statusCode).toBe(204)
  expect((await send('POST', '/v1/mybtf/authenticate', lostAccount.token)).statusCode).toBe(401)
  expect((await secondStep(stepToken, codeIn(lostAccount.secret))).json().code).toBe('second_factor.step_over')
  expect((await signIn(lostAccount.email)).json().token).not.toBeNull()
  expect(await findUsers(lostAccount.email)).toMatchObject([{ second_step_since: null }])
  const mails = await stage.db.selectFrom('mails').select('template').where('to', '=', lostAccount.email).execute()
  expect(mails.map(({ template }) => template)).toContain('second_factor_reset')
  const [row] = (await send('GET', `/v1/office/audit?entity=user&entity_id=${lostAccount.id}`, desk)).json().rows
  expect(row).toMatchObject({ action: 'reset second step', after: { reason: expect.stringContaining('Phone lost') } })
})

test('accounts are put in order by name and email, those alike by number, and by nothing else', async () => {
  const [first, second, admin] = [await account(), await account(), await account('admin')]
  const desk = (await stage.sessionOf(admin.id)).cookie.replace('callboard_session=', '')
  const list = (query: string) => send('GET', `/v1/office/users?per_page=200&${query}`, desk)
  const read = async (query: string) => (await list(query)).json().rows as { id: number; email: string; name: string }[]
  const byEmail = (await read('sort=email&order=asc')).map(({ email }) => email.toLowerCase())
  expect(byEmail).toEqual(byEmail.toSorted())
  const names = (await read('sort=name&order=desc')).map(({ name }) => name.toLowerCase())
  expect(names).toEqual(names.toSorted().toReversed())
  // All three are called alike.
  const alike = async (order: string) =>
    (await read(`q=ines&sort=name&order=${order}`))
      .map(({ id }) => id)
      .filter((id) => [first.id, second.id].includes(id))
  expect(await alike('asc')).toEqual([first.id, second.id])
  expect(await alike('desc')).toEqual([second.id, first.id])
  expect((await list('sort=password_hash')).statusCode).toBe(400)
})
