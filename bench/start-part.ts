import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { median } from './measure.ts'
import type { Bench } from './bench.ts'
import { server } from './product.ts'
import { printTable } from './table.ts'

const root = path.resolve(import.meta.dirname, '..')

/** From the command to 'ready', with its own database: with no data yet, and with the data of the run before. */
export async function startPart({ options: { rounds, port } }: Bench) {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-start-'))
    cold.push(await startOnce(folder, port + 1))
    warm.push(await startOnce(folder, port + 1))
    rmSync(folder, { recursive: true, force: true })
  }
  printTable('Start of the built server, s (the build itself not counted)', [
    { start: 'no data: database made, schema and demonstration loaded', s: median(cold) },
    { start: 'data there', s: median(warm) },
  ])
}

async function startOnce(folder: string, port: number): Promise<number> {
  const { NODE_ENV: _, DATABASE_URL: __, ...env } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, server, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, PORT: String(port), SANDBOX_PORT: String(port + 1), DATA_DIR: folder },
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('is ready') && resolve())
    child.once('exit', (code) => reject(new Error(`The product did not start: ${code}`)))
  })
  const seconds = (performance.now() - began) / 1000
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  return seconds
}
