import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRootOnDebian, pgbouncerProgram, postgresFolder, postgresVersion } from './debian-packages.ts'

export type DebianPostgres = {
  url: string
  stop: () => Promise<void>
  /** Starts it again after `stop`, at the same address. */
  start: () => Promise<void>
  /** Sends a signal to every process of it: SIGSTOP is a machine that went silent. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
}

/** A server from Debian's packages, which `npm test` installs: the version that many installations run. */
export async function startDebianPostgres(folder: string): Promise<DebianPostgres | undefined> {
  const version = postgresVersion()
  // Without root there is no user to run it as; the same tests have run on the built-in server.
  if (!version || !isRootOnDebian) return undefined

  const user = postgresUser()
  const data = path.join(folder, 'debian-postgres')
  mkdirSync(data, { recursive: true })
  chownSync(folder, user.uid, user.gid)
  chownSync(data, user.uid, user.gid)
  const bin = (name: string) => path.join(postgresFolder, version, 'bin', name)
  const cluster = ['-D', data, '--username=app', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(bin('initdb'), cluster, { ...user, cwd: '/', stdio: 'pipe' })

  const port = await freePort()
  // A database that lives for seconds needs no log to recover from, no compiled plans and no vacuum.
  const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'jit=off', 'autovacuum=off']
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...hasty]
  const options = ['-D', data, '-p', String(port), ...settings.flatMap((set) => ['-c', set])]
  const launch = () => spawn(bin('postgres'), options, { ...user, cwd: '/', stdio: 'ignore' })
  let server = launch()
  await answers(port)
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    async stop() {
      if (server.exitCode !== null) return
      const exit = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGCONT')
      server.kill('SIGINT')
      await exit
    },
    async start() {
      server = launch()
      await answers(port)
    },
    signal(name) {
      const { pid: parent = 0 } = server
      server.kill(name)
      for (const pid of childrenOf(parent)) {
        try {
          process.kill(pid, name)
        } catch {
          // It ended meanwhile.
        }
      }
    },
  }
}

/** Debian's pgbouncer in transaction mode before a server: each transaction may run on another connection. */
export async function startPgbouncer(folder: string, server: string) {
  if (!existsSync(pgbouncerProgram) || !isRootOnDebian) return undefined
  const user = postgresUser()
  const port = await freePort()
  const config = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  writeFileSync(users, '"app" ""\n')
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${new URL(server).port} user=app`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    // Fewer than what two processes open, so that connections do change hands.
    'default_pool_size = 5',
  ]
  writeFileSync(config, lines.join('\n'))
  const child = spawn(pgbouncerProgram, ['-q', config], { ...user, cwd: '/', stdio: 'ignore' })
  await answers(port)
  return { url: `postgres://app@127.0.0.1:${port}/postgres`, stop: () => child.kill('SIGKILL') }
}

function postgresUser() {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  )
  return { uid, gid }
}

const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

// Below the ports that the system gives away, fifty for each process: a port that is only known to be free is otherwise
// taken by another test before its own server has it, and that test's server answers in its place.
const firstPort = 10_000 + (process.pid % 400) * 50
let portsTried = 0

export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (portsTried++ % 50)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function answers(port: number) {
  for (let tries = 0; tries < 200; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(!socket.destroy().connecting))
      socket.once('error', () => resolve(false))
    })
    if (open) return wait(300)
    await wait(50)
  }
  throw new Error("Debian's server did not answer")
}
