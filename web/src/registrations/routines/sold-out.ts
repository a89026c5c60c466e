import { worded } from '@callboard/domain/kernel/wording.ts'
import { countNeededPlaces } from '@callboard/domain/registrations/places/needed-places.ts'
import { roomFor } from '@callboard/domain/registrations/places/availability.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { routinesLeft } from '@callboard/domain/registrations/routines/counts.ts'
import { routineRefusalTitle, routineWording } from '@callboard/domain/registrations/routines/refusals.ts'

/** `mayWait`: places may become free, and the city keeps a line for them. */
type Full = { title: string; message: string; mayWait: boolean }

/**
 * Returns the message if the city has no room for another routine, or null. A registration that fills the city alone has
 * reached the limit; otherwise the city is sold out and registered routines can still be renamed. Places held for
 * unsubmitted routines are not free, and nobody can wait for them yet. COMP-029, COMP-056, M101.
 */
export function soldOut(registration: Registration, facts: Facts): Full | null {
  if (routinesLeft(registration, facts) !== 0) return null
  const { event, event_city, waiting_list } = facts.tour_date
  const limit = facts.places['routines']?.places ?? 0
  const own = countNeededPlaces(registration, facts)['routines'] ?? 0
  if (!registration.completed && own > 0 && own >= limit) {
    const message = worded(routineWording, { code: 'routine.city_full', limit, waiting_list })
    return { title: routineRefusalTitle, message, mayWait: false }
  }
  const editing = registration.completed
    ? ' Titles, performance divisions and choreographers of your routines can still be edited.'
    : ''
  const ownFirst = roomFor('routines', {}, facts.places) !== 0
  const ownPlacesNote = ownFirst
    ? ` The places that are left are for your ${own === 1 ? 'routine' : `${own} routines`}: submit ${own === 1 ? 'it' : 'them'} first${waiting_list ? ', then more can wait here for a place' : ''}.`
    : ''
  return {
    title: 'Sorry',
    mayWait: waiting_list && !ownFirst,
    message: `Competition for ${event.name} ${event_city.name} is SOLD OUT. To join the waitlist please email ${event.support_email}.${editing}${ownPlacesNote}`,
  }
}
