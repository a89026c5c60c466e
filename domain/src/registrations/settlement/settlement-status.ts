import {
  balanceOf,
  depositAmount,
  depositRequired,
  offersDeposit,
  type Balance,
  type PaymentAmount,
} from './balance.ts'
import { requiredNow } from './coverage.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Quote } from '../pricing/line.ts'
import { depositRoutines } from '../routines/counts.ts'
import type { Facts, Registration } from '../registration.ts'

export type SettlementStatus = {
  due: Balance
  /** The deposit that would be asked, before it is held to the total. */
  deposit: Cents
  deposit_offered: boolean
  deposit_required: Cents
  /** The amount to be paid now to complete. */
  required: Cents
}

/** How a registration stands with money, in cents: what is owed, what a deposit is, what completing it takes. PAY-003, PAY-031, A07. */
export function settlementStatus(
  registration: Registration,
  price: Quote,
  payments: readonly PaymentAmount[],
  facts: Facts,
): SettlementStatus {
  const { total } = price.fees
  const deposit = depositAmount(total, depositRoutines(registration).length, facts.settings)
  return {
    due: balanceOf(total, price.promo, registration.credit, payments),
    deposit,
    // A registration that was completed once, edits included, has no deposit left to pay.
    deposit_offered: !registration.completed && offersDeposit(registration, facts, deposit),
    deposit_required: depositRequired(total, deposit),
    required: requiredNow(registration, facts, total, deposit),
  }
}
