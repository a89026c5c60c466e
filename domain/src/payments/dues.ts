import { addDays, dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import { dueDate } from '../rates/due-date.ts'
import type { ProductSettings } from '../settings/registry.ts'
import type { TourDate } from '../tour-dates/city.ts'

type DueDates = Pick<TourDate, 'time_zone' | 'start_date' | 'payment_date' | 'send_check_date' | 'cutoff_start_date'>
type Owing = { completed_at: Instant; pays_later: boolean }

/** The day a completed registration was told to pay by: the due date as it was when it completed. FEE-027, FEE-028. */
export const promisedDueDate = (
  tour_date: DueDates,
  { completed_at, pays_later }: Owing,
  settings: Pick<ProductSettings, 'pay_later_days'>,
): CalendarDate => dueDate(tour_date, completed_at, settings, pays_later)

export type DueState = 'overdue' | 'today' | 'soon' | 'later'

/** How a day stands to a due date; 'soon' is the time in which people are reminded. */
export function dueState(due: CalendarDate, today: CalendarDate, reminder_days: number): DueState {
  if (due < today) return 'overdue'
  if (due === today) return 'today'
  return addDays(due, -reminder_days) <= today ? 'soon' : 'later'
}

/** The day a completed registration was told to pay by, and how today stands to it. */
export function dueOf(
  tour_date: DueDates,
  owing: Owing,
  now: Instant,
  settings: Pick<ProductSettings, 'pay_later_days' | 'reminder_days'>,
): { due_date: CalendarDate; due_state: DueState } {
  const due_date = promisedDueDate(tour_date, owing, settings)
  return { due_date, due_state: dueState(due_date, dayIn(tour_date.time_zone, now), settings.reminder_days) }
}

export type ReminderKind = 'before' | 'due'
export type Reminder = { kind: ReminderKind; due_date: CalendarDate }

/**
 * The reminder that is due now for a completed registration that owes money: some days before its due date, and on that
 * day; null: none. Who completed within those days was just told the date, and is only reminded on it. The day is that
 * of the city's zone.
 */
export function reminderAt(
  tour_date: DueDates,
  { completed_at, pays_later }: Owing,
  now: Instant,
  settings: Pick<ProductSettings, 'pay_later_days' | 'reminder_days'>,
): Reminder | null {
  const today = dayIn(tour_date.time_zone, now)
  const completed = dayIn(tour_date.time_zone, completed_at)
  const due_date = dueDate(tour_date, now, settings, pays_later)
  const first = addDays(due_date, -settings.reminder_days)
  if (due_date === today) return completed < today ? { kind: 'due', due_date } : null
  if (settings.reminder_days === 0 || today > due_date || today < first) return null
  return completed < first ? { kind: 'before', due_date } : null
}
