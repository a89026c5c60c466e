import { ageAsOf } from '../../roster/birthdate.ts'
import type { Attendee, Facts, Registration, RegistrationRoutine } from '../registration.ts'
import { divisionFor } from './age-division.ts'
import type { AgeDivision, RoutineCategory } from '../../tours/city.ts'

export type Cast = {
  /** Each person once, in the order they were added. */
  members: readonly Attendee[]
  missing: readonly number[]
  ages: readonly number[]
  has_teacher: boolean
  dancers: number
}

/**
 * The attendees who dance in a routine, with their ages on January 1 of the season's age year. COMP-040, COMP-049,
 * COMP-069.
 */
export function castOf(
  attendees: readonly { person_id: number }[],
  registration: Pick<Registration, 'attendees'>,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels'>,
): Cast {
  const { age_year } = facts.tour_date.season
  const members: Attendee[] = []
  const missing: number[] = []
  const ages: number[] = []
  let has_teacher = false
  for (const person_id of new Set(attendees.map((attendee) => attendee.person_id))) {
    const member = registration.attendees[person_id]
    const kind = facts.workshop_levels.find(({ id }) => id === member?.workshop_level_id)?.kind
    if (!member || kind === 'observer') {
      missing.push(person_id)
      continue
    }
    members.push(member)
    if (kind === 'teacher') has_teacher = true
    if (member.person.birthdate) ages.push(ageAsOf(member.person.birthdate, age_year))
  }
  return { members, missing, ages, has_teacher, dancers: members.length }
}

/** Category and age division that a cast leads to. COMP-039, COMP-047. */
export function placingOf(
  cast: Cast,
  age_up: boolean,
  facts: Pick<Facts, 'age_divisions' | 'routine_categories' | 'settings'>,
): { category: RoutineCategory | undefined; division: AgeDivision | undefined } {
  return {
    category: categoryFor(cast.dancers, facts.routine_categories),
    division: divisionFor({ ...cast, age_up }, facts.age_divisions, facts.settings),
  }
}

/** The category of a routine of so many dancers: of those whose least number it reaches, the largest. COMP-047. */
export function categoryFor(dancers: number, categories: readonly RoutineCategory[]): RoutineCategory | undefined {
  let match: RoutineCategory | undefined
  for (const category of categories) {
    if (category.min_dancers > dancers) continue
    if (!match || category.min_dancers > match.min_dancers) match = category
  }
  return match
}

/** Whether dancers who are not registered yet come in with a waiting routine. A18. */
export const waitsWithDancers = ({ status, attendees }: RegistrationRoutine): boolean =>
  status === 'waiting' && attendees.some(({ workshop_level_id }) => workshop_level_id !== undefined)
