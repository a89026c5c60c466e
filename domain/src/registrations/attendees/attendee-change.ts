import { accept, refuse, type Result } from '../../kernel/result.ts'
import type { Attendee, AttendeePerson, Registration } from '../registration.ts'
import type { BestDancerRefusal } from '../best-dancers/refusals.ts'
import type { AttendeeRefusal } from './refusals.ts'

/** The result of every action on a registration's people. */
export type AttendeesResult = Result<Registration, AttendeeRefusal | BestDancerRefusal>
export type AttendeeResult = Result<Attendee, AttendeeRefusal | BestDancerRefusal>

/** A first and a last name as one. */
export const nameOf = ({ fname, lname }: Pick<AttendeePerson, 'fname' | 'lname'>): string => `${fname} ${lname}`.trim()
/** The person a refusal is about: the id, and the name for its sentence. */
export const personRef = ({ person_id, person }: Pick<Attendee, 'person_id' | 'person'>) => ({
  person_id,
  name: nameOf(person),
})

/** The first person a list names more than once; undefined: none. */
export function personTwice(people: readonly { person_id: number }[]): number | undefined {
  const personIds = new Set<number>()
  return people.find(({ person_id }) => personIds.size === personIds.add(person_id).size)?.person_id
}

/** The registration with these people changed or added. ATT-005. */
export function withAttendees(registration: Registration, attendees: readonly Attendee[]): Registration {
  const byPerson = Object.fromEntries(attendees.map((attendee) => [attendee.person_id, attendee]))
  return { ...registration, attendees: { ...registration.attendees, ...byPerson } }
}

/** Changes one registered person, or says that they are not registered. */
export function changeAttendee(
  registration: Registration,
  person_id: number,
  change: (attendee: Attendee) => AttendeeResult,
): AttendeesResult {
  const attendee = registration.attendees[person_id]
  if (!attendee) return refuse({ code: 'attendee.not_registered', person_id })
  const result = change(attendee)
  return result.ok ? accept(withAttendees(registration, [result.value])) : result
}
