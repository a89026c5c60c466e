import type { routineDraft } from '@callboard/contract/registrations/routines.ts'
import { emptyDraft, type RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import type { z } from 'zod'

/** Maps a client's routine input to the draft of the domain rule. */
export const draftFrom = (
  { routine, performance_division_id, attendees, ...options }: z.output<typeof routineDraft>,
  id: number | null,
): RoutineDraft => ({ ...emptyDraft, ...options, ...routine, performance_division_id, attendees, id })
