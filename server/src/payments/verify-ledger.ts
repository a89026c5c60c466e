import type { Db } from '../db/connect.ts'
import { connect } from '../db/connect.ts'
import { firstHash, hashOfEntry, type ChainedEntry } from './ledger.ts'
import { listLedger, listLedgerHeads } from './queries.ts'

export type LedgerFault = { registration_id: number; entry: number | null; what: string }

/** Reads every ledger from its beginning: each row follows from the one before, each group adds up to zero. */
export async function verifyLedger(db: Db): Promise<{ registrations: number; entries: number; faults: LedgerFault[] }> {
  const heads = await listLedgerHeads(db)
  const faults: LedgerFault[] = []
  let entries = 0
  for (const { registration_id, hash, entries: counted } of heads) {
    const rows = await listLedger(db, registration_id)
    entries += rows.length
    const fault = (what: string, entry: number | null = null) => faults.push({ registration_id, entry, what })
    let previous = firstHash
    const groups = new Map<string, number>()
    for (const row of rows) {
      // The row was written from this shape; kind and account are text in the table.
      if (row.previous_hash !== previous) fault('does not follow the row before it', row.id)
      if (row.hash !== hashOfEntry(row as unknown as ChainedEntry)) fault('was changed', row.id)
      previous = row.hash
      groups.set(row.txn_group, (groups.get(row.txn_group) ?? 0) + row.amount)
    }
    if (previous !== hash || rows.length !== counted) fault('rows are missing at the end')
    for (const [group, sum] of groups) if (sum !== 0) fault(`${group} does not add up: ${sum}`)
  }
  return { registrations: heads.length, entries, faults }
}

/** `npm run ledger:verify`: reads the ledger of DATABASE_URL; ends with 1 when something is wrong. */
async function main() {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL must name the database to read.')
  const db = connect(url)
  const { registrations, entries, faults } = await verifyLedger(db)
  await db.destroy()
  for (const { registration_id, entry, what } of faults) {
    console.error(`Registration ${registration_id}${entry === null ? '' : `, row ${entry}`}: ${what}`)
  }
  console.log(`${entries} rows of ${registrations} registrations read, ${faults.length} faults.`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.filename === process.argv[1]) await main()
