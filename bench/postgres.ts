import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '@callboard/server/platform/db/embedded-postgres.ts'
import pg from 'pg'

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/**
 * One PostgreSQL for product and limit alike: the embedded one on a folder of its own, as durable as in production.
 * BENCH_DATABASE_URL names another; its CPU is counted only where its process can be seen.
 */
export async function startPostgres() {
  const serverUrl = process.env.BENCH_DATABASE_URL
  const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-bench-'))
  const server = serverUrl
    ? { url: serverUrl, stop: async () => {} }
    : await startEmbedded(path.join(folder, 'postgres'), { durable: true })
  const admin = new pg.Pool({ connectionString: server.url, max: 2 })
  const { rows } = await admin.query<{ version: string; fsync: string; pid: number }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync, pg_backend_pid() as pid`,
  )
  const { version = '', fsync = '', pid = 0 } = rows[0] ?? {}
  const databases: string[] = []

  return {
    about: `PostgreSQL ${version}${serverUrl ? '' : ', embedded'}, fsync ${fsync}`,
    /** Its first process, parent of all others; 0 where it is on another machine. */
    pid: parentOf(pid),
    folder,
    async database(name: string): Promise<string> {
      await admin.query(`drop database if exists "${name}"`)
      await admin.query(`create database "${name}"`)
      databases.push(name)
      return server.url.replace(/[^/]+$/, name)
    },
    async stop() {
      if (serverUrl) for (const name of databases) await admin.query(`drop database if exists "${name}" with (force)`)
      await admin.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}
