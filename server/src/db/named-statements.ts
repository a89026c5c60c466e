import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Named are texts that come back, and no more of them than this: each is kept by every connection to PostgreSQL. */
const usesBefore = 2
const most = 600

/** Lists of values make a text of their own for each length: they would fill the names with texts seen once. */
const varies = /\bin \(\$|\), \(\$/

const uses = new Map<string, number>()
const names = new Map<string, string>()
// Names carry it, so that raising it makes every statement be prepared anew.
let generation = 0

/** A migration is many commands in one text, which cannot be prepared; `begin` and its like gain nothing by it. */
const isOne = (text: string, values: readonly unknown[]) =>
  !text.includes(';') && (values.length > 0 || text.startsWith('select '))

/** The name of a text, the same in every process; undefined: it is sent without one. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= most || varies.test(text)) return undefined
  const before = uses.get(text) ?? 0
  if (before < usesBefore) {
    if (uses.size > 10 * most) uses.clear()
    uses.set(text, before + 1)
    return undefined
  }
  uses.delete(text)
  const name = `s${generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
  names.set(text, name)
  return name
}

/**
 * A statement prepared earlier no longer fits: a migration changed what it answers, or the connection that PostgreSQL
 * sees is another one than before. Its transaction is lost, and can be begun anew.
 */
export const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/** All statements are prepared anew, under other names: the connections still have the old ones. */
function forgetIfStale(error: unknown): never {
  if (isStale(error)) {
    generation += 1
    names.clear()
  }
  throw error
}

/**
 * A connection on which statements that come back are planned once instead of at each use, and those asked for in the
 * same turn of the event loop leave in one write: each write is a call of the system that wakes PostgreSQL.
 */
export class NamingClient extends pg.Client {
  private gathers = false

  private gather() {
    if (this.gathers) return
    // The library's types do not tell of it; without a stream there is nothing to gather.
    const { stream } = (this as unknown as { connection: { stream?: Duplex } }).connection
    if (!stream?.writable) return
    this.gathers = true
    stream.cork()
    setImmediate(() => {
      this.gathers = false
      stream.uncork()
    })
  }

  // Kysely sends every query as a text and its values; all other forms go through as they are.
  override query(...given: unknown[]): never {
    this.gather()
    const [text, values] = given
    const name = typeof text === 'string' && Array.isArray(values) && isOne(text, values) ? nameOf(text) : undefined
    // One signature for the many that the library declares.
    const query = super.query as unknown as (...given: unknown[]) => unknown
    if (!name) return query.apply(this, given) as never
    return (query.call(this, { name, text, values }) as Promise<unknown>).catch(forgetIfStale) as never
  }
}
