import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'

let pages: Promise<string> | undefined

/** The pages as they are shipped, built once into a folder of their own. */
export const builtPages = () => (pages ??= buildPages())

async function buildPages(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'callboard-pages-'))
  const root = path.resolve(import.meta.dirname, '../web')
  await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true, manifest: true } })
  return folder
}

export async function removePages() {
  if (pages) rmSync(await pages, { recursive: true, force: true })
}
