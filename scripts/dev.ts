// Serves the product for development: pages with hot reload on :5173, and a server on :3000 that is built and started
// again on save. A build takes less than loading each source file by itself. The embedded database stays up meanwhile.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '@callboard/server/platform/db/embedded-postgres.ts'
import { createServer } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const dataDir = path.resolve(process.env.DATA_DIR ?? path.join(root, 'data'))
const ownServer = process.env.DATABASE_URL ? undefined : await startEmbedded(path.join(dataDir, 'postgres'))
const DATABASE_URL = process.env.DATABASE_URL ?? ownServer?.url ?? ''

const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

let isStopping = false
let hasChanged = false
let isBuilding = false
let server: ChildProcess | undefined

/** Builds what changed and starts it. A build that fails says why and leaves the running server in place. */
async function restart() {
  hasChanged = true
  if (isBuilding) return
  isBuilding = true
  while (hasChanged && !isStopping) {
    // An editor may write a file in several steps, and several files at once.
    await wait(50)
    hasChanged = false
    const [status] = await once(run(process.execPath, ['build.mjs', 'server', 'sandbox']), 'exit')
    if (status !== 0 || hasChanged || isStopping) continue
    await end(server, 'SIGTERM')
    server = run(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
      DATABASE_URL,
      CALLBOARD_DEV: '1',
    })
  }
  isBuilding = false
}

// The page that the server serves itself: it does not start without one.
if (!existsSync(path.join(root, 'web/dist/index.html')))
  await once(run(process.execPath, ['build.mjs', 'pages']), 'exit')
if (process.env.PORT) process.env.API = `http://localhost:${process.env.PORT}`
const pages = await createServer({ root: path.join(root, 'web') })
await pages.listen()
pages.printUrls()
pages.watcher.add(
  ['domain/src', 'contract/src', 'server/src', 'sandbox/src', 'db'].map((name) => path.join(root, name)),
)
const isOfServer = (file: string) =>
  /^((domain|contract|server|sandbox)\/src|db)\//.test(file) && !file.endsWith('.test.ts')
pages.watcher.on('all', (_, file) => void (isOfServer(path.relative(root, file)) && restart()))

async function stop() {
  if (isStopping) return
  isStopping = true
  await Promise.all([end(server, 'SIGTERM'), pages.close()])
  await ownServer?.stop()
}
// Vite's own would end this process before the server and its database have ended.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

await restart()
