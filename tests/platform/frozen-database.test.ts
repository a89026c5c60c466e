import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@callboard/server/app.ts'
import { connect, type DatabaseLimits } from '@callboard/server/platform/db/connect.ts'
import { FreezeDetector } from '@callboard/server/platform/db/freeze-detector.ts'
import { openProbe } from '@callboard/server/platform/db/probe.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startDatabaseProxy } from '../../bench/database-proxy.ts'
import { openStage } from '../kit.ts'
import { openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const { cookie } = await stage.sessionOf((await season.studio()).user_id)

/** As in operation, but for the number of connections. */
const limits: DatabaseLimits = {
  poolSize: 3,
  perCaller: 2,
  // Longer than a busy machine takes to notice: who waits is to hear of the freeze, not of a full pool.
  waitMs: 5_000,
  connectMs: 5_000,
  lockMs: 2_000,
  statementMs: 10_000,
  idleMs: 15_000,
  silenceMs: 600,
}
const proxy = await startDatabaseProxy(stage.url)
const probe = openProbe(proxy.url)
const db = connect(proxy.url, { limits, probe })
const { clock, mail, files, payments, sealer, origin, dev } = stage.app
const app = buildApp({ db, probe, clock, mail, files, payments, sealer, origin, dev, limits: { on: false }, logLevel: 'silent' }) // oxfmt-ignore
afterEach(() => proxy.resume())
afterAll(async () => {
  await app.close()
  await db.destroy()
  await probe.end()
  await proxy.close()
})

async function get() {
  const began = performance.now()
  const reply = await app.inject({ method: 'GET', url: '/v1/mybtf/own-registrations', headers: { cookie } })
  return { status: reply.statusCode, ms: performance.now() - began, retryAfter: reply.headers['retry-after'] }
}
const isServed = async () => (await get()).status === 200

test('a frozen database is answered 503 long before a timeout, then at once, and serves again when it is back', async () => {
  expect(await isServed()).toBe(true)
  for (const round of [1, 2]) {
    proxy.freeze()
    // More than there are connections: some wait for one, some for one to open.
    const replies = await Promise.all(Array.from({ length: 8 }, get))
    for (const { status, ms, retryAfter } of replies) {
      expect([status, retryAfter], `round ${round}`).toEqual([503, '5'])
      expect(ms).toBeLessThan(limits.waitMs)
    }
    const next = await get()
    expect(next.status).toBe(503)
    expect(next.ms).toBeLessThan(limits.silenceMs)
    // Longer than the probe waits for its answer: it asks again over a new connection.
    await wait(round === 1 ? 0 : 2_500)
    expect((await get()).status).toBe(503)
    proxy.resume()
    await expect.poll(isServed, { timeout: 5_000, interval: 50 }).toBe(true)
  }
})

test('a database that freezes at a commit leaves the caller to look whether the change is there', async () => {
  const work = inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.freeze()
  })
  await expect(work).rejects.toThrow('lost at a commit')
  proxy.resume()
  await expect.poll(isServed, { timeout: 5_000, interval: 50 }).toBe(true)
})

test('a slow statement is not taken for a frozen database, and others are served beside it', async () => {
  const slow = inTransaction(db, (tx) => sql`select pg_sleep(1.5)`.execute(tx))
  while (!(await Promise.race([slow.then(() => true), wait(100, false)]))) expect(await isServed()).toBe(true)
})

test('a database that ends transactions is not taken for frozen, however late the probe is', async () => {
  let freezes = 0
  const detector = new FreezeDetector({
    probe: { isReady: () => new Promise(() => {}) },
    silenceMs: 600,
    onFreeze: () => (freezes += 1),
  })
  const leaveSlow = detector.use()
  for (let n = 0; n < 8; n += 1) {
    const leave = detector.use()
    await wait(150)
    leave()
  }
  expect(freezes).toBe(0)
  await expect.poll(() => freezes, { timeout: 3_000 }).toBe(1)
  leaveSlow()
  detector.stop()
})

/** Blocks the event loop for this long, as heavy work of the app itself does, and leaves the core to other tests. */
function block(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('an event loop that is blocked is not taken for a frozen database', async () => {
  let freezes = 0
  const detector = new FreezeDetector({
    probe: { isReady: () => wait(150, true) },
    silenceMs: 600,
    onFreeze: () => (freezes += 1),
  })
  const leave = detector.use()
  for (let n = 0; n < 3; n += 1) {
    await wait(250)
    block(900)
  }
  leave()
  expect([freezes, detector.isFrozen]).toEqual([0, false])
  detector.stop()
})

test('ticks of a busy event loop do not count as silence, and on a quiet one they do', async () => {
  let freezes = 0
  const detector = new FreezeDetector({
    probe: { isReady: () => new Promise(() => {}) },
    silenceMs: 600,
    onFreeze: () => (freezes += 1),
  })
  const leave = detector.use()
  // Each turn as long as two ticks: fifteen of them, when four would be enough.
  for (let n = 0; n < 15; n += 1) {
    block(200)
    await wait(1)
  }
  expect(freezes).toBe(0)
  await expect.poll(() => freezes, { timeout: 3_000 }).toBe(1)
  leave()
  detector.stop()
})

/** Straight to the database: the proxy would be as slow as the event loop that is blocked. */
function openOwn(more: Partial<DatabaseLimits> = {}) {
  const ownProbe = openProbe(stage.url)
  const own = connect(stage.url, { limits: { ...limits, ...more }, probe: ownProbe })
  return { own, close: () => own.destroy().then(() => ownProbe.end()) }
}

test('the app is busy for seconds while a statement runs: the database is not taken for frozen', async () => {
  for (const [turnMs, turns] of [
    [2_000, 1],
    [130, 20],
  ] as const) {
    const { own, close } = openOwn()
    // The probe has no connection yet: it opens one in the turns of the busy event loop.
    const slow = inTransaction(own, (tx) => sql`select pg_sleep(2.8)`.execute(tx))
    await wait(230)
    for (let n = 0; n < turns; n += 1) {
      block(turnMs)
      await wait(1)
    }
    await expect(slow, `turns of ${turnMs} ms`).resolves.toBeDefined()
    await close()
  }
})

test('long statements in all connections but one, then in all of them, are no frozen database', async () => {
  const { own, close } = openOwn({ waitMs: 800 })
  const sleep = (seconds: number) => inTransaction(own, (tx) => sql`select pg_sleep(${seconds})`.execute(tx))
  const long = [sleep(5), sleep(5)]
  for (let n = 0; n < 10; n += 1) {
    await inTransaction(own, (tx) => sql`select 1`.execute(tx))
    await wait(100)
  }
  // No transaction ends for two seconds; a request that waits for a connection is told that the pool is busy.
  const last = sleep(2)
  await expect(sleep(0)).rejects.toThrow('No connection to the database became free in time.')
  await expect(Promise.all([...long, last])).resolves.toHaveLength(3)
  await close()
})
