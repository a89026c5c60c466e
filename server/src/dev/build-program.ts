import { chooseBestDancer } from '@callboard/domain/registrations/best-dancers/best-dancer.ts'
import { photoFolder } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { difference } from '@callboard/domain/registrations/difference.ts'
import type { BestDancerRoutine, Facts } from '@callboard/domain/registrations/registration.ts'
import type { Tx } from '../platform/db/connect.ts'
import { findRegistration } from '../registrations/queries.ts'
import { saveRoutines } from '../registrations/routines/queries.ts'

/** How one of a registration's dancers takes part in the program of the finals. */
export type DancerProgram = {
  /** A position in `dancers`. */
  dancer: number
  code: 'COMPETING' | 'JACKET_ONLY' | 'WORKSHOP_ONLY' | 'CAST'
  jacket_size_id?: number
  jacket_name?: string
  routine?: BestDancerRoutine
  /** The files come later: `putDemonstrationPhotos`. */
  photo?: boolean
}

type ProgramInput = { registration_id: number; dancers: readonly number[]; program: readonly DancerProgram[] }

/** Dancers choose as they would in the wizard; each has the solo that comes with it. */
export async function insertProgram(tx: Tx, { registration_id, dancers, program }: ProgramInput, facts: Facts) {
  const loadedRegistration = await findRegistration(tx, registration_id)
  if (!loadedRegistration) throw new Error('A registration was inserted and is not there')
  let { registration } = loadedRegistration
  for (const { dancer, code, photo, ...choices } of program) {
    const person_id = dancers[dancer] ?? 0
    const best_dancer_type_id = facts.vip_types.find((type) => type.code === code)?.id ?? null
    const withType = chooseBestDancer(registration, { person_id, best_dancer_type_id }, facts)
    if (!withType.ok) throw new Error(explain(withType.refusal))
    const withChoices = chooseBestDancer(withType.value, { person_id, ...choices }, facts)
    if (!withChoices.ok) throw new Error(explain(withChoices.refusal))
    registration = withChoices.value
    const attendee = registration.attendees[person_id]
    if (!attendee?.id) continue
    const place = { season_id: facts.tour_date.season_id, registration_id, attendee_id: attendee.id }
    const { vip_type_id, jacket_size_id, jacket_name, routine } = attendee
    await tx
      .updateTable('attendees')
      .set({
        best_dancer_type_id,
        vip_type_id,
        jacket_size_id,
        jacket_name,
        routine,
        ...(photo && {
          best_dancer_photo: `${photoFolder(place)}/photo.jpg`,
          best_dancer_photo_original: `${photoFolder(place)}/original.jpg`,
        }),
      })
      .where('id', '=', attendee.id)
      .execute()
  }
  const { user_id, studio_id } = loadedRegistration.row
  await saveRoutines(
    tx,
    { ...registration, user_id, studio_id },
    difference(loadedRegistration.registration, registration),
  )
}
