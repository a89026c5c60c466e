import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { unavailableWords } from '@callboard/domain/kernel/unavailable.ts'
import { buildApp } from '@callboard/server/app.ts'
import { connect, type DatabaseLimits, type Tx } from '@callboard/server/platform/db/connect.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { unavailabilityOf } from '@callboard/server/platform/db/unavailable.ts'
import { unavailablePage, unavailablePolicy } from '@callboard/server/platform/http/unavailable-page.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startDatabaseProxy } from '../../bench/database-proxy.ts'
import { openStage } from '../kit.ts'
import { openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const studio = await season.studio()
await sql`create table notes (id integer primary key)`.execute(stage.db)
afterEach(async () => {
  proxy.resume()
  await sql`truncate notes`.execute(stage.db)
})

const limits: DatabaseLimits = {
  poolSize: 4,
  perCaller: 4,
  waitMs: 0,
  connectMs: 5_000,
  lockMs: 100,
  statementMs: 400,
  idleMs: 5_000,
  silenceMs: 0,
}
const proxy = await startDatabaseProxy(stage.url)
const db = connect(proxy.url, { limits })
const { clock, mail, files, payments, sealer, origin, dev } = stage.app
const app = buildApp({
  db,
  clock,
  mail,
  files,
  payments,
  sealer,
  origin,
  dev,
  limits: { on: false },
  logLevel: 'silent',
})
const { cookie } = await stage.sessionOf(studio.user_id)
afterAll(async () => {
  await app.close()
  await db.destroy()
  await proxy.close()
})

app.get('/raise/:code', (request) => {
  const { code } = request.params as { code: string }
  return inTransaction(db, (tx) =>
    sql.raw(`do $$ begin raise exception 'a row of somebody' using errcode = '${code}'; end $$`).execute(tx),
  )
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers: { cookie, ...headers } })
const list = '/v1/mybtf/own-registrations'
const add = (id: number) => (tx: Tx) => sql`insert into notes values (${id})`.execute(tx)
const ids = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(stage.db)).rows.map(({ id }) => id)
/** On a busy machine a first statement can take longer than the short statement timeout of these tests. */
const serves = () => expect.poll(async () => (await get(list)).statusCode, { timeout: 30_000 }).toBe(200)
const reasonOf = (work: Promise<unknown>) => work.then(() => 'done', unavailabilityOf)
/** Ends the connection that a transaction works on, as an administrator or a failover does. */
const kill = async (tx: Tx) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(stage.db)
}

test('a lock, a statement or a transaction that takes too long ends, and the connection goes on', async () => {
  const lock = (tx: Tx) => sql`select from users where id = ${studio.user_id} for update`.execute(tx)
  await stage.db.transaction().execute(async (tx) => {
    await lock(tx)
    expect(await reasonOf(inTransaction(db, lock))).toBe('locked')
  })
  expect(await reasonOf(inTransaction(db, (tx) => sql`select pg_sleep(9)`.execute(tx)))).toBe('too_slow')
  expect(await reasonOf(inTransaction(db, lock))).toBe('done')
})

test('the limits of a transaction end with it, as a pgbouncer in transaction mode needs', async () => {
  const lockTimeout = sql<{ lock_timeout: string }>`show lock_timeout`
  const within = await inTransaction(db, async (tx) => (await lockTimeout.execute(tx)).rows[0]?.lock_timeout)
  expect(within).toBe('100ms')
  expect((await lockTimeout.execute(db)).rows[0]?.lock_timeout).toBe('0')
})

test.each<[string, string]>([
  ['53100', 'run out of room'],
  ['53300', 'not available right now'],
  ['57P03', 'not available right now'],
  ['25006', 'not available right now'],
  ['08006', 'not available right now'],
  ['55P03', 'Someone else is changing this'],
  ['57014', 'took too long'],
])('%s of the database answers 503 with Retry-After and a sentence', async (code, words) => {
  const reply = await get(`/raise/${code}`)
  expect([reply.statusCode, reply.json().message]).toEqual([503, expect.stringContaining(words)])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.body).not.toContain('a row of somebody')
})

