import { Socket } from 'node:net'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { GatheringClient } from '@callboard/server/platform/db/named-statements.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)

const open = (options?: { prepare: boolean }) => {
  const db = connect(stage.url, options)
  afterAll(() => db.destroy())
  return db
}

type Db = ReturnType<typeof connect>

/** Prepared statements of this connection that name the table. */
const prepared = async (db: Db, table: string) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.filter(
    ({ statement }) => statement.includes(table),
  )

const things = (name: string) => sql.raw(`create table ${name} (id integer primary key, n integer not null default 7)`)
const all = (db: Db, name: string, id = 1) =>
  inTransaction(db, (tx) => sql`select * from ${sql.table(name)} where id = ${id}`.execute(tx)).then(({ rows }) => rows)

test('a statement that comes back is prepared; one of a list of values, or on request, is not', async () => {
  const [db, plain] = [open(), open({ prepare: false })]
  await sql`${things('kept')}`.execute(db)
  for (const one of [db, plain]) {
    for (let turn = 0; turn < 5; turn += 1) {
      await all(one, 'kept')
      await sql`select n from kept where id in (${1}, ${2})`.execute(one)
    }
  }
  expect((await prepared(db, 'kept')).map(({ statement }) => statement)).toEqual(['select * from "kept" where id = $1'])
  expect(await prepared(plain, 'kept')).toEqual([])
})

test('a migration that changes a table while the server runs costs no request', async () => {
  const [db, migration] = [open(), open()]
  await sql`${things('altered')}`.execute(db)
  await sql`insert into altered values (1)`.execute(db)
  for (let turn = 0; turn < 5; turn += 1) await all(db, 'altered')
  expect(await prepared(db, 'altered')).toHaveLength(1)

  await sql`alter table altered add column added text default 'new'`.execute(migration)
  expect(await all(db, 'altered')).toEqual([{ id: 1, n: 7, added: 'new' }])
})

test('statements that a connection no longer has are prepared again', async () => {
  const db = open()
  await sql`${things('lost')}`.execute(db)
  await sql`insert into lost values (1)`.execute(db)
  for (let turn = 0; turn < 5; turn += 1) await all(db, 'lost')
  await sql`deallocate all`.execute(db)
  expect(await all(db, 'lost')).toEqual([{ id: 1, n: 7 }])
})

test('a migration of several commands runs in every database that one process makes', async () => {
  const db = open()
  for (let turn = 0; turn < 4; turn += 1) {
    await sql.raw('create temporary table if not exists twice (id integer); drop table twice').execute(db)
  }
  expect(await prepared(db, 'twice')).toEqual([])
})

test('beginning registrations finds its index also once its plan is for any value', async () => {
  const studios = [await season.studio(), await season.studio()]
  for (let turn = 0; turn < 6; turn += 1) {
    const tour_date_id = await season.city()
    for (const studio of studios) {
      const reply = await studio.call('POST', '/v1/mybtf/registration', { tour_date_id })
      expect(reply.statusCode, reply.body).toBe(200)
    }
  }
})

// docs/decisions/0011-inside-pg-and-pdfkit.md: fails when `pg` keeps its stream elsewhere.
test('the queries of one turn leave in one write', async () => {
  const client = new GatheringClient({ connectionString: stage.url, pipeline: true })
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  expect(stream).toBeInstanceOf(Socket)
  const query = client.query.bind(client) as unknown as (text: string) => Promise<{ rows: { n: number }[] }>

  const answers = Promise.all([1, 2, 3].map((n) => query(`select ${n} as n`)))
  expect(stream.writableCorked).toBe(1)
  const unsent = stream.writableLength
  expect(unsent).toBeGreaterThan(3 * 'select 1 as n'.length)
  const before = stream.bytesWritten - unsent
  await new Promise((resolve) => setImmediate(resolve))
  expect(stream.writableCorked).toBe(0)
  expect(stream.bytesWritten - before).toBe(unsent)
  expect((await answers).map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  await client.end()
})
