import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { headshotOf } from '@callboard/domain/programmes/photo.ts'
import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import type { ShareScope } from '@callboard/domain/share-links/share-link.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { addJobs } from '../jobs/queue.ts'

/** Who asks: the owner, or whoever has a link to the programme of one registration. */
export type Asker = { user: { id: number }; shared: ShareScope | null }

const reachable = (tx: Tx, { user, shared }: Asker) =>
  tx
    .selectFrom('registrations as r')
    .where('r.deleted', '=', false)
    .where((on) => (shared ? on('r.id', '=', shared.registration_id) : on('r.user_id', '=', user.id)))

/** The registration an attendee is in, when the asker may see it; anybody else's does not exist. SEC-007, TOK-005. */
export const findOfAttendee = (tx: Tx, asker: Asker, attendee_id: number) =>
  reachable(tx, asker)
    .innerJoin('attendees as a', 'a.registration_id', 'r.id')
    .where('a.id', '=', attendee_id)
    .select(['r.id', 'a.person_id'])
    .executeTakeFirst()

/** Whether the asker may see this registration's programme. */
export const isReachable = async (tx: Tx, asker: Asker, registration_id: number): Promise<boolean> =>
  (await reachable(tx, asker).where('r.id', '=', registration_id).select('r.id').executeTakeFirst()) !== undefined

type Photos = Pick<Attendee, 'best_dancer_photo' | 'best_dancer_photo_original'>

/** Every file of a photo: the square, what it was cropped from, the thumbnail. */
const filesOf = ({ best_dancer_photo: photo, best_dancer_photo_original: original }: Photos): string[] => [
  ...(photo ? [photo, headshotOf(photo)] : []),
  ...(original ? [original] : []),
]

/** The files of a photo go once the transaction is through. */
export const dropPhotos = (tx: Tx, photos: Photos) =>
  addJobs(
    tx,
    'delete_file',
    filesOf(photos).map((key) => ({ key })),
  )

/** Photos that were put and belong to nobody: never saved, or of somebody who left. */
export async function dropLoosePhotos(tx: Tx, before: Instant): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select f.key from files f where f.key like '%/best_dancer/%' and f.created < ${before} and not exists (
      select 1 from attendees a where a.best_dancer_photo_original = f.key or a.best_dancer_photo = f.key
        or regexp_replace(a.best_dancer_photo, '\\.[a-z]+$', '-600.jpg') = f.key)`.execute(tx)
  await addJobs(tx, 'delete_file', rows)
}
