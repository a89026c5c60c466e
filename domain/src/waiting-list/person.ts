import { newAttendee, type Candidate } from '../registrations/attendees/candidate.ts'
import { withAttendees, type AttendeesResult } from '../registrations/attendees/attendee-change.ts'
import { peopleInRoutines } from '../registrations/attendees/competing-people.ts'
import { removeAttendee, without } from '../registrations/attendees/remove-attendee.ts'
import { setLevel, takeLevel } from '../registrations/attendees/set-level.ts'
import { refusalOfClosed } from '../registrations/attendees/level.ts'
import type { AttendeeRefusal } from '../registrations/attendees/refusals.ts'
import { accept, refuse } from '../kernel/result.ts'
import { isWaitedFor } from '../registrations/places/levels-free.ts'
import { attendeesOf, type CastMember, type Facts, type Registration } from '../registrations/registration.ts'
import { unreview } from '../registrations/review.ts'

/** A person who waits for a level, and the level they had when they joined; null: they were not registered. */
type WaitingPlace = { person_id: number; level_id: number; from_level_id: number | null }

/** Registers a person at the level that is kept for them, or moves them there. OFF-024, A18. */
export function admitPerson(
  registration: Registration,
  candidate: Candidate,
  level_id: number,
  facts: Facts,
): AttendeesResult {
  // Their place is kept beside those that are gone.
  const workshop_levels = facts.workshop_levels.map((level) =>
    level.id === level_id ? { ...level, status: 'open' as const } : level,
  )
  const openFacts = { ...facts, workshop_levels }
  const { person_id } = candidate
  const here = registration.attendees[person_id]
  const levelChoice = { workshop_level_id: level_id, virtual: here?.virtual ?? facts.tour_date.virtual_only }
  if (here) return setLevel(registration, { person_id, ...levelChoice }, openFacts)
  const atLevel = takeLevel(newAttendee(candidate, { id: level_id }, facts), levelChoice, openFacts)
  return atLevel.ok ? accept(withAttendees(registration, [atLevel.value])) : atLevel
}

/** Why a level takes nobody, not even waiting: the office has closed it. Null: it has room or a line. A18. */
export function closedLevelRefusal(level_id: number, facts: Facts): AttendeeRefusal | null {
  const level = facts.workshop_levels.find(({ id }) => id === level_id)
  return !level || isWaitedFor(level_id, facts) ? null : refusalOfClosed(level)
}

/**
 * The registration after a person joins the waiting list of a full level. Without a held place they leave that level
 * meanwhile, unless a registered routine needs them; a waiting one then waits for them. Refuses people the level would not
 * accept. A18.
 */
export function waitForLevel(
  registration: Registration,
  candidate: Candidate,
  level_id: number,
  facts: Facts,
): AttendeesResult {
  const { person_id } = candidate
  const refusal = closedLevelRefusal(level_id, facts)
  if (refusal) return refuse(refusal)
  const isThere = registration.attendees[person_id]?.workshop_level_id === level_id
  const left = isThere ? leaveLevel(registration, person_id, level_id) : accept(registration)
  if (!left.ok) return left
  const result = admitPerson(left.value, candidate, level_id, facts)
  return result.ok ? left : result
}

/** The registration without a person, whose waiting routines are danced once they come in at this level. */
function leaveLevel(registration: Registration, person_id: number, workshop_level_id: number): AttendeesResult {
  const cast = (one: CastMember) => (one.person_id === person_id ? { person_id, workshop_level_id } : one)
  const waiting_list_routines = registration.waiting_list_routines.map((routine) =>
    routine.is_best_dancer || !routine.attendees.some((one) => one.person_id === person_id)
      ? routine
      : { ...routine, attendees: routine.attendees.map(cast) },
  )
  return removeAttendee({ ...registration, waiting_list_routines }, person_id)
}

/**
 * The unfinished registration after its offer expired: its people return to their earlier level, or leave. A dancer who
 * is in a routine stays, and the review reports that the level has no room.
 */
export function stepBack(registration: Registration, people: readonly WaitingPlace[]): Registration {
  const routineDancers = peopleInRoutines(registration)
  const there = people.filter(
    ({ person_id, level_id }) => registration.attendees[person_id]?.workshop_level_id === level_id,
  )
  if (there.length === 0) return registration
  const former = new Map(there.map(({ person_id, from_level_id }) => [person_id, from_level_id]))
  const back = attendeesOf(registration).flatMap((attendee) => {
    const workshop_level_id = former.get(attendee.person_id)
    return workshop_level_id ? [{ ...attendee, workshop_level_id }] : []
  })
  const leaving = there.filter(
    ({ person_id, from_level_id }) => from_level_id === null && !routineDancers.has(person_id),
  )
  return unreview(without(withAttendees(registration, back), new Set(leaving.map(({ person_id }) => person_id))))
}
