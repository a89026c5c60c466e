const keyOf = (registration_id: number) => `callboard.at.${registration_id}`

/** Notes the step somebody is in, so that a browser that went away comes back to it. */
export function keepPlace(registration_id: number, path: string) {
  try {
    localStorage.setItem(keyOf(registration_id), path)
  } catch {
    // Without a storage the server's left_off decides.
  }
}

export function keptPlace(registration_id: number): string | null {
  try {
    return localStorage.getItem(keyOf(registration_id))
  } catch {
    return null
  }
}

export function forgetPlace(registration_id: number) {
  try {
    localStorage.removeItem(keyOf(registration_id))
  } catch {
    // As above.
  }
}
