import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Starts the same process as `npm start`, from the build of bench/run.ts. */
export const server = ['--enable-source-maps', 'server/dist/main.js']

export type Reply = { status: number; body: string }
export type Product = Awaited<ReturnType<typeof startProduct>>

type ProductOptions = {
  databaseUrl: string
  gateway: string
  port: number
  folder: string
  nodeOptions?: readonly string[]
  /**
   * Milliseconds that a call may wait for a connection. Where throughput is measured, a busy machine must show a slower
   * answer, not the 503 by which the product protects itself; null: the product's own limit.
   */
  waitMs?: number | null
}

/** The product, built and started as `npm start` does, in its own process without development routes. */
export async function startProduct({
  databaseUrl,
  gateway,
  port,
  folder,
  nodeOptions = [],
  waitMs = 20_000,
}: ProductOptions) {
  const { NODE_ENV: _, CALLBOARD_DEV: __, ...env } = process.env
  const child = spawn(process.execPath, [...nodeOptions, ...server], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...env,
      ...(waitMs !== null && { DATABASE_WAIT_TIMEOUT_MS: String(waitMs) }),
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: path.join(folder, `data-${port}`),
      NMI_ORIGIN: gateway,
      NMI_SECURITY_KEY: 'sandbox_security_key',
      NMI_TOKENIZATION_KEY: 'sandbox_tokenization_key',
      NMI_WEBHOOK_KEY: 'whsec_sandbox_key',
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('is ready')) resolve()
      else process.stderr.write(text)
    })
    child.once('exit', (code) => reject(new Error(`The product did not start: ${code}`)))
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 128 })
  let failures = 0

  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    /** Answers of 500 and above since the start. */
    failures: () => failures,
    async send(method: string, url: string, token: string, body?: unknown, headers: object = {}): Promise<Reply> {
      const reply = await request({ agent, port, method, url, token, body, headers })
      if (reply.status >= 500) failures += 1
      return reply
    },
    async stop() {
      agent.destroy()
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

type Request = {
  agent: http.Agent
  port: number
  method: string
  url: string
  token: string
  body: unknown
  headers: object
}

/** A connection that is kept, so that what is measured is the answer. */
export function request({ agent, port, method, url, token, body, headers }: Request): Promise<Reply> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const clientRequest = http.request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
        answer.on('error', reject)
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(text)
  })
}
