import { categoryKey } from '../places/place-key.ts'
import { isSmallRegistration, countNeededPlaces } from '../places/needed-places.ts'
import { roomFor } from '../places/availability.ts'
import type { Facts, Registration, RegistrationRoutine } from '../registration.ts'
import type { RoutineCategory } from '../../tours/city.ts'
import type { Cast } from './cast.ts'
import type { RoutineRefusal } from './refusals.ts'
import { isSameRoutine, type RoutineDraft } from './routine-draft.ts'

/** Whether one more place of a key is to be had beside those this registration needs already. COMP-081. */
function hasRoom(key: string, needs: Readonly<Record<string, number>>, facts: Facts): boolean {
  const room = roomFor(key, facts.held ?? {}, facts.places)
  return room === null || (needs[key] ?? 0) < room
}

/** Which limit of the city refuses a routine; null: none. Judged without the routine's own former place. COMP-029 to COMP-035, COMP-081. */
export function whyNoRoom(
  draft: RoutineDraft,
  before: RegistrationRoutine | undefined,
  cast: Cast,
  category: RoutineCategory,
  registration: Registration,
  facts: Facts,
): RoutineRefusal | null {
  if (before?.is_best_dancer) return null

  const { tour_date } = facts
  const others = { ...registration, routines: registration.routines.filter((other) => !isSameRoutine(other, draft)) }
  const needs = countNeededPlaces(others, facts)
  const key = categoryKey(category.category_id)
  const waits = (before?.status ?? draft.status) === 'waiting'
  const neededKeys = [
    'routines',
    key,
    ...(category.is_solo && isSmallRegistration(registration, facts) ? ['small_solos'] : []),
  ]
  // While the registration's own routines take the last places, the waiting list refuses it, so it is not offered.
  const isCityFull = neededKeys.some((neededKey) => roomFor(neededKey, {}, facts.places) === 0)
  const isOffered = { waiting_list: tour_date.waiting_list && isCityFull }
  const newHere = before?.routine_category.category_id !== category.category_id

  if (waits && !before && !tour_date.waiting_list) return { code: 'routine.no_waiting_list' }
  if (!waits && !before && !hasRoom('routines', needs, facts)) {
    return { code: 'routine.city_full', limit: facts.places.routines?.places ?? 0, ...isOffered }
  }
  const most = tour_date.entry_limit_rules.independent?.max_routines ?? null
  if (!waits && !before && registration.independent && most !== null && (needs.routines ?? 0) >= most) {
    return { code: 'routine.independent_limit', limit: most }
  }
  if (!category.enabled && newHere) {
    return { code: 'routine.category_disabled', field: 'attendees', category: category.name }
  }
  if (!waits && newHere && !hasRoom(key, needs, facts)) {
    return { code: 'routine.category_full', field: 'attendees', category: category.name, ...isOffered }
  }
  if (!category.is_solo) return null

  const soloist = cast.members[0]?.person_id
  if (
    tour_date.entry_limit_rules.one_solos &&
    soloist !== undefined &&
    dancesSolo(soloist, draft, registration, facts)
  ) {
    return { code: 'routine.second_solo', field: 'attendees', person_id: soloist }
  }
  if (!waits && newHere && isSmallRegistration(registration, facts) && !hasRoom('small_solos', needs, facts)) {
    const below = facts.settings.small_registration_dancers
    return { code: 'routine.small_solos_full', email: tour_date.event.support_email, below, ...isOffered }
  }
  return null
}

/** Whether a dancer has another solo, waiting ones too: an approval later must not make it two. COMP-032. */
export function dancesSolo(
  person_id: number,
  draft: Pick<RoutineDraft, 'id' | '_temp_id'>,
  registration: Registration,
  facts: Facts,
): boolean {
  const solos = new Set(facts.routine_categories.filter(({ is_solo }) => is_solo).map(({ category_id }) => category_id))
  return [...registration.routines, ...registration.waiting_list_routines].some(
    (other) =>
      !isSameRoutine(other, draft) &&
      !other.is_best_dancer &&
      solos.has(other.routine_category.category_id) &&
      other.attendees.some((dancer) => dancer.person_id === person_id),
  )
}
