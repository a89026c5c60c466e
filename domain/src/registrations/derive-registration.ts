import { withProgramRoutines } from './best-dancers/program-routines.ts'
import { deriveAttendees, deriveExtras } from './derive-attendees.ts'
import { deriveRoutines } from './derive-routines.ts'
import type { Registration } from './registration.ts'
import type { Derivation, DerivedNotice, RevalidationFacts } from './revalidation.ts'

type DerivedRegistration = {
  /** With everything that follows from its content, from the city and from other registrations derived anew. */
  registration: Registration
  /** The derived changes. */
  notices: readonly DerivedNotice[]
}

const program: Derivation = (registration, facts) => ({
  registration: withProgramRoutines(registration, facts),
  notices: [],
})

/** People first: how many of them pay decides what else is earned. */
const derivations: readonly Derivation[] = [deriveAttendees, deriveExtras, program, deriveRoutines]

/** Derives anew what follows from a registration's content: what it costs depends on this part of a revalidation alone. */
export function deriveRegistration(registration: Registration, facts: RevalidationFacts): DerivedRegistration {
  const notices: DerivedNotice[] = []
  let derived = registration
  for (const derive of derivations) {
    const part = derive(derived, facts)
    derived = part.registration
    notices.push(...part.notices)
  }
  return { registration: derived, notices }
}
