import { emptyDraft, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'

const keyOf = (registration_id: number) => `callboard.routine.${registration_id}`

/** Puts a half-filled form by while its person is in another step. */
export function keepDraft(registration_id: number, draft: RoutineDraft) {
  try {
    sessionStorage.setItem(keyOf(registration_id), JSON.stringify(draft))
  } catch {
    // Without a storage the form is simply begun again.
  }
}

export function keptDraft(registration_id: number): RoutineDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(registration_id))
    // Written above, in this shape; a field that has come since is empty.
    return text === null ? null : { ...emptyDraft, ...(JSON.parse(text) as RoutineDraft) }
  } catch {
    return null
  }
}

export function forgetDraft(registration_id: number) {
  try {
    sessionStorage.removeItem(keyOf(registration_id))
  } catch {
    // As above.
  }
}
