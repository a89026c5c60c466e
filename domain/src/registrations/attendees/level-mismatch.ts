import { attendeesOf, type Facts, type Registration } from '../registration.ts'
import type { WorkshopLevel } from '../../tours/city.ts'
import { seasonAge } from './candidate.ts'
import { nameOf } from './attendee-change.ts'
import { levelOfAge, levelsById } from './level.ts'

export type LevelMismatch = { person_id: number; name: string; level: WorkshopLevel }

/**
 * Dancers who are at another level than that of their age because it takes nobody: by the level that is shut, each with
 * the level they have instead. ATT-017, ATT-019.
 */
export function levelMismatches(
  registration: Pick<Registration, 'attendees'>,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels'>,
): ReadonlyMap<number, readonly LevelMismatch[]> {
  const levels = levelsById(facts.workshop_levels)
  const byLevel = new Map<number, LevelMismatch[]>()
  for (const { person, person_id, workshop_level_id } of attendeesOf(registration)) {
    const level = levels.get(workshop_level_id)
    const age = seasonAge(person, facts)
    if (level?.kind !== 'dancer' || age === null) continue
    const theirs = levelOfAge(facts.workshop_levels, age)
    if (!theirs || theirs.status === 'open' || theirs.id === level.id) continue
    byLevel.set(theirs.id, [...(byLevel.get(theirs.id) ?? []), { person_id, name: nameOf(person), level }])
  }
  return byLevel
}
