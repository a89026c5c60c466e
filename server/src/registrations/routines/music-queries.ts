import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Music } from '@callboard/domain/registrations/routines/edited-music.ts'
import { sql, type Insertable } from 'kysely'
import type { Tx, Schema } from '../../platform/db/connect.ts'
import { deleteFilesLater, dropUnreferenced } from '../../platform/files/queries.ts'
import { attachMusic } from './queries.ts'

/** Music by id, as a routine names it. */
export async function loadMusicNames(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await tx.selectFrom('music').where('id', 'in', ids).select(['id', 'name', 'duration']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

// The music of a routine `q`; the moment is written as the wire has it.
export const liveMusic = sql<Music | null>`(
  select jsonb_build_object('id', m.id, 'name', m.name, 'url', m.url, 'content_type', m.content_type,
    'duration', m.duration, 'notes', m.notes,
    'date_added', to_char(m.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from music m where m.id = q.music_id and m.deleted_at is null)`

/** The routines of a registration with their music, by id. */
export async function loadRoutineMusic(tx: Tx, registration_id: number) {
  const rows = await tx
    .selectFrom('registration_routines as q')
    .where('q.registration_id', '=', registration_id)
    .select(['q.id', 'q.no_music', liveMusic.as('music')])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const insertMusic = (tx: Tx, music: Insertable<Schema['music']>) =>
  tx.insertInto('music').values(music).returning('id').executeTakeFirstOrThrow()

/** Reserves the id of a music; its row is inserted when the edit is submitted. */
export async function takeMusicId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('music', 'id'))::integer as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sequence without a next value')
  return row.id
}

type NewMusic = Omit<Insertable<Schema['music']>, 'deleted_at'> & { id: number }

/** Inserts music under reserved ids; answers those that were new. */
export async function insertEditedMusic(tx: Tx, music: readonly NewMusic[]): Promise<Set<number>> {
  if (music.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    insert into music (id, registration_routine_id, name, url, content_type, duration, notes, date_added)
    overriding system value
    select id, registration_routine_id, name, url, content_type, duration, notes, date_added
    from jsonb_populate_recordset(null::music, ${JSON.stringify(music)}::jsonb)
    on conflict (id) do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type Annotation = { id: number; name: string; notes: string | null }

export async function setNamesAndNotes(tx: Tx, annotations: readonly Annotation[]): Promise<void> {
  if (annotations.length === 0) return
  await sql`update music m set name = v.name, notes = v.notes
    from jsonb_to_recordset(${JSON.stringify(annotations)}::jsonb) v(id integer, name text, notes text)
    where m.id = v.id`.execute(tx)
}

/** Deletes music. The row keeps its name; the file is deleted after the commit unless another routine uses it. */
export async function dropMusic(tx: Tx, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  const deletedMusic = await tx
    .updateTable('music')
    .set({ deleted_at: now })
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .returning('url')
    .execute()
  await dropFiles(
    tx,
    deletedMusic.map(({ url }) => url),
  )
}

async function dropFiles(tx: Tx, urls: readonly string[]): Promise<number> {
  const played = await tx
    .selectFrom('music')
    .select('url')
    .where('url', 'in', ['', ...urls])
    .where('deleted_at', 'is', null)
    .execute()
  const keptUrls = new Set(played.map(({ url }) => url))
  const free = [...new Set(urls)].filter((url) => !keptUrls.has(url))
  await deleteFilesLater(tx, free)
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

/** Deletes unreferenced music files: never registered, or of a deleted routine. An edit of the office keeps its own. */
export const dropLooseFiles = (tx: Tx, before: Instant) =>
  dropUnreferenced(
    tx,
    'music/%',
    before,
    sql`select 1 from music m where m.url = f.key and m.deleted_at is null union all
      select 1 from office_edits v where v.registration_id::text = split_part(f.key, '/', 3)
        and strpos(v.music::text, f.key) > 0`,
  )

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
