import { randomUUID } from 'node:crypto'
import { photoFolder } from '@callboard/domain/registrations/best-dancers/photo.ts'
import { thisSeason } from '@callboard/server/dev/build-season.ts'
import sharp from 'sharp'
import type { Stage } from '../kit.ts'
import { putUpload } from './uploads.ts'

/** A picture of one colour. */
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f4b' } })
    .jpeg()
    .toBuffer()

/** A dancer with a jacket, whose photo and original have been put and are not saved. */
export async function makePhotos(stage: Stage, registration_id: number, saved_attendee_id: number) {
  const { db } = stage
  const { id: attendee_id } = await db
    .selectFrom('attendees as a')
    .innerJoin('workshop_levels as l', 'l.id', 'a.workshop_level_id')
    .where('a.registration_id', '=', registration_id)
    .where('l.kind', '=', 'dancer')
    .select('a.id')
    .orderBy('a.id')
    .executeTakeFirstOrThrow()
  const { id: type } = await db
    .selectFrom('vip_types')
    .where('code', '=', 'JACKET_ONLY')
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('attendees')
    .set({ best_dancer_type_id: type, vip_type_id: type })
    .where('id', '=', attendee_id)
    .execute()
  const folder = photoFolder({ season_id: thisSeason.id, registration_id, attendee_id })
  const [photo, original] = [`${folder}/${randomUUID()}.jpg`, `${folder}/${randomUUID()}.jpg`]
  await putUpload(stage, photo, await picture(600, 600))
  await putUpload(stage, original, await picture(60, 40))
  await db
    .updateTable('attendees')
    .set({ best_dancer_photo: photo, best_dancer_type_id: type })
    .where('id', '=', saved_attendee_id)
    .execute()
  return { registration_id, attendee_id, photo, original, saved_attendee_id }
}
