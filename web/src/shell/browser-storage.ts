import { isDraftKey } from '../ui/draft-store.ts'

/** Keys that hold no personal data: the page to return to after sign-in, and the end of a session. */
export const afterSignInKey = 'callboard.after-sign-in'
export const sessionEndedKey = 'callboard.session-ended'
const endReasonKey = 'callboard.session-end-reason'
const impersonalKeys = new Set([afterSignInKey, sessionEndedKey, endReasonKey])

/** The cause of a session's end that did not come from this tab. */
export type SessionEndReason = 'expired' | 'elsewhere'

/** Stores why this tab was signed out, for the sign-in page; null: nothing to explain. */
export function storeEndReason(reason: SessionEndReason | null) {
  try {
    if (reason) sessionStorage.setItem(endReasonKey, reason)
    else sessionStorage.removeItem(endReasonKey)
  } catch {
    // Without storage the sign-in page gives no reason.
  }
}

export function readEndReason(): SessionEndReason | null {
  try {
    const reason = sessionStorage.getItem(endReasonKey)
    return reason === 'expired' || reason === 'elsewhere' ? reason : null
  } catch {
    return null
  }
}

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
