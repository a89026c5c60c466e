/** Where the person was going, and that a session ended: neither says anything of anybody. */
export const afterSignIn = 'callboard.after-sign-in'
export const sessionEnded = 'callboard.session-ended'
const harmless = new Set([afterSignIn, sessionEnded])

/** Everything of people that this browser keeps for a session goes with it: unsaved changes, half-filled forms, places. ROST-031. */
export function forgetKept() {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith('callboard.') && !harmless.has(key)) storage.removeItem(key)
    }
  }
}

/** Other windows of this browser hear of it. */
export function tellOtherWindows() {
  try {
    localStorage.setItem(sessionEnded, String(Date.now()))
  } catch {
    // They find out with their next call.
  }
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    // A browser that forbids storing has stored nothing.
    return []
  }
}
