import type { Facts, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { saveRoutine } from '@callboard/domain/registrations/routines/acts.ts'
import {
  copyRoutine,
  type LeftOut,
  type PreviousRoutine,
} from '@callboard/domain/registrations/routines/copy-routine.ts'
import { findRoutine } from '@callboard/domain/registrations/routines/plan-routine.ts'
import type { RoutineRefusal } from '@callboard/domain/registrations/routines/refusals.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'

/** Result of copying a routine from another city; without `routine` it cannot be copied, and the reason is set. */
export type Copy = {
  previous: PreviousRoutine
  draft: RoutineDraft
  left_out: readonly LeftOut[]
  routine: RegistrationRoutine | undefined
  refusal: RoutineRefusal | null
}

/** Tries copies one after the other, so that each meets the limits as those before it leave them. COPY-011. */
export function tryCopies(
  previousRoutines: readonly PreviousRoutine[],
  music: boolean,
  divisions: Readonly<Record<number, number>>,
  registration: Registration,
  facts: Facts,
): { copies: readonly Copy[]; after: Registration } {
  let after = registration
  const copies = previousRoutines.map((previous): Copy => {
    const copied = copyRoutine(previous, music, after, facts)
    const { left_out } = copied
    const performance_division_id = divisions[previous.registrations_routine_id] ?? copied.draft.performance_division_id
    const draft = { ...copied.draft, performance_division_id }
    const result = saveRoutine(after, draft, facts)
    if (!result.ok) return { previous, draft, left_out, routine: undefined, refusal: result.refusal }
    after = result.value
    return { previous, draft, left_out, routine: findRoutine(after, draft), refusal: null }
  })
  return { copies, after }
}
