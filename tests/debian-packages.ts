import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

export const postgresFolder = '/usr/lib/postgresql'
export const pgbouncerProgram = '/usr/sbin/pgbouncer'
export const haproxyProgram = '/usr/sbin/haproxy'

/** Whether media can be converted here. */
export const hasFfmpeg = () =>
  ['ffmpeg', 'ffprobe'].every((program) =>
    (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program))),
  )

export const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** The same pages without a browser's own windows: a journey takes a sixth less CPU than in the whole program. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The path of a Chromium that Playwright can drive, if there is one. */
export const existingChromium = () =>
  [process.env.CHROMIUM, headlessShell, '/usr/bin/chromium', chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )

/** The newest version of PostgreSQL that Debian's packages installed. */
export const postgresVersion = (): string | undefined =>
  existsSync(postgresFolder)
    ? readdirSync(postgresFolder)
        .toSorted((one, other) => Number(one) - Number(other))
        .at(-1)
    : undefined

const hasPlpgsqlCheck = () =>
  existsSync(`/usr/share/postgresql/${postgresVersion() ?? 'none'}/extension/plpgsql_check.control`)

type Program = { name: string; isInstalled: () => boolean; tests: string; packages: () => string[] }

const programs: Program[] = [
  {
    name: 'Chromium',
    isInstalled: () => existingChromium() !== undefined,
    tests: 'the browser journeys',
    packages: () => [isOffered('chromium-headless-shell') ? 'chromium-headless-shell' : 'chromium'],
  },
  {
    name: "Debian's PostgreSQL",
    isInstalled: () => isRootOnDebian && postgresVersion() !== undefined,
    tests: 'outages, races and payments on the version that many installations run',
    packages: () => ['postgresql'],
  },
  {
    name: 'plpgsql_check',
    isInstalled: () => isRootOnDebian && hasPlpgsqlCheck(),
    tests: 'every statement of the functions of the database',
    packages: () => [`postgresql-${postgresVersion() ?? offeredPostgres()}-plpgsql-check`],
  },
  {
    name: 'pgbouncer',
    isInstalled: () => isRootOnDebian && existsSync(pgbouncerProgram),
    tests: 'starts, jobs and sign-ups behind a pooler',
    packages: () => ['pgbouncer'],
  },
  {
    name: 'ffmpeg',
    isInstalled: hasFfmpeg,
    tests: 'recordings and videos of critiques',
    packages: () => ['ffmpeg'],
  },
  {
    name: 'HAProxy',
    isInstalled: () => isRootOnDebian && existsSync(haproxyProgram),
    tests: 'deploy/haproxy.cfg',
    packages: () => ['haproxy'],
  },
]

/** The version that `postgresql` of the package lists installs. */
function offeredPostgres(): string {
  const depends = execFileSync('apt-cache', ['depends', 'postgresql'], { encoding: 'utf8' })
  return /postgresql-(\d+)/.exec(depends)?.[1] ?? '15'
}

/** Whether the package lists name it. */
const isOffered = (name: string) => execFileSync('apt-cache', ['pkgnames', name], { encoding: 'utf8' }).includes(name)

const missingOf = (all: readonly Program[]) => all.filter(({ isInstalled }) => !isInstalled())

/** Programs of Debian's packages that tests need and this machine lacks, with what is not tested without each. */
export const missingPrograms = () => missingOf(programs).map(({ name, tests }) => `${name} (${tests})`)

/** Nobody reads their manuals here, and a machine that loses power installs them again. */
const unpackQuickly = ['force-unsafe-io', 'path-exclude=/usr/share/man/*', 'path-exclude=/usr/share/doc/*'].flatMap(
  (option) => ['-o', `Dpkg::Options::=--${option}`],
)

/**
 * Installs what is missing of the packages that tests run, all in one go. Only root on Debian can; elsewhere it does
 * nothing. An install that fails is printed: the run names what it did not test.
 */
export async function installDebianPackages() {
  if (!isRootOnDebian || missingOf(programs).length === 0) return
  console.log(`\nInstalling for the tests, once: ${missingPrograms().join(', ')}`)
  try {
    await aptGet('update', '-q')
    const names = missingOf(programs).flatMap(({ packages }) => packages())
    await aptGet('install', '-y', '-q', '--no-install-recommends', ...unpackQuickly, ...names)
  } catch (error) {
    console.error(`\nThe packages could not be installed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function aptGet(...words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [status] = await once(spawn('apt-get', words, { stdio: 'inherit', env }), 'close')
  if (status !== 0) throw new Error(`apt-get ${words[0]} ended with ${status}`)
}
