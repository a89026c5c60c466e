import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { routineOptions, settleOptions, type RoutineOption } from '@callboard/domain/registrations/routines/options.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'

const names: Record<RoutineOption, string> = {
  free_ballet: 'Free routine',
  age_up: 'Age up',
  extra_time: 'Extra time',
  crew_showdown_pq: 'Pre-qualify by video',
  crew_showdown: 'Crew showdown',
  virtual: 'Virtual',
}

/** A draft after a change, without the options it no longer may have, and the sentence that says which went. COMP-073. */
export function settled(
  draft: RoutineDraft,
  registration: Registration,
  facts: Facts,
): { draft: RoutineDraft; switchedOff: string | undefined } {
  const after = settleOptions(draft, registration, facts)
  const gone = routineOptions.filter((option) => after[option] !== draft[option]).map((option) => names[option])
  const list = gone.join(', ')
  return {
    draft: after,
    switchedOff: gone.length > 0 ? `Switched off, because it no longer fits these dancers: ${list}.` : undefined,
  }
}
