import { connect } from 'node:net'
import { buildApp } from '@callboard/server/app.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import type { Stage } from '../kit.ts'
import { placeOf } from '../scenarios/uploads.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
let stage: Stage
let app: ReturnType<typeof buildApp>
let logText = ''
let site = ''
let longAsked = () => {}
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Log lines since the test began: one JSON object per line. */
const lines = () =>
  logText
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

beforeAll(async () => {
  stage = await copy()
  const { db, clock, mail, files, payments, sealer, origin, limits, dev } = stage.app
  const logTo = { write: (line: string) => void (logText += line) }
  app = buildApp({ db, clock, mail, files, payments, sealer, origin, limits, dev, logLevel: 'info', logTo })
  app.get('/long', async ({ raw: { socket } }) => {
    const left = new Promise((resolve) => socket.once('close', resolve))
    longAsked()
    await left
    // As a stream of an answer ends that nobody takes any more.
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })
  site = await app.listen({ host: '127.0.0.1', port: 0 })
  return () => app.close()
})
beforeEach(() => {
  logText = ''
})

test('ERR-031 an answered request is one line: its id, method, route, status, milliseconds and account', async () => {
  const { cookie } = await stage.sessionOf(cast.owner)
  const url = `/v1/dance360/registrations/${world.draft.id}`
  const reply = await app.inject({ method: 'GET', url, headers: { cookie } })
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request_id: reply.headers['x-request-id'],
      method: 'GET',
      route: '/v1/dance360/registrations/:id',
      status: 200,
      ms: expect.any(Number),
      user_id: cast.owner,
      msg: 'answered',
    },
  ])
  expect(lines()[0]?.['request_id']).toMatch(uuid)
})

test('the log has no account for signed-out callers and no route for unknown paths', async () => {
  await app.inject({ method: 'GET', url: '/v1/mybtf/site' })
  await app.inject({ method: 'GET', url: '/v1/secret-in-an-address' })
  await app.inject({ method: 'GET', url: `/v1/dance360/registrations/${world.draft.id}` })
  expect(lines()).toMatchObject([
    { route: '/v1/mybtf/site', status: 200, user_id: null },
    { route: null, status: 404, user_id: null },
    { route: '/v1/dance360/registrations/:id', status: 401, user_id: null },
  ])
  expect(logText).not.toContain('secret-in-an-address')
})

const leaves = { level: 'info', msg: 'left' }

test('a client that leaves in the middle of an upload is not logged as an error', async () => {
  const key = 'college-discounts/41/1/left.jpg'
  const { signedRequest } = await placeOf(stage, key)
  const socket = connect(Number(new URL(site).port), '127.0.0.1')
  socket.write(`PUT ${signedRequest} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n${'x'.repeat(20)}`)
  await new Promise((resolve) => app.server.once('request', resolve))
  socket.destroy()
  await eventually(() => expect(lines()).toMatchObject([leaves]))
})

test('a client that leaves before a slow response is not logged as an error', async () => {
  const isAsked = new Promise<void>((resolve) => (longAsked = resolve))
  const abort = new AbortController()
  const reply = fetch(`${site}/long`, { signal: abort.signal }).catch(() => 'left')
  await isAsked
  abort.abort()
  expect(await reply).toBe('left')
  await eventually(() => expect(lines()).toMatchObject([leaves]))
})

