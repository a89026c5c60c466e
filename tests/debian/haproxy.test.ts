import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { haproxyProgram, isRootOnDebian } from '../debian-packages.ts'
import { freePort, startDebianPostgres } from '../debian-postgres.ts'
import { hasEnded, openScratch, ready, startApp, stopAll, stopLater, type AppProcess } from './kit.ts'

afterAll(stopAll)
const isHere = isRootOnDebian && existsSync(haproxyProgram)
const folder = openScratch()
const postgres = isHere ? await startDebianPostgres(folder) : undefined
if (postgres) stopLater(postgres.stop)

const root = path.resolve(import.meta.dirname, '../..')
const portOf = ({ origin }: AppProcess) => new URL(origin).port

/** HAProxy with the configuration that we hand out, on ports of this test. */
async function startHaproxy(one: AppProcess, other: AppProcess): Promise<string> {
  const port = await freePort()
  const config = readFileSync(path.join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
    .replace('127.0.0.1:3001', `127.0.0.1:${portOf(one)}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${portOf(other)}`)
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  execFileSync(haproxyProgram, ['-c', '-f', file], { cwd: root, stdio: 'pipe' })
  const child = spawn(haproxyProgram, ['-db', '-q', '-f', file], { cwd: root, stdio: 'ignore' })
  stopLater(() => child.kill('SIGKILL'))
  return `http://127.0.0.1:${port}`
}

test.skipIf(!postgres)(
  'behind HAProxy with deploy/haproxy.cfg a rolling restart loses no request, read or write',
  async () => {
    if (!postgres) return
    const env = {
      DATABASE_URL: postgres.url,
      SMTP_URL: 'smtp://127.0.0.1:9',
      TRUST_PROXY: '1',
      SHUTDOWN_DELAY_SECONDS: '5',
    }
    const start = (port?: string) => startApp(folder, { ...env, ...(port && { PORT: port }) })
    const apps = await Promise.all([start().then(ready), start().then(ready)])
    const [first, second] = apps
    if (!first || !second) throw new Error('no processes')
    const origin = await startHaproxy(first, second)
    await expect.poll(() => fetch(`${origin}/healthz`).then(({ ok }) => ok, () => false), { timeout: 60_000 }).toBe(true) // oxfmt-ignore

    const running = new AbortController()
    stopLater(() => running.abort())
    const answers: number[] = []
    const calling = [0, 1, 2].map(async (caller) => {
      for (let n = 0; !running.signal.aborted; n += 1) {
        const read = () => fetch(`${origin}/v1/mybtf/site`)
        const write = () =>
          fetch(`${origin}/v1/mybtf/forgot`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ user: { email: `nobody${caller}-${n}@example.com` } }),
          })
        const { status } = await (n % 5 === 0 ? write() : read()).catch(() => ({ status: 0 }))
        answers.push(status)
        await wait(30)
      }
    })

    for (const app of apps) {
      app.child.kill('SIGTERM')
      await expect.poll(() => hasEnded(app), { timeout: 60_000 }).toBe(true)
      await ready(await start(portOf(app)))
      // Two checks a second apart until the balancer sends it requests again.
      await wait(3_000)
    }
    running.abort()
    await Promise.all(calling)
    expect(answers.length).toBeGreaterThan(50)
    const counts = Object.fromEntries([...new Set(answers)].map((it) => [it, answers.filter((n) => n === it).length]))
    expect(Object.keys(counts).filter((status) => status === '0' || Number(status) >= 500), JSON.stringify(counts)).toEqual([]) // oxfmt-ignore
  },
  240_000,
)
