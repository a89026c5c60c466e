import type { Unavailability } from '@callboard/domain/kernel/unavailable.ts'
import pg from 'pg'

/** No connection could be opened, or one was lost. Nothing of its transaction is kept. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(`The connection to the database was lost: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** The database is connected and answers nobody; another try is pointless until it does. */
export class DatabaseFrozen extends Error {
  constructor() {
    super('The database does not answer.')
  }
}

/** No connection of the pool became free in time. */
export class PoolBusy extends Error {
  constructor() {
    super('No connection to the database became free in time.')
  }
}

/** The connection was lost between `commit` and its answer: the outcome of the transaction is unknown. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost at a commit.', { cause })
  }
}

// A value that the driver cannot write or read is one of these; all else that it reports happened to the connection.
const isOfValue = (error: unknown) => [TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind)

/** Returns the error of a statement: the server's error, DatabaseFrozen after `query_timeout`, or ConnectionLost. */
export function statementError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || isOfValue(error)) return error
  // node-postgres gives this error no code.
  const isTimeout = error instanceof Error && error.message === 'Query read timeout'
  return isTimeout ? new DatabaseFrozen() : new ConnectionLost(error)
}

/** The server closed this connection or is read-only: the pool must drop the connection. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '25006' || error.severity === 'FATAL')

const unavailableCodes: Readonly<Record<string, Unavailability>> = {
  '25006': 'unavailable',
  '25P03': 'unavailable',
  '53100': 'disk_full',
  '53200': 'unavailable',
  '53300': 'unavailable',
  '55P03': 'locked',
  '57014': 'too_slow',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P04': 'unavailable',
  '57P05': 'unavailable',
}

function reasonOfServer({ code = '', severity }: pg.DatabaseError): Unavailability | undefined {
  return unavailableCodes[code] ?? (code.startsWith('08') || severity === 'FATAL' ? 'unavailable' : undefined)
}

/** Returns why the database is unavailable; undefined: the error has another cause. */
export function unavailabilityOf(error: unknown): Unavailability | undefined {
  if (error instanceof PoolBusy) return 'overloaded'
  if (error instanceof CommitUnknown) return 'outcome_unknown'
  if (error instanceof ConnectionLost || error instanceof DatabaseFrozen) return 'unavailable'
  if (error instanceof pg.DatabaseError) return reasonOfServer(error)
  // A full disk of the file store, on the database's volume or its own.
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'disk_full' : undefined
}

/** The connection or the server went away: a commit that fails like this may have been made. */
export const isUnanswered = (error: unknown): boolean => unavailabilityOf(error) === 'unavailable'

/** The transaction is lost and may well succeed on another connection. */
export const isLost = (error: unknown): boolean => isUnanswered(error) && !(error instanceof DatabaseFrozen)
