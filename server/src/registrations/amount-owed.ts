import { balanceOf } from '@callboard/domain/registrations/settlement/balance.ts'
import { addedCharges, amountOwed } from '@callboard/domain/payments/amount-owed.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import type { Registration } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../platform/db/connect.ts'
import { loadPayments } from './queries.ts'
import { listFees, loadReceivable } from '../ledger/queries.ts'

type Owing = Pick<Registration, 'id' | 'completed' | 'credit'>

/**
 * Returns the balance of a registration at this price and the payments it counts. The ledger applies from completion.
 * PAY-003.
 */
export async function loadAmountOwed(
  tx: Tx,
  { id, completed, credit }: Owing,
  { fees, promo }: Pick<Quote, 'fees' | 'promo'>,
) {
  const payments = await loadPayments(tx, id)
  const priced = balanceOf(fees.total, promo, credit, payments)
  const due = amountOwed(priced, completed ? await loadReceivable(tx, id) : null)
  const since = due.adjustments === 0 ? [] : await listFees(tx, id)
  return { payments, due, added: addedCharges(since, due.adjustments) }
}
