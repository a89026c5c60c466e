import { randomBytes } from 'node:crypto'
import type { ChargeRequest } from '@callboard/server/payments/gateways/gateway.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { cents } from '@callboard/domain/kernel/money.ts'
import { sandboxControl } from '@callboard/sandbox/control.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '@callboard/sandbox/start-sandbox.ts'
import { fixedTokens } from '@callboard/sandbox/test-data.ts'

type Extra = { timeoutMs?: number; fetch?: typeof fetch; options?: SandboxOptions }

/** Beside other tests an answer takes its time: only a test of late answers waits for less. */
const patience = 15_000

/**
 * A sandbox of its own, the product's client pointed at it, and a record of what was sent. `open`: another client of it,
 * which waits so many milliseconds.
 */
export async function meetSandbox({ timeoutMs = patience, fetch: line = globalThis.fetch, options = {} }: Extra = {}) {
  const sandbox = await startSandbox(options)
  const posts: URLSearchParams[] = []
  const recording: typeof fetch = (input, init) => {
    const isPost = typeof input === 'string' && input.endsWith('/transact.php')
    if (isPost && init?.body instanceof URLSearchParams) posts.push(init.body)
    return line(input, init)
  }
  const open = (limit: number) => nmiGateway({ ...sandbox, timeoutMs: limit }, { fetch: recording, pace: 0.02 })
  return { sandbox, gateway: open(timeoutMs), open, posts, control: sandboxControl(sandbox.origin) }
}

export const newOrderId = () => `P-${randomBytes(10).toString('hex').toUpperCase()}`

export const byCard = (more: Partial<ChargeRequest> = {}): ChargeRequest => {
  const source = { kind: 'token', token: fixedTokens.card } as const
  return { orderId: newOrderId(), amount: cents(5404), tender: { kind: 'card' }, source, ...more }
}

export const byBank = (more: Partial<ChargeRequest> = {}): ChargeRequest => {
  const tender = { kind: 'bank', accountType: 'checking', holderType: 'personal' } as const
  const source = { kind: 'token', token: fixedTokens.bank } as const
  return { orderId: newOrderId(), amount: cents(5404), tender, source, ...more }
}

/** Does what the frames in a browser do: saves each field at the sandbox and makes a token of them. */
export async function mintToken({ origin, tokenizationKey }: Sandbox, fields: Record<string, string>): Promise<string> {
  const sid = randomBytes(16).toString('hex')
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${origin}/token/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ sid, key: tokenizationKey, ...body }),
    })
    return (await reply.json()) as { token?: string; valid?: boolean; message?: string; error?: string }
  }
  for (const [field, value] of Object.entries(fields)) await post('field', { field, value })
  const { token, error } = await post('finish', { tender: 'checkaba' in fields ? 'check' : 'card' })
  if (!token) throw new Error(error)
  return token
}

/** Does what the frame of a wallet's button does once it is pressed. */
export async function walletToken({ origin, tokenizationKey }: Sandbox): Promise<string> {
  const reply = await fetch(`${origin}/token/api/wallet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ sid: randomBytes(16).toString('hex'), key: tokenizationKey }),
  })
  const { token = '' } = (await reply.json()) as { token?: string }
  return token
}

export const visa = { ccnumber: '4111 1111 1111 1111', ccexp: '12 / 30', cvv: '123' }
