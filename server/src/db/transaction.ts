import pg from 'pg'
import type { Db, Tx } from './connect.ts'
import { isStale } from './named-statements.ts'

// PostgreSQL asks for these to be tried again: they say nothing about the request.
const transient = new Set(['40001', '40P01'])
const tries = 5

/** One transaction, begun anew when it lost a deadlock, a serialization race or a prepared plan. No such loss reaches a person. */
export async function inTransaction<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const again = isStale(error) || (error instanceof pg.DatabaseError && transient.has(error.code ?? ''))
      if (!again || attempt >= tries) throw error
    }
  }
}
