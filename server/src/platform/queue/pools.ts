import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds until the next of several tries, longer each time. */
export const backoff = (failures: number) => Math.min(250 * 2 ** failures, 10_000)

/**
 * Connections for the job queue only. A statement without an answer breaks its connection, so that an unresponsive
 * machine blocks nothing: the queue's own statements take milliseconds.
 */
export function openQueuePool(url: string, max: number): pg.Pool {
  const patience = { connectionTimeoutMillis: 10_000, query_timeout: 20_000 }
  const pool = new pg.Pool({ connectionString: url, max, pipeline: true, keepAlive: true, ...patience })
  // Without a listener, a broken connection ends the process. The pool listens only to idle connections.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Ends a pool; a connection that hangs is left behind after a while. */
export const endPool = (pool: pg.Pool) =>
  Promise.race([pool.end().catch(() => {}), wait(5_000, undefined, { ref: false })])

type Patience = { signal: AbortSignal; onFailure: (error: unknown) => void; onSuccess: () => void }

/**
 * Retries the statements of graphile-worker's scheduler until they succeed or the pool is closed. A failed statement
 * would reject a promise that only the library could handle, which ends the process.
 */
export function retryStatements(pool: pg.Pool, { signal, onFailure, onSuccess }: Patience) {
  // The schedule alone asks the pool itself; workers take a connection of it first.
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>
  const retried = async (...statement: unknown[]): Promise<unknown> => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const result = await query(...statement)
        onSuccess()
        return result
      } catch (error) {
        if (!signal.aborted) onFailure(error)
        await wait(backoff(failures), undefined, { signal }).catch(() => {})
      }
    }
    return { rows: [] }
  }
  pool.query = retried as typeof pool.query
}
