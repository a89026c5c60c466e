import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@callboard/server/app.ts'
import { readConfig } from '@callboard/server/config.ts'
import { connect, type DatabaseLimits } from '@callboard/server/platform/db/connect.ts'
import { FairGate } from '@callboard/server/platform/db/fair-gate.ts'
import { openProbe } from '@callboard/server/platform/db/probe.ts'
import { PoolBusy } from '@callboard/server/platform/db/unavailable.ts'
import { InFlight } from '@callboard/server/platform/http/in-flight.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '../../bench/database-proxy.ts'
import { openStage } from '../kit.ts'
import { openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const [noisy, bystander] = [await season.studio(), await season.studio()]
const { clock, mail, files, payments, sealer, origin, dev } = stage.app
const parts = { clock, mail, files, payments, sealer, origin, dev, limits: { on: false }, logLevel: 'silent' }

const limits: DatabaseLimits = {
  poolSize: 3,
  perCaller: 2,
  waitMs: 0,
  connectMs: 5_000,
  lockMs: 0,
  statementMs: 0,
  idleMs: 0,
  silenceMs: 0,
}
const db = connect(stage.url, { limits })
const app = buildApp({ ...parts, db, inFlight: new InFlight({ inFlight: 12, inFlightPerCaller: 6 }) })
afterAll(async () => {
  await app.close()
  await db.destroy()
})

const sessions = await Promise.all([noisy, noisy, bystander].map(({ user_id }) => stage.sessionOf(user_id)))
const get = (session: number) =>
  app.inject({ method: 'GET', url: '/v1/mybtf/own-registrations', headers: sessions[session] ?? {} })

test('one account cannot fill the pool or the server; others are still served', async () => {
  // Each session is known by its first call.
  for (const session of [0, 1, 2]) expect((await get(session)).statusCode).toBe(200)
  const { calls, reply } = await stage.db.transaction().execute(async (tx) => {
    await sql`lock table registrations in access exclusive mode`.execute(tx)
    // Of two sessions, which count together.
    const requests = Array.from({ length: 10 }, (_, n) => get(n % 2))
    await wait(50)
    const other = await app.inject({ method: 'GET', url: '/v1/mybtf/site', headers: sessions[2] ?? {} })
    return { calls: () => Promise.all(requests), reply: other }
  })
  expect(reply.statusCode).toBe(200)
  const replies = await calls()
  const refusals = replies.filter(({ statusCode }) => statusCode === 429)
  expect([refusals.length, replies.filter(({ statusCode }) => statusCode === 200).length]).toEqual([4, 6])
  expect(refusals[0]?.json()).toMatchObject({ code: 'busy', retry_after_seconds: 1 })
  expect(refusals[0]?.headers['retry-after']).toBe('1')
})

test('SEC-021 unless the settings of operation say otherwise, every limit has a value and the server its timeouts', async () => {
  const secrets = { FILE_SECRET: 'a secret', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  const { database, jobDatabase, load, httpTimeouts } = readConfig(secrets)
  // Jobs share nothing that a silent database would have to be told from.
  const { silenceMs: _, ...ofJobs } = jobDatabase
  for (const values of [database, ofJobs, load, httpTimeouts]) {
    for (const [name, value] of Object.entries(values)) expect(value, name).toBeGreaterThan(0)
  }
  const limitedApp = buildApp({ ...parts, db, timeouts: httpTimeouts })
  const { headersMs, requestMs, idleMs, keepAliveMs } = httpTimeouts
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = limitedApp.server
  expect([headersTimeout, requestTimeout, timeout, keepAliveTimeout]).toEqual([
    headersMs,
    requestMs,
    idleMs,
    keepAliveMs,
  ])
  await limitedApp.close()
  expect(readConfig({ ...secrets, HTTP_HEADERS_TIMEOUT_MS: '7000' }).httpTimeouts.headersMs).toBe(7_000)
})

test('a caller with one request is next, however many another caller has waiting', async () => {
  const gate = new FairGate({ permits: 2, perCaller: 2, waitMs: 0 })
  const order: string[] = []
  const leaves: (() => void)[] = []
  const ask = (caller: string) =>
    gate.enter(caller).then((leave) => {
      order.push(caller)
      leaves.push(leave)
    })
  for (const caller of ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']) void ask(caller)
  for (let n = 0; n < 8; n += 1) {
    await wait(0)
    leaves.shift()?.()
  }
  expect(order.join('')).toBe('aaabcaba')
})

test('a caller that waits too long for a connection gets an error and takes none afterwards', async () => {
  const gate = new FairGate({ permits: 1, perCaller: 1, waitMs: 5 })
  const leave = await gate.enter('a')
  await expect(gate.enter('b')).rejects.toThrow(PoolBusy)
  leave()
  const again = await gate.enter('c')
  again()
})

test('beyond the bound of all requests those below their equal share still find room', () => {
  const inFlight = new InFlight({ inFlight: 6, inFlightPerCaller: 4 })
  for (const caller of ['a', 'a', 'a', 'a', 'b', 'b']) inFlight.enter(caller)
  const enter = (caller: string) => () => inFlight.enter(caller)
  expect(enter('a')).toThrow('busy')
  expect(enter('b')).not.toThrow()
  expect(enter('b')).toThrow('overloaded')
  const leave = inFlight.enter('c')
  leave()
  for (const caller of ['d', 'e', 'f', 'g', 'h']) inFlight.enter(caller)
  expect(enter('i')).toThrow('overloaded')
})

test('/readyz asks over a connection of its own: ready with a busy pool, not with a frozen or read-only database', async () => {
  const proxy = await startDatabaseProxy(stage.url)
  const probe = openProbe(proxy.url)
  const probedApp = buildApp({ ...parts, db, probe })
  const ready = async () => (await probedApp.inject({ method: 'GET', url: '/readyz' })).statusCode
  const busy = Promise.allSettled(Array.from({ length: 3 }, () => sql`select pg_sleep(60)`.execute(db)))
  expect(await ready()).toBe(200)
  const cancel = sql`select pg_cancel_backend(pid) from pg_stat_activity where query like 'select pg_sleep(60)%' and datname = ${stage.name}`
  await cancel.execute(stage.db)
  await busy

  proxy.freeze()
  expect(await ready()).toBe(503)
  proxy.resume()
  await expect.poll(ready, { timeout: 60_000 }).toBe(200)

  // As after a failover: the connection ends, and the next one meets a server in recovery.
  await sql`alter database ${sql.id(stage.name)} set default_transaction_read_only = on`.execute(stage.db)
  proxy.cut()
  expect(await ready()).toBe(503)
  proxy.resume()
  expect(await ready()).toBe(503)
  await probedApp.close()
  await probe.end()
  await proxy.close()
}, 240_000)
