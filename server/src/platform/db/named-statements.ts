import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { endsConnection, statementError } from './unavailable.ts'

/** Only repeated statements are named, up to this limit: each PostgreSQL connection keeps every named statement. */
const usesBefore = 2
const most = 600

/** Lists of values make a text of their own for each length: they would fill the names with texts seen once. */
const varies = /\bin \(\$|\), \(\$/

/** A migration has several commands in one text, which cannot be prepared; `begin` and similar gain nothing from it. */
const isOne = (text: string, values: readonly unknown[]) =>
  !text.includes(';') && (values.length > 0 || text.startsWith('select '))

/**
 * A prepared statement is stale: a migration changed its result type, or a pooler switched the server connection. The
 * transaction is lost and can be retried.
 */
export const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/** Prepared statement names, shared by all connections of one pool. */
class Names {
  private readonly uses = new Map<string, number>()
  private readonly names = new Map<string, string>()
  // Part of each name: incrementing it makes all statements be prepared again.
  private generation = 0

  /** The name of a text, the same in every process; undefined: it is sent without one. */
  of(text: string): string | undefined {
    const existingName = this.names.get(text)
    if (existingName) return existingName
    if (this.names.size >= most || varies.test(text)) return undefined
    const before = this.uses.get(text) ?? 0
    if (before < usesBefore) {
      if (this.uses.size > 10 * most) this.uses.clear()
      this.uses.set(text, before + 1)
      return undefined
    }
    this.uses.delete(text)
    const name = `s${this.generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    this.names.set(text, name)
    return name
  }

  /** Renames all statements, so that they are prepared again: connections still hold the old ones. */
  readonly forgetIfStale = (error: unknown): never => {
    if (isStale(error)) {
      this.generation += 1
      this.names.clear()
    }
    throw error
  }
}

/**
 * A client that sends all queries of one event loop turn in a single write, because each write is a system call that
 * wakes PostgreSQL. Connection errors reject with ConnectionLost.
 */
export class GatheringClient extends pg.Client {
  private gathers = false
  /** Whether the pool must not keep this connection. */
  isUnfit = false

  /** The library's types do not tell of it. */
  private stream(): Duplex | undefined {
    return (this as unknown as { connection: { stream?: Duplex } }).connection.stream
  }

  /** Ends the connection without a word to a server that does not answer; its statements fail. */
  drop() {
    this.isUnfit = true
    this.stream()?.destroy()
  }

  private gather() {
    if (this.gathers) return
    const stream = this.stream()
    // Without a stream there is nothing to gather.
    if (!stream?.writable) return
    this.gathers = true
    stream.cork()
    setImmediate(() => {
      this.gathers = false
      stream.uncork()
    })
  }

  private readonly fail = (error: unknown): never => {
    if (endsConnection(error)) this.isUnfit = true
    throw statementError(error)
  }

  override query(...args: unknown[]): never {
    this.gather()
    // One signature for the many that the library declares.
    const query = super.query as unknown as (...queryArgs: unknown[]) => unknown
    const answer = query.apply(this, args)
    return (answer instanceof Promise ? answer.catch(this.fail) : answer) as never
  }
}

/** Connections, of one pool, on which statements that come back are planned once instead of at each use. */
export function namingClient(): typeof GatheringClient {
  const names = new Names()
  return class extends GatheringClient {
    // Kysely sends every query as a text and its values; all other forms go through as they are.
    override query(...args: unknown[]): never {
      const [text, values] = args
      const name = typeof text === 'string' && Array.isArray(values) && isOne(text, values) ? names.of(text) : undefined
      if (!name) return super.query(...args)
      return (super.query({ name, text, values }) as Promise<unknown>).catch(names.forgetIfStale) as never
    }
  }
}
