import { createHash } from 'node:crypto'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { minus, zeroCents, type Cents } from '@callboard/domain/kernel/money.ts'
import { paymentMethodIds } from '@callboard/domain/payments/methods.ts'

type LedgerAccount = 'receivable' | 'revenue' | 'discount' | 'credit' | 'clearing' | 'cash' | 'fees'
export type EntryKind =
  | 'charge'
  | 'promo'
  | 'credit_voucher'
  | 'payment'
  | 'refund'
  | 'return_reversal'
  | 'returned_check_fee'
  | 'card_reversal_fee'
  | 'chargeback'
  | 'adjustment'

/** One ledger row before chaining. `receivable` is the registrant's balance; the other accounts state its reason. */
export type LedgerEntry = {
  txn_group: string
  kind: EntryKind
  account: LedgerAccount
  amount: Cents
  payment_id?: number
  actor_user_id?: number
  note?: string
}

/** Returns two rows that sum to zero: the receivable and its contra account. Returns none for a zero amount. */
export function pair(
  entry: Omit<LedgerEntry, 'account' | 'amount'> & { contra: LedgerAccount; owed: Cents },
): LedgerEntry[] {
  const { contra, owed, ...same } = entry
  if (owed === 0) return []
  return [
    { ...same, account: 'receivable', amount: owed },
    { ...same, account: contra, amount: minus(zeroCents, owed) },
  ]
}

const contras: Partial<Record<number, LedgerAccount>> = {
  [paymentMethodIds.check]: 'cash',
  [paymentMethodIds.cash]: 'cash',
  [paymentMethodIds.credit]: 'credit',
  [paymentMethodIds.adjustment]: 'discount',
}

/** Returns the contra account of a payment method. */
export const contraOf = (payment_method_id: number): LedgerAccount => contras[payment_method_id] ?? 'clearing'

export const kindOfPayment = (amount: Cents, payment_method_id: number): EntryKind =>
  payment_method_id === paymentMethodIds.adjustment ? 'adjustment' : amount < 0 ? 'refund' : 'payment'

export type ChainedEntry = Required<Omit<LedgerEntry, 'payment_id' | 'actor_user_id' | 'note'>> & {
  registration_id: number
  payment_id: number | null
  actor_user_id: number | null
  note: string
  occurred_at: Instant
  previous_hash: string
  hash: string
}

/** Initial hash of every chain. */
export const firstHash = '0'.repeat(64)

/** The fingerprint of a row and of all rows before it. A change anywhere breaks every row after it. */
export function hashOfEntry(entry: Omit<ChainedEntry, 'hash'>): string {
  const { previous_hash, registration_id, txn_group, kind, account, amount, payment_id, actor_user_id } = entry
  const content = [registration_id, txn_group, kind, account, amount, payment_id, actor_user_id, entry.note]
  return createHash('sha256')
    .update(JSON.stringify([previous_hash, ...content, entry.occurred_at]))
    .digest('hex')
}

/** Rows of one registration, each bound to the one before it. */
export function chain(
  entries: readonly LedgerEntry[],
  { registration_id, head, now }: { registration_id: number; head: string; now: Instant },
): ChainedEntry[] {
  let previous_hash = head
  return entries.map(({ payment_id = null, actor_user_id = null, note = '', ...entry }) => {
    const row = { ...entry, registration_id, payment_id, actor_user_id, note, occurred_at: now, previous_hash }
    const hash = hashOfEntry(row)
    previous_hash = hash
    return { ...row, hash }
  })
}
