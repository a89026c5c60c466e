import { emptyDraft, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'

const keyOf = (registration_id: number) => `callboard.routine.${registration_id}`

/** Stores the half-filled form of a routine while the user is in another step. */
export function storeDraft(registration_id: number, draft: RoutineDraft) {
  try {
    sessionStorage.setItem(keyOf(registration_id), JSON.stringify(draft))
  } catch {
    // Without storage the user starts the form again.
  }
}

export function loadDraft(registration_id: number): RoutineDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(registration_id))
    // The cast: the text is what storeDraft wrote; a newer field takes its empty value.
    return text === null ? null : { ...emptyDraft, ...(JSON.parse(text) as RoutineDraft) }
  } catch {
    return null
  }
}

export function clearDraft(registration_id: number) {
  try {
    sessionStorage.removeItem(keyOf(registration_id))
  } catch {
    // As above.
  }
}

/** A new routine, with a name of its own until the server gives it a number. COMP-022. */
export const emptyRoutine = (): RoutineDraft => ({ ...emptyDraft, _temp_id: `new-${crypto.randomUUID()}` })
