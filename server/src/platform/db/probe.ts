import pg from 'pg'

export type Probe = { isReady: () => Promise<boolean>; end: () => Promise<void> }

/** A probe that hears nothing for so long says no. */
const patienceMs = 2_000

const question = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as ready`

/**
 * Asks the database over a connection of its own whether it can be written to: a pool that is busy to the last
 * connection does not make a server unready. Several who ask at once get one answer.
 */
export function openProbe(url: string): Probe {
  let client: pg.Client | undefined
  let answer: Promise<boolean> | undefined

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    })
    // A server that goes away ends a resting connection: the next question opens another.
    opened.on('error', () => {
      if (client === opened) client = undefined
    })
    await opened.connect()
    return opened
  }

  async function ask(): Promise<boolean> {
    try {
      client ??= await connect()
      const { rows } = await client.query<{ ready: boolean }>(question)
      return rows[0]?.ready ?? false
    } catch {
      const lost = client
      client = undefined
      void lost?.end().catch(() => {})
      return false
    }
  }

  return {
    isReady: () =>
      (answer ??= ask().finally(() => {
        answer = undefined
      })),
    async end() {
      await answer
      await client?.end()
    },
  }
}
