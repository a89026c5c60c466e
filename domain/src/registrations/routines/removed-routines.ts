import type { CalendarDate } from '../../kernel/calendar.ts'
import { minus, zeroCents, sumOf, usd, type Cents } from '../../kernel/money.ts'
import { isPastRemovedRoutineDeadline, removedRoutineDeadline } from '../../tours/due-date.ts'
import type { Facts, Registration } from '../registration.ts'

type RemovedRoutine = { routine: number; after_deadline: boolean; fee: Cents }

/** Whether nobody's studio stands behind a registration. FEE-033, A27. */
export const isWithoutStudio = ({ independent, studio_id }: Pick<Registration, 'independent' | 'studio_id'>): boolean =>
  independent || studio_id === null

/**
 * The routines a completed registration once held a deposit for and gave up, each with what it still costs (cents):
 * before the deadline only those of independents, after it everyone's, unless the studio is excused. FEE-017 to FEE-019, FEE-033, A09.
 */
export function removedRoutines(
  registration: Pick<
    Registration,
    | 'completed'
    | 'routines'
    | 'competition_deposit_routines'
    | 'removed_routines_post_deadline'
    | 'independent'
    | 'studio_id'
  >,
  { studio, settings }: Pick<Facts, 'studio' | 'settings'>,
): RemovedRoutine[] {
  if (!registration.completed) return []

  const present = new Set(registration.routines.map(({ id }) => id))
  const late = new Set(registration.removed_routines_post_deadline)
  const excused = studio?.bypass_removed_routine_fee ?? false
  const lateExcused = excused || (studio?.bypass_removed_routine_fee_post_deadline ?? false)
  const earlyExcused = excused || !isWithoutStudio(registration)

  return registration.competition_deposit_routines
    .filter((routine) => !present.has(routine))
    .map((routine) => {
      const after_deadline = late.has(routine)
      const free = after_deadline ? lateExcused : earlyExcused
      return { routine, after_deadline, fee: free ? zeroCents : settings.deposit_per_routine }
    })
}

export type RemovalCost = {
  /** Deposits of the routines that become a fee, in cents. */
  kept: Cents
  /** Deposits that go to the balance of this event, in cents. */
  credited: Cents
  after_deadline: boolean
  deadline: CalendarDate
}

/**
 * The cost of removing these routines now, computed by the rule that charges it; null: they have no deposits. FEE-017
 * to FEE-019, FEE-033, COMP-077, A09.
 */
export function removalCost(
  registration: Parameters<typeof removedRoutines>[0],
  ids: readonly (number | null)[],
  facts: Pick<Facts, 'studio' | 'settings' | 'tour_date' | 'now'>,
): RemovalCost | null {
  const { tour_date, now, settings } = facts
  const leaving = new Set(ids)
  const deposits = registration.competition_deposit_routines.filter((id) => leaving.has(id))
  if (!registration.completed || deposits.length === 0) return null
  const after_deadline = isPastRemovedRoutineDeadline(tour_date, now, settings)
  const late = registration.removed_routines_post_deadline
  const without = {
    ...registration,
    routines: registration.routines.filter(({ id }) => !leaving.has(id)),
    removed_routines_post_deadline: after_deadline ? [...late, ...deposits] : late,
  }
  const lostDeposits = removedRoutines(without, facts).filter(({ routine }) => deposits.includes(routine))
  const keptAmount = sumOf(lostDeposits, ({ fee }) => fee)
  const all = sumOf(deposits, () => settings.deposit_per_routine)
  return {
    kept: keptAmount,
    credited: minus(all, keptAmount),
    after_deadline,
    deadline: removedRoutineDeadline(tour_date, settings),
  }
}

/** A removal's cost in words; `day` writes a date. */
export function removalSentence(
  { kept, credited, after_deadline, deadline }: RemovalCost,
  day: (date: CalendarDate) => string,
) {
  if (kept === zeroCents) {
    const until = after_deadline ? '' : ` Removed after ${day(deadline)}, it would be kept as a fee.`
    return `The deposit of ${usd(credited)} goes to your balance for this event.${until}`
  }
  const why = after_deadline ? `The deadline for this was ${day(deadline)}: the` : 'The'
  const rest = credited > 0 ? ` ${usd(credited)} goes to your balance.` : ''
  return `${why} deposit of ${usd(kept)} is kept as a fee.${rest}`
}
