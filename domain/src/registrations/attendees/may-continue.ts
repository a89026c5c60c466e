import { refuse } from '../../kernel/result.ts'
import type { Wording } from '../../kernel/wording.ts'
import { attendeesOf, type Facts, type Registration } from '../registration.ts'
import { levelsById } from './level.ts'

export type MissingAttendeesRefusal =
  | { code: 'attendee.no_dancer_or_teacher'; tab: 'dancers' }
  | { code: 'attendee.nobody'; tab: 'dancers' }
  | { code: 'attendee.no_intensive'; tab: 'dancers'; person_ids: readonly number[] }

export const missingAttendeesWording: Wording<MissingAttendeesRefusal> = {
  'attendee.no_dancer_or_teacher': () => 'To continue, please register at least one dancer or teacher.',
  'attendee.nobody': () => 'To continue, please register at least one attendee.',
  'attendee.no_intensive': () => 'Please select an intensive for all attendees.',
}

/** Whether the people of a registration suffice to go on; null: they do. Nationals ask what the workshop asks. ATT-013 to ATT-015. */
export function missingAttendees(
  registration: Pick<Registration, 'attendees'>,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels'>,
) {
  const attendees = attendeesOf(registration)
  if (facts.tour_date.event.is_intensive) {
    if (attendees.length === 0) return refuse({ code: 'attendee.nobody', tab: 'dancers' }).refusal
    const undecided = attendees.filter(({ intensive_id }) => intensive_id === null)
    if (undecided.length === 0) return null
    const person_ids = undecided.map(({ person_id }) => person_id)
    return refuse({ code: 'attendee.no_intensive', tab: 'dancers', person_ids }).refusal
  }
  const levels = levelsById(facts.workshop_levels)
  const isActive = attendees.some(({ workshop_level_id }) => {
    const kind = levels.get(workshop_level_id)?.kind
    return kind === 'dancer' || kind === 'teacher'
  })
  return isActive ? null : refuse({ code: 'attendee.no_dancer_or_teacher', tab: 'dancers' }).refusal
}
