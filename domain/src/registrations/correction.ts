import { accept, refuse, type Result } from '../kernel/result.ts'
import type { Refusal } from '../refusals.ts'
import { setAttendees, type AttendeeDraft } from './attendees/set-attendees.ts'
import { attendeesOf, type Facts, type Registration, type RegistrationRoutine } from './registration.ts'
import { removeRoutines } from './routines/replace-dancer.ts'
import { castOf, placingOf } from './routines/cast.ts'
import { failedChecks } from './submit-checks.ts'
import type { RevalidationFacts } from './revalidation.ts'
import { explain } from '../refusals.ts'

/** A change of a completed registration by the office, in one act. */
export type Correction = {
  /** People who leave; they leave their routines as well. */
  leaving_people: readonly number[]
  leaving_routines: readonly number[]
  /** People who stay, with the fields that become others. */
  people: readonly (Partial<AttendeeDraft> & { person_id: number })[]
}

/** A routine without these dancers, in the category that the others make. */
function withoutDancers(
  routine: RegistrationRoutine,
  leaving: ReadonlySet<number>,
  registration: Registration,
  facts: Facts,
): RegistrationRoutine {
  const attendees = routine.attendees.filter(({ person_id }) => !leaving.has(person_id))
  if (attendees.length === routine.attendees.length) return routine
  const { category } = placingOf(castOf(attendees, registration, facts), routine.age_up, facts)
  if (!category) return { ...routine, attendees }
  const { category_id, name, abbreviation, limit } = category
  return { ...routine, attendees, routine_category: { category_id, name, abbreviation, limit } }
}

const allRoutines = ({ routines, waiting_list_routines }: Registration) => [...routines, ...waiting_list_routines]

/**
 * A completed registration as the office corrects it, by the acts of its owner. Unlike the owner the office may take a
 * dancer out of a routine that is registered; a routine nobody is left in goes too. OFF-020.
 */
export function correct(
  registration: Registration,
  { leaving_people, leaving_routines, people }: Correction,
  facts: Facts,
): Result<Registration, Refusal> {
  if (leaving_people.length + leaving_routines.length + people.length === 0) {
    return refuse({ code: 'office.nothing_corrected' })
  }
  const personIds = [...leaving_people, ...people.map(({ person_id }) => person_id)]
  const stranger = personIds.find((person_id) => !registration.attendees[person_id])
  if (stranger !== undefined) return refuse({ code: 'attendee.not_registered', person_id: stranger })

  const leaving = new Set(leaving_people)
  const emptied = allRoutines(registration).flatMap(({ id, is_best_dancer, attendees }) =>
    id !== null && !is_best_dancer && attendees.every(({ person_id }) => leaving.has(person_id)) ? [id] : [],
  )
  const removal = removeRoutines(registration, [...leaving_routines, ...emptied], facts)
  if (!removal.ok) return removal
  const recast = (routine: RegistrationRoutine) =>
    routine.is_best_dancer ? routine : withoutDancers(routine, leaving, removal.value, facts)
  const remaining: Registration = {
    ...removal.value,
    routines: removal.value.routines.map(recast),
    waiting_list_routines: removal.value.waiting_list_routines.map(recast),
  }
  const changes = new Map(people.map((change) => [change.person_id, change]))
  const drafts = attendeesOf(remaining)
    .filter(({ person_id }) => !leaving.has(person_id))
    .map((attendee) => ({ ...attendee, ...changes.get(attendee.person_id) }))
  const result = setAttendees(remaining, drafts, { ...facts, people: new Map() })
  if (!result.ok) return result
  // The office corrects what stands: review, agreements and confirmation are those of before.
  const { reviewed, waiver, competitionCodeWaiver, confirmed, dates } = registration
  return accept({ ...result.value, reviewed, waiver, competitionCodeWaiver, confirmed, dates })
}

/** Rules that a corrected registration breaks and the one before did not, in words for the office. */
export function passedRules(before: Registration, after: Registration, facts: RevalidationFacts): string[] {
  const sentences = (registration: Registration) =>
    failedChecks({ ...registration, editing: true, waiver: true, competitionCodeWaiver: true }, facts).map(explain)
  const earlier = new Set(sentences(before))
  return sentences(after).filter((sentence) => !earlier.has(sentence))
}
