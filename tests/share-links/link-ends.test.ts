import { daysAfter, secondsAfter } from '@callboard/domain/kernel/instant.ts'
import type { SharePath } from '@callboard/domain/share-links/share-link.ts'
import { insertCity } from '@callboard/server/dev/build-cities.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { app, db, call, clock } = stage
const routine = { name: 'Moth', choreographer: 'Sam Vale', performance_division_id: 2 }
const program = [{ dancer: 0, code: 'COMPETING' as const, routine }]
const event = { is_nationals: true, vip_route: 'core-performers' }
const { registration, grace, marlowe } = await completedCity(stage, { event, program })
const today = clock.time
let otherId = 0

/** Another completed registration of the same account, in another city of the event. */
const insertOther = () =>
  db.transaction().execute(async (tx) =>
    insertRegistration(tx, {
      tour_date_id: await insertCity(tx, { city: 'Boise', state: 'ID', starts: '2024-12-06' }),
      ...{ user_id: grace.user_id, studio_id: grace.studio_id, at: today, state: 'completed' },
      ...{ dancers: grace.person_ids.slice(0, 5), routines: [{ name: 'Glass', cast: [0, 1, 2] }] },
      program,
    }),
  )

beforeEach(async () => {
  clock.time = today
  otherId ||= (await insertOther()).id
})

async function share(path: SharePath, registration_id = registration.id): Promise<string> {
  const reply = await call(grace.user_id, 'POST', '/v1/dance360/share-links', { path, registration_id })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().token
}

const statusOf = async (token: string, method: 'GET' | 'PATCH', url: string, payload?: object) =>
  (await app.inject({ method, url, headers: { 'x-share-token': token }, ...(payload && { payload }) })).statusCode

const readings: Readonly<Record<string, (id: number) => string>> = {
  music: (id) => `/v1/mybtf/registration/${id}/music`,
  'core-performers': (id) => `/v1/tda/best-dancers?registration_id=${id}`,
}

describe.each(['music', 'core-performers'] as const)('TOK-005 TOK-010 a link to %s', (path) => {
  const read = (token: string, id = registration.id) => statusOf(token, 'GET', readings[path]?.(id) ?? '')
  /** The page asks this first, and leads home after a 404. */
  const target = async (token: string) =>
    (await app.inject({ url: `/v1/dance360/get-token-data?token=${token}` })).statusCode

  test('opens its own registration alone, not another one of its owner', async () => {
    const token = await share(path)
    expect([await read(token), await read(token, otherId)]).toEqual([200, 404])
    expect(await read(await share(path, otherId), otherId)).toBe(200)
  })

  test('opens until its last moment, as many days as the setting says', async () => {
    const token = await share(path)
    const { expires_at: end } = await db
      .selectFrom('share_tokens')
      .where('path', '=', path)
      .orderBy('expires_at', 'desc')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    expect(end).toBe(daysAfter(today, 365))
    clock.time = secondsAfter(end, -1)
    expect([await read(token), await target(token)]).toEqual([200, 200])
    clock.time = end
    expect([await read(token), await target(token)]).toEqual([401, 404])
  })

  test('ends when its owner withdraws it; links to other pages and of other registrations stay', async () => {
    const token = await share(path)
    const [toSchedule, ofOther] = [await share('schedule'), await share(path, otherId)]
    const url = `/v1/dance360/share-links?registration_id=${registration.id}&path=${path}`
    expect((await call(marlowe.user_id, 'DELETE', url)).statusCode).toBe(404)
    expect(await read(token)).toBe(200)
    expect((await call(grace.user_id, 'DELETE', url)).statusCode).toBe(204)
    expect([await read(token), await target(token)]).toEqual([401, 404])
    expect([await target(toSchedule), await read(ofOther, otherId)]).toEqual([200, 200])
  })

  test('ends with its registration', async () => {
    const token = await share(path, otherId)
    expect(await read(token, otherId)).toBe(200)
    await db.updateTable('registrations').set({ deleted: true }).where('id', '=', otherId).execute()
    expect([await read(token, otherId), await target(token)]).toEqual([401, 404])
    const body = { path, registration_id: otherId }
    expect((await call(grace.user_id, 'POST', '/v1/dance360/share-links', body)).statusCode).toBe(404)
    otherId = 0
  })

  test('is made by the owner of a completed registration alone', async () => {
    const body = { path, registration_id: registration.id }
    expect((await call(marlowe.user_id, 'POST', '/v1/dance360/share-links', body)).statusCode).toBe(404)
    const setCompleted = (completed: boolean) =>
      db.updateTable('registrations').set({ completed }).where('id', '=', registration.id).execute()
    await setCompleted(false)
    const reply = await call(grace.user_id, 'POST', '/v1/dance360/share-links', body)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'registration.not_completed'])
    await setCompleted(true)
  })
})

test('TOK-014 a link to the program changes no dancer of another registration', async () => {
  const attendee = await db
    .selectFrom('attendees')
    .where('registration_id', '=', otherId)
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow()
  const change = { id: attendee.id, jacket_size_id: 3 }
  expect(await statusOf(await share('core-performers'), 'PATCH', '/v1/tda/best-dancers', change)).toBe(404)
  expect(await statusOf(await share('core-performers', otherId), 'PATCH', '/v1/tda/best-dancers', change)).toBe(200)
})
