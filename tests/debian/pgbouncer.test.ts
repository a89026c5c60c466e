import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startDebianPostgres, startPgbouncer } from '../debian-postgres.ts'
import { openMailSender, openMailServer, openScratch, ready, startApp, stopAll, stopLater } from './kit.ts'

afterAll(stopAll)
const folder = openScratch()
const postgres = await startDebianPostgres(folder)
if (postgres) stopLater(postgres.stop)
const bouncer = postgres && (await startPgbouncer(folder, postgres.url))
if (bouncer) stopLater(bouncer.stop)

test.skipIf(!bouncer)(
  'behind a pgbouncer in transaction mode two first starts, requests and jobs work, and no lock is left on a connection',
  async () => {
    if (!postgres || !bouncer) return
    const smtp = await openMailServer()
    const env = { DATABASE_URL: bouncer.url, DATABASE_PREPARED: '0', SMTP_URL: smtp.url }
    const start = () => startApp(folder, env)
    const [one] = await Promise.all([start().then(ready), start().then(ready)])

    const mails = openMailSender(postgres.url)
    for (let round = 0; round < 10; round += 1) await mails.send(5)
    for (let i = 0; i < 10; i += 1) {
      const reply = await fetch(`${one.origin}/v1/mybtf/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          person: { fname: 'Ines', lname: 'Moreau', person_type_id: 3 },
          user: { email: `ines${i}@example.com`, password: 'Rehearsal7' },
        }),
      })
      expect(reply.status, await reply.text()).toBe(200)
    }
    const received = () => new Set(smtp.received.map(({ to }) => to)).size
    await expect.poll(received, { timeout: 60_000 }).toBe(60)

    // Ten at once from one address wait for its four connections; one that waits too long is told when to try again.
    const signUp = (n: number) =>
      fetch(`${one.origin}/v1/mybtf/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          person: { fname: 'Ines', lname: 'Moreau', person_type_id: 3 },
          user: { email: `atonce${n}@example.com`, password: 'Rehearsal7' },
        }),
      })
    const signUpUntilTaken = async (n: number) => {
      for (let tries = 0; tries < 20; tries += 1) {
        const reply = await signUp(n)
        if (reply.status === 200) return
        expect([429, 503], await reply.text()).toContain(reply.status)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
        await wait(500)
      }
      throw new Error(`Sign-up ${n} was never taken`)
    }
    await Promise.all(Array.from({ length: 10 }, (_, n) => signUpUntilTaken(n)))
    const accounts = await sql<{ n: number }>`
      select count(*)::int as n from users where email like 'atonce%'`.execute(mails.db)
    expect(accounts.rows).toEqual([{ n: 10 }])

    const locks = () =>
      sql<{ n: number }>`select count(*) as n from pg_locks where locktype = 'advisory'`.execute(mails.db)
    expect((await locks()).rows).toEqual([{ n: 0 }])
    // A lock that a session left behind would hang every further start.
    const third = await ready(await start())
    expect(one.output() + third.output()).not.toMatch(/"level":"(error|warn)"/)
  },
  240_000,
)
