import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'callboard-process-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

execFileSync(process.execPath, ['build.mjs', 'server', 'sandbox'], { cwd: root })

/** The pages need no build to be there: these tests are about the process. */
const pages = path.join(scratch, 'pages')
mkdirSync(path.join(pages, 'assets'), { recursive: true })
writeFileSync(path.join(pages, 'index.html'), '<!doctype html><title>Callboard</title>')

type Server = { child: ChildProcess; said: () => string; origin: string; data: string }

/** The server as `npm start` runs it, on data and ports of its own. */
function start(name: string, port: number, env: Record<string, string> = {}): Server {
  const data = path.join(scratch, name)
  const child = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: '',
      DATA_DIR: data,
      PAGES_DIR: pages,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(port + 1),
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  return { child, said: () => text, origin: `http://127.0.0.1:${port}`, data }
}

const isReady = ({ said }: Server) => said().includes('Callboard is ready')
const until = (what: () => boolean, why: () => string) =>
  expect.poll(() => (what() ? 'so' : why()), { timeout: 90_000, interval: 20 }).toBe('so')
const ready = (server: Server) => until(() => isReady(server), server.said)

/** How the process ended, and after how many milliseconds. */
async function exitOf({ child }: Server): Promise<{ code: number | null; ms: number }> {
  const began = Date.now()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { code: child.exitCode, ms: Date.now() - began }
}

/** Processes that still speak of these data: the database server, the sandbox, the server itself. */
function left(data: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        return command.includes(data) || environment.includes(`DATA_DIR=${data}\0`) ? [`${pid} ${command}`] : []
      } catch {
        // It ended meanwhile, or is somebody else's.
        return []
      }
    })
}

/** Looks at every process of the machine, thus not too often. */
const nothingLeft = ({ data }: Server) =>
  expect.poll(() => left(data).join('\n'), { timeout: 90_000, interval: 250 }).toBe('')

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

const databaseOf = ({ data }: Server) => {
  const [, , , port] = readFileSync(path.join(data, 'postgres/18/postmaster.pid'), 'utf8').split('\n')
  return connect(`postgres://app@127.0.0.1:${port}/postgres`)
}

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux(
  'two first starts at once both serve; told to stop, one is unready first, answers what is in flight, ends with 0 within seconds, and leaves no process',
  async () => {
    const server = start('graceful', 3264, { SHUTDOWN_DELAY_SECONDS: '3' })
    // A second one that starts on the same empty data at the same time, and leaves first.
    const other = start('graceful', 3276)
    const began = Date.now()
    await Promise.all([ready(server), ready(other)])
    console.log(`two started on empty data in ${Date.now() - began} ms`)
    other.child.kill('SIGTERM')
    expect((await exitOf(other)).code, other.said()).toBe(0)
    expect(left(server.data).length).toBeGreaterThan(2)

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'server/src/admin.ts', 'create', 'first@example.com'],
      { cwd: root, env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DATA_DIR: server.data } },
    )
    expect(stdout, 'beside a running server, on the built-in database').toContain('/reset-password/')

    // A sign-up that the database takes its time over.
    const db = databaseOf(server)
    await sql`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(4); return new; end $$`.execute(db)
    await sql`create trigger slow before insert on users for each row execute function slow()`.execute(db)
    const signUp = fetch(`${server.origin}/v1/mybtf/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        person: { fname: 'Ines', lname: 'Moreau', person_type_id: 3 },
        user: { email: 'in.flight@example.com', password: 'Rehearsal7' },
      }),
    })
    const inserting = sql<{ n: number }>`select count(*) as n from pg_stat_activity where wait_event = 'PgSleep'`
    await expect.poll(async () => (await inserting.execute(db)).rows[0]?.n, { timeout: 60_000 }).toBe(1)
    await db.destroy()

    server.child.kill('SIGTERM')
    const exit = exitOf(server)
    const answers = async () =>
      (await Promise.all(['readyz', 'healthz'].map((name) => fetch(`${server.origin}/${name}`)))).map(
        ({ status }) => status,
      )
    await expect.poll(answers, { timeout: 60_000, interval: 20 }).toEqual([503, 200])
    const reply = await signUp
    expect(reply.status, await reply.clone().text()).toBe(200)
    expect(await reply.json()).toMatchObject({ user: { email: 'in.flight@example.com' } })
    const { code, ms } = await exit
    expect(code, server.said()).toBe(0)
    expect(ms).toBeLessThan(15_000)
    await nothingLeft(server)
    expect([await isOpen(3264), await isOpen(3265)]).toEqual([false, false])
    expect(server.said()).toContain('"route":"/v1/mybtf/signup","status":200')
    expect(server.said()).not.toContain('in.flight@example.com')

    // Acknowledged writes are there after a restart on the same data.
    const again = start('graceful', 3264)
    await ready(again)
    const signIn = await fetch(`${again.origin}/v1/mybtf/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'in.flight@example.com', password: 'Rehearsal7' }),
    })
    expect(signIn.status).toBe(200)
    again.child.kill('SIGINT')
    expect((await exitOf(again)).code).toBe(0)
  },
  240_000,
)

onLinux(
  'a port that is taken ends the start with a sentence, and leaves no process',
  async () => {
    const other = net.createServer().listen(3267, '127.0.0.1')
    await once(other, 'listening')
    // On data that are there already: to make them takes longer than all else here.
    const server = start('graceful', 3267)
    const { code } = await exitOf(server)
    other.close()
    expect(code).toBe(1)
    expect(server.said().trim()).toBe('Port 3267 is taken. Stop what uses it, or set PORT.')
    await nothingLeft(server)
  },
  240_000,
)

onLinux(
  'a sandbox port that is taken ends the start with a sentence, and leaves no process',
  async () => {
    const other = net.createServer().listen(3270, '127.0.0.1')
    await once(other, 'listening')
    const server = start('graceful', 3269)
    const { code } = await exitOf(server)
    other.close()
    expect(code).toBe(1)
    expect(server.said()).toContain('The payment sandbox did not start on port 3270. Set SANDBOX_PORT.')
    expect(server.said()).not.toMatch(/\bat .+:\d+:\d+/)
    await nothingLeft(server)
  },
  240_000,
)

onLinux(
  'told to stop while it still starts, it ends what it had started',
  async () => {
    const server = start('early', 3272)
    const note = path.join(server.data, 'postgres/18/postmaster.pid')
    await until(() => existsSync(note), server.said)
    server.child.kill('SIGTERM')
    const { code } = await exitOf(server)
    expect(isReady(server)).toBe(false)
    expect(code, server.said()).toBe(0)
    await nothingLeft(server)
  },
  240_000,
)

onLinux(
  'production refuses to start and names every setting that is missing at once',
  async () => {
    const server = start('production', 3274, { NODE_ENV: 'production' })
    expect((await exitOf(server)).code).toBe(1)
    const names = server
      .said()
      .match(/^ {2}[A-Z_]+/gm)
      ?.map((name) => name.trim())
    expect(names).toEqual([
      ...['DATABASE_URL', 'SECRETS_KEY', 'ORIGIN', 'SMTP_URL', 'MAIL_FROM', 'FILE_SECRET'],
      ...['NMI_ORIGIN', 'NMI_SECURITY_KEY', 'NMI_TOKENIZATION_KEY', 'NMI_WEBHOOK_KEY'],
    ])
    expect(server.said()).not.toMatch(/\bat .+:\d+:\d+/)
  },
  240_000,
)
