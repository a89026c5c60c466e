import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connect.ts'

const lockNumber = 20_251_122
const pollEvery = 200

/**
 * Lets one process at a time prepare a database: tables, job tables and initial rows. The lock belongs to a
 * transaction, because behind a pgbouncer in transaction mode a session lock would stay on a shared connection. Waiting
 * processes hold no connection: a pooler has few, and the lock holder needs several.
 */
export async function withStartLock<Value>(db: Db, work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const result = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        locked: boolean
      }>`select pg_try_advisory_xact_lock(${lockNumber}) as locked`.execute(tx)
      if (!rows[0]?.locked) return undefined
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return { value: await work() }
    })
    if (result) return result.value
    await wait(pollEvery)
  }
}
