import type { CastMember, Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { withNewcomers, type Newcomer } from '@callboard/domain/waiting-list/newcomers.ts'
import type { RosterName } from './competition.ts'

/** Returns the roster people of a cast who get registered together with the routine, with their level. */
export function newcomersOf(cast: readonly CastMember[], roster: readonly RosterName[]): Newcomer[] {
  if (cast.every(({ workshop_level_id }) => workshop_level_id === undefined)) return []
  const people = new Map(roster.map((person) => [person.id, person]))
  return cast.flatMap(({ person_id, workshop_level_id }) => {
    const rosterPerson = people.get(person_id)
    if (!rosterPerson || workshop_level_id === undefined) return []
    const { fname, lname, birthdate } = rosterPerson
    return [{ person_id, workshop_level_id, person: { fname, lname, birthdate, gender_id: null } }]
  })
}

/** The registration as it would be with them: what a routine that waits with its dancers is planned in. A18. */
export function withCastNewcomers(
  registration: Registration,
  cast: readonly CastMember[],
  roster: readonly RosterName[],
  facts: Facts,
): Registration {
  const coming = newcomersOf(cast, roster)
  if (coming.length === 0) return registration
  const there = withNewcomers(registration, coming, facts)
  return there.ok ? there.value : registration
}
