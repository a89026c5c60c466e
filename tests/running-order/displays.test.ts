import { instant } from '@callboard/domain/kernel/instant.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder } from '../scenarios/judging.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const startTime = '2024-10-01T16:00:00Z'
const stage = await openStage({ now: startTime })
const { call, db } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const { tour_date_id, routines, blocks } = await makeJudgedOrder(stage, season, office)

type Screen = { label: string; stage: number | null; shows_studios: boolean }
type Board = { displays: { id: number; label: string }[]; token: string; url: string }

async function addScreen(screen: Partial<Screen> = {}, city = tour_date_id): Promise<Board> {
  const body = { tour_date_id: city, label: 'Lobby', stage: null, shows_studios: false, ...screen }
  const reply = await call(office, 'POST', '/v1/office/displays', body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const open = (token: string) => stage.app.inject({ method: 'POST', url: '/v1/live', payload: { token } })
const live = (token: string, { city = tour_date_id, tag = '' } = {}) =>
  stage.app.inject({
    method: 'GET',
    url: `/v1/live/${city}`,
    headers: { cookie: `callboard_display=${token}`, ...(tag && { 'if-none-match': tag }) },
  })

async function change(changes: readonly { id: number; state: string }[]) {
  const { version } = (await call(office, 'GET', `/v1/office/stage?tour_date_id=${tour_date_id}`)).json()
  const reply = await call(office, 'PUT', '/v1/office/stage', { tour_date_id, version, changes })
  expect(reply.statusCode, reply.body).toBe(200)
}
const [first = 0, second = 0, third = 0, fourth = 0] = routines
const toStage = (id: number) => ['checked_in', 'on_deck', 'on_stage'].map((state) => ({ id, state }))

/** Each change of the order raises its version, by which pages know that what they have is old. */
const raiseVersion = () =>
  db
    .updateTable('running_orders')
    .set((of) => ({ version: of('version', '+', 1) }))
    .execute()

beforeEach(() => {
  stage.clock.time = instant(startTime)
})
afterEach(async () => {
  await db.deleteFrom('hall_displays').execute()
  await db.updateTable('running_order_entries').set({ state: 'planned', on_stage_at: null }).execute()
  await db.updateTable('competition_blocks').set({ stage: 1 }).execute()
  await raiseVersion()
})

describe('a screen in the hall', () => {
  test('shows who is on stage and the next three, and learns of no dancer and no studio', async () => {
    const { token, url } = await addScreen()
    expect(url).toBe(`${stage.app.origin}/display/${token}`)
    const opening = await open(token)
    expect(opening.json()).toMatchObject({ tour_date_id })
    expect(opening.headers['set-cookie']).toMatch(
      new RegExp(`^callboard_display=${token}; Path=/v1/live/${tour_date_id}; HttpOnly; SameSite=Strict; Max-Age=\\d+`),
    )
    await change(toStage(first))
    const reply = await live(token)
    const [board] = reply.json().stages
    expect(board).toMatchObject({ stage: 1, current: { id: first, label: '1', studio: null } })
    expect(board.next.map(({ id }: { id: number }) => id)).toEqual([second, third, fourth])
    const people = await db.selectFrom('persons').select(['fname', 'lname']).execute()
    const names = people.flatMap(({ fname, lname }) => (lname ? [`${fname} ${lname}`] : []))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => reply.body.includes(name))).toEqual([])
  })

  test('shows studios and a single stage where the office says so', async () => {
    const [, , evening = 0] = blocks
    await db.updateTable('competition_blocks').where('id', '=', evening).set({ stage: 2 }).execute()
    await raiseVersion()
    const both = (await live((await addScreen({ shows_studios: true })).token)).json()
    expect(both.stages.map((one: { stage: number }) => one.stage)).toEqual([1, 2])
    expect(both.stages[0].next[0].studio).toMatch(/\w/)
    const { stages } = (await live((await addScreen({ stage: 2 })).token)).json()
    expect(stages).toMatchObject([
      {
        stage: 2,
        next: [
          { id: third, studio: null },
          { id: fourth, studio: null },
        ],
      },
    ])
  })

  test('two screens of a city, opened in one browser, have an answer each', async () => {
    const plain = await live((await addScreen()).token)
    const tag = String(plain.headers['etag'])
    const { token } = await addScreen({ shows_studios: true })
    expect((await live(token, { tag })).statusCode).toBe(200)
    const own = String((await live(token)).headers['etag'])
    expect((await live(token, { tag: own })).statusCode).toBe(304)
    await change([{ id: second, state: 'scratched' }])
    expect((await live(token, { tag: own })).statusCode, 'after a change').toBe(200)
  })
})

describe('the link of a screen ends', () => {
  test('when the office ends it', async () => {
    const { displays, token } = await addScreen()
    const [{ id } = { id: 0 }] = displays
    expect((await live(token)).statusCode).toBe(200)
    const reply = await call(office, 'DELETE', `/v1/office/displays/${id}`)
    expect(reply.json().displays).toEqual([])
    expect((await live(token)).statusCode).toBe(401)
    expect((await open(token)).json()).toMatchObject({ code: 'display.over' })
    expect((await call(office, 'DELETE', `/v1/office/displays/${id}`)).statusCode).toBe(404)
  })

  test('with the last day of its city, in the city’s zone', async () => {
    const { token } = await addScreen()
    const { end_date, time_zone } = await db
      .selectFrom('tour_dates')
      .where('id', '=', tour_date_id)
      .select(['end_date', 'time_zone'])
      .executeTakeFirstOrThrow()
    const row = await db.selectFrom('hall_displays').select('expires_at').executeTakeFirstOrThrow()
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'medium' })
    const before = new Date(Date.parse(row.expires_at) - 1_000)
    expect(local.format(before)).toBe(`${end_date} 23:59:59`)
    stage.clock.time = instant(before.toISOString())
    expect((await live(token)).statusCode).toBe(200)
    stage.clock.time = row.expires_at
    expect((await live(token)).statusCode).toBe(401)
    const body = { tour_date_id, label: 'Late', stage: null, shows_studios: false }
    const late = await call(office, 'POST', '/v1/office/displays', body)
    expect([late.statusCode, late.json().code]).toEqual([422, 'display.city_over'])
  })
})

test('a screen of one city learns nothing of another, nor by its events', async () => {
  const { token } = await addScreen()
  const other = await season.city()
  const headers = { cookie: `callboard_display=${token}` }
  for (const path of ['', '/events']) {
    const reply = await stage.app.inject({ method: 'GET', url: `/v1/live/${other}${path}`, headers })
    expect(reply.statusCode, path).toBe(404)
  }
})

test('a forged token opens nothing, and an unpublished order says so', async () => {
  expect((await open('bm90aGluZw')).json()).toMatchObject({ code: 'display.over' })
  expect((await live('bm90aGluZw')).statusCode).toBe(401)
  const other = await season.city()
  const { token } = await addScreen({}, other)
  expect((await live(token, { city: other })).json()).toMatchObject({ code: 'order.unpublished' })
})
