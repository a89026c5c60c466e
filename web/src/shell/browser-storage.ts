import { isDraftKey } from '../ui/draft-store.ts'

/** Keys that hold no personal data: the page to return to after sign-in, and the end of a session. */
export const afterSignInKey = 'callboard.after-sign-in'
export const sessionEndedKey = 'callboard.session-ended'
const impersonalKeys = new Set([afterSignInKey, sessionEndedKey])

/**
 * Removes the personal data stored for a session: current steps, answers. ROST-031. Drafts are bound to their account and
 * have rules of their own (ui/draft-store.ts).
 */
export function clearStoredData() {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith('callboard.') && !impersonalKeys.has(key) && !isDraftKey(key)) storage.removeItem(key)
    }
  }
}

/** Tells other tabs that the session ended: a write to localStorage raises an event there. */
export function notifyOtherTabs() {
  try {
    localStorage.setItem(sessionEndedKey, String(Date.now()))
  } catch {
    // Without storage, another tab learns it from its next call.
  }
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    // A browser that blocks storage has nothing to remove.
    return []
  }
}
