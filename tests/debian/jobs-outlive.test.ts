import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startDebianPostgres } from '../debian-postgres.ts'
import {
  hasEnded,
  killAtWork,
  openMailSender,
  openMailServer,
  openScratch,
  ready,
  startApp,
  stopAll,
  stopLater,
} from './kit.ts'

afterAll(stopAll)
const folder = openScratch()
const postgres = await startDebianPostgres(folder)
if (postgres) stopLater(postgres.stop)

const secondsOfMinute = () => ((performance.timeOrigin + performance.now()) / 1000) % 60

test.skipIf(!postgres)(
  'jobs outlive a killed backend, a frozen database, an outage across a full minute and twenty kills of the app',
  async () => {
    if (!postgres) return
    const smtp = await openMailServer(100)
    const env = { DATABASE_URL: postgres.url, SMTP_URL: smtp.url }
    // Never killed: it has to live through all of it.
    const survivor = await ready(await startApp(folder, env))
    const mails = openMailSender(postgres.url)
    const running = new AbortController()
    stopLater(() => running.abort())
    const lostMailCount = () => {
      const received = new Set(smtp.received.map(({ to }) => to))
      return mails.queued.filter((to) => !received.has(to)).length
    }
    const repeatedly = async (every: number, work: () => Promise<unknown>) => {
      while (!running.signal.aborted) {
        await work().catch(() => {})
        await wait(every, undefined, { signal: running.signal }).catch(() => {})
      }
    }

    // Mails are queued all the while; those of which the database said so may not be lost.
    const sending = repeatedly(200, () => mails.send())
    let oldestLock = 0
    const watching = repeatedly(1_000, async () => {
      const { rows } = await sql<{
        age: number
      }>`select coalesce(extract(epoch from max(now() - locked_at)), 0)::float8 as age
        from graphile_worker.jobs`.execute(mails.db)
      oldestLock = Math.max(oldestLock, rows[0]?.age ?? 0)
    })
    let kills = 0
    const killing = [10, 10].map(async (times) => {
      for (let n = 0; n < times; n += 1) {
        await killAtWork(folder, env, () => mails.send(4))
        kills += 1
      }
    })

    async function killBackend() {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%_private_jobs%' and pid <> pg_backend_pid() limit 1`.execute(mails.db)
    }
    async function freeze() {
      postgres?.signal('SIGSTOP')
      await wait(5_000)
      postgres?.signal('SIGCONT')
    }
    async function outageAcrossMinute() {
      await wait(Math.max(0, 58 - secondsOfMinute()) * 1000)
      await postgres?.stop()
      await wait(((62 - secondsOfMinute()) % 60) * 1000)
      await postgres?.start()
      const before = smtp.received.length
      const began = performance.now()
      await expect.poll(() => smtp.received.length, { timeout: 180_000, interval: 20 }).toBeGreaterThan(before)
      console.log(`mails resume ${Math.round(performance.now() - began)} ms after the database is back`)
    }
    const isMinuteNear = secondsOfMinute() > 40
    if (isMinuteNear) await outageAcrossMinute()
    await killBackend()
    await freeze()
    if (!isMinuteNear) await outageAcrossMinute()
    await Promise.all(killing)
    running.abort()
    await Promise.all([sending, watching])
    expect(kills).toBe(20)

    expect(hasEnded(survivor), survivor.output()).toBe(false)
    await expect.poll(lostMailCount, { timeout: 180_000 }).toBe(0)
    const state = async () => {
      const workers = await sql<{ n: number }>`select cardinality(worker_ids) as n from job_processes
        where beat_at > now() - interval '10 seconds'`.execute(mails.db)
      const locks = await sql`select from graphile_worker.jobs where locked_at is not null`.execute(mails.db)
      return { workers: workers.rows, locks: locks.rows.length, isReady: await survivor.isReady() }
    }
    await expect.poll(state, { timeout: 180_000 }).toEqual({ workers: [{ n: 4 }], locks: 0, isReady: true })
    expect(oldestLock).toBeLessThan(60)
    // A mail that left before its job was noted is sent again, and is known by its id.
    const ids = new Set(smtp.received.map(({ to, messageId }) => `${to} ${messageId}`))
    expect(ids.size).toBe(new Set(mails.queued).size)
    console.log(
      `${mails.queued.length} mails, ${smtp.received.length - ids.size} of them twice; oldest lock ${Math.round(oldestLock)} s`,
    )
  },
  // A busy machine takes several times as long as a quiet one, and speed is not asserted.
  900_000,
)
