import {
  minCents,
  minus,
  maxCents,
  zeroCents,
  plus,
  shareRoundedUp,
  sumOf,
  times,
  usd,
  type Cents,
} from '../../kernel/money.ts'
import type { Credit, Facts, Registration } from '../registration.ts'
import { isWithoutStudio } from '../routines/removed-routines.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'

export type PaymentAmount = { amount: Cents }
export type Balance = {
  total: Cents
  promo: Cents
  credit: Cents
  /** Refunds are negative payments and already taken off. */
  payments: Cents
  /** May be negative: overpaid. */
  raw: Cents
  /** The amount due on screens; never negative. */
  shown: Cents
}

/** How much of a credit counts (cents): nothing once rejected, never more than what is owed after promo codes. A06, PAY-048, PAY-063. */
export const creditCounted = (credit: Credit | null, total: Cents, promo: Cents): Cents =>
  credit === null || credit.status === 'rejected'
    ? zeroCents
    : minCents(credit.amount, maxCents(zeroCents, minus(total, promo)))

/** The balance in cents: total less promo, credit and payments. PAY-003, PAY-059, A118. */
export function balanceOf(
  total: Cents,
  promo: Cents,
  credit: Credit | null,
  payments: readonly PaymentAmount[],
): Balance {
  const countedCredit = creditCounted(credit, total, promo)
  const paidAmount = sumOf(payments, ({ amount }) => amount)
  const raw = minus(total, plus(promo, countedCredit, paidAmount))
  return { total, promo, credit: countedCredit, payments: paidAmount, raw, shown: maxCents(zeroCents, raw) }
}

/** The balance (cents; negative: overpaid) as a row of a mail: its name and amount. */
export const balanceRow = (raw: Cents): [label: string, value: string] =>
  raw < 0 ? ['Overpaid', usd(minus(zeroCents, raw))] : ['Still due', usd(raw)]

/** The deposit, in cents: the general one and so much per routine, or where configured a share of the total, rounded up. FEE-014 to FEE-016, A07. */
export const depositAmount = (
  total: Cents,
  routines: number,
  settings: Pick<ProductSettings, 'deposit_percentage' | 'general_deposit' | 'deposit_per_routine'>,
): Cents =>
  settings.deposit_percentage > 0
    ? shareRoundedUp(total, settings.deposit_percentage)
    : plus(settings.general_deposit, times(settings.deposit_per_routine, routines))

/** The deposit required to complete (cents), never more than the total. A07. */
export const depositRequired = (total: Cents, deposit: Cents): Cents => minCents(total, deposit)

/** Whether a deposit may be paid: by an unflagged studio that does not bypass it, and when there is one. PAY-005, FEE-020, A07. */
export const offersDeposit = (
  registration: Pick<Registration, 'ancillary' | 'independent' | 'studio_id' | 'paying_by_check'>,
  { studio }: Pick<Facts, 'studio'>,
  deposit: Cents,
): boolean =>
  deposit > 0 &&
  !registration.ancillary &&
  !isWithoutStudio(registration) &&
  !registration.paying_by_check &&
  !studio?.flagged &&
  !studio?.bypass_deposit

/** The label of a credit's amount: with its source, as the studio wrote it. */
export const creditLabel = (from: string | null | undefined): string =>
  from ? `Credit: ${from}` : 'Credit and vouchers'
