import { connect, type Tx } from '@callboard/server/platform/db/connect.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { lockRegistration } from '@callboard/server/registrations/queries.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, openSeason, peopleBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const db = connect(stage.url)
afterAll(() => db.destroy())

await sql`create table notes (id integer primary key, n integer not null)`.execute(db)
const note = (tx: Tx, id: number) => sql`insert into notes values (${id}, ${id})`.execute(tx)
const ids = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows.map(({ id }) => id)

const signal = () => {
  let give = () => {}
  const signalled = new Promise<void>((resolve) => {
    give = resolve
  })
  return [signalled, give] as const
}

test('statements asked for together are done in the order they were asked for', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const noteCount = await inTransaction(db, async (tx) => {
      const [, { rows }] = await Promise.all([
        note(tx, turn),
        sql<{ n: number }>`select count(*)::int as n from notes`.execute(tx),
      ])
      return rows[0]?.n
    })
    expect(noteCount).toBe(turn + 1)
  }
  await sql`delete from notes`.execute(db)
})

test('when one of several fails nothing of the transaction stays, and the connection goes on', async () => {
  const broken = inTransaction(db, async (tx) => {
    await Promise.all([note(tx, 1), note(tx, 1), note(tx, 2)])
    await note(tx, 3)
  })
  await expect(broken).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
  await inTransaction(db, (tx) => note(tx, 4))
  expect(await ids()).toEqual([4])
})

test('a statement that comes after the end of its transaction is refused', async () => {
  const tx = await inTransaction(db, async (innerTx) => {
    await note(innerTx, 5)
    // As a function, so that it is not waited for.
    return () => note(innerTx, 6)
  })
  await expect(tx()).rejects.toThrow('after the end')
  expect(await ids()).toEqual([4, 5])
})

test('a request that waits for a registration reads the people saved by the request before it', async () => {
  const [studio, city] = [await season.studio(), await season.city()]
  const { id } = await begin(studio, city)
  await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
  const [whenHeld, isHeld] = signal()
  const [whenAsked, isAsked] = signal()

  const before = inTransaction(db, async (tx) => {
    await lockRegistration(tx, id)
    isHeld()
    await whenAsked
    await sql`select pg_sleep(0.05)`.execute(tx)
    await sql`delete from attendees where registration_id = ${id}`.execute(tx)
  })
  await whenHeld
  const after = inTransaction(db, async (tx) => {
    const lock = lockRegistration(tx, id)
    isAsked()
    return Object.keys((await lock)?.registration.attendees ?? { nobody: true })
  })
  await before
  expect(await after).toEqual([])
})
