import { minus, maxCents, zeroCents, plus, type Cents } from '@callboard/domain/kernel/money.ts'
import { isCovered } from '@callboard/domain/registrations/settlement/coverage.ts'
import type { AddedCharge } from '@callboard/domain/payments/amount-owed.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import { owedBeforeEdit, requiredForEdit } from '@callboard/domain/registrations/edit.ts'
import {
  settlementStatus,
  type SettlementStatus,
} from '@callboard/domain/registrations/settlement/settlement-status.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadAmountOwed } from './amount-owed.ts'
import type { RegistrationContext } from './facts.ts'
import { priceOf } from './present.ts'
import type { Revised } from './save-revision.ts'

export type EditMoney = SettlementStatus & {
  price: Quote
  /** Owed with the edit in it, in cents; negative: overpaid. */
  raw: Cents
  adjustments: Cents
  added: AddedCharge[]
  /** Amount the edit adds to the balance due now. */
  raw_due_now: Cents
  covered: boolean
}

/** Returns the balance of an edit: its own price with the payments and ledger of the live registration. EDIT-013. */
export async function editMoney(tx: Tx, context: RegistrationContext, { live, stored }: Revised): Promise<EditMoney> {
  const { registration, facts } = context
  const { payments, due, added } = await loadAmountOwed(tx, live, await priceOf(tx, { ...context, registration: live }))
  const { adjustments } = due
  const price = quote(registration, facts)
  const settlement = settlementStatus(registration, price, payments, facts)
  const owed_before = stored.table === 'revisions' ? owedBeforeEdit(due.raw, payments, stored.began) : zeroCents
  const required = requiredForEdit({ total: price.fees.total, adjustments, carried: owed_before })
  const raw = plus(settlement.due.raw, adjustments)
  return {
    ...settlement,
    price,
    required,
    raw,
    adjustments,
    added,
    raw_due_now: minus(raw, maxCents(zeroCents, owed_before)),
    covered: isCovered(registration, settlement.due, required),
  }
}
