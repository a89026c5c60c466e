import { accept, refuse } from '../../kernel/result.ts'
import type { Facts, Registration } from '../registration.ts'
import { firstLevel, newAttendee, seasonAge } from './candidate.ts'
import { changeAttendee, personRef, type AttendeesResult } from './attendee-change.ts'
import { competingPeople, peopleInRoutines } from './competing-people.ts'
import { kindOf, levelsById } from './level.ts'
import type { AttendeeRefusal } from './refusals.ts'

/** Takes one person out, unless a routine (waiting ones too) still needs them. ATT-033, A103. */
export function removeAttendee(registration: Registration, person_id: number): AttendeesResult {
  if (peopleInRoutines(registration).has(person_id)) return refuse({ code: 'attendee.competing', person_id })
  return accept(without(registration, new Set([person_id])))
}

/** Takes out everyone asked for who is in no routine; `notice` tells of those who stay. ATT-034, ATT-071, A55. */
export function removeAttendees(
  registration: Registration,
  person_ids: readonly number[],
): { registration: Registration; notice: AttendeeRefusal | null } {
  const routineDancers = peopleInRoutines(registration)
  const staying = person_ids.filter((id) => routineDancers.has(id) && registration.attendees[id])
  const leaving = new Set(person_ids.filter((id) => !routineDancers.has(id)))
  const notice = staying.length ? ({ code: 'attendee.some_competing', person_ids: staying } as const) : null
  return { registration: without(registration, leaving), notice }
}

/** Makes a teacher of a dancer or a dancer of a teacher; what only their old kind has is dropped. ATT-070. */
export function moveTo(
  registration: Registration,
  { person_id, kind }: { person_id: number; kind: 'dancer' | 'teacher' },
  facts: Facts,
): AttendeesResult {
  return changeAttendee(registration, person_id, (attendee) => {
    if (kindOf(attendee, levelsById(facts.workshop_levels)) === kind) return accept(attendee)
    if (competingPeople(registration).has(person_id)) return refuse({ code: 'attendee.competing', person_id })
    const age = seasonAge(attendee.person, facts)
    if (age === null) return refuse({ code: 'attendee.birthdate_missing', tab: 'roster', ...personRef(attendee) })
    if (kind === 'dancer' && age < facts.settings.minimum_dancer_age) {
      return refuse({ code: 'attendee.too_young', ...personRef(attendee) })
    }
    const level = firstLevel(attendee, kind, facts)
    if (!level.ok) return level
    const { id, media_pass_old, date_attendee_id, intensive_id } = attendee
    return accept({ ...newAttendee(attendee, level.value, facts), id, media_pass_old, date_attendee_id, intensive_id })
  })
}

/** The people gone, and with each of them the solo a program gave them. A43. */
export function without(registration: Registration, leaving: ReadonlySet<number>): Registration {
  const attendees = Object.fromEntries(
    Object.entries(registration.attendees).filter(([, { person_id }]) => !leaving.has(person_id)),
  )
  const stays = (routine: Registration['routines'][number]) =>
    !routine.is_best_dancer || !routine.attendees.some(({ person_id }) => leaving.has(person_id))
  return {
    ...registration,
    attendees,
    routines: registration.routines.filter(stays),
    waiting_list_routines: registration.waiting_list_routines.filter(stays),
  }
}
