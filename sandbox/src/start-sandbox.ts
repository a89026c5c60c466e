import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBook } from './book.ts'
import { controlRoutes } from './control-routes.ts'
import { faultSwitches } from './faults.ts'
import { gatewayRoutes } from './gateway-routes.ts'
import type { Gateway, Settings } from './gateway.ts'
import { hostedFields } from './hosted-fields.ts'
import { readBody, send, type Route } from './http.ts'
import { settleOverdue } from './settlement.ts'
import { tokenRoutes } from './token-routes.ts'
import { webhookSender } from './webhooks.ts'

export type SandboxOptions = Partial<Settings> & {
  /** 0, the default, takes any free port. */
  port?: number
  host?: string
  /** Folder in which the records persist between runs; absent: in memory only. */
  data?: string
  webhookUrl?: string
}

export type Sandbox = {
  origin: string
  securityKey: string
  tokenizationKey: string
  webhookKey: string
  /** Offset of the starting process's clock from system time, in milliseconds. */
  followClock: (offset_ms: number) => void
  close: () => Promise<void>
}

/** Keys that are valid only in a sandbox. In production the app refuses to start with keys of these prefixes. */
export const sandboxKeys = {
  securityKey: 'sandbox_security_key',
  tokenizationKey: 'sandbox_tokenization_key',
  webhookKey: 'whsec_sandbox_key',
} as const

const defaults: Settings = {
  ...sandboxKeys,
  allowedOrigins: ['http://localhost:*', 'http://127.0.0.1:*'],
  duplicateWindow: 0,
  forbidDuplicateZero: false,
  timeScale: 1,
}

/** Starts the payment sandbox and answers once it listens. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (process.env.NODE_ENV === 'production') throw new Error('The payment sandbox does not run in production.')
  const { port = 0, host = '127.0.0.1', data, webhookUrl = '', ...overrides } = options
  const settings: Settings = { ...defaults, ...overrides }
  if (!settings.securityKey.startsWith('sandbox_') || !settings.tokenizationKey.startsWith('sandbox_')) {
    throw new Error("The sandbox's keys must begin with sandbox_, so that they are never taken for real ones.")
  }

  let clockAhead = 0
  let followed = 0
  const gateway: Gateway = { book: openBook(data), settings, now: () => Date.now() + followed + clockAhead }
  const faults = faultSwitches()
  const hosted = hostedFields(gateway)
  const webhooks = webhookSender(gateway, webhookUrl)
  const routes = {
    ...gatewayRoutes({ gateway, faults, webhooks }),
    ...tokenRoutes({ gateway, hosted }),
    ...controlRoutes({ gateway, faults, webhooks, hosted, moveClock: (ms) => void (clockAhead += ms) }),
  }

  const server = createServer((request, response) => void answer(routes, request, response))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const settling = setInterval(() => {
    for (const news of settleOverdue(gateway)) void webhooks.send(news)
  }, 60_000 / settings.timeScale)

  const { securityKey, tokenizationKey, webhookKey } = settings
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  const close = () => {
    clearInterval(settling)
    webhooks.stop()
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const followClock = (offset_ms: number) => void (followed = offset_ms)
  return { origin, securityKey, tokenizationKey, webhookKey, followClock, close }
}

async function answer(routes: Record<string, Route>, request: IncomingMessage, response: ServerResponse) {
  try {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const pattern = url.pathname.replace(/^(\/__sandbox\/ach\/)\d+(?=\/)/, '$1{id}')
    const route = routes[`${request.method} ${pattern}`]
    if (!route) return send(response, 404, 'text/plain; charset=utf-8', 'Not found')
    await route({ request, response, url, body: await readBody(request) })
  } catch (error) {
    const isBadRequest = error instanceof RangeError || error instanceof SyntaxError
    if (!isBadRequest) console.error(error)
    if (response.headersSent) response.destroy()
    else
      send(
        response,
        isBadRequest ? 400 : 500,
        'text/plain; charset=utf-8',
        isBadRequest ? error.message : 'The sandbox failed',
      )
  }
}
