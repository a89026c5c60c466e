import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { startEmbedded } from '@callboard/server/platform/db/embedded-postgres.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeTemplate } from '../postgres.ts'
import { billTo, openPaymentStage, type Payer } from './kit.ts'

// A server of its own, since it is brought down; durable, as in production.
const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-lost-'))
const server = await startEmbedded(path.join(folder, 'postgres'))
const { url } = server
afterAll(async () => {
  const pid = postmaster()
  await server.stop()
  expect(() => process.kill(pid, 0), 'a server that was started again is stopped with the app').toThrow('ESRCH')
  rmSync(folder, { recursive: true, force: true })
})
await makeTemplate(url)
const paymentStage = await openPaymentStage({ timeoutMs: 8_000, postgres: url })

const postmaster = () => Number(readFileSync(path.join(folder, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0])

/** Kills one of its processes: PostgreSQL ends all others, and recovers from its log. */
async function crash() {
  const admin = connect(url)
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1
  `.execute(admin)
  for (const { pid } of rows) process.kill(pid, 'SIGKILL')
  await admin.destroy().catch(() => {})
}

const isUp = () =>
  sql`select 1`.execute(paymentStage.db).then(
    () => true,
    () => false,
  )

test('PAY-054 the database crashes while charges are under way: each is found again, and charged once', async () => {
  const charges: { payer: Payer; amount: number; key: string; profile: object }[] = []
  // Answers that come before, while and after it is down.
  for (const delay of [300, 500, 700, 3_000] as const) {
    const payer = await paymentStage.payer()
    const amount = payer.total - delay
    const match = { amount: (amount / 100).toFixed(2) }
    await paymentStage.control.fault({ fault: `process_then_delay:${delay}`, match })
    charges.push({ payer, amount, key: randomUUID(), profile: { token: await paymentStage.token(), billTo } })
  }
  const payments = charges.map(({ payer, amount, key, profile }) => payer.pay(amount, { key, profile }))
  const orderids = async () => (await Promise.all(charges.map(({ payer }) => payer.attempts()))).flat()
  await expect
    .poll(async () => (await paymentStage.approvedCharges((await orderids()).map(({ orderid }) => orderid))).length, {
      timeout: 60_000,
      interval: 20,
    })
    .toBe(charges.length)
  await crash()
  const replies = await Promise.all(payments)
  // No response claims that nothing was charged, or asks for another try.
  for (const { status } of replies) expect([200, 202]).toContain(status)
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)

  paymentStage.later(3)
  while ((await paymentStage.reconcile()) > 0);
  for (const { payer, amount, key, profile } of charges) {
    expect(await paymentStage.agree(payer)).toBe(amount)
    expect((await payer.pay(amount, { key, profile })).body).toMatchObject({ state: 'approved' })
    expect(await paymentStage.approvedCharges((await payer.attempts()).map(({ orderid }) => orderid))).toHaveLength(1)
  }
}, 240_000)

test('the built-in server is killed by itself: it starts again at the same address, and the app goes on', async () => {
  const before = postmaster()
  process.kill(before, 'SIGKILL')
  await expect.poll(isUp, { timeout: 60_000, interval: 5 }).toBe(false)
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
  expect(postmaster()).not.toBe(before)
}, 240_000)
