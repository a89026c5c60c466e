import pg from 'pg'
import type { Db, Tx } from './connect.ts'

// PostgreSQL asks for these to be tried again: they say nothing about the request.
const transient = new Set(['40001', '40P01'])
const tries = 5

/** One transaction, begun anew when it lost a deadlock or a serialization race. No such loss reaches a person. */
export async function inTransaction<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const again = error instanceof pg.DatabaseError && transient.has(error.code ?? '') && attempt < tries
      if (!again) throw error
    }
  }
}
