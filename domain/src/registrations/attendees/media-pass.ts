import { nameKey } from '../../roster/duplicate.ts'
import type { AttendeePerson, Registration } from '../registration.ts'

/** The identity a media pass belongs to: name, birthdate and gender, in any roster. ATT-065, A56. */
export const identityKey = ({ fname, lname, birthdate, gender_id }: AttendeePerson): string =>
  [nameKey(fname, lname), birthdate ?? '', gender_id ?? ''].join('|')

/** Marks the people whose pass of this season is already paid elsewhere, so that it is not charged again. ATT-051, ATT-052, ATT-066. */
export function markMediaPasses(registration: Registration, owned: ReadonlySet<number>): Registration {
  const attendees = Object.fromEntries(
    Object.entries(registration.attendees).map(([key, attendee]) => {
      const media_pass_old = owned.has(attendee.person_id)
      return [key, media_pass_old === attendee.media_pass_old ? attendee : { ...attendee, media_pass_old }]
    }),
  )
  return { ...registration, attendees }
}
