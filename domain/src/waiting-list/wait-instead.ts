import { accept, refuse, type Result } from '../kernel/result.ts'
import type { AttendeeRefusal } from '../registrations/attendees/refusals.ts'
import { withoutLostNominations } from '../registrations/nominations/nomination.ts'
import type { Facts, Registration } from '../registrations/registration.ts'
import { unreview } from '../registrations/review.ts'
import { ofProgram } from '../registrations/routines/plan-routine.ts'
import type { RoutineRefusal } from '../registrations/routines/refusals.ts'
import { closedLevelRefusal } from './person.ts'

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
  if (registration.completed) return refuse(locked(facts))
  const routines = registration.routines.filter((routine) => !movedRoutines.includes(routine))
  const waiting_list_routines = [
    ...registration.waiting_list_routines,
    ...movedRoutines.map((routine) => ({ ...routine, status: 'waiting' as const })),
  ]
  return accept(unreview(withoutLostNominations({ ...registration, routines, waiting_list_routines }, facts)))
}

type Editing = { edit: Registration; live: Registration }

/**
 * The same in the edit of a completed registration: its new routines leave the edit and wait as part of the registration
 * itself. Dancers who are only in the edit wait along at their level of the edit. A18, EDIT-003.
 */
export function waitInsteadOfEdit(
  { edit, live }: Editing,
  routine_ids: readonly number[],
  facts: Facts,
): Result<Editing, RoutineRefusal | AttendeeRefusal> {
  if (live.routines.some(({ id }) => id !== null && routine_ids.includes(id))) return refuse(locked(facts))
  const change = waitInstead({ ...edit, completed: false }, routine_ids, facts)
  if (!change.ok) return change
  const movedRoutines = change.value.waiting_list_routines.filter(({ id }) => id !== null && routine_ids.includes(id))
  const newcomers = new Map(
    movedRoutines
      .flatMap(({ attendees }) => attendees.map(({ person_id }) => edit.attendees[person_id]))
      .flatMap((one) => (one && !live.attendees[one.person_id] ? [[one.person_id, one.workshop_level_id]] : [])),
  )
  for (const level_id of newcomers.values()) {
    const refusal = closedLevelRefusal(level_id, facts)
    if (refusal) return refuse(refusal)
  }
  const withLevel = ({ person_id }: { person_id: number }) => {
    const workshop_level_id = newcomers.get(person_id)
    return workshop_level_id === undefined ? { person_id } : { person_id, workshop_level_id }
  }
  const waiting = movedRoutines.map((routine) => ({ ...routine, attendees: routine.attendees.map(withLevel) }))
  return accept({
    edit: { ...change.value, completed: true, waiting_list_routines: edit.waiting_list_routines },
    live: { ...live, is_competing: true, waiting_list_routines: [...live.waiting_list_routines, ...waiting] },
  })
}

const locked = ({ tour_date }: Pick<Facts, 'tour_date'>) =>
  ({ code: 'routine.locked', email: tour_date.event.support_email }) as const
