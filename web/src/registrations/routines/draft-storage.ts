import { emptyDraft, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { readDraft, removeDraft, writeDraft } from '../../ui/draft-store.ts'

// One unfinished routine of each registration, which the list of routines offers to continue. `ui/draft-store.ts` keeps
// it, as it keeps the input of every form; `wizard/step-storage.ts` keeps the step alone.
const keyOf = (registration_id: number) => `registrations/routine/${registration_id}`

/** Stores the half-filled form of a routine: while the user is in another step, and through reload and sign-out by time. */
export function storeDraft(registration_id: number, draft: RoutineDraft) {
  writeDraft(keyOf(registration_id), { routine: draft })
}

export function loadDraft(registration_id: number): RoutineDraft | null {
  const routine = readDraft(keyOf(registration_id))?.['routine']
  // The cast: it is what storeDraft wrote; a newer field takes its empty value.
  return routine ? { ...emptyDraft, ...(routine as RoutineDraft) } : null
}

export const clearDraft = (registration_id: number) => removeDraft(keyOf(registration_id))

/** A new routine, with a name of its own until the server gives it a number. COMP-022. */
export const emptyRoutine = (): RoutineDraft => ({ ...emptyDraft, _temp_id: `new-${crypto.randomUUID()}` })
