import { nothing, type Cents } from '../kernel/money.ts'
import type { Facts, Registration } from '../registrations/registration.ts'

export type RemovedRoutine = { routine: number; after_deadline: boolean; fee: Cents }

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
      return { routine, after_deadline, fee: free ? nothing : settings.deposit_per_routine }
    })
}
