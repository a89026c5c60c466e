import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { needsOfPerson, needsOfWaiting, type PartsById, type Waiter } from '@callboard/domain/waiting-list/entry.ts'
import type { WaitingEntryRow } from '../capacity/waiting-queries.ts'

/** Returns the waiting entries of a list in the shape the rule uses. */
export const waitersOf = (line: readonly WaitingEntryRow[], facts: Pick<Facts, 'tour_date' | 'settings'>): Waiter[] =>
  line.filter(({ state }) => state === 'waiting').map((entry) => waiterOf(entry, facts))

/** One entry as the rule sees it: with its people the registration has more dancers. */
export function waiterOf(entry: WaitingEntryRow, facts: Pick<Facts, 'tour_date' | 'settings'>): Waiter {
  const { id, registration_id, takes_part, routines, people } = entry
  const coming = people.filter(({ kind, registered }) => kind === 'dancer' && registered === null)
  const rows = new Map(people.map((person) => [person.person_id, person.id]))
  return {
    id,
    registration_id,
    takes_part,
    routines: routines.map((routine) => ({
      id: routine.id,
      needs: needsOfWaiting(routine, entry.dancers + coming.length, facts),
      dancers: dancersOf(routine, rows),
      blocked: routine.coming.some(({ person_id }) => !rows.has(person_id)),
    })),
    people: people.map((person) => ({ id: person.id, needs: needsOfPerson(person.level_id) })),
  }
}

const dancersOf = ({ coming }: WaitingEntryRow['routines'][number], rows: ReadonlyMap<number, number>): number[] =>
  coming.flatMap(({ person_id }) => rows.get(person_id) ?? [])

/**
 * Returns routines of an entry with the people they need; `alone`: only people that no other routine of the entry
 * needs.
 */
export function withDancers(entry: WaitingEntryRow, routine_ids: readonly number[], alone = false): PartsById {
  const rows = new Map(entry.people.map(({ person_id, id }) => [person_id, id]))
  const neededPeople = (these: WaitingEntryRow['routines']) =>
    new Set(these.flatMap((routine) => dancersOf(routine, rows)))
  const own = neededPeople(entry.routines.filter(({ id }) => routine_ids.includes(id)))
  const others = alone ? neededPeople(entry.routines.filter(({ id }) => !routine_ids.includes(id))) : new Set<number>()
  return { routines: routine_ids, people: [...own].filter((id) => !others.has(id)) }
}
