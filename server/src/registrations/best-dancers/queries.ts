import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { headshotOf } from '@callboard/domain/registrations/best-dancers/photo.ts'
import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/connect.ts'
import { deleteFilesLater, dropUnreferenced } from '../../platform/files/queries.ts'
import { isCompleted } from '../../platform/db/registration-status.ts'
import { inNameOrder } from '../../platform/db/search-words.ts'
import { reachableRegistrations } from '../../share-links/queries.ts'

/** Finds an attendee's registration if the caller may access it; others are treated as missing. SEC-007, TOK-005. */
export const findOfAttendee = (tx: Tx, caller: CallerIdentity, attendee_id: number) =>
  reachableRegistrations(tx, caller)
    .innerJoin('attendees as a', 'a.registration_id', 'r.id')
    .where('a.id', '=', attendee_id)
    .select(['r.id', 'a.person_id'])
    .executeTakeFirst()

/** Whether the caller may see this registration's program. */
export const isReachable = async (tx: Tx, caller: CallerIdentity, registration_id: number): Promise<boolean> =>
  (await reachableRegistrations(tx, caller).where('r.id', '=', registration_id).select('r.id').executeTakeFirst()) !==
  undefined

const registrantName = sql<string>`coalesce(s.name, p.fname || ' ' || p.lname)`

const ofCities = (tx: Tx) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('persons as d', 'd.id', 'a.person_id')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .where(isCompleted('r'))

/** Lists the dancers of a city: those with a Best Dancer type, or all of them for a cast list. */
export const listCityDancers = (tx: Tx, tour_date_id: number, onlyWithType: boolean) =>
  ofCities(tx)
    .innerJoin('workshop_levels as l', 'l.id', 'a.workshop_level_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where('l.kind', '=', 'dancer')
    .$if(onlyWithType, (dancers) => dancers.where('a.best_dancer_type_id', 'is not', null))
    .select([
      'a.id as attendee_id',
      'a.registration_id',
      'd.fname',
      'd.lname',
      'a.best_dancer_type_id',
      'a.jacket_size_id',
      'a.jacket_name',
      'a.routine',
      'a.best_dancer_photo',
      registrantName.as('registrant'),
    ])
    .orderBy('registrant')
    .orderBy(inNameOrder(sql.ref('d.lname')))
    .orderBy('d.fname')
    .execute()

/** The photo of an attendee of a completed registration, for the office. */
export const findPhoto = (tx: Tx, attendee_id: number) =>
  ofCities(tx)
    .where('a.id', '=', attendee_id)
    .where('a.best_dancer_photo', 'is not', null)
    .select((of) => [
      of.ref('a.best_dancer_photo').$notNull().as('photo'),
      'd.fname',
      'd.lname',
      registrantName.as('registrant'),
    ])
    .executeTakeFirst()

/** An account's completed registrations whose program is still ahead. ACC-059. */
export async function listOwnPrograms(tx: Tx, user_id: number, now: Instant) {
  const { rows } = await sql<{ registration_id: number; event_name: string; city: string; plural: string }>`
    select r.id as registration_id, e.name as event_name, c.name as city, e.vip_name_plural as plural
    from registrations r join tour_dates t on t.id = r.tour_date_id join events e on e.id = t.event_id
    join event_cities c on c.id = t.event_city_id
    where r.user_id = ${user_id} and ${isCompleted('r')}
      and t.end_date >= (${now}::timestamptz at time zone t.time_zone)::date
      and (e.is_aftermath or (e.is_nationals and not t.disabled_best_dancers and exists (
        select 1 from attendees a where a.registration_id = r.id and a.best_dancer_type_id is not null)))
    order by t.start_date, r.id`.execute(tx)
  return rows
}

type Photos = Pick<Attendee, 'best_dancer_photo' | 'best_dancer_photo_original'>

/** Every file of a photo: the square, what it was cropped from, the thumbnail. */
export const photoFiles = ({ best_dancer_photo: photo, best_dancer_photo_original: original }: Photos): string[] => [
  ...(photo ? [photo, headshotOf(photo)] : []),
  ...(original ? [original] : []),
]

/** The files of a photo go once the transaction is through. */
export const dropPhotos = (tx: Tx, photos: Photos) => deleteFilesLater(tx, photoFiles(photos))

/** Deletes unreferenced photos: never saved, or of removed attendees. An edit of the office keeps its own. */
export const dropLoosePhotos = (tx: Tx, before: Instant) =>
  dropUnreferenced(
    tx,
    '%/best_dancer/%',
    before,
    sql`select 1 from attendees a where a.best_dancer_photo_original = f.key or a.best_dancer_photo = f.key
      or regexp_replace(a.best_dancer_photo, '\\.[a-z]+$', '-600.jpg') = f.key union all
      select 1 from office_edits v where v.registration_id::text = split_part(f.key, '/', 3)
        and strpos(v.record::text, regexp_replace(f.key, '-600\\.jpg$', '')) > 0`,
    (key) => [headshotOf(key)],
  )
