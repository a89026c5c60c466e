import type { City, WorkshopLevel } from '../../tours/city.ts'
import { levelKey } from './place-key.ts'
import { roomFor, type Counts, type HeldPlaces } from './short-of.ts'

/**
 * The levels of a city with their current room: a full level is sold out like one the office closes. A registration
 * that holds places of it may still choose it; the review decides. ATT-019, COMP-082.
 */
export const levelsNow = (levels: readonly WorkshopLevel[], heldPlaces: HeldPlaces, counts: Counts): WorkshopLevel[] =>
  levels.map((level) =>
    level.status === 'open' && roomFor(levelKey(level.id), heldPlaces, counts) === 0
      ? { ...level, status: 'sold_out' }
      : level,
  )

/** Whether people may wait for a level: the city keeps a list, and it is the level's number of places that is used up. A18. */
export const isWaitedFor = (level_id: number, { tour_date, places }: Pick<City, 'tour_date' | 'places'>): boolean =>
  tour_date.waiting_list && roomFor(levelKey(level_id), {}, places) === 0
