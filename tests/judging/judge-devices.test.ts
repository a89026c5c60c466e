import { daysAfter, instant } from '@callboard/domain/kernel/instant.ts'
import { expect, test } from 'vitest'
import { openStage, withoutUuids } from '../kit.ts'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const desk = await addAccount(stage)
const order = await makeJudgedOrder(stage, await openSeason(stage), desk)
const panel = await makePanel(stage, order.tour_date_id, { seats: 4, blocks: [order.blocks[0] ?? 0] })
const [first = 0, second = 0] = panel.seats
const content = {
  ...{ registration_routine_id: order.routines[0] ?? 0, revision: 1, criteria: null, abstained: null, critique: '' },
  ...{ note: '', source: 'paper' as const, received_at: stage.clock.now() },
}

const ok = async <Body>(reply: Promise<{ statusCode: number; body: string }>): Promise<Body> => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}
const refusalOf = async (reply: ReturnType<typeof call>) => (await reply).json().code

test('OFF-031 the address that judges type leads to the document that is kept for days without a network', async () => {
  for (const [url, location] of [
    ['/judge', '/judge/tablet'],
    ['/judge?pairing=4&code=012345', '/judge/tablet?pairing=4&code=012345'],
  ] as const) {
    const reply = await stage.app.inject({ method: 'GET', url })
    expect([reply.statusCode, reply.headers.location]).toEqual([302, location])
  }
})

test('a code pairs one device within five tries, once; a judge reads no names of dancers and no other seat', async () => {
  const offer = await ok<{ pairing_id: number; code: string }>(
    call(desk, 'POST', '/v1/office/devices', { seat_id: first, label: 'Tablet 1' }),
  )
  const wrong = String((Number(offer.code) + 1) % 1_000_000).padStart(6, '0')
  const pair = (code: string, pairing_id = offer.pairing_id) =>
    call(0, 'POST', '/v1/judging/pair', { pairing_id, code })
  for (let tries = 0; tries < 4; tries += 1) expect(await refusalOf(pair(wrong))).toBe('pairing.wrong_code')
  const { token } = await ok<{ token: string }>(pair(offer.code))
  expect(await refusalOf(pair(offer.code))).toBe('pairing.over')

  const spoiled = await ok<{ pairing_id: number; code: string }>(
    call(desk, 'POST', '/v1/office/devices', { seat_id: second }),
  )
  const miss = String((Number(spoiled.code) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 5; tries += 1) await refusalOf(pair(miss, spoiled.pairing_id))
  expect(await refusalOf(pair(spoiled.code, spoiled.pairing_id))).toBe('pairing.over')

  await db
    .insertInto('score_sheets')
    .values(
      [
        { ...content, seat_id: first, points: 9_000 },
        { ...content, seat_id: second, points: 8_150 },
      ].map((sheet) => ({ ...sheet, client_id: crypto.randomUUID() })),
    )
    .execute()
  const pack = await stage.app.inject({ method: 'GET', url: '/v1/judging/pack', headers: deviceHeaders(token) })
  expect(pack.statusCode, pack.body).toBe(200)
  const { sheets, entries } = pack.json()
  expect(sheets).toMatchObject([{ registration_routine_id: order.routines[0], points: 9_000 }])
  expect(entries).toMatchObject([{ title: 'Bluebird', studio: 'Studio A' }, { title: 'Undertow' }])
  const people = await db.selectFrom('persons').select(['lname', 'birthdate']).execute()
  for (const { lname, birthdate } of people) {
    expect(pack.body).not.toContain(lname)
    if (birthdate) expect(pack.body).not.toContain(birthdate)
  }
  expect(withoutUuids(pack.body)).not.toContain('8150')
  const etag = String(pack.headers.etag)
  const headers = { ...deviceHeaders(token), 'if-none-match': etag }
  expect((await stage.app.inject({ method: 'GET', url: '/v1/judging/pack', headers })).statusCode).toBe(304)
})

test('no tablet is paired with a seat of a city that is over', async () => {
  const { end_date } = await db
    .selectFrom('tour_dates')
    .where('id', '=', order.tour_date_id)
    .select('end_date')
    .executeTakeFirstOrThrow()
  const now = stage.clock.time
  stage.clock.time = instant(`${end_date}T12:00:00Z`)
  await ok(call(desk, 'POST', '/v1/office/devices', { seat_id: first }))
  stage.clock.time = daysAfter(stage.clock.time, 3)
  expect(await refusalOf(call(desk, 'POST', '/v1/office/devices', { seat_id: first }))).toBe('pairing.city_over')
  stage.clock.time = now
})

test('a revoked device is signed out', async () => {
  await db.deleteFrom('judge_devices').execute()
  const device = await pairDirectly(stage, desk, first)
  const board = await ok<{ seats: { device: { id: number } | null }[] }>(
    call(desk, 'GET', `/v1/office/devices?tour_date_id=${order.tour_date_id}`),
  )
  expect(board.seats.map(({ device: of }) => of?.id ?? null)).toEqual([device.id, null, null, null])
  await ok(call(desk, 'DELETE', `/v1/office/devices/${device.id}`))
  const reply = await stage.app.inject({ method: 'GET', url: '/v1/judging/pack', headers: deviceHeaders(device.token) })
  expect(reply.statusCode).toBe(401)
})
