import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import { billTo, openTill } from './kit.ts'

const till = await openTill({ timeoutMs: 20_000 })

async function startApp(): Promise<{ child: ChildProcess; origin: string }> {
  const given = {
    url: till.url,
    folder: till.folder,
    now: till.clock.time,
    nmi: { ...till.sandbox, timeoutMs: 20_000 },
  }
  const child = fork(path.resolve(import.meta.dirname, 'app-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, APP_PROCESS: JSON.stringify(given) },
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, origin: `http://127.0.0.1:${message.port}` }
}

test('PAY-054 REV-032 the process is killed between the charge and its record: the next one finds it, once', async () => {
  const payer = await till.payer()
  const { child, origin } = await startApp()
  // The money moves at once; the answer takes long enough to die before it.
  await till.control.fault({ fault: 'webhook_lost' })
  await till.control.fault({ fault: 'process_then_delay:15000' })
  const key = randomUUID()
  const profile = { token: await till.token(), billTo }
  const asked = fetch(`${origin}/v1/payments/nmi-payment`, {
    method: 'POST',
    headers: {
      ...(await till.sessionOf(payer.studio.user_id)),
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({
      registration_id: payer.id,
      amount: payer.total,
      paymentMethodId: 1,
      paymentProfile: profile,
    }),
  }).catch(() => 'the line is dead')
  const orderids = async () => (await payer.attempts()).map(({ orderid }) => orderid)
  await expect.poll(async () => (await till.charged(await orderids())).length, { timeout: 10_000 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await asked).toBe('the line is dead')
  expect(await payer.attempts()).toMatchObject([{ state: 'submitting' }])

  // The browser asks again with its key, and a second tab with its own: neither charges.
  const repeated = await payer.pay(payer.total, { key, profile })
  expect([repeated.status, repeated.body['state']]).toEqual([202, 'processing'])
  expect((await payer.pay(payer.total)).status).toBe(409)

  expect(await till.reconcile()).toBe(0)
  till.later(3)
  expect(await till.reconcile()).toBe(1)
  expect(await till.agree(payer)).toBe(payer.total)
  expect((await payer.pay(payer.total, { key, profile })).body).toMatchObject({ state: 'approved' })
  expect(await till.charged(await orderids())).toHaveLength(1)
}, 60_000)
