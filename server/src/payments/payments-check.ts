import { cents, usd } from '@callboard/domain/kernel/money.ts'
import type { BookedPayment, ListedMoney, MovedAttempt } from './reconciliation-queries.ts'

type LedgerRow = { account: string; amount: number; payment_id: number | null }
type CheckedMoney = {
  ledger: readonly LedgerRow[]
  payments: readonly BookedPayment[]
  attempts: readonly MovedAttempt[]
  /** Money columns of the registration list; undefined: no such registration. */
  listed: ListedMoney | undefined
}

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The faults of one registration's money: its payments, the requests to the gateway that moved it, its ledger, and what
 * lists show as paid and owed must say the same. Amounts are cents.
 */
export function moneyFaults({ ledger, payments, attempts, listed }: CheckedMoney): string[] {
  const faults: string[] = []
  const receivable = sumOf(ledger.filter(({ account }) => account === 'receivable'))
  const paidSum = sumOf(payments)
  if (listed && listed.receivable !== receivable) faults.push('is listed with another sum than its rows have')
  if (listed && listed.paid !== paidSum)
    faults.push(`is listed as paid ${listed.paid}, and its payments are ${paidSum}`)
  if (listed && !listed.completed && ledger.length > 0) faults.push('has a ledger and is not completed')
  if (listed?.completed || ledger.length > 0) faults.push(...ledgerFaults(ledger, payments))
  return [...faults, ...attemptFaults(payments, attempts)]
}

/** Checks that payments and ledger rows match one to one, with equal amounts. */
function ledgerFaults(ledger: readonly LedgerRow[], payments: readonly BookedPayment[]): string[] {
  const faults: string[] = []
  const booked = new Map<number, number>()
  for (const { account, amount, payment_id } of ledger) {
    if (account === 'receivable' && payment_id !== null) {
      booked.set(payment_id, (booked.get(payment_id) ?? 0) - amount)
    }
  }
  for (const { id, amount } of payments) {
    const bookedAmount = booked.get(id)
    if (bookedAmount === undefined) faults.push(`payment ${id} is not in the ledger`)
    else if (bookedAmount !== amount) faults.push(`payment ${id} is ${amount}, and ${bookedAmount} in the ledger`)
    booked.delete(id)
  }
  for (const id of booked.keys()) faults.push(`payment ${id} is in the ledger and is gone`)
  return faults
}

/** The office's words for a charge of which a part was approved; amounts in cents. */
export const partlyApprovedText = (amount: number, requestedAmount: number) =>
  `${usd(cents(amount))} of ${usd(cents(requestedAmount))}.`

const movedMoney = new Set(['approved', 'settled', 'returned', 'voided', 'refunded', 'partly_refunded', 'charged_back'])

/** Checks that each successful attempt has its payment and that each payment has the requested amount. */
function attemptFaults(payments: readonly BookedPayment[], attempts: readonly MovedAttempt[]): string[] {
  const faults: string[] = []
  const paymentOf = new Map(payments.flatMap((payment) => (payment.attempt_id ? [[payment.attempt_id, payment]] : [])))
  for (const { id, orderid, kind, state, amount, partly } of attempts) {
    const payment = paymentOf.get(id)
    const sign = kind === 'charge' ? 1 : -1
    const isPart = payment !== undefined && partly === partlyApprovedText(payment.amount, amount)
    if (payment && payment.amount !== sign * amount && !isPart) {
      faults.push(`payment ${payment.id} is ${payment.amount}, and ${orderid} is ${sign * amount}`)
    }
    if (payment && !movedMoney.has(state)) faults.push(`payment ${payment.id} is of ${orderid}, which moved nothing`)
    // A charge that was voided or returned before it was booked took nothing.
    const mustHave = movedMoney.has(state) && state !== 'voided' && state !== 'returned'
    if (mustHave && !payment) faults.push(`${orderid} moved money and has no payment`)
  }
  return faults
}
