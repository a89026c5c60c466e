import type { CalendarDate } from '../kernel/calendar.ts'
import type { Cents } from '../kernel/money.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { AccountRefusal } from './refusals.ts'

/** A registration as deleting looks at it. */
export type ErasureRegistration = {
  city: string
  /** The event's address for questions. */
  support_email: string
  end_date: CalendarDate
  deleted: boolean
  completed: boolean
  /** Payments less refunds, in cents. */
  paid: Cents
  /** The ledger's balance in cents; negative: the studio is owed money. */
  balance: Cents
  /** A charge whose outcome nobody knows yet. */
  has_open_payment: boolean
}

const isAhead = ({ deleted, end_date }: ErasureRegistration, today: CalendarDate) => !deleted && end_date >= today

/** Whether a person may be deleted: not while an event they are registered for lies ahead. `registrations` are theirs. */
export function checkForgetPerson(
  registrations: readonly ErasureRegistration[],
  today: CalendarDate,
  name: string,
): Result<null, AccountRefusal> {
  const ahead = registrations.find((registration) => isAhead(registration, today))
  return ahead ? refuse({ code: 'privacy.person_registered', name, city: ahead.city }) : accept(null)
}

type Account = { role: 'user' | 'office' | 'admin' }

/** Whether an account may be deleted: not the office's, not before its events, not while money is open. */
export function checkForgetAccount(
  { role }: Account,
  registrations: readonly ErasureRegistration[],
  today: CalendarDate,
): Result<null, AccountRefusal> {
  if (role !== 'user') return refuse({ code: 'privacy.staff' })
  const allAhead = registrations.filter((registration) => isAhead(registration, today))
  // First what the owner cannot settle alone.
  const ahead = allAhead.find(({ completed }) => completed) ?? allAhead[0]
  if (ahead) {
    const { city, support_email: email, completed } = ahead
    // An owner deletes only what is not completed; the rest is the office's to cancel.
    return refuse(
      completed ? { code: 'privacy.account_registered', city, email } : { code: 'privacy.account_unfinished', city },
    )
  }
  const open = registrations.find(
    ({ has_open_payment, balance, completed, paid }) => has_open_payment || balance !== 0 || (!completed && paid !== 0),
  )
  return open ? refuse({ code: 'privacy.money_open', city: open.city, email: open.support_email }) : accept(null)
}
