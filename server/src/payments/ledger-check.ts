import {
  listAnchoredOf,
  listAnchorHeads,
  listAnchors,
  listKeptRegistrations,
  loadMoneyOf,
  type AnchoredHead,
} from './reconciliation-queries.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { digestOf } from './anchors.ts'
import { firstHash, hashOfEntry, type ChainedEntry } from '../ledger/ledger.ts'
import { moneyFaults } from './payments-check.ts'
import { listHeadsOf, listLedgersOf } from '../ledger/queries.ts'

export type LedgerFault = { registration_id: number | null; entry: number | null; what: string }
type LedgerReport = { registrations: number; entries: number; anchors: number; faults: LedgerFault[] }

type LedgerRow = Awaited<ReturnType<typeof listLedgersOf>>[number]

/** Number of ledgers read per batch. */
const atOnce = 500

/**
 * Verifies every ledger and its payments: each row follows from its predecessor, each group sums to zero, each head
 * matches the last row, every anchor exists, and payments, ledger and list sums agree. Changed rows, truncated chains
 * and deleted ledgers are detected even when the head was rewritten; rewritten anchors are detected with `digests` from
 * the log.
 */
export const verifyLedger = (db: Db, digests: readonly string[] = []): Promise<LedgerReport> =>
  // Reads one snapshot, so that a concurrent payment is not reported as a fault.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readLedger(tx, digests))

async function readLedger(tx: Tx, digests: readonly string[]): Promise<LedgerReport> {
  const report: LedgerReport = { registrations: 0, entries: 0, anchors: 0, faults: [] }
  await verifyAnchors(tx, report, digests)
  for (let after = 0; ;) {
    const ids = await listKeptRegistrations(tx, after, atOnce)
    const last = ids.at(-1)
    if (last === undefined) return report
    after = last
    const ledgers = byRegistration(await listLedgersOf(tx, ids))
    const heads = new Map((await listHeadsOf(tx, ids)).map((head) => [head.registration_id, head]))
    const anchored = byRegistration(await listAnchoredOf(tx, ids))
    const money = await loadMoneyOf(tx, ids)
    const payments = byRegistration(money.payments)
    const attempts = byRegistration(money.attempts)
    const listed = new Map(money.listed.map((row) => [row.registration_id, row]))
    for (const id of ids) {
      const ledger = ledgers.get(id) ?? []
      verifyChain(report, id, ledger, heads.get(id), anchored.get(id) ?? [])
      const of = { payments: payments.get(id) ?? [], attempts: attempts.get(id) ?? [], listed: listed.get(id) }
      for (const what of moneyFaults({ ledger, ...of })) report.faults.push({ registration_id: id, entry: null, what })
    }
  }
}

function byRegistration<Row extends { registration_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const rowsOfRegistration = grouped.get(row.registration_id)
    if (rowsOfRegistration) rowsOfRegistration.push(row)
    else grouped.set(row.registration_id, [row])
  }
  return grouped
}

function verifyChain(
  report: LedgerReport,
  registration_id: number,
  rows: readonly LedgerRow[],
  head: { hash: string; entries: number } | undefined,
  anchored: readonly AnchoredHead[],
) {
  const fault = (what: string, entry: number | null = null) => report.faults.push({ registration_id, entry, what })
  if (rows.length > 0 || head || anchored.length > 0) report.registrations += 1
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
  for (const { entries, hash } of anchored) {
    if (rows.length === 0) return void fault('its ledger is gone')
    if (rows[entries - 1]?.hash !== hash) return void fault(`is not what was anchored at row ${entries}`)
  }
}

/** The anchors follow one another, each holds the heads its digest was made of, and none that the log knows is missing. */
async function verifyAnchors(tx: Tx, report: LedgerReport, digests: readonly string[]) {
  const fault = (what: string) => report.faults.push({ registration_id: null, entry: null, what })
  const missingDigests = new Set(digests)
  let previous = firstHash
  for (const { id, previous_digest, digest } of await listAnchors(tx)) {
    report.anchors += 1
    missingDigests.delete(digest)
    if (previous_digest !== previous) fault(`Anchor ${id} does not follow the one before it`)
    if (digestOf(previous_digest, await listAnchorHeads(tx, id)) !== digest) fault(`Anchor ${id} was changed`)
    previous = digest
  }
  for (const digest of missingDigests) fault(`No anchor has the digest ${digest}`)
}
