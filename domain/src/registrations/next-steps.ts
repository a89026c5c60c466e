import { dayIn, type CalendarDate } from '../kernel/calendar.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Cents } from '../kernel/money.ts'

type StepTally = { done: number; total: number }

/** The fields of a registration in a list. */
export type ListedRegistration = {
  completed: boolean
  confirmed: boolean
  open: boolean
  past: boolean
  balance: Cents
  due_date: CalendarDate
  rate_ends: Instant | null
  waivers: StepTally
  music: StepTally
  has_competition: boolean
}

export type NextStep =
  | { kind: 'finish'; rate_ends: Instant | null }
  | { kind: 'closed' }
  | { kind: 'pay'; amount: Cents; by: CalendarDate; overdue: boolean }
  | { kind: 'waivers'; left: number }
  | { kind: 'music'; left: number }
  | { kind: 'review' }
  | { kind: 'ready' }
  | { kind: 'over' }

/**
 * The next steps of a registration, the most pressing first; never empty. `today` is the city's day. ACC-070, WIZ-032.
 */
export function nextSteps(registration: ListedRegistration, today: CalendarDate): NextStep[] {
  const { completed, confirmed, open, past, balance, due_date, rate_ends, waivers, music } = registration
  if (!completed) return [open ? { kind: 'finish', rate_ends } : { kind: 'closed' }]

  const steps: NextStep[] = []
  if (balance > 0) steps.push({ kind: 'pay', amount: balance, by: due_date, overdue: due_date < today })
  if (past) return steps.length > 0 ? steps : [{ kind: 'over' }]
  if (waivers.done < waivers.total) steps.push({ kind: 'waivers', left: waivers.total - waivers.done })
  if (registration.has_competition && music.done < music.total) {
    steps.push({ kind: 'music', left: music.total - music.done })
  }
  if (!confirmed) steps.push({ kind: 'review' })
  return steps.length > 0 ? steps : [{ kind: 'ready' }]
}

/** The day by which a registration wants something done: its balance paid, or finished while its rate holds. */
function pressingDay({
  completed,
  balance,
  due_date,
  rate_ends,
  time_zone,
}: ListedRegistration & { time_zone: string }) {
  if (completed) return balance > 0 ? due_date : null
  return rate_ends && dayIn(time_zone, rate_ends)
}

/** Sorts overdue steps first, then by the nearest date; steps without a date come last in their order. ACC-070. */
export const mostPressingFirst = <Listed extends ListedRegistration & { time_zone: string }>(
  registrations: readonly Listed[],
): Listed[] =>
  registrations.toSorted((one, other) => {
    const [a, b] = [pressingDay(one) ?? '9999', pressingDay(other) ?? '9999']
    return a < b ? -1 : a > b ? 1 : 0
  })
