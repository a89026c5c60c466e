import { minus, maxCents, zeroCents, sumOf, type Cents } from '../kernel/money.ts'
import type { Balance } from '../registrations/settlement/balance.ts'

export type AmountOwed = Balance & {
  /** Ledger entries beside price, promo codes, credit and payments, in cents: fees and office adjustments. */
  adjustments: Cents
}

const feeNames: Readonly<Record<string, string>> = {
  returned_check_fee: 'Returned payment fee',
  card_reversal_fee: 'Card reversal charge',
  adjustment: 'Bill lowered with a refund',
}

/** The label of a ledger fee, or of a lowered bill, in lists of money. FEE-029, OFF-020. */
export const feeName = (kind: string): string => feeNames[kind] ?? 'Fee'

export type AddedCharge = { label: string; amount: Cents }

/**
 * Charges since completion, each with its label: the fees, and one correction for the remaining adjustments (cents).
 */
export function addedCharges(fees: readonly { kind: string; amount: Cents }[], adjustments: Cents): AddedCharge[] {
  const rest = minus(
    adjustments,
    sumOf(fees, ({ amount }) => amount),
  )
  const feeCharges = fees.map(({ kind, amount }) => ({ label: feeName(kind), amount }))
  return rest === 0 ? feeCharges : [...feeCharges, { label: 'Correction', amount: rest }]
}

/**
 * The amount owed, in cents: from the price until completion, afterwards from the ledger with every fee since.
 * `receivable` is the ledger's balance; null: no ledger yet. PAY-003, FEE-023.
 */
export function amountOwed(priced: Balance, receivable: Cents | null): AmountOwed {
  const raw = receivable ?? priced.raw
  return { ...priced, raw, shown: maxCents(zeroCents, raw), adjustments: minus(raw, priced.raw) }
}
