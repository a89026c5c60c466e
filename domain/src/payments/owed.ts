import { minus, most, nothing, type Cents } from '../kernel/money.ts'
import type { Due } from './balance.ts'

export type Owed = Due & {
  /** What the ledger has beyond price, promo codes, credit and payments, in cents: fees, and what the office adjusted. */
  adjustments: Cents
}

/**
 * What is owed, in cents: until completion what the price says, from then on what the ledger says, with every fee since;
 * `receivable` is the ledger's, null before there is one. PAY-003, FEE-023.
 */
export function owedOf(priced: Due, receivable: Cents | null): Owed {
  const raw = receivable ?? priced.raw
  return { ...priced, raw, shown: most(nothing, raw), adjustments: minus(raw, priced.raw) }
}
