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
  /** Places from the waiting list that are kept, until when, and whether the owner has accepted them. */
  kept_places: { ends: Instant; is_accepted: boolean } | null
  waivers: StepTally
  music: StepTally
  has_competition: boolean
}

export type NextStep =
  | { kind: 'offer'; ends: Instant }
  | { kind: 'finish'; rate_ends: Instant | null; kept_until: Instant | null }
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
  const { completed, confirmed, open, past, balance, due_date, rate_ends, kept_places, waivers, music } = registration
  const offer: NextStep[] =
    kept_places && !kept_places.is_accepted && !past ? [{ kind: 'offer', ends: kept_places.ends }] : []
  if (!completed) {
    const kept_until = kept_places?.is_accepted ? kept_places.ends : null
    return open ? [...offer, { kind: 'finish', rate_ends, kept_until }] : [{ kind: 'closed' }]
  }

  const steps = [...offer]
  if (balance > 0) steps.push({ kind: 'pay', amount: balance, by: due_date, overdue: due_date < today })
  if (past) return steps.length > 0 ? steps : [{ kind: 'over' }]
  if (waivers.done < waivers.total) steps.push({ kind: 'waivers', left: waivers.total - waivers.done })
  if (registration.has_competition && music.done < music.total) {
    steps.push({ kind: 'music', left: music.total - music.done })
  }
  if (!confirmed) steps.push({ kind: 'review' })
  return steps.length > 0 ? steps : [{ kind: 'ready' }]
}

/**
 * The day by which a registration wants something done: an offer answered, its balance paid, or finished while its rate or
 * its places hold.
 */
function pressingDay({ kept_places, ...listed }: ListedRegistration & { time_zone: string }) {
  const { completed, balance, due_date, rate_ends, time_zone } = listed
  const day = completed ? (balance > 0 ? due_date : null) : rate_ends && dayIn(time_zone, rate_ends)
  const keptDay = kept_places && dayIn(time_zone, kept_places.ends)
  return keptDay && (day === null || keptDay < day) ? keptDay : day
}

/** Sorts overdue steps first, then by the nearest date; steps without a date come last in their order. ACC-070. */
export const mostPressingFirst = <Listed extends ListedRegistration & { time_zone: string }>(
  registrations: readonly Listed[],
): Listed[] =>
  registrations.toSorted((one, other) => {
    const [a, b] = [pressingDay(one) ?? '9999', pressingDay(other) ?? '9999']
    return a < b ? -1 : a > b ? 1 : 0
  })
