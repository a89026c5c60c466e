import {
  CompiledQuery,
  DummyDriver,
  PostgresDialect,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
} from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { beginText, type Db, type Isolation, type Tx, type Schema } from './connect.ts'
import { isStale } from './named-statements.ts'
import { CommitUnknown, isLost, isUnanswered } from './unavailable.ts'

// PostgreSQL asks for these to be tried again: they say nothing about the request.
const transient = new Set(['40001', '40P01'])
const tries = 5
/** Retries of a lost connection begin within this time of the first loss; after that the caller gets the error. */
const longestMs = 400
const backoffMs = 25

type TransactionOptions = {
  /** Doing it twice is the same as doing it once, so that it is done again also when a commit's outcome is unknown. */
  isRepeatable?: () => boolean
  isolation?: Isolation
}

/**
 * Runs one transaction; retries it after a deadlock, a serialization failure, a stale prepared statement or a lost
 * connection. These errors reach the caller only when retries run out.
 */
export async function inTransaction<Value>(
  db: Db,
  work: (tx: Tx) => Promise<Value>,
  { isRepeatable = () => false, isolation = 'read committed' }: TransactionOptions = {},
): Promise<Value> {
  const began = performance.now()
  let hadConnection = false
  let lostAt: number | undefined
  const connected = (tx: Tx) => {
    hadConnection = true
    return work(tx)
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db, connected, isolation)
    } catch (error) {
      const wasLost = isLost(error) || (error instanceof CommitUnknown && isRepeatable())
      const again = isStale(error) || (error instanceof pg.DatabaseError && transient.has(error.code ?? ''))
      if (attempt >= tries || !(again || wasLost)) throw error
      if (!wasLost) continue
      // A failed server needs time to recover; the jitter spreads the retries.
      const delay = backoffMs * 2 ** attempt * (0.5 + Math.random())
      // The work of a slow transaction is no reason to give it up; a server that accepts nobody was waited for already.
      lostAt ??= hadConnection ? performance.now() : began
      if (performance.now() - lostAt + delay > longestMs) throw error
      await wait(delay)
    }
  }
}

// Kysely's own transaction sends each statement only after the previous answer, so it cannot pipeline statements.
const once = <Value>(db: Db, work: (tx: Tx) => Promise<Value>, isolation: Isolation): Promise<Value> =>
  db.getExecutor().provideConnection(async (connection) => {
    const { tx, command, causeOf, end } = transactionOn(db, connection)
    // Sent with the first statement. If it fails, all later statements fail too.
    const beginCommand = command(beginText(db, isolation))
    beginCommand.catch(() => {})
    try {
      const value = await work(tx)
      end()
      await beginCommand
      await command('commit').catch((error: unknown) => {
        throw isUnanswered(error) ? new CommitUnknown(error) : error
      })
      return value
    } catch (error) {
      end()
      // A pending query ends before the rollback. A connection that cannot roll back is closed, which discards its
      // transaction.
      await command('rollback').catch(() => {})
      throw causeOf(error)
    }
  })

const noPool = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its connection already.')),
})

function transactionOn(db: Db, connection: DatabaseConnection) {
  let over = false
  // Statements are pipelined: the first failure has the cause, later ones only report an aborted transaction.
  let cause: unknown
  const recording: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      connection.executeQuery<Row>(query).catch((error: unknown): never => {
        if (!isAborted(error)) cause = error
        throw error
      }),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
  const provider: ConnectionProvider = {
    async provideConnection(use) {
      if (over) throw new Error('A statement came after the end of its transaction.')
      return use(recording)
    },
  }
  const executor = db.getExecutor().withConnectionProvider(provider)
  const tx: Tx = new Transaction<Schema>({
    config: { dialect: noPool },
    dialect: noPool,
    driver: new DummyDriver(),
    executor,
  })
  return {
    tx,
    command: (text: string) => recording.executeQuery(CompiledQuery.raw(text)),
    causeOf: (error: unknown) => (isAborted(error) ? (cause ?? error) : error),
    end: () => void (over = true),
  }
}

const isAborted = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'
