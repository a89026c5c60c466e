/** Why the product cannot answer just now. Nothing is wrong with the request itself. */
export type Unavailability =
  /** The database is away, starting or being replaced. */
  | 'unavailable'
  /** The disk is full. */
  | 'disk_full'
  /** Another transaction holds what this one needs. */
  | 'locked'
  /** The database stopped a statement that took too long. */
  | 'too_slow'
  /** More requests than can be worked off. */
  | 'overloaded'
  /** More requests of one account than are worked off at once; nothing of this one was done. */
  | 'busy'
  /** The connection was lost at the very end: it is not known whether the change was saved. */
  | 'outcome_unknown'

type Words = { message: string; retry_after_seconds: number }

export const unavailableWords: Readonly<Record<Unavailability, Words>> = {
  unavailable: {
    message: 'Callboard is not available right now. What you saved before is safe. Please try again in a moment.',
    retry_after_seconds: 5,
  },
  disk_full: {
    message: 'Callboard has run out of room to save anything. What you saved before is safe. Please try again later.',
    retry_after_seconds: 60,
  },
  locked: {
    message: 'Someone else is changing this right now. Please try again in a moment.',
    retry_after_seconds: 2,
  },
  too_slow: {
    message: 'This took too long and was stopped. Please try again in a moment, or ask for less at once.',
    retry_after_seconds: 10,
  },
  overloaded: {
    message: 'Callboard is very busy right now. Please try again in a moment.',
    retry_after_seconds: 2,
  },
  busy: {
    message: 'Your account has too many requests in progress. Please wait until they finish.',
    retry_after_seconds: 1,
  },
  outcome_unknown: {
    message: 'The connection was lost while saving. Please check whether your change was saved before you try again.',
    retry_after_seconds: 5,
  },
}
