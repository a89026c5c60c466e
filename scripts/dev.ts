// Serves the product for development: pages with hot reload on :5173, and a server on :3000 that restarts on save. The
// embedded database is started here and stays up between restarts, so that a restart takes about a second.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { startEmbedded } from '@callboard/server/platform/db/embedded/postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const dataDir = path.resolve(process.env.DATA_DIR ?? path.join(root, 'data'))
const ownServer = process.env.DATABASE_URL ? undefined : await startEmbedded(path.join(dataDir, 'postgres'))
const url = process.env.DATABASE_URL ?? ownServer?.url ?? ''

const children: ChildProcess[] = []
function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  children.push(child)
  child.once('exit', () => void stop())
}

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
  await ownServer?.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
// `clear-screen=false` keeps the error of the last run in sight.
run(bin('tsx'), ['watch', '--clear-screen=false', '--enable-source-maps', 'server/src/main.ts'], {
  DATABASE_URL: url,
  CALLBOARD_DEV: '1',
})
run(bin('vite'), ['web'], process.env.PORT ? { API: `http://localhost:${process.env.PORT}` } : {})
