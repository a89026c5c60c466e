import type { Nomination } from '@callboard/domain/registrations/registration.ts'

const keyOf = (registration_id: number, step: string) => `callboard.nominations.${registration_id}.${step}`

/** Stores the unfinished nominations while the user is in another step. */
export function storeNominations(registration_id: number, step: string, nominations: readonly Nomination[]) {
  try {
    sessionStorage.setItem(keyOf(registration_id, step), JSON.stringify(nominations))
  } catch {
    // Without storage the user starts the list again.
  }
}

export function loadNominations(registration_id: number, step: string): Nomination[] | null {
  try {
    const text = sessionStorage.getItem(keyOf(registration_id, step))
    // The cast: the text is what storeNominations wrote.
    return text === null ? null : (JSON.parse(text) as Nomination[])
  } catch {
    return null
  }
}

export function clearNominations(registration_id: number, step: string) {
  try {
    sessionStorage.removeItem(keyOf(registration_id, step))
  } catch {
    // As above.
  }
}
