import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import { readDraft, removeDraft, writeDraft } from '../../ui/draft-store.ts'

const keyOf = (registration_id: number, step: string) => `registrations/nominations/${registration_id}/${step}`

/** Stores the unfinished nominations while the user is in another step, and through reload and sign-out by time. */
export const storeNominations = (registration_id: number, step: string, nominations: readonly Nomination[]) =>
  writeDraft(keyOf(registration_id, step), { nominations })

export function loadNominations(registration_id: number, step: string): Nomination[] | null {
  const nominations = readDraft(keyOf(registration_id, step))?.['nominations']
  // The cast: it is what storeNominations wrote.
  return Array.isArray(nominations) ? (nominations as Nomination[]) : null
}

export const clearNominations = (registration_id: number, step: string) => removeDraft(keyOf(registration_id, step))
