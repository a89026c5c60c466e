import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { wholeFile } from '../platform/files/check-stored.ts'
import type { FileStore } from '../platform/files/store.ts'
import type { PrintLogo } from '../platform/pdf/print.ts'
import { findCityLogo, findRegistrationLogo } from './logo-queries.ts'

type Files = { db: Db; files: FileStore }

/** The content of a key never changes: a new logo has a new key. */
const contents = new Map<string, Uint8Array>()
const mostContents = 20

async function readLogoFile(files: FileStore, key: string): Promise<Uint8Array> {
  const cachedContent = contents.get(key)
  if (cachedContent) return cachedContent
  const content = await wholeFile(files, key)
  if (content.length > 0) contents.set(key, content)
  for (const oldest of contents.keys()) {
    if (contents.size <= mostContents) break
    contents.delete(oldest)
  }
  return content
}

/** A logo for a PDF; null: the brand has none, or its file is gone. */
async function printLogo(files: FileStore, key: string | null): Promise<PrintLogo | null> {
  const content = key === null ? undefined : await readLogoFile(files, key)
  return key !== null && content && content.length > 0 ? { key, content } : null
}

export const logoOfCity = async ({ db, files }: Files, tour_date_id: number) =>
  printLogo(files, await inTransaction(db, (tx) => findCityLogo(tx, tour_date_id)))

export const logoOfRegistration = async ({ db, files }: Files, registration_id: number) =>
  printLogo(files, await inTransaction(db, (tx) => findRegistrationLogo(tx, registration_id)))
