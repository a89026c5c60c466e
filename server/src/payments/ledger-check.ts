import {
  listAnchoredOf,
  listAnchorHeads,
  listAnchors,
  listKeptRegistrations,
  type AnchoredHead,
} from '../books/queries.ts'
import type { Db } from '../db/connect.ts'
import { digestOf } from './anchors.ts'
import { firstHash, hashOfEntry, type ChainedEntry } from './ledger.ts'
import { listHeadsOf, listLedgersOf } from './queries.ts'

export type LedgerFault = { registration_id: number | null; entry: number | null; what: string }
export type LedgerReport = { registrations: number; entries: number; anchors: number; faults: LedgerFault[] }

type LedgerRow = Awaited<ReturnType<typeof listLedgersOf>>[number]

/** So many ledgers are read at once. */
const atOnce = 500

/**
 * Reads every ledger from its beginning: each row follows from the one before, each group adds up to zero, each head is
 * the end of its rows, and everything that a night wrote down is still there. A changed row, a removed end and a removed
 * ledger each show, also where the head was made to fit.
 */
export async function verifyLedger(db: Db): Promise<LedgerReport> {
  const report: LedgerReport = { registrations: 0, entries: 0, anchors: 0, faults: [] }
  await verifyAnchors(db, report)
  for (let after = 0; ;) {
    const ids = await listKeptRegistrations(db, after, atOnce)
    const last = ids.at(-1)
    if (last === undefined) return report
    after = last
    const rows = byRegistration(await listLedgersOf(db, ids))
    const heads = new Map((await listHeadsOf(db, ids)).map((head) => [head.registration_id, head]))
    const anchored = byRegistration(await listAnchoredOf(db, ids))
    for (const id of ids) verifyOne(report, id, rows.get(id) ?? [], heads.get(id), anchored.get(id) ?? [])
  }
}

function byRegistration<Row extends { registration_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const known = grouped.get(row.registration_id)
    if (known) known.push(row)
    else grouped.set(row.registration_id, [row])
  }
  return grouped
}

const owedBy = (rows: readonly LedgerRow[]) =>
  rows.reduce((sum, { account, amount }) => (account === 'receivable' ? sum + amount : sum), 0)

function verifyOne(
  report: LedgerReport,
  registration_id: number,
  rows: readonly LedgerRow[],
  head: { hash: string; entries: number; receivable: number } | undefined,
  anchored: readonly AnchoredHead[],
) {
  const fault = (what: string, entry: number | null = null) => report.faults.push({ registration_id, entry, what })
  report.registrations += 1
  report.entries += rows.length
  let previous = firstHash
  const groups = new Map<string, number>()
  for (const row of rows) {
    // The row was written from this shape; kind and account are text in the table.
    if (row.previous_hash !== previous) fault('does not follow the row before it', row.id)
    if (row.hash !== hashOfEntry(row as unknown as ChainedEntry)) fault('was changed', row.id)
    previous = row.hash
    groups.set(row.txn_group, (groups.get(row.txn_group) ?? 0) + row.amount)
  }
  for (const [group, sum] of groups) if (sum !== 0) fault(`${group} does not add up: ${sum}`)
  if (!head && rows.length > 0) fault('has rows and no head')
  if (head && (previous !== head.hash || rows.length !== head.entries)) fault('rows are missing at the end')
  if (head && head.receivable !== owedBy(rows)) fault('is listed with another sum than its rows have')
  for (const { entries, hash } of anchored) {
    if (rows.length === 0) return void fault('its ledger is gone')
    if (rows[entries - 1]?.hash !== hash) return void fault(`is not what was anchored at row ${entries}`)
  }
}

/** The anchors follow one another, and each holds the heads its digest was made of. */
async function verifyAnchors(db: Db, report: LedgerReport) {
  let previous = firstHash
  for (const { id, previous_digest, digest } of await listAnchors(db)) {
    const fault = (what: string) => report.faults.push({ registration_id: null, entry: null, what })
    report.anchors += 1
    if (previous_digest !== previous) fault(`Anchor ${id} does not follow the one before it`)
    if (digestOf(previous_digest, await listAnchorHeads(db, id)) !== digest) fault(`Anchor ${id} was changed`)
    previous = digest
  }
}
