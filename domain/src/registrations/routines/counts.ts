import { categoryKey } from '../places/place-key.ts'
import { countNeededPlaces } from '../places/needed-places.ts'
import { roomFor } from '../places/availability.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import type { RoutineCategory } from '../../tours/city.ts'

/** Every routine a person dances in, waiting ones too: a later approval must not find them gone. A103. */
export const routinesOf = (
  registration: Pick<Registration, 'routines' | 'waiting_list_routines'>,
  person_id: number,
): RegistrationRoutine[] =>
  [...registration.routines, ...registration.waiting_list_routines].filter(({ attendees }) =>
    attendees.some((dancer) => dancer.person_id === person_id),
  )

type CategoryCount = { category: RoutineCategory; count: number; most: number | null; left: number | null }

/**
 * How many routines of each category the registration has, the city's most, and how many more fit: never more than the
 * city takes in all. Waiting ones are not counted. COMP-015, COMP-070.
 */
export function categoryCounts(registration: Registration, facts: Facts): CategoryCount[] {
  const needs = countNeededPlaces(registration, facts)
  const inAll = routinesLeft(registration, facts)
  return facts.routine_categories.map((category) => {
    const key = categoryKey(category.category_id)
    const count = needs[key] ?? 0
    const room = roomFor(key, facts.held ?? {}, facts.places)
    const own = room === null ? null : Math.max(0, room - count)
    const left = inAll === null || (own === null && inAll > 0) ? own : Math.min(own ?? inAll, inAll)
    return { category, count, most: facts.places[key]?.places ?? category.limit, left }
  })
}

/** How many more routines the city takes from this registration; null: the city has no limit. COMP-016, COMP-082. */
export function routinesLeft(registration: Registration, facts: Facts): number | null {
  const room = roomFor('routines', facts.held ?? {}, facts.places)
  return room === null ? null : Math.max(0, room - (countNeededPlaces(registration, facts).routines ?? 0))
}

/** The reply of the solo-limit call for registrations of under 5 dancers. COMP-037, COMP-079. */
export function soloLimit(facts: Pick<Facts, 'tour_date' | 'places'>): {
  soloLimitSet: boolean
  soloLimitLeft: number
  soloLimitReached: boolean
} {
  const most = facts.places.small_solos?.places ?? facts.tour_date.entry_limit_rules.solo_groups
  if (most === null) return { soloLimitSet: false, soloLimitLeft: 0, soloLimitReached: false }
  const left = Math.max(0, most - (facts.places.small_solos?.taken ?? 0))
  return { soloLimitSet: true, soloLimitLeft: left, soloLimitReached: left === 0 }
}

/**
 * The saved routines a deposit is due for. Until completion those of the list; afterwards one that was there once stays,
 * so that its deposit is not forgotten. COMP-057, COMP-076, A09.
 */
export function depositRoutines(
  registration: Pick<Registration, 'completed' | 'routines' | 'competition_deposit_routines'>,
): number[] {
  const present = registration.routines.flatMap(({ id, status, is_best_dancer }) =>
    id !== null && status === 'registered' && !is_best_dancer ? [id] : [],
  )
  return registration.completed ? [...new Set([...registration.competition_deposit_routines, ...present])] : present
}
