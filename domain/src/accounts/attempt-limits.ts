import { daysAfter, type Instant } from '../kernel/instant.ts'

export type AttemptLimit = { hits: number; minutes: number }
type AttemptLimits = { here: AttemptLimit; anywhere: AttemptLimit }

/**
 * How often something of an account is tried: from one place, and from all unknown places together. A device that has
 * signed in before counts as a place of its own and is not held up by the others, so nobody locks an owner out. SEC-021.
 */
export const attemptLimits = {
  signIn: { here: { hits: 10, minutes: 15 }, anywhere: { hits: 60, minutes: 60 } },
  code: { here: { hits: 10, minutes: 15 }, anywhere: { hits: 30, minutes: 15 } },
  mail: { here: { hits: 5, minutes: 60 }, anywhere: { hits: 20, minutes: 60 } },
  setup: { here: { hits: 10, minutes: 60 }, anywhere: { hits: 40, minutes: 60 } },
} as const satisfies Record<string, AttemptLimits>

/** A device is known for so long after its last sign-in. */
export const deviceDays = 365
/** So many accounts are remembered on one device, the last ones that signed in. */
export const deviceAccounts = 10

/** When a session that starts now stops being honoured. UI-010: the token cookie expires in 7 days. */
export const sessionEnd = (now: Instant): Instant => daysAfter(now, 7)
