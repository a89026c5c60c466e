import { seasonAge } from '../registrations/attendees/candidate.ts'
import { suggestedLevel } from '../registrations/attendees/level.ts'
import type { AttendeesResult } from '../registrations/attendees/attendee-change.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { AttendeePerson, Facts, Registration } from '../registrations/registration.ts'
import { saveRoutine } from '../registrations/routines/acts.ts'
import type { RoutineRefusal } from '../registrations/routines/refusals.ts'
import { isSameRoutine, type RoutineDraft } from '../registrations/routines/routine-draft.ts'
import type { WorkshopLevel } from '../tours/city.ts'
import { admitPerson, closedLevelRefusal } from './person.ts'

/** A person who is not registered yet, and the level to register them at. */
export type Newcomer = { person_id: number; person: AttendeePerson; workshop_level_id: number }
type BundleResult = AttendeesResult | Result<Registration, RoutineRefusal>

/** The levels at which somebody may come in with a routine, waiting or not, and the one that fits their age. ATT-017, A18. */
export function levelsForNewcomer(
  person: Pick<AttendeePerson, 'birthdate'>,
  facts: Facts,
): { levels: WorkshopLevel[]; suggested: WorkshopLevel | undefined } {
  const age = seasonAge(person, facts)
  if (age === null) return { levels: [], suggested: undefined }
  const levels = facts.workshop_levels
    .filter(({ id, kind, minimum_age }) => kind === 'dancer' && minimum_age <= age && !closedLevelRefusal(id, facts))
    .map((level) => ({ ...level, status: 'open' as const }))
  return { levels, suggested: suggestedLevel(levels, age) }
}

/** The registration with these people in it. */
export function withNewcomers(registration: Registration, coming: readonly Newcomer[], facts: Facts): BundleResult {
  let there = registration
  for (const { person_id, person, workshop_level_id } of coming) {
    const refusal = closedLevelRefusal(workshop_level_id, facts)
    if (refusal) return refuse(refusal)
    const came = admitPerson(there, { person_id, person }, workshop_level_id, facts)
    if (!came.ok) return came
    there = came.value
  }
  return accept(there)
}

/**
 * A routine for the waiting list, together with dancers who are not registered yet: it becomes what it will be once they
 * are in. Until then they are only in its cast, each with the level they wait for. OFF-024, A18.
 */
export function waitWithDancers(
  registration: Registration,
  draft: RoutineDraft,
  people: readonly Newcomer[],
  facts: Facts,
): BundleResult {
  const cast = new Set(draft.attendees.map(({ person_id }) => person_id))
  const coming = people.filter(({ person_id }) => cast.has(person_id) && !registration.attendees[person_id])
  const there = withNewcomers(registration, coming, facts)
  if (!there.ok) return there
  const plannedRoutine = saveRoutine(there.value, { ...draft, status: 'waiting' }, facts)
  if (!plannedRoutine.ok) return plannedRoutine
  const existingIds = registration.waiting_list_routines
  const levels = new Map(coming.map(({ person_id, workshop_level_id }) => [person_id, workshop_level_id]))
  const waiting_list_routines = plannedRoutine.value.waiting_list_routines.map((routine) => {
    if (existingIds.includes(routine) || existingIds.some((one) => isSameRoutine(one, routine))) return routine
    const attendees = routine.attendees.map(({ person_id }) => {
      const workshop_level_id = levels.get(person_id)
      return workshop_level_id === undefined ? { person_id } : { person_id, workshop_level_id }
    })
    return { ...routine, attendees }
  })
  return accept({ ...registration, is_competing: true, waiting_list_routines })
}
