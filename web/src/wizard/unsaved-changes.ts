import type { PeopleChanges } from './people-changes.ts'

type StoredChanges = { changes: PeopleChanges }

const keyOf = (registration_id: number) => `callboard.unsaved.${registration_id}`

/** Writes down what is not saved yet, so that it outlives the window. */
export function keepUnsaved(registration_id: number, changes: PeopleChanges) {
  try {
    localStorage.setItem(keyOf(registration_id), JSON.stringify({ changes } satisfies StoredChanges))
  } catch {
    // A full or forbidden storage only means that nothing outlives this window; the save itself goes on.
  }
}

export function forgetUnsaved(registration_id: number) {
  try {
    localStorage.removeItem(keyOf(registration_id))
  } catch {
    // As above.
  }
}

/** Changes that an earlier tab could not save. */
export function readUnsaved(registration_id: number): PeopleChanges | null {
  try {
    const text = localStorage.getItem(keyOf(registration_id))
    // Written by keepUnsaved above, in this shape; another one throws where it is read.
    const storedChanges = text === null ? null : (JSON.parse(text) as StoredChanges)
    return storedChanges && Array.isArray(storedChanges.changes.people) && Array.isArray(storedChanges.changes.gone)
      ? storedChanges.changes
      : null
  } catch {
    return null
  }
}
