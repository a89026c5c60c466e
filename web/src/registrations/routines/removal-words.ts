import type { Facts, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { removalCost, removalSentence } from '@callboard/domain/registrations/routines/removed-routines.ts'
import { dayText } from '../../ui/Day.tsx'

/** Returns the warning before a removal: its effect on the competition and on paid deposits. FEE-017, FEE-018. */
export function removalWords(
  routines: readonly RegistrationRoutine[],
  registration: Registration,
  facts: Facts,
): string {
  const names = routines.map(({ routine }) => routine.name).join(', ')
  const ids = routines.map(({ id }) => id)
  const nominated = registration.nomination_routines.some(({ registrations_routine_id }) =>
    ids.includes(registrations_routine_id),
  )
  const what = `${names} ${routines.length === 1 ? 'is' : 'are'} removed from the competition${nominated ? ', and from what is nominated' : ''}.`
  const cost = removalCost(registration, ids, facts)
  return cost ? `${what} ${removalSentence(cost, dayText)}` : what
}
