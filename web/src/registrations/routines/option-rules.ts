import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import {
  checkedOptions,
  withoutUnavailableOptions,
  type CheckedOption,
} from '@callboard/domain/registrations/routines/options.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { routineOptions } from '@callboard/domain/registrations/routines/routine-options.ts'

const labelOf = (option: CheckedOption) => (option === 'extra_time' ? 'Extra time' : routineOptions[option].label)

/** A draft after a change, without the options it no longer may have, and the sentence that says which went. COMP-073. */
export function applyOptionRules(
  draft: RoutineDraft,
  registration: Registration,
  facts: Facts,
): { draft: RoutineDraft; switchedOff: string | undefined } {
  const after = withoutUnavailableOptions(draft, registration, facts)
  const droppedOptions = checkedOptions.filter((option) => after[option] !== draft[option]).map(labelOf)
  const list = droppedOptions.join(', ')
  return {
    draft: after,
    switchedOff:
      droppedOptions.length > 0 ? `Switched off, because it no longer fits these dancers: ${list}.` : undefined,
  }
}
