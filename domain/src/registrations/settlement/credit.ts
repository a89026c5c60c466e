import type { Cents } from '../../kernel/money.ts'
import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Credit } from '../registration.ts'
import type { PaymentRefusal } from './payment-refusals.ts'

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
