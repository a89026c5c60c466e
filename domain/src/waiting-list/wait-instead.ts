import { accept, refuse, type Result } from '../kernel/result.ts'
import { withoutLostNominations } from '../registrations/nominations/nomination.ts'
import type { Facts, Registration } from '../registrations/registration.ts'
import { unreview } from '../registrations/review.ts'
import { ofProgram } from '../registrations/routines/plan-routine.ts'
import type { RoutineRefusal } from '../registrations/routines/refusals.ts'

/**
 * The registration whose routines wait for a place instead of taking one, with all that was entered for them; the
 * nominations of these routines go. Fails for registered routines and for those of a program. A18, OFF-024.
 */
export function waitInstead(
  registration: Registration,
  routine_ids: readonly number[],
  facts: Pick<Facts, 'tour_date' | 'nominations' | 'settings'>,
): Result<Registration, RoutineRefusal> {
  const movedRoutines = registration.routines.filter(({ id }) => id !== null && routine_ids.includes(id))
  if (movedRoutines.length !== new Set(routine_ids).size) return refuse({ code: 'routine.not_found' })
  if (movedRoutines.some(({ is_best_dancer }) => is_best_dancer)) return refuse(ofProgram(facts))
  if (registration.completed) return refuse({ code: 'routine.locked', email: facts.tour_date.event.support_email })
  const routines = registration.routines.filter((routine) => !movedRoutines.includes(routine))
  const waiting_list_routines = [
    ...registration.waiting_list_routines,
    ...movedRoutines.map((routine) => ({ ...routine, status: 'waiting' as const })),
  ]
  return accept(unreview(withoutLostNominations({ ...registration, routines, waiting_list_routines }, facts)))
}
