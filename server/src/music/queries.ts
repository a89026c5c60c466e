import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ShareScope } from '@callboard/domain/share-links/share-link.ts'
import { sql, type Insertable } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import type { Schema } from '../platform/db/schema.ts'
import { addJobs } from '../platform/queue/queue.ts'
import { attachMusic } from '../registrations/routines/queries.ts'

/** The caller: the owner, or anyone with a share link. */
export type Asker = { user: { id: number }; shared: ShareScope | null }

/**
 * Selects the routines whose music a caller may access: their own, or those of the share link. Others are treated as
 * missing. TOK-005.
 */
function reachable(tx: Tx, { user, shared }: Asker) {
  const routines = tx
    .selectFrom('registration_routines as q')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .where('r.deleted', '=', false)
    .where('r.completed', '=', true)
    .where('q.status', '=', 'registered')
  if (!shared) return routines.where('r.user_id', '=', user.id)
  const linked = routines.where('r.id', '=', shared.registration_id)
  return shared.routine_ids ? linked.where('q.id', 'in', [0, ...shared.routine_ids]) : linked
}

/** Music by id, as a routine names it. */
export async function loadMusicNames(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await tx.selectFrom('music').where('id', 'in', ids).select(['id', 'name', 'duration']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a routine's music and its city's music settings. */
export const findMusicOf = (tx: Tx, asker: Asker, routine_id: number) =>
  reachable(tx, asker)
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

export type Music = Pick<Schema['music'], 'name' | 'url' | 'content_type' | 'duration' | 'notes'> & {
  id: number
  date_added: Instant
}

// The moment is written as the wire has it.
const liveMusic = sql<Music | null>`(
  select jsonb_build_object('id', m.id, 'name', m.name, 'url', m.url, 'content_type', m.content_type,
    'duration', m.duration, 'notes', m.notes,
    'date_added', to_char(m.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from music m where m.id = q.music_id and m.deleted_at is null)`

/** Same as `findMusicOf`, with the registration locked. */
export async function lockMusicOf(tx: Tx, asker: Asker, routine_id: number) {
  const found = await findMusicOf(tx, asker, routine_id)
  if (!found) return undefined
  await tx.selectFrom('registrations').select('id').where('id', '=', found.registration_id).forUpdate().execute()
  return findMusicOf(tx, asker, routine_id)
}

/** Which routine a music belongs to now. */
export const findRoutineOfMusic = (tx: Tx, asker: Asker, music_id: number) =>
  reachable(tx, asker).where('q.music_id', '=', music_id).select('q.id').executeTakeFirst()

/** Every routine of a registration that a caller may see, with its music, as they are numbered. MUS-001. */
export const listMusicOf = (tx: Tx, asker: Asker, registration_id: number) =>
  reachable(tx, asker)
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .innerJoin('performance_divisions as p', 'p.id', 'q.performance_division_id')
    .leftJoin('age_divisions as a', 'a.level_id', 'q.age_division_level_id')
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
    .select([sql<string>`coalesce(a.name, '')`.as('age_division'), liveMusic.as('music')])
    .orderBy('q.date_routine_id')
    .orderBy('q.id')
    .execute()

/** The city of a completed registration that a caller may see the music of. */
export const findMusicCity = (tx: Tx, { user, shared }: Asker, registration_id: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('tour_dates as t', 't.id', 'r.tour_date_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('r.id', '=', registration_id)
    .where('r.deleted', '=', false)
    .where((on) => (shared ? on('r.id', '=', shared.registration_id) : on('r.user_id', '=', user.id)))
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

export const insertMusic = (tx: Tx, music: Insertable<Schema['music']>) =>
  tx.insertInto('music').values(music).returning('id').executeTakeFirstOrThrow()

export const updateMusic = (tx: Tx, id: number, change: { name?: string; notes?: string | null }) =>
  tx.updateTable('music').set(change).where('id', '=', id).execute()

/** Deletes music. The row keeps its name; the file is deleted after the commit unless another routine uses it. */
export async function dropMusic(tx: Tx, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  const gone = await tx
    .updateTable('music')
    .set({ deleted_at: now })
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .returning('url')
    .execute()
  await dropFiles(
    tx,
    gone.map(({ url }) => url),
  )
}

async function dropFiles(tx: Tx, urls: readonly string[]): Promise<number> {
  const played = await tx
    .selectFrom('music')
    .select('url')
    .where('url', 'in', ['', ...urls])
    .where('deleted_at', 'is', null)
    .execute()
  const kept = new Set(played.map(({ url }) => url))
  const free = [...new Set(urls)].filter((url) => !kept.has(url))
  await addJobs(
    tx,
    'delete_file',
    free.map((key) => ({ key })),
  )
  return free.length
}

/**
 * Copies the music of copied routines: the same file under a new row. Music deleted in the meantime is skipped.
 * MUS-021, COPY-007.
 */
export async function copyOldMusic(tx: Tx, registration_id: number, now: Instant): Promise<void> {
  const { rows } = await sql<{ id: number; registration_routine_id: number }>`
    insert into music (registration_routine_id, name, url, content_type, duration, notes, date_added)
    select q.id, m.name, m.url, m.content_type, m.duration, m.notes, ${now}::timestamptz
    from registration_routines q join music m on m.id = q.old_music_id and m.deleted_at is null
    where q.registration_id = ${registration_id} and q.copy_music and not q.virtual and not q.no_music
      and q.music_id is null
      -- What its owner took back is not brought again.
      and not exists (select 1 from music had where had.registration_routine_id = q.id)
    returning id, registration_routine_id`.execute(tx)
  await attachMusic(tx, rows)
}

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
      where n.old_music_id = m.id and n.copy_music and not g.completed and not g.deleted and c.end_date >= ${before}::date)
    order by t.id, m.id`.execute(tx)
  return rows
}

/** Records how much music was deleted for each city. OFF-042. */
export async function insertPurges(tx: Tx, purges: readonly Insertable<Schema['music_purges']>[]): Promise<void> {
  if (purges.length > 0) await tx.insertInto('music_purges').values(purges).execute()
}

/** Deletes unreferenced music files: never registered, or of a deleted routine. */
export async function dropLooseFiles(tx: Tx, before: Instant): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select f.key from files f where f.key like 'music/%' and f.created < ${before}
      and not exists (select 1 from music m where m.url = f.key and m.deleted_at is null)`.execute(tx)
  await addJobs(tx, 'delete_file', rows)
}

/** Deletes an account's uploaded music: files, names and notes. */
export async function forgetMusic(tx: Tx, user_id: number, now: Instant): Promise<void> {
  const { rows } = await sql<{ url: string }>`
    update music m set deleted_at = coalesce(m.deleted_at, ${now}), name = '', notes = null
    from registration_routines q join registrations r on r.id = q.registration_id
    where q.id = m.registration_routine_id and r.user_id = ${user_id} returning m.url`.execute(tx)
  await dropFiles(
    tx,
    rows.map(({ url }) => url),
  )
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
    .where('r.tour_date_id', '=', tour_date_id)
    .where('r.completed', '=', true)
    .where('r.deleted', '=', false)
    .where('q.status', '=', 'registered')
    .select(['q.id', 'q.date_routine_id', 'd.name', 'q.registration_id', 'c.name as category', 'q.no_music'])
    .select([sql<string>`coalesce(s.name, p.fname || ' ' || p.lname)`.as('registrant'), shortMusic.as('music')])
    .orderBy('q.date_routine_id')
    .orderBy('q.id')
    .execute()

/** Every file of a city's music, by the number of its routine. */
export const listMusicFiles = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('music as m')
    .innerJoin('registration_routines as q', 'q.music_id', 'm.id')
    .innerJoin('registrations as r', 'r.id', 'q.registration_id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .where('r.tour_date_id', '=', tour_date_id)
    .where('r.completed', '=', true)
    .where('r.deleted', '=', false)
    .where('q.status', '=', 'registered')
    .where('m.deleted_at', 'is', null)
    .select(['m.url', 'm.name', 'q.date_routine_id', 'd.name as routine_name'])
    .orderBy('q.date_routine_id')
    .orderBy('q.id')
    .execute()

export const listPurges = (tx: Tx, tour_date_id: number) =>
  tx.selectFrom('music_purges').where('tour_date_id', '=', tour_date_id).select(['at', 'files']).orderBy('at').execute()

/** Finds existing music and its routine, for the office. */
export const findOfficeMusic = (tx: Tx, id: number) =>
  tx
    .selectFrom('music as m')
    .innerJoin('registration_routines as q', 'q.music_id', 'm.id')
    .innerJoin('routines as d', 'd.id', 'q.routine_id')
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .select(['m.url', 'm.content_type', 'm.name', 'q.date_routine_id', 'd.name as routine_name'])
    .executeTakeFirst()
