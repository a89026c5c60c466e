import { minutesAfter, type Instant } from '../kernel/instant.ts'

/** How long a report link opens: long enough to print, too short to be passed on. SEC-020. */
const minutes = 15

/** When a link to a report that is made now ends. SEC-020. */
export const reportTokenEnd = (now: Instant): Instant => minutesAfter(now, minutes)
