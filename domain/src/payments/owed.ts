import { minus, most, nothing, sumOf, type Cents } from '../kernel/money.ts'
import type { Due } from '../registrations/settlement/balance.ts'

export type Owed = Due & {
  /** What the ledger has beyond price, promo codes, credit and payments, in cents: fees, and what the office adjusted. */
  adjustments: Cents
}

const feeNames: Readonly<Record<string, string>> = {
  returned_check_fee: 'Returned payment fee',
  card_reversal_fee: 'Card reversal charge',
}

/** What a fee of the ledger is called wherever money is listed. FEE-029. */
export const feeName = (kind: string): string => feeNames[kind] ?? 'Fee'

export type Added = { label: string; amount: Cents }

/** What came on top since completion, each by its name: its fees, and as a correction what the ledger has beside them (cents). */
export function addedSince(fees: readonly { kind: string; amount: Cents }[], adjustments: Cents): Added[] {
  const rest = minus(
    adjustments,
    sumOf(fees, ({ amount }) => amount),
  )
  const named = fees.map(({ kind, amount }) => ({ label: feeName(kind), amount }))
  return rest === 0 ? named : [...named, { label: 'Correction', amount: rest }]
}

/**
 * What is owed, in cents: until completion what the price says, from then on what the ledger says, with every fee since;
 * `receivable` is the ledger's, null before there is one. PAY-003, FEE-023.
 */
export function owedOf(priced: Due, receivable: Cents | null): Owed {
  const raw = receivable ?? priced.raw
  return { ...priced, raw, shown: most(nothing, raw), adjustments: minus(raw, priced.raw) }
}
