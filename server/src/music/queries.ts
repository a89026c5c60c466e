import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Music } from '@callboard/domain/registrations/routines/edited-music.ts'
import { sql, type Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { isCompleted, isUnfinished } from '../platform/db/registration-status.ts'
import { liveMusic } from '../registrations/routines/music-queries.ts'
import { reachableRegistration } from '../share-links/queries.ts'

/**
 * Selects the routines whose music a caller may access: their own, or those of the share link. Others are treated as
 * missing. TOK-005.
 */
function reachable(tx: Tx, { user, shared }: CallerIdentity) {
  const routines = tx
    .selectFrom('registration_routines as q')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .where(isCompleted('r'))
    .where('q.status', '=', 'registered')
  if (!shared) return routines.where('r.user_id', '=', user.id)
  const linked = routines.where('r.id', '=', shared.registration_id)
  return shared.routine_ids ? linked.where('q.id', 'in', [0, ...shared.routine_ids]) : linked
}

/** Returns a routine's music and its city's music settings. */
export const findMusicOf = (tx: Tx, caller: CallerIdentity, routine_id: number) =>
  reachable(tx, caller)
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .where('q.id', '=', routine_id)
    .select([
      'q.id',
      'q.no_music',
      'q.registration_id',
      'd.name as routine_name',
      'r.tour_date_id',
      'r.user_id',
      't.music_upload',
      't.end_date',
      't.time_zone',
    ])
    .select(liveMusic.as('music'))
    .executeTakeFirst()

/** Same as `findMusicOf`, with the registration locked. */
export async function lockMusicOf(tx: Tx, caller: CallerIdentity, routine_id: number) {
  const routineMusic = await findMusicOf(tx, caller, routine_id)
  if (!routineMusic) return undefined
  await tx.selectFrom('registrations').select('id').where('id', '=', routineMusic.registration_id).forUpdate().execute()
  return findMusicOf(tx, caller, routine_id)
}

/** Which routine a music belongs to now. */
export const findRoutineOfMusic = (tx: Tx, caller: CallerIdentity, music_id: number) =>
  reachable(tx, caller).where('q.music_id', '=', music_id).select('q.id').executeTakeFirst()

/** Of a join with `running_order_entries as n`: '156a', null until the order is published with the routine. */
const publishedEntry = sql<string | null>`n.entry_number || n.suffix`.as('entry')

/** In the published order first, each by its number there; then by the number in the city. */
const byEntry = sql`n.entry_number, length(n.suffix), n.suffix, q.date_routine_id, q.id`

/** The published entry numbers of a registration's routines. */
export async function loadEntries(tx: Tx, registration_id: number): Promise<ReadonlyMap<number, string | null>> {
  const rows = await tx
    .selectFrom('registration_routines as q')
    .innerJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .where('q.registration_id', '=', registration_id)
    .select(['q.id', publishedEntry])
    .execute()
  return new Map(rows.map(({ id, entry }) => [id, entry]))
}

/** Every routine of a registration that a caller may see, with its music, as they are numbered. MUS-001. */
export const listMusicOf = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachable(tx, caller)
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .innerJoin('performance_divisions as p', 'p.id', 'q.performance_division_id')
    .leftJoin('age_divisions as a', 'a.level_id', 'q.age_division_level_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .where('q.registration_id', '=', registration_id)
    .select([
      'q.id as registrations_routine_id',
      'q.date_routine_id',
      'd.name',
      'd.choreographer',
      'c.name as category',
      'p.name as performance_division',
      'q.extra_time',
      'q.virtual',
      'q.no_music',
      'q.upload_email',
    ])
    .select([sql<string>`coalesce(a.name, '')`.as('age_division'), liveMusic.as('music'), publishedEntry])
    .orderBy(byEntry)
    .execute()

/** The city of a completed registration that a caller may see the music of. */
export const findMusicCity = (tx: Tx, caller: CallerIdentity, registration_id: number) =>
  reachableRegistration(tx, caller, registration_id)
    .select([
      'r.id as registration_id',
      'r.completed',
      'r.tour_date_id',
      'e.name as event_name',
      'c.name as city_name',
      'c.state',
      't.start_date',
      't.end_date',
      't.time_zone',
      't.music_upload',
    ])
    .executeTakeFirst()

/** Lists music past its retention period, by city. Music that an open registration will copy is kept. MUS-016, A75. */
export const listEndedMusic = async (tx: Tx, before: CalendarDate) => {
  const { rows } = await sql<{
    id: number
    tour_date_id: number
    event_id: number
    season_id: number
    end_date: CalendarDate
  }>`
    select m.id, t.id as tour_date_id, t.event_id, t.season_id, t.end_date
    from music m join registration_routines q on q.id = m.registration_routine_id
    join registrations r on r.id = q.registration_id join tour_dates t on t.id = r.tour_date_id
    where m.deleted_at is null and t.end_date < ${before}::date and not exists (
      select 1 from registration_routines n join registrations g on g.id = n.registration_id
      join tour_dates c on c.id = g.tour_date_id
      where n.old_music_id = m.id and n.copy_music and ${isUnfinished('g')} and c.end_date >= ${before}::date)
    order by t.id, m.id`.execute(tx)
  return rows
}

/** Records how much music was deleted for each city. OFF-042. */
export async function insertPurges(tx: Tx, purges: readonly Insertable<Schema['music_purges']>[]): Promise<void> {
  if (purges.length > 0) await tx.insertInto('music_purges').values(purges).execute()
}

const shortMusic = sql<Pick<Music, 'id' | 'name' | 'duration' | 'notes'> | null>`(
  select jsonb_build_object('id', m.id, 'name', m.name, 'duration', m.duration, 'notes', m.notes)
  from music m where m.id = q.music_id and m.deleted_at is null)`

/** Every routine that is danced in a city, by its number. OFF-043. */
export const listCityMusic = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('registration_routines as q')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .where('q.status', '=', 'registered')
    .select(['q.id', 'q.date_routine_id', 'd.name', 'q.registration_id', 'c.name as category', 'q.no_music'])
    .select([
      sql<string>`coalesce(s.name, p.fname || ' ' || p.lname)`.as('registrant'),
      shortMusic.as('music'),
      publishedEntry,
    ])
    .orderBy(byEntry)
    .execute()

/** Every file of a city's music, by the number of its routine. */
export const listMusicFiles = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('music as m')
    .innerJoin('registration_routines as q', 'q.music_id', 'm.id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .leftJoin('running_orders as o', 'o.tour_date_id', 'r.tour_date_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where(isCompleted('r'))
    .where('q.status', '=', 'registered')
    .where('m.deleted_at', 'is', null)
    .select(['m.url', 'm.name', 'q.date_routine_id', 'd.name as routine_name', 'o.published_version', publishedEntry])
    .orderBy(byEntry)
    .execute()

export const listPurges = (tx: Tx, tour_date_id: number) =>
  tx.selectFrom('music_purges').where('tour_date_id', '=', tour_date_id).select(['at', 'files']).orderBy('at').execute()

/** Finds existing music and its routine, for the office. */
export const findOfficeMusic = (tx: Tx, id: number) =>
  tx
    .selectFrom('music as m')
    .innerJoin('registration_routines as q', 'q.music_id', 'm.id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .leftJoin('running_order_entries as n', 'n.registration_routine_id', 'q.id')
    .leftJoin('running_orders as o', 'o.tour_date_id', 'r.tour_date_id')
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .select(['m.url', 'm.content_type', 'm.name', 'q.date_routine_id', 'd.name as routine_name'])
    .select(['o.published_version', publishedEntry])
    .executeTakeFirst()
