import { demonstrationSecret } from '@callboard/server/dev/build/people.ts'
import { codeAt } from '@callboard/server/accounts/one-time-codes.ts'
import { daysAfter, minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ limits: true })
const password = 'Rehearsal7'
let made = 0

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token = '', payload?: object) =>
  stage.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'user-agent': 'Firefox/140.0 (X11; Linux x86_64)' },
    remoteAddress: `10.1.${made}.7`,
  })

async function account(role: 'user' | 'office' | 'admin' = 'user') {
  made += 1
  const email = `second.${made}@example.com`
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const { user, token } = (await send('POST', '/v1/mybtf/signup', '', { person, user: { email, password } })).json()
  await stage.db.updateTable('users').set({ confirmed: true, role }).where('id', '=', user.id).execute()
  return { id: user.id as number, email, token: token as string, own: `/v1/mybtf/${user.id}` }
}

const signIn = (email: string, given = password) => send('POST', '/v1/mybtf/signin', '', { email, password: given })
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

  const done = await secondStep(second_step, codeIn(secret))
  expect(done.json()).toMatchObject({ token: expect.any(String), user: { email } })
  expect((await send('POST', '/v1/mybtf/authenticate', done.json().token)).statusCode).toBe(200)
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

  const begun = (await signIn(email)).json().second_step
  await send('PUT', `${own}/password`, token, { password: 'Encore2025', old_password: password })
  expect((await secondStep(begun, codeIn(secret))).json().code).toBe('second_factor.step_over')

  const used = (await signIn(email, 'Encore2025')).json().second_step
  expect((await secondStep(used, codeIn(secret))).statusCode).toBe(200)
  expect((await secondStep(used, codeIn(secret, 1))).json().code).toBe('second_factor.step_over')
})

test('SEC-020 a recovery code opens once in the place of the app, is stored as its hash, and a mail tells', async () => {
  const { id, email, codes } = await secured()
  const [code = ''] = codes
  const enter = async () => secondStep((await signIn(email)).json().second_step, code.toLowerCase())
  expect((await enter()).statusCode).toBe(200)
  expect((await enter()).statusCode).toBe(400)
  const stored = await stage.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()
  expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''))
  const mail = await stage.db
    .selectFrom('mails')
    .select('text')
    .where('template', '=', 'recovery_code_used')
    .where('to', '=', email)
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('9 are left')
})

test('SEC-021 codes are guessed ten times in a quarter of an hour, however many sign-ins are begun', async () => {
  const { email, secret } = await secured()
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1) {
    made += 1
    statuses.push((await secondStep((await signIn(email)).json().second_step, '000000')).statusCode)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  expect((await secondStep((await signIn(email)).json().second_step, codeIn(secret))).statusCode).toBe(429)
})

test('SEC-020 setting up asks the password, tells the secret once, and a first code ends the other sessions', async () => {
  const { own, email, token } = await account()
  const other = (await signIn(email)).json().token
  const wrong = await send('POST', `${own}/second-factor`, token, { password: 'Wrong1' })
  expect(wrong.json()).toMatchObject({ code: 'account.authentication_failed', field: 'password' })
  const { secret } = (await send('POST', `${own}/second-factor`, token, { password })).json()
  const standing = () => send('GET', `${own}/second-factor`, token)
  expect((await standing()).json()).toEqual({ on: false, required: false, since: null, recovery_codes_left: 0 })
  // Begun and not finished: the password alone still signs in.
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

test('the demonstration’s secret is one an app can read', () => {
  expect(codeIn(demonstrationSecret)).toMatch(/^\d{6}$/)
})

test('an account sees where it is signed in, and ends one session or all others', async () => {
  const { own, email, token } = await account()
  const [second, third] = [(await signIn(email)).json().token, (await signIn(email)).json().token]
  const { sessions } = (await send('GET', `${own}/sessions`, token)).json()
  expect(sessions).toHaveLength(3)
  expect(sessions[0]).toMatchObject({ here: true, device: 'Firefox on Linux', ip: `10.1.${made}.7` })
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
  const seen = async (by: string) => (await send('GET', `${own}/sessions`, by)).json().sessions
  expect(await seen(token)).toMatchObject([{ created: before, last_seen: stage.clock.time }])
  const later = (await signIn(email)).json().token
  stage.clock.time = daysAfter(before, 8)
  expect(await seen(later)).toHaveLength(1)
  stage.clock.time = before
})
