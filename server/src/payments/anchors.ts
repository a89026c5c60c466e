import { createHash } from 'node:crypto'
import {
  findLastAnchor,
  insertAnchor,
  insertAnchorHeads,
  listGrownHeads,
  lockAnchors,
  type AnchoredHead,
} from './reconciliation-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { firstHash } from '../ledger/ledger.ts'

/** The fingerprint of one hour's heads and of all hours before it. */
export function digestOf(previous: string, heads: readonly AnchoredHead[]): string {
  const hash = createHash('sha256').update(previous)
  for (const { registration_id, entries, hash: head } of heads) hash.update(`\n${registration_id} ${entries} ${head}`)
  return hash.digest('hex')
}

/**
 * Stores an anchor: the current head of every ledger that grew. Each registration has its own hash chain, so that
 * payments never wait for each other; without anchors, removing the end of a chain together with its head would be
 * undetectable. The hourly job also logs the digest, which is stored outside the database.
 */
export async function anchorLedgers({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) {
  return inTransaction(db, async (tx) => {
    await lockAnchors(tx)
    const heads = await listGrownHeads(tx)
    const last = await findLastAnchor(tx)
    if (heads.length === 0) return last
    const previous_digest = last?.digest ?? firstHash
    const digest = digestOf(previous_digest, heads)
    const entries = heads.reduce((sum, head) => sum + head.entries, 0)
    const anchor = await insertAnchor(tx, {
      made_at: clock.now(),
      registrations: heads.length,
      entries,
      previous_digest,
      digest,
    })
    await insertAnchorHeads(tx, anchor.id, heads)
    return anchor
  })
}
