import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import type { PaymentLogLine } from '@callboard/server/payments/gateways/gateway.ts'
import { logAt } from '@callboard/server/payments/gateways/open-gateway.ts'
import { readNmiConfig } from '@callboard/server/payments/gateways/nmi-config.ts'
import { mask, redact } from '@callboard/server/payments/gateways/nmi-redact.ts'
import { expect, test } from 'vitest'
import { byCard, meetSandbox } from './kit.ts'

const real = {
  NODE_ENV: 'production',
  NMI_ORIGIN: 'https://secure.nmi.com/',
  NMI_SECURITY_KEY: 'v4_secret_abc',
  NMI_TOKENIZATION_KEY: 'abc-def',
  NMI_WEBHOOK_KEY: 'D1A2',
}

test('a real account is taken as it is, with a minute of patience', () => {
  expect(readNmiConfig(real)).toMatchObject({ origin: 'https://secure.nmi.com', timeoutMs: 60_000 })
})

test.each<[string, Record<string, string>]>([
  ['an open line', { NMI_ORIGIN: 'http://secure.nmi.com' }],
  ['this machine by name', { NMI_ORIGIN: 'https://localhost:4010' }],
  ['this machine by number', { NMI_ORIGIN: 'https://127.0.0.1:4010' }],
  ['this machine by its long number', { NMI_ORIGIN: 'https://[::1]:4010' }],
  ['this machine in disguise', { NMI_ORIGIN: 'https://[::ffff:127.0.0.1]' }],
  ["the sandbox's key", { NMI_SECURITY_KEY: 'sandbox_security_key' }],
  ["the sandbox's public key", { NMI_TOKENIZATION_KEY: 'sandbox_tokenization_key' }],
  ["the sandbox's webhook key", { NMI_WEBHOOK_KEY: 'whsec_sandbox_key' }],
])('production refuses %s', (_, wrong) => expect(() => readNmiConfig({ ...real, ...wrong })).toThrow())

test('the duplicate check follows the account’s setting unless a window is configured', async () => {
  expect(readNmiConfig(real)).not.toHaveProperty('dupSeconds')
  expect(readNmiConfig({ ...real, NMI_DUP_SECONDS: '300' })).toMatchObject({ dupSeconds: 300 })
  for (const wrong of ['-1', '1.5', 'long', '7862401']) {
    expect(() => readNmiConfig({ ...real, NMI_DUP_SECONDS: wrong })).toThrow(/NMI_DUP_SECONDS/)
  }
  const { sandbox, gateway, posts } = await meetSandbox()
  const asking: typeof fetch = (input, init) => {
    if (init?.body instanceof URLSearchParams) posts.push(init.body)
    return fetch(input, init)
  }
  await gateway.charge(byCard())
  await nmiGateway({ ...sandbox, timeoutMs: 2_000, dupSeconds: 300 }, { fetch: asking }).charge(byCard())
  expect(posts.map((post) => post.get('dup_seconds'))).toEqual([null, '300'])
  await sandbox.close()
})

test('a missing key is named, and a wild origin or patience refused anywhere', () => {
  expect(() => readNmiConfig({ ...real, NMI_SECURITY_KEY: ' ' })).toThrow('NMI_SECURITY_KEY')
  expect(() => readNmiConfig({ ...real, NODE_ENV: 'test', NMI_ORIGIN: 'file:///etc' })).toThrow('web address')
  expect(() => readNmiConfig({ ...real, NMI_TIMEOUT_MS: 'long' })).toThrow('NMI_TIMEOUT_MS')
})

test('nothing secret reaches the log, nor whose card it is', async () => {
  const { sandbox } = await meetSandbox()
  const lines: PaymentLogLine[] = []
  const gateway = nmiGateway({ ...sandbox, timeoutMs: 2000 }, { log: (line) => lines.push(line) })
  const billTo = { firstName: 'Grace', lastName: 'Oyelaran', address: '12 Mill Lane', email: 'grace@example.com' }
  const request = byCard({ description: 'paid with 4111 1111 1111 1111', billTo, ipAddress: '192.0.2.7' })
  await gateway.charge(request)
  await sandbox.close()
  const logText = JSON.stringify(lines)
  const loggedRequest = { type: 'sale', payment: 'creditcard', amount: '54.04', orderid: request.orderId }
  expect(lines).toEqual([{ outcome: 'approved', code: '100', asked: loggedRequest, gatewayText: expect.any(String) }])
  for (const secret of [
    sandbox.securityKey,
    '00000000-000000',
    '4111 1111',
    request.ipAddress,
    ...Object.values(billTo),
  ])
    expect(logText).not.toContain(secret)
})

test('only what says which request it was is logged of it', () => {
  const names = ['security_key', 'payment_token', 'ccnumber', 'ccexp', 'cvv', 'checkaba', 'checkaccount', 'cavv', 'xid']
  const form = new URLSearchParams([...names, 'first_name', 'phone', 'a field of next year'].map((name) => [name, 'x']))
  expect(redact(form)).toEqual({})
  expect(mask('order 12345 of 4111-1111-1111-1111')).toBe('order 12345 of [number]')
})

test('logs gateway requests with the server’s lines, unexpected outcomes as warnings, by log level', () => {
  const logged = (logLevel: string) => {
    const lines: string[] = []
    const log = logAt(logLevel, (line) => lines.push(line))
    for (const outcome of ['approved', 'declined', 'unknown', 'error', 'unavailable']) {
      log({ asked: { orderid: 'P-1' }, outcome, code: '300', gatewayText: 'Refused REFID:7' })
    }
    return lines.map((line) => JSON.parse(line))
  }
  expect(logged('info').map(({ level }) => level)).toEqual(['info', 'info', 'warn', 'warn', 'warn'])
  expect(logged('warn')).toHaveLength(3)
  expect(logged('silent')).toEqual([])
  expect(logged('info')[3]).toMatchObject({
    asked: { orderid: 'P-1' },
    outcome: 'error',
    gatewayText: 'Refused REFID:7',
  })
})
