import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { sandboxKeys } from '@callboard/sandbox/start-sandbox.ts'
import { afterAll, expect, test } from 'vitest'
import { byCard } from './kit.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-sandbox-'))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function start(env: Record<string, string> = {}) {
  const child = fork('sandbox/src/main.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_DATA: path.join(folder, 'book.jsonl'), ...env },
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

async function ready(child: ChildProcess): Promise<string> {
  const [message] = (await once(child, 'message')) as [{ ready: string }]
  return message.ready
}

const clientOf = (origin: string) => nmiGateway({ ...sandboxKeys, origin, timeoutMs: 5000 })

test('a killed sandbox comes back with its book, and ends with the app that started it', async () => {
  const first = start()
  const request = byCard()
  await clientOf(await ready(first)).charge(request)
  first.kill('SIGKILL')
  await once(first, 'exit')

  const second = start()
  const origin = await ready(second)
  const lookup = await clientOf(origin).findByOrderId(request.orderId)
  expect(lookup).toMatchObject({ outcome: 'found', transactions: [{ orderId: request.orderId }] })

  const secondProcess = start({ SANDBOX_PORT: new URL(origin).port, SANDBOX_DATA: '' })
  const [code] = (await once(secondProcess, 'exit')) as [number]
  expect(code).toBe(1)

  // It goes by the clock of the app that started it.
  const year = 365 * 24 * 3_600_000
  second.send({ offset_ms: -year })
  const aYearAgo = (ms: number) => instant(Date.now() - year + ms)
  await expect
    .poll(async () => {
      await clientOf(origin).charge(byCard())
      return clientOf(origin).listModified(aYearAgo(-60_000), aYearAgo(60_000))
    })
    .toMatchObject({ outcome: 'found', transactions: [{ type: 'sale' }] })

  second.disconnect()
  expect(await once(second, 'exit')).toEqual([0, null])
})

test('it does not start in production', async () => {
  const child = start({ NODE_ENV: 'production' })
  let errorText = ''
  child.stderr?.on('data', (text: Buffer) => (errorText += text.toString()))
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(errorText).toContain('does not run in production')
})
