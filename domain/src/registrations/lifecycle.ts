import { dayIn } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import { isCreditDecided, isCovered } from './settlement/coverage.ts'
import type { Balance } from './settlement/balance.ts'
import type { PaymentRefusal } from './settlement/payment-refusals.ts'
import { minus, plus, type Cents } from '../kernel/money.ts'
import { depositRoutines } from './routines/counts.ts'
import type { RegistrationRefusal } from './refusals.ts'
import type { Facts, Registration } from './registration.ts'
import { allowsMove, isSubmitted, statusOf } from './registration-status.ts'
import type { OfficeRefusal } from '../tours/office-refusals.ts'

type LifecycleResult = Result<Registration, RegistrationRefusal>

/**
 * A registration as completed at a moment, or (editing) with its edit completed: unconfirmed until the office confirms.
 * `required`, in cents, is what had to be paid. WIZ-030, REV-025, REV-026, EDIT-007, EDIT-010.
 */
export function complete(
  registration: Registration,
  due: Balance,
  required: Cents,
  now: Instant,
): Result<Registration, RegistrationRefusal | PaymentRefusal> {
  if (isSubmitted(registration)) return refuse({ code: 'registration_completed' })
  if (!allowsMove(statusOf(registration), 'complete'))
    return refuse({ code: 'registration.not_reviewed', tab: 'review' })
  if (!isCovered(registration, due, required)) {
    const paidAmount = plus(due.payments, due.promo, due.credit)
    return refuse({ code: 'payment.not_covered', due: minus(required, paidAmount) })
  }
  return accept({
    ...registration,
    completed: true,
    confirmed: false,
    editing: false,
    competition_deposit_routines: depositRoutines(registration),
    dates: {
      ...registration.dates,
      completed: registration.dates.completed ?? now,
      confirmed: null,
      edited: registration.completed ? now : registration.dates.edited,
    },
  })
}

/** A registration that the office has looked through; undecided credit comes first. A03, A06. */
export function confirm(registration: Registration, now: Instant): LifecycleResult {
  if (!allowsMove(statusOf(registration), 'confirm')) return refuse({ code: 'registration.not_completed' })
  if (!isCreditDecided(registration.credit)) return refuse({ code: 'registration.credit_undecided' })
  return accept({ ...registration, confirmed: true, dates: { ...registration.dates, confirmed: now } })
}

/** Whether the EDIT button shows: until the day the event starts, in the city's zone. EDIT-005, EVT-008. */
export const showsEdit = (
  { completed }: Pick<Registration, 'completed'>,
  { tour_date, now }: Pick<Facts, 'tour_date' | 'now'>,
): boolean => completed && dayIn(tour_date.time_zone, now) <= tour_date.start_date

/** The revision an edit begins with: agreements, review, confirmation and check are open again. EDIT-001, EDIT-002, EDIT-006. */
export function beginEdit(registration: Registration, facts: Pick<Facts, 'tour_date' | 'now'>): LifecycleResult {
  if (!registration.completed) return refuse({ code: 'registration.not_completed' })
  if (!showsEdit(registration, facts)) return refuse({ code: 'registration.edit_over' })
  if (!allowsMove(statusOf(registration), 'edit')) return refuse({ code: 'registration.just_registered' })
  return accept(withoutAgreements(registration))
}

/** A registration as an edit begins with it: nothing of it is reviewed or agreed to. EDIT-002, EDIT-006. */
export const withoutAgreements = (registration: Registration): Registration => ({
  ...registration,
  editing: true,
  waiver: false,
  competitionCodeWaiver: false,
  reviewed: false,
  confirmed: false,
  paying_by_check: false,
})

/** Whether an owner may delete a registration: only an unfinished one. WIZ-050, WIZ-065. */
export const checkDelete = (registration: Registration): LifecycleResult =>
  registration.completed ? refuse({ code: 'registration.completed_stays' }) : accept(registration)

/** A registration the office confirms, or whose confirmation it takes back: that is always possible. OFF-018, A03. */
export function setConfirmed(
  registration: Registration,
  confirmed: boolean,
  deleted: boolean,
  now: Instant,
): Result<Registration, RegistrationRefusal | OfficeRefusal> {
  if (deleted) return refuse({ code: 'office.deleted' })
  if (confirmed) return confirm(registration, now)
  return accept({ ...registration, confirmed: false, dates: { ...registration.dates, confirmed: null } })
}
