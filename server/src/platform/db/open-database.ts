import path from 'node:path'
import type { Config } from '../../config.ts'
import { startEmbedded, type Embedded } from './embedded-postgres.ts'

/** The database of DATABASE_URL, else the built-in server, started here or found running. */
export async function openDatabase({
  DATABASE_URL,
  dataDir,
}: Pick<Config, 'DATABASE_URL' | 'dataDir'>): Promise<Embedded> {
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => {} }
  return startEmbedded(path.join(dataDir, 'postgres'))
}
