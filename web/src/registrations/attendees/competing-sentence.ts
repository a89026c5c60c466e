import { routinesOfPeople } from '@callboard/domain/registrations/attendees/competing-people.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { Refusal } from '@callboard/domain/refusals.ts'

const nameOf = ({ attendees }: Registration, person_id: number): string => {
  const person = attendees[person_id]?.person
  return person ? `${person.fname} ${person.lname}` : ''
}

/**
 * Below a refusal because somebody competes: the routines that they dance in, and the way to change those that are
 * registered already (COMP-054). Empty for other refusals. ATT-033, ATT-034, ATT-023.
 */
export function competingSentence(refusal: Refusal, registration: Registration, facts: Facts): string {
  const { code } = refusal
  const ids =
    code === 'attendee.some_competing'
      ? refusal.person_ids
      : code === 'attendee.competing' || code === 'attendee.one_day_competing'
        ? [refusal.person_id]
        : []
  const routines = routinesOfPeople(registration, ids)
  if (routines.length === 0) return ''
  const names = routines.map(({ routine }) => routine.name || 'a routine without a title').join(', ')
  const isRegistered = routines.some(({ date_routine_id }) => date_routine_id !== null) && !facts.by_office
  const change = isRegistered
    ? ` To change the dancers of a registered routine, please email ${facts.tour_date.event.support_email}.`
    : ''
  const people = ids.length > 1 ? `${ids.map((id) => nameOf(registration, id)).join(', ')}: in` : 'In:'
  return `\n${people} ${names}.${change}`
}
