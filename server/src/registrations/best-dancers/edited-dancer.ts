import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import { withAttendees } from '@callboard/domain/registrations/attendees/attendee-change.ts'
import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { orNotFound } from '../../platform/http/errors.ts'
import { act } from '../act.ts'

type Program = Pick<Attendee, 'jacket_size_id' | 'jacket_name' | 'best_dancer_photo' | 'best_dancer_photo_original'>
type OfficeActor = { id: number; office_edit: { registration_id: number } }

/** Stores a dancer's jacket and photo in the office's edit; the live registration keeps its photo until it is submitted. */
export async function saveEditedDancer(
  tx: Tx,
  user: OfficeActor,
  { attendee, program, now }: { attendee: Attendee; program: Program; now: Instant },
): Promise<void> {
  const { registration_id: id } = user.office_edit
  const { person_id } = attendee
  await act(tx, { edits: true, user, now, id }, ({ registration }) =>
    accept(withAttendees(registration, [{ ...orNotFound(registration.attendees[person_id]), ...program }])),
  )
}