test('without its database every call answers 503, never 500, and serves again once it is back', async () => {
  proxy.cut()
  for (const url of [list, '/v1/mybtf/site']) {
    const reply = await get(url)
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
  }
  const page = await get(list, { accept: 'text/html,application/xhtml+xml' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.body).toContain('This page will reload automatically.')
  proxy.resume()
  await serves()
})

test('a database that no longer answers is given up after the statement timeout', async () => {
  await serves()
  proxy.freeze()
  const reply = await get(list)
  proxy.resume()
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
})

test.each([0, 600])('a connection killed after %i ms of work fails no request: it is retried once', async (ms) => {
  let tries = 0
  await inTransaction(db, async (tx) => {
    tries += 1
    await add(1)(tx)
    if (tries === 1) await wait(ms).then(() => kill(tx))
    await add(2)(tx)
  })
  expect([tries, await ids()]).toEqual([2, [1, 2]])
})

test('a connection lost at the commit is distinguished, and only repeatable calls are retried', async () => {
  // Of the notes of one number only the first commit ends its own connection.
  await sql
    .raw(
      `create sequence commits;
       create function die() returns trigger language plpgsql as
         $$ begin if nextval('commits') % 2 = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$;
       create constraint trigger die after insert on notes deferrable initially deferred
         for each row when (new.id > 100) execute function die()`,
    )
    .execute(stage.db)
  expect(await reasonOf(inTransaction(db, add(101)))).toBe('outcome_unknown')
  await sql`alter sequence commits restart`.execute(stage.db)
  expect(await reasonOf(inTransaction(db, add(102), { isRepeatable: () => true }))).toBe('done')
  expect(await ids()).toEqual([102])
})

test('a commit that is never answered leaves its outcome unknown', async () => {
  const commit = inTransaction(db, async (tx) => {
    await add(5)(tx)
    proxy.freeze()
  })
  expect(await reasonOf(commit)).toBe('outcome_unknown')
})

test('a server that never answers a new connection is asked once, and its timeout is not waited for again', async () => {
  let connections = 0
  const silent = createServer(() => (connections += 1))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const silentDb = connect(`postgres://app@127.0.0.1:${port}/app`, { limits: { ...limits, connectMs: 600 } })
  expect(await reasonOf(inTransaction(silentDb, add(6)))).toBe('unavailable')
  expect(connections).toBe(1)
  await silentDb.destroy()
  silent.close()
})

test('the first error of a pipeline decides whether the transaction is retried', async () => {
  let tries = 0
  await inTransaction(db, async (tx) => {
    tries += 1
    const race = sql.raw(`do $$ begin raise exception 'race' using errcode = '40001'; end $$`)
    const [, second] = await Promise.allSettled([...(tries === 1 ? [race.execute(tx)] : [add(4)(tx)]), add(3)(tx)])
    // It says only that the transaction is aborted.
    if (second?.status === 'rejected') throw second.reason
  })
  expect([tries, await ids()]).toEqual([2, [3, 4]])
})

test('a server that became read-only loses its connections, so that the next ones reach the new primary', async () => {
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const { rows: before } = await backend.execute(db)
  expect((await get('/raise/25006')).statusCode).toBe(503)
  const { rows: after } = await backend.execute(db)
  expect(after[0]?.pid).not.toBe(before[0]?.pid)
})

test('the balancer shows the same page when no server is behind it', () => {
  const [head, page] = readFileSync('deploy/503.http', 'utf8').split('\r\n\r\n')
  const { message, retry_after_seconds } = unavailableWords.unavailable
  expect(page).toBe(unavailablePage(message, retry_after_seconds, 'page'))
  expect(head).toContain(`Content-Security-Policy: ${unavailablePolicy('page')}`)
})
