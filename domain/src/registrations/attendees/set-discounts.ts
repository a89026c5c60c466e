import { accept, refuse } from '../../kernel/result.ts'
import type { Event } from '../../tours/city.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import { changeAttendee, personRef, type AttendeesResult, type AttendeeResult } from './attendee-change.ts'

/** How much of the workshop fee the discount for having attended before takes off: '25%'. ATT-024. */
export const attendedPercent = ({ attended_multiplier }: Pick<Event, 'attended_multiplier'>): string =>
  `${(10_000 - attended_multiplier) / 100}%`

/**
 * Takes or leaves the discount for having attended before; it and the college discount exclude each other, so taking it
 * asks first where a student ID would go. ATT-024, ATT-025, ATT-028.
 */
export const setAttendedReg = (
  registration: Registration,
  { person_id, attended_reg, answered }: { person_id: number; attended_reg: boolean; answered?: boolean },
  facts: Facts,
): AttendeesResult =>
  changeAttendee(registration, person_id, (attendee) => {
    const isLosing = attended_reg && !attendee.attended_reg && hasCollegeAndId(attendee)
    if (isLosing && !answered) return refuse({ code: 'attendee.college_off?', ...personRef(attendee) })
    return takeAttended(attendee, attended_reg, facts)
  })

/** An attendee without the college discount: the student ID, which served only for it, goes too. ATT-077. */
export const noCollege = { college_discount: false, has_college_discount: false, student_id_url: null } as const

const hasCollegeAndId = ({ college_discount, student_id_url }: Attendee) => college_discount && student_id_url !== null

/**
 * Takes the college discount, with an uploaded student ID only; leaving it asks first, then lets the ID go and clears
 * attended_reg. ATT-025 to ATT-030, A100.
 */
export const setCollegeDiscount = (
  registration: Registration,
  { person_id, college_discount, answered }: { person_id: number; college_discount: boolean; answered?: boolean },
  facts: Facts,
): AttendeesResult =>
  changeAttendee(registration, person_id, (attendee) => {
    const isLosing = !college_discount && hasCollegeAndId(attendee)
    if (isLosing && !answered) return refuse({ code: 'attendee.college_off?', ...personRef(attendee) })
    return setCollege(attendee, college_discount, facts)
  })

/** Records that a student ID was uploaded, so that the college discount may count. ATT-027, ATT-030. */
export const attachStudentId = (
  registration: Registration,
  { person_id, student_id_url }: { person_id: number; student_id_url: string },
): AttendeesResult =>
  changeAttendee(registration, person_id, (attendee) =>
    // The same ID again is as the office decided on it.
    accept(
      student_id_url === attendee.student_id_url
        ? attendee
        : { ...attendee, student_id_url, has_college_discount: true },
    ),
  )

/** Returns the attendee with the attended discount on or off; refuses it where the office denied the attendance. ATT-021, ATT-025, OFF-023. */
export function takeAttended(attendee: Attendee, attended_reg: boolean, facts: Facts): AttendeeResult {
  if (!attended_reg || attendee.attended_reg) return accept({ ...attendee, attended_reg })
  const level = facts.workshop_levels.find(({ id }) => id === attendee.workshop_level_id)
  if (level?.kind !== 'dancer' || attendee.virtual) {
    return refuse({ code: 'attendee.attended_not_offered', ...personRef(attendee) })
  }
  if (facts.attendance?.[attendee.person_id] === false) {
    return refuse({ code: 'attendee.not_attended', ...personRef(attendee) })
  }
  return accept({ ...attendee, ...(attendee.college_discount && noCollege), attended_reg })
}

/** The attendee with the college discount turned on or off. ATT-025, ATT-026, ATT-028. */
export function setCollege(attendee: Attendee, college_discount: boolean, facts: Facts): AttendeeResult {
  if (college_discount === attendee.college_discount) return accept(attendee)
  if (!college_discount) return accept({ ...attendee, ...noCollege, attended_reg: false })
  const level = facts.workshop_levels.find(({ id }) => id === attendee.workshop_level_id)
  if (!level?.college_eligible) {
    return refuse({ code: 'attendee.college_not_eligible', level: level?.level ?? 'This level' })
  }
  if (!attendee.has_college_discount) return refuse({ code: 'attendee.student_id_needed', ...personRef(attendee) })
  return accept({ ...attendee, college_discount, attended_reg: false })
}
