import { seasonAge } from '../attendees/candidate.ts'
import type { Attendee, Facts } from '../registration.ts'
import type { WorkshopLevel, City } from '../../tours/city.ts'
import { levelKey } from './place-key.ts'
import { leftText, roomFor, type PlaceCounts, type HeldPlaces } from './availability.ts'

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

/**
 * The levels of a city with their current room: a full level is sold out like one the office closes. A registration
 * that holds places of it may still choose it; the review decides. ATT-019, COMP-082.
 */
export const levelsNow = (
  levels: readonly WorkshopLevel[],
  heldPlaces: HeldPlaces,
  counts: PlaceCounts,
): WorkshopLevel[] =>
  levels.map((level) =>
    level.status === 'open' && roomFor(levelKey(level.id), heldPlaces, counts) === 0
      ? { ...level, status: 'sold_out' }
      : level,
  )

/** Whether people may wait for a level: the city keeps a list, and it is the level's number of places that is used up. A18. */
export const isWaitedFor = (level_id: number, { tour_date, places }: Pick<City, 'tour_date' | 'places'>): boolean =>
  tour_date.waiting_list && roomFor(levelKey(level_id), {}, places) === 0
