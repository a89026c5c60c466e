import { addDays, dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { dueDate } from '../tours/due-date.ts'
import type { Registration } from '../registrations/registration.ts'
import type { ProductSettings } from '../tours/settings/registry.ts'
import type { TourDate } from '../tours/city.ts'

type DueDates = Pick<TourDate, 'time_zone' | 'start_date' | 'payment_date' | 'send_check_date' | 'cutoff_start_date'>
/** `completed_at` is null while it is in progress. */
type Owing = { completed_at: Instant | null; pays_later: boolean }

/** When a registration was told what it owes, and whether it reserved. */
export const owingOf = ({
  completed,
  dates,
  paying_by_check: pays_later,
}: Pick<Registration, 'completed' | 'dates' | 'paying_by_check'>): Owing => ({
  completed_at: completed ? dates.completed : null,
  pays_later,
})

/**
 * The day a registration is paid by, on every screen and in every mail: as it was told at completion, and it does not
 * move once it has passed; in progress, as it would be told now. FEE-027, FEE-028, EVT-028, A63.
 */
export const payBy = (
  tour_date: DueDates,
  { completed_at, pays_later }: Owing,
  now: Instant,
  settings: Pick<ProductSettings, 'pay_later_days'>,
): CalendarDate => dueDate(tour_date, completed_at ?? now, settings, pays_later)

export type DueState = 'overdue' | 'today' | 'soon' | 'later'

/** How a day stands to a due date; 'soon' is the time in which people are reminded. */
export function dueState(due: CalendarDate, today: CalendarDate, reminder_days: number): DueState {
  if (due < today) return 'overdue'
  if (due === today) return 'today'
  return addDays(due, -reminder_days) <= today ? 'soon' : 'later'
}

/** The day a registration is paid by, and how today stands to it. */
export function dueOf(
  tour_date: DueDates,
  owing: Owing,
  now: Instant,
  settings: Pick<ProductSettings, 'pay_later_days' | 'reminder_days'>,
): { due_date: CalendarDate; due_state: DueState } {
  const due_date = payBy(tour_date, owing, now, settings)
  return { due_date, due_state: dueState(due_date, dayIn(tour_date.time_zone, now), settings.reminder_days) }
}

export type ReminderKind = 'before' | 'due' | 'overdue'
export type Reminder = { kind: ReminderKind; due_date: CalendarDate }

/**
 * The reminder due now for a completed registration that owes money: some days before the due date, on it, or once
 * after it while the event has not begun; null: none. A registration completed within those days gets none, because the
 * confirmation has just stated the date. Days are those of the city's time zone.
 */
export function reminderAt(
  tour_date: DueDates,
  owing: Owing & { completed_at: Instant },
  now: Instant,
  settings: Pick<ProductSettings, 'pay_later_days' | 'reminder_days'>,
): Reminder | null {
  const today = dayIn(tour_date.time_zone, now)
  const completed = dayIn(tour_date.time_zone, owing.completed_at)
  const due_date = payBy(tour_date, owing, now, settings)
  const daysBefore = (day: CalendarDate) => addDays(day, -settings.reminder_days)
  if (today === due_date) return completed < today ? { kind: 'due', due_date } : null
  const kind = today < due_date ? 'before' : 'overdue'
  const last = kind === 'before' ? due_date : tour_date.start_date
  const in_time = daysBefore(last) <= today && today <= last
  return in_time && completed < daysBefore(last) ? { kind, due_date } : null
}
