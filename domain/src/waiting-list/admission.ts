import { accept, refuse, type Result } from '../kernel/result.ts'
import type { ChangeEffect } from '../registrations/change.ts'
import { editChanges } from '../registrations/edit.ts'
import { countNeededPlaces } from '../registrations/places/needed-places.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registrations/registration.ts'
import { unreview } from '../registrations/review.ts'
import type { WaitingRefusal } from './refusals.ts'

/** A registration whose waiting routines come in: from now on charged and counted. OFF-024, COMP-064, A18. */
export function admitRoutines(
  registration: Registration,
  ids: readonly number[],
  facts: Facts,
): Result<Registration, WaitingRefusal> {
  const coming = registration.waiting_list_routines.filter(({ id }) => id !== null && ids.includes(id))
  if (coming.length === 0 || coming.length !== ids.length) return refuse({ code: 'waiting.not_waiting' })

  const isIn = ({ person_id }: { person_id: number }) => registration.attendees[person_id] !== undefined
  if (!coming.every(({ attendees }) => attendees.every(isIn))) return refuse({ code: 'waiting.dancers_missing' })

  const most = facts.tour_date.entry_limit_rules.independent?.max_routines ?? null
  const have = countNeededPlaces(registration, facts)['routines'] ?? 0
  if (registration.independent && most !== null && have + coming.length > most) {
    return refuse({ code: 'waiting.independent_limit', limit: most })
  }
  const nextRegistration: Registration = {
    ...registration,
    is_competing: true,
    routines: [...registration.routines, ...coming.map(registered)],
    waiting_list_routines: registration.waiting_list_routines.filter((routine) => !coming.includes(routine)),
  }
  return accept(registration.completed ? nextRegistration : unreview(nextRegistration))
}

const registered = (routine: RegistrationRoutine): RegistrationRoutine => ({
  ...routine,
  status: 'registered',
  attendees: routine.attendees.map(({ person_id }) => ({ person_id })),
})

/** An unfinished registration whose accepted routines wait again, since their offer ran out. */
export function revertAdmission(registration: Registration, ids: readonly number[]): Registration {
  const going = registration.routines.filter(({ id }) => id !== null && ids.includes(id))
  if (going.length === 0) return registration
  return unreview({
    ...registration,
    routines: registration.routines.filter((routine) => !going.includes(routine)),
    waiting_list_routines: [
      ...registration.waiting_list_routines,
      ...going.map((routine) => ({ ...routine, status: 'waiting' as const })),
    ],
  })
}

/** The differences an admission makes to a completed registration, in words for its owner. OFF-024, EDIT-003. */
export function admissionChanges(
  before: Registration,
  after: Registration,
  ids: readonly number[],
  facts: Parameters<typeof editChanges>[2],
): Pick<ChangeEffect, 'people' | 'routines' | 'others'> {
  const { people, others } = editChanges(before, after, facts)
  const coming = after.routines.filter(({ id }) => id !== null && ids.includes(id))
  return {
    people,
    routines: coming.map(({ routine }) => ({ kind: 'added', name: routine.name, what: [] })),
    others: [...others, 'From the waiting list'],
  }
}
