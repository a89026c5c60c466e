import {
  CompiledQuery,
  DummyDriver,
  PostgresDialect,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
} from 'kysely'
import pg from 'pg'
import type { Db, Tx } from './connect.ts'
import { isStale } from './named-statements.ts'
import type { Schema } from './schema.ts'

// PostgreSQL asks for these to be tried again: they say nothing about the request.
const transient = new Set(['40001', '40P01'])
const tries = 5

/** One transaction, begun anew when it lost a deadlock, a serialization race or a prepared plan. No such loss reaches a person. */
export async function inTransaction<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db, work)
    } catch (error) {
      const again = isStale(error) || (error instanceof pg.DatabaseError && transient.has(error.code ?? ''))
      if (!again || attempt >= tries) throw error
    }
  }
}

// Kysely's own transaction lets one statement wait for the answer to the last, even where both are asked for together.
const once = <Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> =>
  db.getExecutor().provideConnection(async (connection) => {
    const command = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    const { tx, end } = transactionOn(db, connection)
    // Sent with the first statement. If it fails, so does every statement after it.
    const begun = command('begin')
    begun.catch(() => {})
    try {
      const value = await work(tx)
      end()
      await begun
      await command('commit')
      return value
    } catch (error) {
      end()
      // What is still under way is answered first. A connection that cannot roll back is lost, and its work with it.
      await command('rollback').catch(() => {})
      throw error
    }
  })

const noPool = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its connection already.')),
})

function transactionOn(db: Db, connection: DatabaseConnection) {
  let over = false
  const provider: ConnectionProvider = {
    async provideConnection(use) {
      if (over) throw new Error('A statement came after the end of its transaction.')
      return use(connection)
    },
  }
  const executor = db.getExecutor().withConnectionProvider(provider)
  const tx: Tx = new Transaction<Schema>({
    config: { dialect: noPool },
    dialect: noPool,
    driver: new DummyDriver(),
    executor,
  })
  return { tx, end: () => void (over = true) }
}
