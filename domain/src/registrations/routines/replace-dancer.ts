import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import { removeRoutine, saveRoutine } from './acts.ts'
import { withoutUnavailableOptions } from './options.ts'
import { findRoutine } from './plan-routine.ts'
import type { RoutineRefusal } from './refusals.ts'
import { draftOf, type RoutineDraft } from './routine-draft.ts'

type RoutineResult = Result<Registration, RoutineRefusal>
type RoutineAction = (registration: Registration, id: number) => RoutineResult

export type Replacement = { person_id: number; replacement_id: number; routine_ids: readonly number[] }
export type RoutineChange = Partial<Pick<RoutineDraft, 'age_up' | 'extra_time' | 'performance_division_id'>>

/** The effect of an action on one routine after the actions before it; `after` undefined: removed or refused. */
export type RoutineStep = {
  before: RegistrationRoutine
  after: RegistrationRoutine | undefined
  refusal: RoutineRefusal | null
}

function inOneGo(registration: Registration, ids: readonly number[], act: RoutineAction): RoutineResult {
  let result: RoutineResult = accept(registration)
  for (const id of new Set(ids)) {
    if (result.ok) result = act(result.value, id)
  }
  return result
}

const replacing =
  ({ person_id, replacement_id }: Omit<Replacement, 'routine_ids'>, facts: Facts): RoutineAction =>
  (registration, id) => {
    const routine = findRoutine(registration, { id, _temp_id: null })
    if (!routine?.attendees.some((one) => one.person_id === person_id)) return refuse({ code: 'routine.not_found' })
    if (routine.attendees.some((one) => one.person_id === replacement_id)) {
      return refuse({ code: 'routine.dances_already', field: 'attendees', person_id: replacement_id })
    }
    const attendees = routine.attendees.map((one) =>
      one.person_id === person_id ? { person_id: replacement_id } : one,
    )
    const draft = { ...draftOf(routine), attendees }
    // A registered routine is refused as it is: its options are not what stands in the way.
    const settled = routine.date_routine_id ? draft : withoutUnavailableOptions(draft, registration, facts)
    return saveRoutine(registration, settled, facts)
  }

/** One dancer in the place of another in these routines, one after the other; options that no longer fit are switched off. The first refusal refuses all. */
export const replaceDancer = (registration: Registration, replacement: Replacement, facts: Facts): RoutineResult =>
  inOneGo(registration, replacement.routine_ids, replacing(replacement, facts))

const changing =
  (change: RoutineChange, facts: Facts): RoutineAction =>
  (registration, id) => {
    const routine = findRoutine(registration, { id, _temp_id: null })
    if (!routine) return refuse({ code: 'routine.not_found' })
    return saveRoutine(registration, { ...draftOf(routine), ...change }, facts)
  }

/** The same options changed in several routines; the first refusal refuses all. COMP-041, COMP-042. */
export const changeRoutines = (
  registration: Registration,
  { routine_ids, change }: { routine_ids: readonly number[]; change: RoutineChange },
  facts: Facts,
): RoutineResult => inOneGo(registration, routine_ids, changing(change, facts))

/** Several routines given up together. COMP-065, COMP-077. */
export const removeRoutines = (registration: Registration, ids: readonly number[], facts: Facts): RoutineResult =>
  inOneGo(registration, ids, (it, id) => removeRoutine(it, { id, _temp_id: null }, facts))

/** The step of each routine, and the registration with all that succeed; refused routines are unchanged. */
function tryEach(registration: Registration, ids: readonly number[], act: RoutineAction) {
  let after = registration
  const steps = [...new Set(ids)].flatMap((id): RoutineStep[] => {
    const before = findRoutine(after, { id, _temp_id: null })
    if (!before) return []
    const result = act(after, id)
    if (!result.ok) return [{ before, after: undefined, refusal: result.refusal }]
    after = result.value
    return [{ before, after: findRoutine(after, before), refusal: null }]
  })
  return { steps, after }
}

/** The changes of replacing one dancer by another, routine by routine. */
export const tryReplacement = (registration: Registration, replacement: Replacement, facts: Facts) =>
  tryEach(registration, replacement.routine_ids, replacing(replacement, facts))

/** The changes of one edit applied to several routines, routine by routine. */
export const tryChange = (
  registration: Registration,
  { routine_ids, change }: { routine_ids: readonly number[]; change: RoutineChange },
  facts: Facts,
) => tryEach(registration, routine_ids, changing(change, facts))
