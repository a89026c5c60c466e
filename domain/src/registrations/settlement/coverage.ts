import { minus, zeroCents, plus, type Cents } from '../../kernel/money.ts'
import type { Facts, Registration, Credit } from '../registration.ts'
import { depositRequired, offersDeposit, type Balance } from './balance.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { PaymentRefusal } from './payment-refusals.ts'

/**
 * The amount to be paid now (cents) to complete: the deposit where one is offered, else the total. PAY-031, A07, A08.
 */
export function requiredNow(
  registration: Pick<Registration, 'ancillary' | 'independent' | 'studio_id' | 'paying_by_check'>,
  facts: Pick<Facts, 'studio' | 'settings'>,
  total: Cents,
  deposit: Cents,
): Cents {
  if (facts.studio?.bypass_deposit && facts.settings.bypass_deposit_completes) return zeroCents
  return offersDeposit(registration, facts, deposit) ? depositRequired(total, deposit) : total
}

/** Whether payment is covered: reviewed, and by check or with enough paid, promised or taken off (cents). PAY-030, PAY-056, REV-025. */
export const isCovered = (
  { reviewed, paying_by_check }: Pick<Registration, 'reviewed' | 'paying_by_check'>,
  { payments, promo, credit }: Balance,
  required: Cents,
): boolean => reviewed && (paying_by_check || plus(payments, promo, credit) >= required)

/** The remainder of the amount required now (cents); COMPLETE REGISTRATION shows at zero or less. PAY-031. */
export const rawDueNow = ({ payments, promo, credit }: Balance, required: Cents): Cents =>
  minus(required, plus(payments, promo, credit))

export type CompletedStatus = 'deposit' | 'pending_check' | 'paid'

/** How a completed registration stands with money. WIZ-031, PAY-029, PAY-056. */
export function completedStatus(
  { paying_by_check }: Pick<Registration, 'paying_by_check'>,
  { raw }: Pick<Balance, 'raw'>,
): CompletedStatus {
  if (raw <= 0) return 'paid'
  return paying_by_check ? 'pending_check' : 'deposit'
}

type TaskTally = { done: number; total: number }

/** Whether a completed registration is shown as pending: money, waivers or music are missing. WIZ-032, EVT-027. */
export const isPending = (
  { completed }: Pick<Registration, 'completed'>,
  { raw }: Pick<Balance, 'raw'>,
  waivers: TaskTally,
  music: TaskTally,
): boolean => completed && (raw > 0 || waivers.done < waivers.total || music.done < music.total)

/** A credit as its owner claims it (cents); the office verifies it later. PAY-048, A06. */
export function claimCredit(from: string, amount: Cents): Result<Credit, PaymentRefusal> {
  if (from.trim() === '') return refuse({ code: 'credit.from', field: 'from' })
  if (amount <= 0) return refuse({ code: 'credit.amount', field: 'amount' })
  return accept({ from: from.trim(), amount, status: 'claimed' })
}

/** The message after a credit is saved or removed. PAY-048, PAY-063. */
export const creditSentence = (credit: Credit | null): string =>
  credit ? 'Your credit/vouchers have been applied!' : 'Your credit/vouchers have been cleared!'

/** Whether the office may confirm as far as credit goes: no claim is undecided. A06. */
export const isCreditDecided = (credit: Credit | null): boolean => credit?.status !== 'claimed'
