import { withProgramRoutines } from './best-dancers/program-routines.ts'
import { deriveAttendees, deriveExtras } from './derive-attendees.ts'
import { deriveRoutines } from './derive-routines.ts'
import { whyLinesFail, type LineRefusal } from './line-refusals.ts'
import type { Registration } from './registration.ts'
import type { Derivation, RevalidationFacts, RevalidationNotice } from './revalidation.ts'

export type Revalidation = {
  /** With everything that follows from its content, from the city and from other registrations derived anew. */
  registration: Registration
  /** The derived changes, in words for the owner. */
  notices: readonly RevalidationNotice[]
  /** Lines that do not hold any more and wait for a decision of the owner. */
  refusals: readonly LineRefusal[]
}

const program: Derivation = (registration, facts) => ({
  registration: withProgramRoutines(registration, facts),
  notices: [],
})

/** People first: how many of them pay decides what else is earned. */
const derivations: readonly Derivation[] = [deriveAttendees, deriveExtras, program, deriveRoutines]

/**
 * Judges a registration as if all of it were entered now. Review, completion and the end of an edit go by this alone, so
 * that what completes is what the rules give for its content, by any sequence of acts. REV-014, REV-023, FEE-023.
 */
export function revalidate(registration: Registration, facts: RevalidationFacts): Revalidation {
  const notices: RevalidationNotice[] = []
  let derived = registration
  for (const derive of derivations) {
    const part = derive(derived, facts)
    derived = part.registration
    notices.push(...part.notices)
  }
  return { registration: derived, notices, refusals: whyLinesFail(derived, facts) }
}
