import { nmiGateway, type PaymentLogLine } from '@callboard/server/ports/nmi/gateway.ts'
import { readNmiConfig } from '@callboard/server/ports/nmi/config.ts'
import { mask, redact } from '@callboard/server/ports/nmi/redact.ts'
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

test('a missing key is named, and a wild origin or patience refused anywhere', () => {
  expect(() => readNmiConfig({ ...real, NMI_SECURITY_KEY: ' ' })).toThrow('NMI_SECURITY_KEY')
  expect(() => readNmiConfig({ ...real, NODE_ENV: 'test', NMI_ORIGIN: 'file:///etc' })).toThrow('web address')
  expect(() => readNmiConfig({ ...real, NMI_TIMEOUT_MS: 'long' })).toThrow('NMI_TIMEOUT_MS')
})

test('nothing secret reaches the log', async () => {
  const { sandbox } = await meetSandbox()
  const lines: PaymentLogLine[] = []
  const gateway = nmiGateway({ ...sandbox, timeoutMs: 2000 }, { log: (line) => lines.push(line) })
  const request = byCard({ description: 'paid with 4111 1111 1111 1111' })
  await gateway.charge(request)
  await sandbox.close()
  const written = JSON.stringify(lines)
  expect(lines[0]).toMatchObject({ outcome: 'approved', code: '100', asked: { orderid: request.orderId } })
  expect(written).not.toContain(sandbox.securityKey)
  expect(written).not.toContain('00000000-000000')
  expect(written).not.toContain('4111 1111')
})

test('everything that could be typed into a field is redacted', () => {
  const names = ['security_key', 'payment_token', 'ccnumber', 'ccexp', 'cvv', 'checkaba', 'checkaccount', 'cavv', 'xid']
  const form = new URLSearchParams(names.map((name) => [name, 'secret']))
  expect(Object.values(redact(form))).toEqual(names.map(() => '[redacted]'))
  expect(mask('order 12345 of 4111-1111-1111-1111')).toBe('order 12345 of [number]')
})
