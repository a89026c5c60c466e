import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { server } from './product.ts'

const startTimeoutMs = 120_000

/** The product with its demonstration season, mailbox and sandbox gateway, as `npm start` runs it, in a process of its own. */
export async function startDemonstration(port: number, folder: string) {
  const { NODE_ENV: _, DATABASE_URL: __, NMI_ORIGIN: ___, ...env } = process.env
  const child = spawn(process.execPath, server, {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, PORT: String(port), SANDBOX_PORT: String(port + 200), DATA_DIR: path.join(folder, 'demonstration') },
  })
  const origin = `http://localhost:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('The demonstration did not start')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return {
    origin,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
