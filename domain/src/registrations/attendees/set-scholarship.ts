import { zeroCents, type Cents } from '../../kernel/money.ts'
import { accept, refuse } from '../../kernel/result.ts'
import { asWinner } from '../best-dancers/best-dancer.ts'
import { withProgramRoutines } from '../best-dancers/program-routines.ts'
import type { Facts, Registration } from '../registration.ts'
import { changeAttendee, personRef, type AttendeesResult } from './attendee-change.ts'

/** A scholarship a person holds for this season and may use here, as the server knows it. ATT-031. */
export type Scholarship = { id: number; person_id: number; amount: Cents; vip_type_id: number | null }

/** Uses one of the person's scholarships (cents), or none; one that adds a winner enters them in its program. ATT-031, ATT-032. */
export function setScholarship(
  registration: Registration,
  { person_id, scholarship_id }: { person_id: number; scholarship_id: number | null },
  facts: Facts & { scholarships: readonly Scholarship[] },
): AttendeesResult {
  const result = changeAttendee(registration, person_id, (attendee) => {
    if (scholarship_id === attendee.scholarship_id) return accept(attendee)
    if (scholarship_id === null) {
      return accept({ ...attendee, has_scholarship: false, scholarship_id, scholarship_amount: zeroCents })
    }
    const scholarship = facts.scholarships.find((one) => one.id === scholarship_id && one.person_id === person_id)
    if (!scholarship) return refuse({ code: 'attendee.scholarship_unknown', ...personRef(attendee) })
    const holder = { ...attendee, has_scholarship: true, scholarship_id, scholarship_amount: scholarship.amount }
    return accept(asWinner(holder, scholarship.vip_type_id, facts))
  })
  return result.ok ? accept(withProgramRoutines(result.value, facts)) : result
}
