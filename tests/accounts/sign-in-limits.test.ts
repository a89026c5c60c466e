import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { codeAt } from '@callboard/server/accounts/one-time-codes.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ limits: true })
const { db } = stage
const email = 'ines@example.com'
const password = 'Rehearsal7'
let elsewhere = 0
let id = 0
let token = ''
/** Device cookie that the owner's browser keeps after sign-in. */
let device = ''

type From = { cookie?: string; remoteAddress?: string }
const send = (
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
  { cookie = '', remoteAddress = '10.3.0.1' }: From,
) =>
  stage.app.inject({ method, url: `/v1/mybtf/${url}`, payload, remoteAddress, headers: { ...(cookie && { cookie }) } })
const stranger = (): From => ({ remoteAddress: `10.4.${Math.floor((elsewhere += 1) / 250)}.${elsewhere % 250}` })
const signIn = (from: From, typedPassword = password) =>
  send('POST', 'signin', { email, password: typedPassword }, from)

/** Strangers from everywhere have used all tries up. */
const exhaust = (key: string, hits: number) =>
  db
    .insertInto('rate_limits')
    .values({ key, hits, window_ends: minutesAfter(stage.clock.now(), 60) })
    .execute()
const deviceIn = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith('callboard_device=')) ?? ''

beforeAll(async () => {
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const reply = await send('POST', 'signup', { person, user: { email, password } }, {})
  ;({ token } = reply.json())
  id = reply.json().user.id
  device = deviceIn(reply).split(';')[0] ?? ''
})
beforeEach(async () => void (await db.deleteFrom('rate_limits').execute()))

test('SEC-021 a device is known by a sealed cookie that no page reads, which opens nothing by itself', async () => {
  const reply = await signIn({ cookie: device })
  const [value = '', ...flags] = deviceIn(reply).split('; ')
  expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/v1/mybtf', 'SameSite=Lax'])
  expect(value).not.toContain('ines')
  const read = await stage.app.inject({ url: '/v1/mybtf/roster', headers: { cookie: device } })
  expect(read.statusCode).toBe(401)
})

test('SEC-021 strangers who try an account from everywhere hold up unknown devices, never its owner’s', async () => {
  await exhaust(`signin ${email}`, 60)
  expect((await signIn(stranger())).statusCode).toBe(429)
  expect((await signIn({ ...stranger(), cookie: device })).statusCode).toBe(200)
  // Also from the very address of who tries.
  await exhaust(`signin ${email} 10.3.0.9`, 10)
  expect((await signIn({ remoteAddress: '10.3.0.9', cookie: device })).statusCode).toBe(200)
})

test('SEC-021 a cookie that was made up, changed or is another account’s makes no device known', async () => {
  const person = { fname: 'Nora', lname: 'Field', person_type_id: 3 }
  const other = await send('POST', 'signup', { person, user: { email: 'nora@example.com', password } }, {})
  await exhaust(`signin ${email}`, 60)
  const open = { id: 'x', addresses: [email], until: '2099-01-01T00:00:00.000Z' }
  for (const cookie of [
    deviceIn(other).split(';')[0] ?? '',
    `callboard_device=${encodeURIComponent(JSON.stringify(open))}`,
    'callboard_device=s1.abcdef01.AAAA',
    `${device.slice(0, -6)}AAAAAA`,
  ]) {
    expect((await signIn({ ...stranger(), cookie })).statusCode).toBe(429)
  }
})

test('SEC-021 a known device guesses no more often than any other place', async () => {
  for (let i = 0; i < 10; i += 1)
    expect((await signIn({ ...stranger(), cookie: device }, 'Wrong123')).statusCode).toBe(401)
  expect((await signIn({ ...stranger(), cookie: device })).statusCode).toBe(429)
})

test('SEC-021 ACC-018 reset requests by others do not block the owner’s own reset', async () => {
  await exhaust(`forgot ${email}`, 20)
  expect((await send('POST', 'forgot', { email }, stranger())).statusCode).toBe(429)
  expect((await send('POST', 'forgot', { email }, { cookie: device })).statusCode).toBe(200)
})

test('SEC-021 wrong codes by someone with the password do not block the owner’s app', async () => {
  const authorized = (method: 'POST' | 'PUT', payload: object) =>
    stage.app.inject({
      method,
      url: `/v1/mybtf/${id}/second-factor`,
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
  const { secret } = (await authorized('POST', { password })).json()
  // Sign-ins elsewhere cannot use up what a session has.
  await exhaust(`code ${id}`, 30)
  expect((await authorized('PUT', { code: codeAt(secret, Date.now() - 30_000) })).statusCode).toBe(200)
  const { second_step } = (await signIn({ cookie: device })).json()
  const code = codeAt(secret, Date.now())
  expect((await send('POST', 'signin/second-step', { second_step, code }, stranger())).statusCode).toBe(429)
  expect((await send('POST', 'signin/second-step', { second_step, code }, { cookie: device })).statusCode).toBe(200)
})
