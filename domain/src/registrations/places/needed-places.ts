import { attendeesOf, type Facts, type Registration } from '../registration.ts'
import { categoryKey, levelKey, type PlaceKey } from './place-key.ts'

/** How many of the registration's people dance; teachers and observers do not. COMP-080, A102. */
function countDancers(
  registration: Pick<Registration, 'attendees'>,
  { workshop_levels }: Pick<Facts, 'workshop_levels'>,
): number {
  const kinds = new Map(workshop_levels.map(({ id, kind }) => [id, kind]))
  return attendeesOf(registration).filter(({ workshop_level_id }) => kinds.get(workshop_level_id) === 'dancer').length
}

/** Whether the city limits the solos of this registration: it has fewer dancers than a setting (5). COMP-035, COMP-080. */
export const isSmallRegistration = (
  registration: Pick<Registration, 'attendees'>,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels' | 'settings'>,
): boolean => isSmall(countDancers(registration, facts), facts)

/** The same for so many dancers. */
export const isSmall = (dancers: number, { tour_date, settings }: Pick<Facts, 'tour_date' | 'settings'>): boolean =>
  tour_date.entry_limit_rules.solo_groups !== null && dancers < settings.small_registration_dancers

/**
 * How many places of which key a registration needs, all of it. Waiting routines and those of a program need none.
 * COMP-064, COMP-081, A18, A42, A43.
 */
export function countNeededPlaces(
  registration: Pick<Registration, 'attendees' | 'routines'>,
  facts: Pick<Facts, 'tour_date' | 'workshop_levels' | 'routine_categories' | 'settings'>,
): Record<string, number> {
  const needs: Record<string, number> = {}
  const need = (key: PlaceKey) => {
    needs[key] = (needs[key] ?? 0) + 1
  }
  const small = isSmallRegistration(registration, facts)
  const solos = new Set(facts.routine_categories.filter(({ is_solo }) => is_solo).map(({ category_id }) => category_id))

  for (const { workshop_level_id } of attendeesOf(registration)) need(levelKey(workshop_level_id))
  for (const { status, is_best_dancer, routine_category } of registration.routines) {
    if (status !== 'registered' || is_best_dancer) continue
    need('routines')
    need(categoryKey(routine_category.category_id))
    if (small && solos.has(routine_category.category_id)) need('small_solos')
  }
  return needs
}
