import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './embedded-binaries.ts'
import { runAs, type RunAs } from './run-as.ts'
import type { Config } from '../../config.ts'

type Embedded = { url: string; stop: () => Promise<void> }

// Part of the path, because the next major version cannot read this one's data.
const version = '18'

/**
 * A real PostgreSQL server on the data in `folder`, started here or found running, and started again at the same address
 * whenever it ends before `stop`. `durable` survives a power cut.
 */
export async function startEmbedded(folder: string, { durable = true } = {}): Promise<Embedded> {
  try {
    const as = runAs(findBinaries(), path.resolve(folder, version))
    if (!fs.existsSync(path.join(as.data, 'PG_VERSION'))) createCluster(as)
    return supervise(as, durable, await findOrLaunch(as, durable))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const remedy = 'Set DATABASE_URL to a PostgreSQL server (15 or later), or run as an ordinary user.'
    throw new Error(`The built-in PostgreSQL could not start: ${reason.trim()}\n${remedy}`, { cause })
  }
}

const urlAt = (port: number) => `postgres://app@127.0.0.1:${port}/postgres`

function supervise(as: RunAs, durable: boolean, first: Tenancy): Embedded {
  const { port } = first
  let tenancy = first
  const stopping = new AbortController()

  async function watch() {
    for (;;) {
      await tenancy.ended
      if (stopping.signal.aborted) return
      console.error('The built-in PostgreSQL ended a connection; it is started again if it ended itself.')
      const next = await restart()
      if (next && stopping.signal.aborted) await moveOut(next)
      if (!next || stopping.signal.aborted) return
      tenancy = next
    }
  }

  async function restart(): Promise<Tenancy | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await findOrLaunch(as, durable, port)
      } catch {
        // Child processes of a killed server hold its shared memory for a moment and block a restart.
        console.error(`The built-in PostgreSQL did not start yet; see ${as.data}.log`)
        await wait(500, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    return undefined
  }

  const watched = watch()
  return {
    url: urlAt(port),
    async stop() {
      stopping.abort()
      await moveOut(tenancy)
      await watched
    },
  }
}

function createCluster(as: RunAs) {
  // Created under a temporary name and renamed, so that an incomplete cluster is never used.
  const draft = `${as.data}.${process.pid}`
  const options = ['--username=app', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  const unicode = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  fs.mkdirSync(path.dirname(as.data), { recursive: true })
  run(as, 'initdb', ['-D', draft, ...options, ...unicode])
  try {
    fs.renameSync(draft, as.data)
  } catch (error) {
    fs.rmSync(draft, { recursive: true })
    // Someone else made it meanwhile. That one is as good.
    if (!fs.existsSync(path.join(as.data, 'PG_VERSION'))) throw error
  }
}

const commandFor = ({ native, prefix }: RunAs, program: string, args: string[]): [string, string[]] => {
  const [command = '', ...rest] = [...prefix, path.join(native, 'bin', program), ...args]
  return [command, rest]
}

const run = (as: RunAs, program: string, args: string[]) => {
  const { uid, gid } = as
  execFileSync(...commandFor(as, program, args), { cwd: '/', stdio: 'pipe', ...(uid && gid && { uid, gid }) })
}

/** Reads a server's process id and port from its pid file. The file remains when the server is killed. */
function readNote(data: string): { pid: number; port: number } | undefined {
  const note = path.join(data, 'postmaster.pid')
  const [pid, , , port] = fs.existsSync(note) ? fs.readFileSync(note, 'utf8').split('\n') : []
  return pid && port ? { pid: Number(pid), port: Number(port) } : undefined
}

/** An app's use of a running server. */
type Tenancy = { client: pg.Client; pid: number; port: number; ended: Promise<void> }

/** A server outlives an app that was killed: the next app finds it by its note. */
async function findRunning(data: string): Promise<Tenancy | undefined> {
  const note = readNote(data)
  return note && moveIn(note, data)
}

async function findOrLaunch(as: RunAs, durable: boolean, port?: number): Promise<Tenancy> {
  const running = (await findRunning(as.data)) ?? (await launch(as, durable, port))
  if (port === undefined || running.port === port) return running
  await moveOut(running)
  throw new Error(`It runs on port ${running.port}, but this app knows it on ${port}.`)
}

// Each app holds this lock shared while it uses the server. An app that gets it exclusively is the last one and stops
// the server.
const tenancy = 18

async function moveIn({ pid, port }: { pid: number; port: number }, data: string): Promise<Tenancy | undefined> {
  const client = new pg.Client({ connectionString: urlAt(port), connectionTimeoutMillis: 2000 })
  const connectionEnd = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    // The port may belong to another server by now, so it is asked whose data it holds.
    if (fs.realpathSync(rows[0]?.data_directory ?? '') === fs.realpathSync(data)) {
      await client.query('select pg_advisory_lock_shared($1)', [tenancy])
      return { client, pid, port, ended: connectionEnd }
    }
  } catch {
    // The server does not respond, or not yet.
  }
  await client.end().catch(() => {})
  return undefined
}

async function moveOut({ client: tenant, pid }: Tenancy) {
  const leave = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as was_last'
  const { rows } = await tenant.query<{ was_last: boolean }>(leave, [tenancy]).catch(() => ({ rows: [] }))
  await tenant.end().catch(() => {})
  if (!rows[0]?.was_last) return

  signal(pid, 'SIGINT')
  while (signal(pid, 0)) await wait(50)
}

/** False once there is no such process. Signal 0 only asks. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function launch(as: RunAs, durable: boolean, preferredPort?: number): Promise<Tenancy> {
  // A database that lives for seconds needs no log to recover from, no compiled plans and no vacuum.
  const logless = ['synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']
  const hasty = ['-F', ...[...logless, 'jit=off', 'autovacuum=off'].flatMap((setting) => ['-c', setting])]
  // Apps that used the one before look for it where it was.
  const port = String(preferredPort ?? (await freePort(readNote(as.data)?.port)))
  const listen = ['-p', port, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const log = `${as.data}.log`
  const output = fs.openSync(log, preferredPort ? 'a' : 'w')
  const { uid, gid } = as
  const server = spawn(...commandFor(as, 'postgres', ['-D', as.data, ...listen, ...(durable ? [] : hasty)]), {
    cwd: '/',
    // Its own process group: Ctrl-C reaches the app alone, which stops the server after its last query.
    detached: true,
    stdio: ['ignore', output, output],
    ...(uid && gid && { uid, gid }),
  })
  fs.closeSync(output)
  server.unref()
  let failure: Error | undefined
  server.once('error', (error) => (failure = error))

  for (let tries = 0; tries < 600; tries += 1) {
    const running = await findRunning(as.data)
    if (running) return running
    if (failure) throw failure
    // A rival app may have started it a moment before us: give that one time to answer.
    if (server.exitCode !== null && tries > 60) throw new Error(fs.readFileSync(log, 'utf8').slice(-800))
    await wait(50)
  }
  throw new Error(`no answer within 30 seconds; see ${log}`)
}

/** Returns a free port: the wanted one if free, otherwise any. */
const freePort = (preferredPort = 0) =>
  new Promise<number>((resolve, reject) => {
    const probe = net.createServer().once('error', (error) => (preferredPort ? resolve(freePort()) : reject(error)))
    probe.listen(preferredPort, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/** The database of DATABASE_URL, else the built-in server, started here or found running. */
export async function openDatabase({
  DATABASE_URL,
  dataDir,
}: Pick<Config, 'DATABASE_URL' | 'dataDir'>): Promise<Embedded> {
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => {} }
  return startEmbedded(path.join(dataDir, 'postgres'))
}
