import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import type { RoutineRefusal } from './refusals.ts'
import type { RoutineDraft } from './routine-draft.ts'

/** Where an entry stands that might be copied. */
export type CopySource = { tour_date_id: number; event_id: number; allows_routine_copy: boolean }

/** Whether routines are copied into this city: nationals take over those of the regionals. COPY-001, COPY-004, COPY-015, A19. */
export function copyingInto({ tour_date }: Pick<Facts, 'tour_date'>): 'copy' | 'transfer' | null {
  if (tour_date.event.is_nationals) return 'transfer'
  return tour_date.event.allows_routine_copy ? 'copy' : null
}

/** Whether an entry may be copied into this city: from another tour date, of the same event or, on nationals, of any that allows it. COPY-002, COPY-004, COPY-015, A19. */
export function mayCopyFrom(source: CopySource, facts: Pick<Facts, 'tour_date'>): boolean {
  const { id, event_id } = facts.tour_date
  if (source.tour_date_id === id || !source.allows_routine_copy) return false
  const into = copyingInto(facts)
  return into === 'transfer' || (into === 'copy' && source.event_id === event_id)
}

/** The entries of other cities that this registration has already copied. COPY-003. */
export const copiedEntries = (
  registration: Pick<Registration, 'routines' | 'waiting_list_routines'>,
): ReadonlySet<number> =>
  new Set(
    [...registration.routines, ...registration.waiting_list_routines].flatMap(({ copied_from }) => copied_from ?? []),
  )

/** Whether a routine cannot take music with it: it is danced by video. COPY-008, COPY-009. */
export const takesNoMusic = (
  { virtual }: Pick<RegistrationRoutine, 'virtual'>,
  { tour_date }: Pick<Facts, 'tour_date'>,
): boolean => virtual || tour_date.virtual_only

/** Why a routine cannot be the copy it says it is; null: it can. COPY-003, COPY-004, COPY-008, COPY-009. */
export function whyNotCopied(
  draft: RoutineDraft,
  before: RegistrationRoutine | undefined,
  registration: Registration,
  facts: Facts,
): RoutineRefusal | null {
  if (draft.copy_music && takesNoMusic(draft, facts)) return { code: 'routine.virtual_music', field: 'copy_music' }
  if (before || draft.copied_from === null) return null
  if (copyingInto(facts) === null) return { code: 'routine.not_copied_here' }
  return copiedEntries(registration).has(draft.copied_from) ? { code: 'routine.copied_already' } : null
}
