import { accept, refuse, type Result } from '../../kernel/result.ts'
import { withoutLostNominations } from '../nominations/nomination.ts'
import { isPastRemovedRoutineDeadline } from '../../tours/due-date.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import { unreview } from '../review.ts'
import { hasCompetition, mayCompeteAsIs } from './competition-open.ts'
import { findRoutine, ofProgram, planRoutine } from './plan-routine.ts'
import type { RoutineRefusal } from './refusals.ts'
import { isSameRoutine, type RoutineDraft } from './routine-draft.ts'

type RoutineResult = Result<Registration, RoutineRefusal>

/** A registration with a routine added or changed. COMP-065. */
export function saveRoutine(registration: Registration, draft: RoutineDraft, facts: Facts): RoutineResult {
  const plan = planRoutine(draft, registration, facts)
  if (!plan.ok) return plan

  const list = plan.value.status === 'waiting' ? 'waiting_list_routines' : 'routines'
  const isExisting = registration[list].some((routine) => isSameRoutine(routine, plan.value))
  const routines = isExisting
    ? registration[list].map((routine) => (isSameRoutine(routine, plan.value) ? plan.value : routine))
    : [...registration[list], plan.value]
  const nextRegistration = { ...registration, is_competing: true, [list]: routines }
  return accept(list === 'routines' ? unreview(nextRegistration) : nextRegistration)
}

/** A registration without a routine and its nominations; one given up after the deadline is remembered, since its deposit becomes a fee. COMP-053, COMP-065, COMP-077, FEE-018. */
export function removeRoutine(
  registration: Registration,
  routineRef: Pick<RegistrationRoutine, 'id' | '_temp_id'>,
  facts: Pick<Facts, 'tour_date' | 'nominations' | 'now' | 'settings'>,
): RoutineResult {
  const routine = findRoutine(registration, routineRef)
  if (!routine) return refuse({ code: 'routine.not_found' })
  if (routine.is_best_dancer) return refuse(ofProgram(facts))

  const { id } = routine
  const costsDeposit =
    registration.completed &&
    id !== null &&
    registration.competition_deposit_routines.includes(id) &&
    isPastRemovedRoutineDeadline(facts.tour_date, facts.now, facts.settings)
  const after: Registration = {
    ...registration,
    routines: registration.routines.filter((other) => other !== routine),
    waiting_list_routines: registration.waiting_list_routines.filter((other) => other !== routine),
    removed_routines_post_deadline: costsDeposit
      ? [...registration.removed_routines_post_deadline.filter((existingId) => existingId !== id), id]
      : registration.removed_routines_post_deadline,
  }
  return accept(unreview(withoutLostNominations(after, facts)))
}

/** A registration that does not compete; routines must be gone first. COMP-002, COMP-006, COMP-017. */
export function skipCompetition(registration: Registration): RoutineResult {
  if (registration.routines.some(({ is_best_dancer }) => !is_best_dancer)) {
    return refuse({ code: 'competition.has_routines' })
  }
  return accept(unreview({ ...registration, is_competing: false }))
}

/** A registration that competes. COMP-003, COMP-004. */
export function enterCompetition(registration: Registration, facts: Pick<Facts, 'tour_date'>): RoutineResult {
  if (!hasCompetition(facts)) return refuse({ code: 'competition.none' })
  if (!mayCompeteAsIs(registration, facts)) return refuse({ code: 'competition.no_independents' })
  return accept(unreview({ ...registration, is_competing: true }))
}