test('ERR-031 PAY-012 no line holds a cookie, a bearer token, a token of an address, a password, a body or a card', async () => {
  const { cookie } = await stage.sessionOf(cast.owner)
  const { tokens, upload, owner, completed } = world
  const secrets = [
    cookie.split('=')[1] ?? '',
    tokens.session,
    tokens.reset,
    upload.read_token,
    completed.report_token,
    owner.password,
    'Encore2025',
    '4111111111111111',
    owner.email,
    'a-word-of-the-query',
  ]
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers, ...(payload && { payload }) })
  await ask('POST', '/v1/mybtf/signin', { email: owner.email, password: owner.password })
  await ask('POST', '/v1/mybtf/signin', { email: owner.email, password: 'Encore2025' })
  await ask('POST', '/v1/mybtf/authenticate', { token: tokens.session })
  await ask('GET', '/v1/mybtf/roster', undefined, { authorization: `Bearer ${tokens.session}` })
  await ask('GET', '/v1/mybtf/studios?searchText=a-word-of-the-query')
  await ask('GET', `/v1/files/${upload.read_token}`)
  await ask('GET', `/v1/files/${upload.read_token}.forged`)
  await ask('GET', `/v1/reports/registration-confirmation/${completed.report_token}?format=html`)
  const card = await ask(
    'PUT',
    `/v1/dance360/registrations/${world.draft.id}`,
    { note: '4111111111111111' },
    { cookie },
  )
  expect(card.statusCode).toBe(400)
  // Ends every session of the account, so it comes last.
  await ask('PUT', `/v1/mybtf/forgot/${tokens.reset}`, { password: 'Encore2025', password2: 'Encore2025' })
  expect(lines()).toHaveLength(10)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    expect(logText, secret).not.toContain(secret)
  }
  expect(logText).toContain('"/v1/files/:token"')
  expect(logText).toContain('"/v1/mybtf/forgot/:token"')
  expect(logText).toContain('"/v1/reports/registration-confirmation/:token"')
})

test('ERR-031 a failure answers 500 with its request id and nothing of its cause; the log has the cause under that id', async () => {
  const own = await copy()
  await sql`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'the stage floor gave way' using detail = 'Grace, 555-0132'; end $$`.execute(own.db)
  await sql`create trigger broken before update on registrations for each row execute function broken()`.execute(own.db)
  const { db, clock, mail, files, payments, sealer, origin, limits, dev } = own.app
  const logTo = { write: (line: string) => void (logText += line) }
  const broken = buildApp({ db, clock, mail, files, payments, sealer, origin, limits, dev, logLevel: 'info', logTo })
  const headers = await own.sessionOf(cast.owner)
  const url = `/v1/dance360/registrations/${world.draft.id}`
  const reply = await broken.inject({ method: 'PUT', url, headers, payload: { info_acknowledged: true } })
  await broken.close()

  expect(reply.statusCode).toBe(500)
  const request_id = reply.headers['x-request-id']
  expect(request_id).toMatch(uuid)
  expect(reply.json()).toEqual({ code: 'unexpected', message: 'Something went wrong!', request_id })
  const [failed, requestLine] = lines()
  expect(failed).toMatchObject({ level: 'error', request_id, msg: 'failed' })
  expect(failed?.['err']).toMatchObject({
    message: 'the stage floor gave way',
    code: 'P0001',
    stack: expect.stringContaining('.ts:'),
  })
  expect(requestLine).toMatchObject({ status: 500, request_id, user_id: cast.owner })
  // Database errors quote rows, which are personal data.
  expect(logText).not.toContain('555-0132')
})

test('ERR-031 every refusal carries its request id, in the body and in the header', async () => {
  const { cookie } = await stage.sessionOf(cast.owner)
  const foreign = `/v1/dance360/registrations/${world.independent.registration_id}`
  const requests = [
    { method: 'GET', url: '/v1/mybtf/roster' },
    { method: 'GET', url: foreign, headers: { cookie } },
    { method: 'GET', url: '/v1/office/registrations', headers: { cookie } },
    { method: 'POST', url: '/v1/mybtf/signin', payload: {} },
    { method: 'POST', url: '/v1/mybtf/signin', headers: { 'content-type': 'application/json' }, payload: '{' },
    { method: 'POST', url: '/v1/mybtf/signup', payload: { person: {}, user: {} } },
    { method: 'DELETE', url: `/v1/mybtf/delete-registration/${world.completed.id}`, headers: { cookie } },
    { method: 'GET', url: '/v1/nothing' },
  ] as const
  const statuses: number[] = []
  for (const request of requests) {
    const reply = await app.inject(request)
    statuses.push(reply.statusCode)
    expect(reply.json()).toMatchObject({ code: expect.any(String), request_id: reply.headers['x-request-id'] })
    expect(reply.body).not.toMatch(/\bat .+\.(ts|js):\d+|node_modules|postgres/i)
  }
  expect(statuses).toEqual([401, 404, 403, 400, 400, 400, 409, 404])
})
