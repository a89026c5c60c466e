import type { City } from '@callboard/domain/tours/city.ts'
import {
  placeInLine,
  nextOffers,
  waitReason,
  whyWaiting,
  type OfferRound,
} from '@callboard/domain/waiting-list/queue.ts'
import type { FreePlaces } from '@callboard/domain/waiting-list/entry.ts'
import type { WaitingEntryRow } from '../capacity/waiting-queries.ts'
import { waitersOf } from './waiters.ts'

/** Simulates a round without changes and returns which entries would get an offer. */
export function roundOf(line: readonly WaitingEntryRow[], city: City): OfferRound {
  const free: FreePlaces = Object.fromEntries(
    Object.entries(city.places).map(([key, { places, taken }]) => [key, places === null ? null : places - taken]),
  )
  return nextOffers(waitersOf(line, city), free)
}

/** Returns the display name of a capacity key in this city. */
export const nameIn = (city: City) => (key: string) => {
  const [kind, id] = key.split(':')
  const of = Number(id)
  if (kind === 'category') return city.routine_categories.find(({ category_id }) => category_id === of)?.name ?? ''
  return city.workshop_levels.find((level) => level.id === of)?.level ?? ''
}

/** The dancers its routines wait for, who do not come in with it. */
function missingOf({ routines, people }: WaitingEntryRow): string[] {
  const here = new Set(people.map(({ person_id }) => person_id))
  const missing = routines.flatMap(({ coming }) => coming.filter(({ person_id }) => !here.has(person_id)))
  return [...new Map(missing.map(({ person_id, name }) => [person_id, name])).values()]
}

/** Presents an entry to its owner and the office, with its position and the reason it waits. */
export function presentEntry(entry: WaitingEntryRow, round: OfferRound, city: City) {
  const heldEntry = round.held.find(({ entry_id }) => entry_id === entry.id)
  const waits = entry.state === 'waiting'
  const things = entry.routines.length > 0 ? 'routines' : 'people'
  const waiting = { things, takes_part: entry.takes_part, missing: missingOf(entry) }
  return {
    id: entry.id,
    registration_id: entry.registration_id,
    // A closed entry is in no line.
    state: entry.state as 'waiting' | 'offered' | 'accepted',
    takes_part: entry.takes_part,
    joined_at: entry.joined_at,
    offer_ends: entry.state === 'waiting' ? null : entry.offer_ends,
    // An entry without competing entries is offered a place within moments.
    place: waits ? (heldEntry ? placeInLine(round, entry.id) : 1) : null,
    why: waits && heldEntry ? whyWaiting(heldEntry, nameIn(city), waiting) : null,
    why_code: waits && heldEntry ? waitReason(heldEntry, waiting) : null,
    routines: entry.routines.map(({ id, name, category }) => ({ id, name, category })),
    people: entry.people.map(({ id, person_id, name, level }) => ({ id, person_id, name, level })),
  }
}
