import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { clock, mail, files, payments, sealer, origin, dev } = stage.app
const office = await addAccount(stage)
const { tour_date_id, routines } = await makeJudgedOrder(stage, await openSeason(stage), office)
const { seats } = await makePanel(stage, tour_date_id, {})
const { token } = await pairDirectly(stage, office, seats[0] ?? 0)
const judge = { authorization: `Bearer ${token}` }
const desk = await stage.sessionOf(office)

/** Pool of the streams alone, so that what they ask the database is counted. */
const db = connect(stage.url)
const reads = vi.spyOn(db, 'getExecutor')
const parts = { db, clock, mail, files, payments, sealer, origin, dev, limits: { on: false }, logLevel: 'silent' }
const listen = async (eventStreamSeconds: number) => {
  const app = buildApp({ ...parts, eventStreamSeconds })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port }
}
const { app, port } = await listen(30)
const watched: { request: ReturnType<typeof request> }[] = []
afterEach(() => {
  for (const viewer of watched.splice(0)) viewer.request.destroy()
})
afterAll(async () => {
  await app.close()
  await db.destroy()
})

const judgePath = '/v1/judging/stage/events'
const officePath = `/v1/office/stage/events?tour_date_id=${tour_date_id}`

async function watch(path: string, headers: Record<string, string>, at = port) {
  const outgoing = request({
    host: '127.0.0.1',
    port: at,
    path,
    headers: { ...headers, 'accept-encoding': 'br, gzip' },
  })
  outgoing.on('error', () => {})
  outgoing.end()
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  let hasEnded = false
  reply.on('data', (part: Buffer) => (text += part.toString()))
  reply.on('error', () => {})
  reply.on('end', () => (hasEnded = true))
  const viewer = {
    request: outgoing,
    status: reply.statusCode,
    headers: reply.headers,
    hasEnded: () => hasEnded,
    stages: () => [...text.matchAll(/event: stage\ndata: (.*)\n\n/g)].map(([, json = '']) => JSON.parse(json)),
  }
  watched.push(viewer)
  return viewer
}

/** Sends an entry to the stage, or off it, as the stage manager's call does. */
async function change(id: number, states: readonly string[]) {
  const { version } = (await stage.call(office, 'GET', `/v1/office/stage?tour_date_id=${tour_date_id}`)).json()
  const changes = states.map((state) => ({ id, state }))
  const reply = await stage.call(office, 'PUT', '/v1/office/stage', { tour_date_id, version, changes })
  expect(reply.statusCode, reply.body).toBe(200)
}
const soon = { timeout: 5_000, interval: 20 }

test('office and judges hear what is on stage and each change of it; a process reads once for all of them', async () => {
  const [first = 0] = routines
  const viewers = await Promise.all([1, 2, 3].flatMap(() => [watch(judgePath, judge), watch(officePath, desk)]))
  for (const { status, headers } of viewers) {
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(headers['content-encoding'], 'a compressed stream is held back').toBeUndefined()
  }
  await expect.poll(() => viewers.map(({ stages }) => stages().length), soon).toEqual(viewers.map(() => 1))
  expect(viewers[0]?.stages()[0]).toMatchObject({ entry_ids: [] })
  reads.mockClear()
  const began = Date.now()
  await change(first, ['checked_in', 'on_deck', 'on_stage'])
  await expect
    .poll(() => viewers.map(({ stages }) => stages().at(-1).entry_ids), soon)
    .toEqual(viewers.map(() => [first]))
  const seconds = (Date.now() - began) / 1_000
  expect(seconds).toBeLessThan(3)
  expect(reads.mock.calls.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  await change(first, ['danced'])
  await expect.poll(() => viewers[1]?.stages().at(-1).entry_ids, soon).toEqual([])
})

test('nothing is read once nobody watches', async () => {
  const viewer = await watch(officePath, desk)
  await expect.poll(() => viewer.stages().length, soon).toBe(1)
  const warnings = vi.spyOn(app.log, 'warn')
  viewer.request.destroy()
  await wait(1_100)
  reads.mockClear()
  await wait(1_200)
  expect(reads).not.toHaveBeenCalled()
  expect(warnings).not.toHaveBeenCalled()
})

test('a seventh stream of one caller is refused; another caller’s is not', async () => {
  const own = []
  for (let n = 0; n < 7; n += 1) own.push((await watch(judgePath, judge)).status)
  expect(own).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect((await watch(officePath, desk)).status).toBe(200)
})

test('a stream ends by itself, and the next one asks for the right anew', async () => {
  const short = await listen(1)
  const seat = seats[1] ?? 0
  const device = await pairDirectly(stage, office, seat)
  const headers = { authorization: `Bearer ${device.token}` }
  const viewer = await watch(judgePath, headers, short.port)
  await stage.call(office, 'DELETE', `/v1/office/devices/${device.id}`)
  await expect.poll(viewer.hasEnded, soon).toBe(true)
  expect((await watch(judgePath, headers, short.port)).status).toBe(401)
  await short.app.close()
})

test('a server that stops ends its streams at once', async () => {
  const stopping = await listen(30)
  const viewer = await watch(officePath, desk, stopping.port)
  const began = Date.now()
  await stopping.app.close()
  expect(Date.now() - began).toBeLessThan(1_000)
  await expect.poll(viewer.hasEnded, soon).toBe(true)
})
