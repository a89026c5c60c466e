import type { Registration } from './registration.ts'
import type { Instant } from '../kernel/instant.ts'

/** A registration as reviewed at a moment. REV-007. */
export const review = (registration: Registration, now: Instant): Registration => ({
  ...registration,
  reviewed: true,
  dates: { ...registration.dates, reviewed: now },
})

/** A registration no longer reviewed: both agreements must be given again. REV-015, REV-027. */
export const unreview = (registration: Registration): Registration => ({
  ...registration,
  reviewed: false,
  waiver: false,
  competitionCodeWaiver: false,
  dates: { ...registration.dates, reviewed: null },
})

/** A registration whose owner ticks or unticks the terms, or (competing) the competition code. REV-016. */
export const agree = (
  registration: Registration,
  answers: Partial<Pick<Registration, 'waiver' | 'competitionCodeWaiver'>>,
): Registration => ({ ...registration, ...answers })

/** All that is priced or holds places. Not the waiting list: a routine joins it while the others keep their places. A18. */
const content = [
  'attendees',
  'routines',
  'has_soty',
  'nomination_routines',
  'additional_observers',
  'is_competing',
  'comp_room',
  'beat_street',
] as const satisfies readonly (keyof Registration)[]

const isChanged = (part: keyof Registration, before: Registration, after: Registration): boolean =>
  before[part] !== after[part] && JSON.stringify(before[part]) !== JSON.stringify(after[part])

/** Whether the routines that wait are others. */
export const changesWaiting = (before: Registration, after: Registration): boolean =>
  isChanged('waiting_list_routines', before, after)

/**
 * Clears the review when the content differs from the reviewed one, so that it is reviewed and accepted again. REV-015,
 * REV-027.
 */
export function unreviewIfChanged(before: Registration, after: Registration): Registration {
  // Comparing three hundred people costs more than the act itself, and mostly nothing is reviewed.
  if (!after.reviewed) return after
  return content.some((part) => isChanged(part, before, after)) ? unreview(after) : after
}
