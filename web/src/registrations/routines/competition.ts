import { removalCost, removalSentence } from '@callboard/domain/registrations/routines/removed-routines.ts'
import { dayText } from '../../ui/Day.tsx'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Facts, Registration, RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import type { Replacement, RoutineChange } from '@callboard/domain/registrations/routines/replace-dancer.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'

/** A person of the account's roster, registered here or not. */
export type RosterName = { id: number; fname: string; lname: string; birthdate: CalendarDate | null }

/** Actions of the competition step. Each answers when the server has taken it, or throws the server's ReplyError. */
export type CompetitionActs = {
  saveRoutine: (draft: RoutineDraft) => Promise<unknown>
  removeRoutine: (routine: RegistrationRoutine) => Promise<unknown>
  /** The routine leaves the registration and waits for a place with all that was entered for it. A18. */
  waitInstead: (routine: RegistrationRoutine) => Promise<unknown>
  /** Several at once: all of them, or none. */
  addRoutines: (drafts: readonly RoutineDraft[]) => Promise<unknown>
  replaceDancer: (replacement: Replacement) => Promise<unknown>
  changeRoutines: (ids: readonly number[], change: RoutineChange) => Promise<unknown>
  removeRoutines: (ids: readonly number[]) => Promise<unknown>
  compete: (is_competing: boolean) => Promise<unknown>
  setMediaPass: (person_id: number, media_pass: boolean) => Promise<unknown>
  /** Tells the server that the step was entered, so that it brings the deposit list up to date. COMP-057. */
  enterStep: (deposit_routines: readonly number[]) => Promise<unknown>
  deleteRegistration: () => Promise<unknown>
}

export type CompetitionWay = 'next' | 'dancers' | 'roster' | 'account'

export type CompetitionProps = {
  registration: Registration
  facts: Facts
  roster: readonly RosterName[]
  acts: CompetitionActs
  go: (to: CompetitionWay) => void
}

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
