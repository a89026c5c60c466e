import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { sendMails } from '@callboard/server/platform/mail/queries.ts'
import type { App } from '@callboard/server/platform/http/serve.ts'
import { startWorker } from '@callboard/server/worker.ts'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openStage } from '../kit.ts'

type Send = (to: string) => Promise<unknown>
const sentTo: string[] = []
let send: Send = async () => {}
const stage = await openStage({
  mail: {
    async send({ to }) {
      await send(to)
      sentTo.push(to)
    },
  },
})
const { db, call } = stage

type Line = Record<string, unknown> & { message: string }
const lines: Line[] = []
const note = (fields: object, message: string) => void lines.push({ ...fields, message })
const log = { info: note, warn: note, error: note } as unknown as App['log']
const work = () => startWorker({ ...stage.app, log }, stage.url, { beatEvery: 100 })
const worker = work()
afterAll(() => worker.stop())

const admin = connect(inject('postgres'))
afterAll(() => admin.destroy())

const letter = { subject: 'Places', preview: 'Places', heading: 'Places', paragraphs: ['Hello'] }
const mail = (...addresses: string[]) =>
  db.transaction().execute((tx) =>
    sendMails(
      tx,
      addresses.map((to) => ({
        envelope: { to, template: 'test' },
        letter,
      })),
      stage.clock.now(),
    ),
  )

const soon = { timeout: 60_000, interval: 50 }

test('a job that fails is logged with its attempt and the request that added it, and without the address', async () => {
  send = () => Promise.reject(new Error('550 no such user <ines@example.com>'))
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const user = { email: 'ines@example.com', password: 'Rehearsal7' }
  const reply = await call(0, 'POST', '/v1/mybtf/signup', { person, user })
  const failures = () => lines.filter(({ message }) => message === 'job failed')
  await expect.poll(failures, soon).toHaveLength(1)
  const request_id = reply.headers['x-request-id']
  expect(failures()[0]).toMatchObject({ job: 'send_mail', attempt: 1, max_attempts: 25, request_id })
  expect(JSON.stringify(lines)).toContain('550 no such user <[address]>')
  expect(JSON.stringify(lines)).not.toContain('ines@')
})

test('a worker that cannot note how its job ended, because the database is away, is replaced: all run again, and the process says so', async () => {
  const isOpen = (open: boolean) =>
    sql`alter database ${sql.id(stage.name)} allow_connections ${sql.raw(String(open))}`.execute(admin)
  send = async () => {
    send = async () => {}
    await isOpen(false)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${stage.name}`.execute(admin)
  }
  await mail('first@example.com')
  await expect.poll(() => lines.map(({ message }) => message), soon).toContain('jobs stopped; they start again')
  await expect.poll(worker.isAlive, soon).toBe(false)
  await isOpen(true)

  // Four jobs run side by side: each of the four workers is there.
  let running = 0
  const allFour = new Promise<void>((resolve) => {
    send = async () => {
      running += 1
      if (running === 4) resolve()
      await allFour
    }
  })
  await expect
    .poll(
      () =>
        mail('a@example.com', 'b@example.com', 'c@example.com', 'd@example.com').then(
          () => true,
          () => false,
        ),
      soon,
    )
    .toBe(true)
  await expect.poll(() => sentTo, soon).toEqual(expect.arrayContaining(['a@example.com', 'd@example.com']))
  await expect.poll(worker.isAlive, soon).toBe(true)
})

test('/readyz refuses while the jobs are dead though the database answers, and takes requests once they run', async () => {
  const { clock, mail: mailer, files, payments, sealer, origin, limits, dev } = stage.app
  const parts = { db, clock, mail: mailer, files, payments, sealer, origin, limits, dev }
  const app = buildApp({ ...parts, isReady: worker.isAlive, logLevel: 'silent' })
  const statusOf = async (url: string) => (await app.inject({ method: 'GET', url })).statusCode
  // A busy machine may let a sign of life come late, which is what "not ready" means.
  await expect.poll(() => statusOf('/readyz'), soon).toBe(200)
  expect(await statusOf('/healthz')).toBe(200)
  // The queue alone does not answer; everything else of the database works.
  await sql`alter table job_processes rename to job_processes_away`.execute(db)
  await expect.poll(() => statusOf('/readyz'), soon).toBe(503)
  expect([await statusOf('/healthz'), await statusOf('/v1/mybtf/site')]).toEqual([200, 200])
  await sql`alter table job_processes_away rename to job_processes`.execute(db)
  await expect.poll(() => statusOf('/readyz'), soon).toBe(200)
  await app.close()
})

test('a lock whose worker no living process names is released; one of a living worker is kept', async () => {
  const releases: (() => void)[] = []
  send = (to) =>
    to === 'long@example.com' ? new Promise<void>((resolve) => releases.push(resolve)) : Promise.resolve()
  await mail('long@example.com')
  await expect.poll(() => releases, soon).toHaveLength(1)
  const old = sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null`
  await old.execute(db)
  await sql`select graphile_worker.add_job('delete_file', '{"key":"gone"}', run_at := now() + interval '1 day')`.execute(
    db,
  )
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'worker-dead'
    where locked_at is null and payload->>'key' = 'gone'`.execute(db)
  const locked = async () =>
    (
      await sql<{
        task: string
      }>`select task_identifier as task from graphile_worker.jobs where locked_by is not null`.execute(db)
    ).rows.map(({ task }) => task)
  await expect.poll(locked, soon).toEqual(['send_mail'])
  for (const release of releases) release()
  await expect.poll(locked, soon).toEqual([])
})

test('a schedule whose statements fail tries again, and the process lives', async () => {
  const schedules = async () =>
    (
      await sql<{ identifier: string }>`
        select identifier from graphile_worker._private_known_crontabs order by identifier`.execute(db)
    ).rows
  await expect.poll(schedules, soon).not.toEqual([])
  const before = await schedules()
  await sql`alter table graphile_worker._private_known_crontabs rename to away`.execute(db)
  await sql`delete from graphile_worker.away`.execute(db)
  const another = work()
  const waits = () => lines.filter(({ message }) => message === 'scheduled jobs wait for the database')
  await expect.poll(waits, soon).toHaveLength(1)
  await sql`alter table graphile_worker.away rename to _private_known_crontabs`.execute(db)
  await expect.poll(schedules, soon).toEqual(before)
  await another.stop()
})
