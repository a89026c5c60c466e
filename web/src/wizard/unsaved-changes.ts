import { readDraft, removeDraft, writeDraft } from '../ui/draft-store.ts'
import type { PeopleChanges } from './people-changes.ts'

const keyOf = (registration_id: number) => `wizard/unsaved/${registration_id}`

/** Stores what is not saved yet, so that it outlives the window and a session that ends by time. */
export const keepUnsaved = (registration_id: number, changes: PeopleChanges) =>
  writeDraft(keyOf(registration_id), { changes })

export const forgetUnsaved = (registration_id: number) => removeDraft(keyOf(registration_id))

/** Changes that an earlier tab could not save. */
export function readUnsaved(registration_id: number): PeopleChanges | null {
  // The cast: it is what keepUnsaved wrote; its two lists are checked.
  const changes = readDraft(keyOf(registration_id))?.['changes'] as PeopleChanges | undefined
  return changes && Array.isArray(changes.people) && Array.isArray(changes.gone) ? changes : null
}
