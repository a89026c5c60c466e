import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cents } from '@callboard/domain/kernel/money.ts'
import { verifyWebhook } from '@callboard/server/payments/gateways/nmi-webhook.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { byBank, byCard, meetSandbox } from './kit.ts'
import { eventually } from '../eventually.ts'

const key = 'whsec_sandbox_key'
const body = Buffer.from(
  '{"event_id":"11111111-2222-4333-8444-555555555555","event_type":"transaction.sale.success","event_body":{"transaction_id":"1234560000","order_id":"P-01JTEST","condition":"pendingsettlement","action":{"action_type":"sale","amount":"54.04","success":"1"}}}',
)
const nonce = 'f3c1e9a2b7d84c15'
const hex = '04ac6a0d6e1b85f4501b13d1f3fd605d87c0d5179af3e9f93669035a320fdbb1'

test('a genuine webhook is believed', () => {
  expect(body).toHaveLength(254)
  const verified = verifyWebhook(key, `t=${nonce},s=${hex}`, body)
  const news = { eventId: '11111111-2222-4333-8444-555555555555', eventType: 'transaction.sale.success' }
  expect(verified).toMatchObject({ ok: true, news: { ...news, gatewayTxnId: '1234560000', orderId: 'P-01JTEST' } })
})

test.each<[string, string | undefined, Buffer]>([
  ['no signature', undefined, body],
  ['another nonce', `t=f3c1e9a2b7d84c16,s=${hex}`, body],
  ['a changed amount', `t=${nonce},s=${hex}`, Buffer.from(body.toString().replace('54.04', '54.05'))],
  ['one byte more', `t=${nonce},s=${hex}`, Buffer.concat([body, Buffer.from('\n')])],
  ['half a signature', `t=${nonce},s=${hex.slice(32)}`, body],
  ['more than a signature', `t=${nonce},s=${hex},x=1`, body],
  ['the other product of the gateway', hex, body],
])('a webhook with %s is not', (_, signature, bytes) => {
  expect(verifyWebhook(key, signature, bytes)).toEqual({ ok: false, why: 'signature' })
})

type Received = { eventType: string; eventId: string; orderId: string; ok: boolean }
let setup: Awaited<ReturnType<typeof meetSandbox>>
const received: Received[] = []
let answerWith = 200
const app = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const header = request.headers['webhook-signature']
    const verified = setup.gateway.verifyWebhook(String(header), Buffer.concat(chunks))
    const news = verified.ok ? verified.news : { eventType: '', eventId: '', orderId: '' }
    received.push({ ...news, ok: verified.ok })
    response.writeHead(answerWith).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const webhookUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook`
  // A thousand hours an hour, so that a retry after fifteen seconds comes at once.
  setup = await meetSandbox({ options: { webhookUrl, timeScale: 1000 } })
})
afterAll(async () => {
  await setup.sandbox.close()
  app.close()
})
afterEach(async () => {
  await setup.control.reset()
  received.length = 0
  answerWith = 200
})
const arrive = (count: number) => eventually(() => expect(received).toHaveLength(count))

test('an approval, a decline and a void each send one signed event', async () => {
  const { gatewayTxnId = '' } = await setup.gateway.charge(byCard())
  await arrive(1)
  await setup.gateway.void({ gatewayTxnId, tender: 'card' })
  await arrive(2)
  await setup.gateway.charge(byCard({ amount: cents(99) }))
  await arrive(3)
  expect(received.map(({ eventType }) => eventType)).toEqual([
    'transaction.sale.success',
    'transaction.void.success',
    'transaction.sale.failure',
  ])
  expect(received.every(({ ok }) => ok)).toBe(true)
})

test('a bank payment that settles and is returned sends events', async () => {
  const { gatewayTxnId = '' } = await setup.gateway.charge(byBank())
  await setup.control.settleCheck(gatewayTxnId)
  await setup.control.returnCheck(gatewayTxnId)
  await arrive(3)
  expect(received.map(({ eventType }) => eventType)).toEqual([
    'transaction.sale.success',
    'transaction.check.status.settle',
    'transaction.check.status.return',
  ])
})

test('an event that is not answered with 200 is sent again, unchanged', async () => {
  answerWith = 503
  await setup.gateway.charge(byCard())
  await arrive(2)
  answerWith = 200
  await eventually(async () => {
    const { deliveries } = (await setup.control.state()) as { deliveries: { status: string }[] }
    expect(deliveries.at(-1)?.status).toBe('200')
  })
  expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(1)
})

test('news may come before the answer, twice, or never', async () => {
  await setup.control.fault({ fault: 'webhook_first' })
  await setup.gateway.charge(byCard())
  expect(received).toHaveLength(1)

  await setup.control.fault({ fault: 'webhook_twice' })
  await setup.gateway.charge(byCard())
  await arrive(3)
  expect(received[1]?.eventId).toBe(received[2]?.eventId)

  await setup.control.fault({ fault: 'webhook_lost' })
  await setup.gateway.charge(byCard())
  const last = byCard()
  await setup.gateway.charge(last)
  await arrive(4)
  expect(received[3]?.orderId).toBe(last.orderId)
})
