import type { listBestDancers } from '@callboard/contract/registrations/best-dancers.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { missingOf } from '@callboard/domain/registrations/best-dancers/complete.ts'
import { headshotOf } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { isCompeting, participants, programOf, typeOf } from '@callboard/domain/registrations/best-dancers/program.ts'
import { isBoundByCompletion } from '@callboard/domain/registrations/registration-status.ts'
import { explain } from '@callboard/domain/refusals.ts'
import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import { compareNames } from '@callboard/domain/roster/roster-order.ts'
import type { z } from 'zod'
import type { RegistrationContext } from '../facts.ts'
import type { FileStore } from '../../platform/files/store.ts'

/** Lifetime of a signed thumbnail URL, in seconds. */
export const shownSeconds = 3_600

/** Returns the signed URL of a dancer's thumbnail; null: no thumbnail. */
export async function headshotUrl(
  files: FileStore,
  { best_dancer_photo }: Pick<Attendee, 'best_dancer_photo'>,
  now: Instant,
): Promise<string | null> {
  if (best_dancer_photo === null) return null
  return (await files.sign(headshotOf(best_dancer_photo), 'image/jpeg', 'get', now, shownSeconds)).signedRequest
}

const inOrder = (one: Attendee, other: Attendee) => compareNames(one.person, other.person)

/** Presents participants and their missing items, without prices and contact data. PROG-047, PROG-051. */
export async function presentProgram(
  files: FileStore,
  { registration, facts }: RegistrationContext,
): Promise<z.output<typeof listBestDancers.reply>> {
  const { tour_date, now } = facts
  const { event, event_city, settings } = tour_date
  const { garment, asks_name, named_in_table } = programOf(facts)
  const people = participants(registration, facts)
    .filter(({ id }) => id !== null)
    .toSorted(inOrder)
  const completed = isBoundByCompletion(registration, facts)
  const email = event.support_email
  return {
    registration_id: registration.id,
    event_name: event.name,
    city: [event_city.name, event_city.state].filter(Boolean).join(', '),
    start_date: tour_date.start_date,
    end_date: tour_date.end_date,
    program: {
      name: event.vip_name,
      plural: event.vip_name_plural,
      route: event.vip_route,
      garment,
      asks_name,
      shows_name: asks_name && named_in_table,
    },
    sizes: facts.jacket_sizes.map(({ id, name, chest, length, top_chest, top_length }) =>
      garment === 'top' ? { id, name, chest: top_chest, length: top_length } : { id, name, chest, length },
    ),
    closed: {
      photo: completed && !settings.edit_bd_photo ? explain({ code: 'best_dancer.photo_closed', email }) : null,
      jacket: completed && !settings.edit_bd_jacket ? explain({ code: 'best_dancer.jacket_closed', email }) : null,
    },
    dancers: await Promise.all(
      people.map(async (attendee) => ({
        // Attendees without an id were filtered out above.
        attendee_id: attendee.id ?? 0,
        person_id: attendee.person_id,
        fname: attendee.person.fname,
        lname: attendee.person.lname,
        type: typeOf(attendee, facts)?.name ?? event.vip_name,
        competing: isCompeting(attendee, facts),
        jacket_size_id: attendee.jacket_size_id,
        jacket_name: attendee.jacket_name,
        photo: await headshotUrl(files, attendee, now),
        missing: missingOf(attendee, facts),
      })),
    ),
  }
}
