import type { Instant } from '@callboard/domain/kernel/instant.ts'
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

export const insertMusic = (tx: Tx, music: Insertable<Schema['music']>) =>
  tx.insertInto('music').values(music).returning('id').executeTakeFirstOrThrow()

export const setNameAndNotes = (tx: Tx, id: number, { name, notes }: { name: string; notes: string | null }) =>
  tx.updateTable('music').set({ name, notes }).where('id', '=', id).execute()

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

/** Deletes unreferenced music files: never registered, or of a deleted routine. */
export const dropLooseFiles = (tx: Tx, before: Instant) =>
  dropUnreferenced(tx, 'music/%', before, sql`select 1 from music m where m.url = f.key and m.deleted_at is null`)

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
