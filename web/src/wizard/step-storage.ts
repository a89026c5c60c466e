// The step of the wizard that each registration was left at. Input is kept by `ui/draft-store.ts`.
const keyOf = (registration_id: number) => `callboard.at.${registration_id}`

/** Stores the current step, so that a reload returns to it. */
export function storeStep(registration_id: number, path: string) {
  try {
    localStorage.setItem(keyOf(registration_id), path)
  } catch {
    // Without storage the server's left_off decides.
  }
}

export function loadStep(registration_id: number): string | null {
  try {
    return localStorage.getItem(keyOf(registration_id))
  } catch {
    return null
  }
}

export function clearStep(registration_id: number) {
  try {
    localStorage.removeItem(keyOf(registration_id))
  } catch {
    // As above.
  }
}
