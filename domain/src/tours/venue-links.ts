import { isWebsite } from '../accounts/studio-form.ts'
import { accept, refuse, type Result } from '../kernel/result.ts'
import type { OfficeRefusal } from './office-refusals.ts'

/** The fields of a venue or hotel that studios open as links. */
type VenueLinks = { website: string; reservations_link: string | null }

/** A web address as a link needs it: without a scheme the browser would look on the product's own host. */
export const linkOf = (text: string): string => {
  const address = text.trim()
  return address === '' || /^https?:\/\//i.test(address) ? address : `https://${address}`
}

/** Refuses an address that is none, at its field below `place`; returns the place with whole links. OFF-003. */
export function checkVenueLinks<Place extends VenueLinks>(
  place: Place,
  at: 'venue' | 'hotel',
): Result<Place, OfficeRefusal> {
  for (const name of ['website', 'reservations_link'] as const) {
    const why = 'Enter a web address, such as www.hotel.com.'
    if (!isWebsite(place[name] ?? '')) return refuse({ code: 'office.venue_link', field: `${at}.${name}`, why })
  }
  const { website, reservations_link } = place
  return accept({
    ...place,
    website: linkOf(website),
    reservations_link: reservations_link === null ? null : linkOf(reservations_link),
  })
}
