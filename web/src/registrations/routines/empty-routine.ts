import { emptyDraft, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'

/** A new routine, with a name of its own until the server gives it a number. COMP-022. */
export const emptyRoutine = (): RoutineDraft => ({ ...emptyDraft, _temp_id: `new-${crypto.randomUUID()}` })
