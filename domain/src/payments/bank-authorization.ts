import type { CalendarDate } from '../kernel/calendar.ts'
import { usd, type Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { PaymentRefusal } from '../registrations/settlement/payment-refusals.ts'

/** The holder and the type of a bank account. */
export type BankAccount = { name: string; account_type: 'checking' | 'savings'; holder_type: 'personal' | 'business' }

export type AuthorizedDebit = BankAccount & {
  amount: Cents
  last_four: string
  /** The day it is given, in the city's zone. */
  date: CalendarDate
  registration_id: number
  event: string
  city: string
  /** Where it can be revoked. */
  contact: string
  returned_fee: Cents
  /** The account is saved, or was: later payments are confirmed one by one. */
  standing: boolean
}

const monthDayYear = (date: CalendarDate) => {
  const [year, month, day] = date.split('-').map(Number)
  return `${month}/${day}/${year}`
}

const standingWords = (company: string) =>
  ` I also authorize ${company} to debit this account for later amounts, each on the day on which I confirm the payment on this site.`

/** The authorization of one bank debit in the words of a template, every part of it filled in. */
export function renderBankAuthorization(template: string, debit: AuthorizedDebit): string {
  const parts: Record<string, string> = {
    name: debit.name,
    company: debit.event,
    holder: debit.holder_type,
    account: debit.account_type,
    last_four: debit.last_four,
    amount: usd(debit.amount),
    date: monthDayYear(debit.date),
    registration: `${debit.registration_id}`,
    event: debit.event,
    city: debit.city,
    contact: debit.contact,
    fee: usd(debit.returned_fee),
    standing: debit.standing ? standingWords(debit.event) : '',
  }
  // A word in braces that is none of these stays as the office wrote it.
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
}

export type GivenAuthorization = { version: string; text: string; agreed: boolean }

/** Refuses a bank debit that nobody authorized, or that was authorized in other words than the ones that hold now. */
export function checkBankAuthorization(
  authorization: GivenAuthorization | undefined,
  now: { version: string; text: string },
): Result<GivenAuthorization, PaymentRefusal> {
  if (!authorization?.agreed) return refuse({ code: 'payment.authorization', field: 'authorization' })
  if (authorization.version !== now.version || authorization.text !== now.text) {
    return refuse({ code: 'payment.authorization_changed', field: 'authorization' })
  }
  return accept(authorization)
}
