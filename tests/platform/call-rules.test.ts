import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Stage } from '../kit.ts'
import { worldTemplate } from '../scenarios/world-template.ts'
import { fieldsOf } from './request-fields.ts'

const { world, cast, copy } = await worldTemplate()
let stage: Stage
beforeAll(async () => {
  stage = await copy()
})

test('API-001 every call lives under /v1; JSON in, JSON out, and what is no JSON is refused as such', async () => {
  for (const { path } of Object.values(contract)) expect(path).toMatch(/^\/v1\//)
  const send = (type: string, payload: string) =>
    stage.app.inject({ method: 'POST', url: '/v1/mybtf/signin', headers: { 'content-type': type }, payload })
  const reply = await send('application/json', '{"email":"someone@example.com"}')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
  expect((await send('text/xml', '<email/>')).statusCode).toBe(415)
  expect((await send('application/json', '{"email":')).statusCode).toBe(400)
  expect((await stage.call(0, 'GET', '/v2/mybtf/site')).statusCode).toBe(404)
})

test('ERR-024 ERR-031 an address that cannot be decoded answers like one that is not there, with a request id', async () => {
  for (const url of ['/v1/%E0%A4%A', '/v1/mybtf/%zz', '/v1/mybtf/site%', '/v1/%E0%A4%A?a=%E0%A4%A']) {
    const reply = await stage.app.inject({ method: 'GET', url })
    expect([url, reply.statusCode, reply.json()]).toEqual([
      url,
      404,
      { code: 'not_found', message: 'Not found', request_id: expect.any(String) },
    ])
  }
  const wrongId = await stage.app.inject({ method: 'GET', url: '/v1/dance360/registrations/%E0%A4%A' })
  expect(wrongId.json()).toMatchObject({ code: expect.any(String), request_id: expect.any(String) })
  expect(wrongId.json().code).not.toMatch(/^FST/)
})

test('API-001 a known path called with a method it does not have answers 405 with Allow', async () => {
  const methodsOf = new Map<string, Set<string>>()
  for (const { path, method } of Object.values<Endpoint>(contract))
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method))
  const wrong: string[] = []
  for (const [path, methods] of methodsOf) {
    // The last part of these is a name, which another path may have as its own.
    const url = path.replace(/\{\w+\}/g, '7')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (methods.has(method)) continue
      const { statusCode, headers } = await stage.app.inject({ method, url })
      const allow = String(headers.allow).split(', ')
      if (statusCode !== 405 || [...methods].some((one) => !allow.includes(one)))
        wrong.push(`${method} ${path} ${statusCode}`)
    }
  }
  expect(wrong).toEqual([])
  expect((await stage.app.inject({ method: 'PUT', url: '/v1/mybtf/nothing' })).statusCode).toBe(404)
})

test('API-003 asking to edit says why a registration cannot be edited yet', async () => {
  const ask = (id: number) => stage.call(cast.owner, 'GET', `/v1/dance360/registrations/${id}/edit`)
  const unconfirmed = await ask(world.completed.id)
  expect([unconfirmed.statusCode, unconfirmed.json().message]).toEqual([
    403,
    expect.stringMatching(/^Hey there! It looks like you just registered!/),
  ])
  expect(
    (await stage.call(cast.rival, 'GET', `/v1/dance360/registrations/${world.completed.id}/edit`)).statusCode,
  ).toBe(404)
})

test('API-004 a registration is saved by parts: a part that is not sent stays as it was', async () => {
  const own = await copy()
  const { id } = world.draft
  const save = async (body: object) => {
    const reply = await own.call(cast.owner, 'PUT', `/v1/dance360/registrations/${id}`, body)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  await save({
    id,
    left_off: 'teachers',
    left_off_details: { total_steps: 99, step_name: 'success', current_step: 98 },
  })
  await save({ id, dates: { created: '1999-01-01' }, is_competing: true, paying_by_check: true })
  const last = await save({ id, competition_deposit_routines: [] })
  // Where the step stands and which routines a deposit is due for, the server knows better than the caller.
  const routines: number[] = last.routines.map((routine: { id: number }) => routine.id)
  expect(last).toMatchObject({
    left_off: 'teachers',
    left_off_details: { step_name: 'teachers', current_step: 3 },
    is_competing: true,
    paying_by_check: true,
    competition_deposit_routines: routines,
  })
  expect(last.left_off_details.total_steps).toBeLessThan(99)
  expect(last.dates.created).not.toContain('1999')

  const completed = await own.call(cast.owner, 'PUT', `/v1/dance360/registrations/${world.completed.id}`, {
    is_competing: false,
  })
  expect([completed.statusCode, completed.json().code]).toEqual([409, 'registration_completed'])
})

test('API-084 names are exactly the printed ones, the few in camel case too', async () => {
  // `search_text` is the printed name of a homework video’s words (C093); elsewhere it would be `searchText`.
  const { addHomework: _, changeHomework: __, ...others } = contract
  const sends = Object.values(others).flatMap(({ params, query, body }: Endpoint) =>
    [params, query, body].flatMap(fieldsOf),
  )
  const printed = [
    'skipFuzzy',
    'searchText',
    'sendEmployeeEmail',
    'paymentProfile.billTo',
    'paymentProfile.saveProfile',
    'paymentMethodId',
    'competitionCodeWaiver',
  ]
  expect(sends).toEqual(expect.arrayContaining(printed))
  for (const name of ['skip_fuzzy', 'search_text', 'payment_method', 'tourDateId', 'registrationId', 'studioId']) {
    expect(sends).not.toContain(name)
  }

  const own = await copy()
  const saved = await own.call(cast.owner, 'PUT', `/v1/dance360/registrations/${world.draft.id}`, {
    competitionCodeWaiver: true,
  })
  expect(saved.json()).toMatchObject({ competitionCodeWaiver: true })
})
