import pg from 'pg'

export type Probe = { isReady: () => Promise<boolean>; end: () => Promise<void> }

/** A probe without an answer within this time fails; in milliseconds. */
const patienceMs = 2_000

const question = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as ready`

/**
 * Checks over its own connection whether the database is writable, so that an exhausted pool does not make a server
 * unready. Concurrent callers share one check.
 */
export function openProbe(url: string): Probe {
  let client: pg.Client | undefined
  let answer: Promise<boolean> | undefined

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    })
    // A stopped server closes the idle connection; the next check opens a new one.
    newClient.on('error', () => {
      if (client === newClient) client = undefined
    })
    await newClient.connect()
    return newClient
  }

  async function ask(): Promise<boolean> {
    try {
      client ??= await connect()
      const { rows } = await client.query<{ ready: boolean }>(question)
      return rows[0]?.ready ?? false
    } catch {
      const brokenClient = client
      client = undefined
      void brokenClient?.end().catch(() => {})
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
