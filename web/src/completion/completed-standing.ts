import type { Cents } from '@callboard/domain/kernel/money.ts'
import { balanceOf, type Due } from '@callboard/domain/payments/balance.ts'
import type { QuoteLine } from '@callboard/domain/pricing/line.ts'
import type { Credit } from '@callboard/domain/registrations/registration.ts'

type Completed = {
  fees: { total: Cents }
  lines: readonly QuoteLine[]
  credit: Credit | null
  payments: readonly { amount: Cents }[]
}

/** What is still owed on a completed registration, by the lines that were promised. PAY-003. */
export function standingOf({ fees, lines, credit, payments }: Completed): Due {
  const promo = lines.reduce((sum, { group, amount }) => (group === 'discount' ? sum - amount : sum), 0)
  // A sum of cents is cents.
  return balanceOf(fees.total, promo as Cents, credit, payments)
}
