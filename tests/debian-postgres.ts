import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, chownSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const programs = '/usr/lib/postgresql'

/** A server from Debian's packages, installed first if there is none: the version that many installations run. */
export async function startDebianPostgres(
  folder: string,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (!existsSync(programs) && isRootOnDebian) install('postgresql')
  const version = existsSync(programs) ? readdirSync(programs).toSorted().at(-1) : undefined
  // Without root there is no user to run it as; the same tests have run on the built-in server.
  if (!version || !isRootOnDebian) return undefined
  // It prepares every statement of every function, as running them would.
  if (!existsSync(`/usr/share/postgresql/${version}/extension/plpgsql_check.control`)) {
    install(`postgresql-${version}-plpgsql-check`)
  }

  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  if (uid === undefined || gid === undefined) return undefined
  const data = path.join(folder, 'debian-postgres')
  mkdirSync(data, { recursive: true })
  chownSync(folder, uid, gid)
  chownSync(data, uid, gid)
  const bin = (name: string) => path.join(programs, version, 'bin', name)
  execFileSync(bin('initdb'), ['-D', data, '--username=app', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'], {
    uid,
    gid,
    cwd: '/',
    stdio: 'pipe',
  })
  const port = await freePort()
  const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...hasty]
  const server = spawn(bin('postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((set) => ['-c', set])], {
    uid,
    gid,
    cwd: '/',
    stdio: 'ignore',
  })
  await answers(port)
  const gone = new Promise((resolve) => server.once('exit', resolve))
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT')
      await gone
    },
  }
}

function install(name: string) {
  console.log("Installing Debian's PostgreSQL for the tests of races and payments, once.")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { stdio: 'inherit', env })
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
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
  throw new Error("Debian's PostgreSQL did not answer")
}
