import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage()
const get = (url: string, app = stage.app) => app.inject({ method: 'GET', url })

test('a server whose database answers lives and is ready', async () => {
  expect([(await get('/healthz')).statusCode, (await get('/healthz')).json()]).toEqual([200, { ok: true }])
  expect([(await get('/readyz')).statusCode, (await get('/readyz')).json()]).toEqual([200, { ok: true }])
})

test('health checks are never answered from a cache', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await get(url)).headers['cache-control']).toBe('no-store')
})

test('a server without its database lives, but is not ready, and says nothing of why', async () => {
  const { clock, mail, files, payments, sealer, origin, limits, dev } = stage.app
  const db = connect('postgres://app@127.0.0.1:1/nowhere')
  const app = buildApp({ db, clock, mail, files, payments, sealer, origin, limits, dev, logLevel: 'silent' })
  expect((await get('/healthz', app)).statusCode).toBe(200)
  const ready = await get('/readyz', app)
  expect([ready.statusCode, ready.json()]).toEqual([503, { ok: false }])
  await app.close()
  await db.destroy()
})

test('a server whose jobs do not run, or that is stopping, is alive but not ready', async () => {
  const { db, clock, mail, files, payments, sealer, origin, limits, dev } = stage.app
  let isReady = true
  const parts = { db, clock, mail, files, payments, sealer, origin, limits, dev, isReady: () => isReady }
  const app = buildApp({ ...parts, logLevel: 'silent' })
  expect((await get('/readyz', app)).statusCode).toBe(200)
  isReady = false
  expect([(await get('/healthz', app)).statusCode, (await get('/readyz', app)).statusCode]).toEqual([200, 503])
  await app.close()
})

test('a database that hangs makes it unready within seconds, not a probe that hangs as well', async () => {
  const { clock, mail, files, payments, sealer, origin, limits, dev } = stage.app
  const db = connect(stage.url)
  const app = buildApp({ db, clock, mail, files, payments, sealer, origin, limits, dev, logLevel: 'silent' })
  // Every connection of the pool waits for something else.
  const busy = Promise.allSettled(Array.from({ length: 10 }, () => sql`select pg_sleep(60)`.execute(db)))
  expect((await get('/readyz', app)).statusCode).toBe(503)
  const admin = connect(inject('postgres'))
  await sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = ${stage.name}`.execute(admin)
  await admin.destroy()
  await busy
  await expect.poll(async () => (await get('/readyz', app)).statusCode, { timeout: 60_000 }).toBe(200)
  await app.close()
  await db.destroy()
}, 240_000)

test('a server that lost its database is ready again once it is back', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)
  const admin = connect(inject('postgres'))
  await sql`alter database ${sql.id(stage.name)} allow_connections false`.execute(admin)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${stage.name}`.execute(admin)
  expect((await get('/readyz')).statusCode).toBe(503)
  await sql`alter database ${sql.id(stage.name)} allow_connections true`.execute(admin)
  await admin.destroy()
  await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 60_000 }).toBe(200)
})
