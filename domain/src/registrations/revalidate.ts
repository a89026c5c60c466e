import { worded } from '../kernel/wording.ts'
import { deriveRegistration } from './derive-registration.ts'
import { whyLinesFail, type LineRefusal } from './line-refusals.ts'
import type { Registration } from './registration.ts'
import type { DerivedNotice, RevalidationFacts, RevalidationNotice } from './revalidation.ts'
import { keepLateDeposits } from './routines/late-deposits.ts'
import { routineWording } from './routines/refusals.ts'

export type Revalidation = {
  /** With everything that follows from its content, from the city and from other registrations derived anew. */
  registration: Registration
  /** The derived changes, in words for the owner. */
  notices: readonly RevalidationNotice[]
  /** Lines that do not hold any more and wait for a decision of the owner. */
  refusals: readonly LineRefusal[]
}

const inWords = ({ refusal, ...notice }: DerivedNotice): RevalidationNotice =>
  refusal ? { ...notice, sentence: `${notice.sentence} ${worded(routineWording, refusal)}` } : notice

/**
 * Judges a registration as if all of it were entered now. Review, completion and the end of an edit go by this alone, so
 * that what completes is what the rules give for its content, by any sequence of acts. REV-014, REV-023, FEE-023.
 */
export function revalidate(before: Registration, facts: RevalidationFacts): Revalidation {
  const derived = deriveRegistration(before, facts)
  const { registration, notices } = keepLateDeposits(derived.registration, facts)
  return {
    registration,
    notices: [...derived.notices, ...notices].map(inWords),
    refusals: whyLinesFail(registration, facts),
  }
}
