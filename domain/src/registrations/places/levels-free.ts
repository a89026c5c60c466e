import { seasonAge } from '../attendees/candidate.ts'
import type { Attendee, Facts } from '../registration.ts'
import type { WorkshopLevel } from '../../tours/city.ts'
import { levelKey } from './place-key.ts'
import { leftText, roomFor } from './short-of.ts'

/** Other levels of the kind that these people may take by age and that have room, in words: 'Mini (5 left)'. ATT-017, COMP-082. */
export function levelsFreeFor(
  people: readonly Pick<Attendee, 'person'>[],
  level: WorkshopLevel,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels' | 'places'>,
): string[] {
  const youngest = Math.min(...people.map(({ person }) => seasonAge(person, facts) ?? 0))
  return facts.workshop_levels
    .filter(
      ({ id, kind, status, minimum_age }) =>
        kind === level.kind &&
        id !== level.id &&
        status === 'open' &&
        roomFor(levelKey(id), {}, facts.places) !== 0 &&
        (kind !== 'dancer' || minimum_age <= youngest),
    )
    .map((other) => {
      const left = leftText(facts.places[levelKey(other.id)])
      return left === null ? other.level : `${other.level} (${left})`
    })
}
