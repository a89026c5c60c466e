import type { Instant } from '@callboard/domain/kernel/instant.ts'

/** The server's moment, from what its answers say and the time that went by here since. */
export function makeServerClock(first: Instant, clock: () => number) {
  let offset = Date.parse(first) - clock()
  return {
    // The cast: toISOString writes exactly what an Instant is.
    now: () => new Date(clock() + offset).toISOString() as Instant,
    /** An answer says what time it is. */
    hear: (now: Instant) => {
      offset = Date.parse(now) - clock()
    },
  }
}
