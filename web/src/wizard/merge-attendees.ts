import { attendeePerson } from '@callboard/domain/registrations/attendees/candidate.ts'
import { attendeeDetails } from '@callboard/domain/roster/person-fields.ts'
import type { Attendee, AttendeePerson, Registration } from '@callboard/domain/registrations/registration.ts'

type Attendees = Readonly<Record<string, Attendee>>

/**
 * The server's attendees; who is as they were here keeps their identity, so that their row is not drawn again. WIZ-048.
 */
export function mergeAttendees(here: Attendees, savedAttendees: Attendees): Attendees {
  return Object.fromEntries(
    Object.entries(savedAttendees).map(([key, attendee]) => {
      const before = here[key]
      return [key, before && isSame(before, attendee) ? before : attendee]
    }),
  )
}

function isSame(one: Attendee, other: Attendee): boolean {
  return (Object.keys(one) as (keyof Attendee)[]).every((name) => {
    const [a, b] = [one[name], other[name]]
    // The person, and the level the wire nests, are objects of few fields.
    return a === b || (typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b))
  })
}

/** The registration with its people as the roster has them; the same object when nothing of them is new. */
export function withPeople(
  registration: Registration,
  people: readonly (AttendeePerson & { id: number })[],
): Registration {
  const changedAttendees = people.flatMap(({ id, ...rosterPerson }) => {
    const attendee = registration.attendees[id]
    const person = attendeePerson(rosterPerson)
    return attendee && !isSamePerson(attendee.person, person) ? [[id, { ...attendee, person }] as const] : []
  })
  if (changedAttendees.length === 0) return registration
  return { ...registration, attendees: { ...registration.attendees, ...Object.fromEntries(changedAttendees) } }
}

const isSamePerson = (one: AttendeePerson, other: AttendeePerson): boolean =>
  one.fname === other.fname &&
  one.lname === other.lname &&
  one.birthdate === other.birthdate &&
  one.gender_id === other.gender_id &&
  attendeeDetails.every((name) => (one[name] ?? null) === (other[name] ?? null))
