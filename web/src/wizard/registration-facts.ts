import { deriveRegistration } from '@callboard/domain/registrations/derive-registration.ts'
import { levelsNow } from '@callboard/domain/registrations/places/levels-free.ts'
import { countNeededPlaces } from '@callboard/domain/registrations/places/needed-places.ts'
import { withPromisedPrices } from '@callboard/domain/registrations/pricing/price-list.ts'
import type { Quote } from '@callboard/domain/registrations/pricing/line.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import type { Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import type { City } from '@callboard/domain/tours/city.ts'
import type { RegistrationRecord } from './registration-calls.ts'

/** The facts that the rules need about a registration in its city at this moment. */
export function factsOf(record: RegistrationRecord, cityNow: City, now: Facts['now']): Facts {
  const city = withPromisedPrices(cityNow, record)
  const { exempt, studio, attendance_records: attendance, rates_as_of } = record
  const facts = { ...city, now, exempt, studio, attendance, by_office: record.by_office }
  // The places of an edit are those of the registration it edits.
  const heldPlaces = record.editing ? record.places_held : record.hold ? countNeededPlaces(record, facts) : {}
  // A completed registration owns its places, with or without a hold.
  const ownPlaces = record.completed ? countNeededPlaces(record, facts) : heldPlaces
  const workshop_levels = levelsNow(city.workshop_levels, ownPlaces, city.places)
  return { ...facts, workshop_levels, held: heldPlaces, ...(rates_as_of !== null && { rates_as_of }) }
}

/** The price after the same derivation as in the review, so that no price is shown that would not be charged. FEE-023. */
export const priceOf = (registration: Registration, facts: Facts, { elsewhere }: RegistrationRecord): Quote =>
  quote(deriveRegistration(registration, { ...facts, elsewhere }).registration, facts)
