import type { Readable } from 'node:stream'
import { uploadQuota, type FileRefusal } from '@callboard/domain/kernel/files.ts'
import { daysAfter, minutesAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import type { GeneralRefusal } from '@callboard/domain/refusals.ts'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db, Tx, Schema } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { addJobs, type JobHandlers } from '../queue/queue.ts'
import { checkStored, type StoredFile } from './check-stored.ts'
import { checkSize, kindOfKey, uploadKey } from './file-kinds.ts'
import type { FileStore, SignedPlace } from './store.ts'

/** Remembers a stored file; the same key again is the same file with new content. */
export const insertFile = (tx: Tx, file: Insertable<Schema['files']>) =>
  tx
    .insertInto('files')
    .values(file)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        content_type: file.content_type,
        size: file.size,
        created: file.created,
        owner_user_id: sql`coalesce(excluded.owner_user_id, files.owner_user_id)`,
        registration_id: sql`coalesce(excluded.registration_id, files.registration_id)`,
      }),
    )
    .execute()

/**
 * Stores a file that the product made. Recorded first: if what refers to it is never saved, the nightly clean-up of its
 * folder finds it.
 */
export async function storeFile(
  { db, files }: { db: Db; files: FileStore },
  file: Insertable<Schema['files']>,
  content: Readable | Buffer,
): Promise<void> {
  await inTransaction(db, (tx) => insertFile(tx, file))
  await files.put(file.key, content, file.content_type)
}

/** Deletes files of the store once the transaction is committed. */
export const deleteFilesLater = (tx: Tx, keys: readonly string[]) =>
  addJobs(
    tx,
    'delete_file',
    keys.map((key) => ({ key })),
  )

async function deleteFile(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('files').where('key', '=', key).execute()
  await tx.deleteFrom('uploads').where('key', '=', key).execute()
}

type Uploader = { user_id: number | null; registration_id: number | null }
type Upload = Uploader & { key: string; type: string; size?: number | undefined }

/** Minutes within which an upload must start: the browser queues fifty songs dropped at once. */
const uploadMinutes = 30

/** Returns the upload usage of an account, or of a registration's share link, over the last day. */
async function usage(tx: Tx, { user_id, registration_id }: Uploader, now: Instant) {
  const uploads = tx.selectFrom('uploads').where('created', '>', daysAfter(now, -1))
  const own =
    user_id === null
      ? uploads.where('user_id', 'is', null).where('registration_id', 'is not distinct from', registration_id)
      : uploads.where('user_id', '=', user_id)
  return own
    .select([
      sql<number>`count(*)::int`.as('places'),
      // Files that were never accepted stay in the store until the nightly cleanup.
      sql<number>`coalesce(sum(size) filter (where moved_at is null), 0)::float8`.as('unused_bytes'),
    ])
    .executeTakeFirstOrThrow()
}

/** A signed place to upload one file to, once. The file counts when `acceptUpload` has moved it to `key`. M016. */
export async function placeUpload(
  tx: Tx,
  files: FileStore,
  { key, type, size, ...uploader }: Upload,
  now: Instant,
): Promise<Result<SignedPlace, FileRefusal | GeneralRefusal>> {
  if (files.needsSize && size === undefined) return refuse({ code: 'required', field: 'size' })
  const sizeCheck = checkSize(size ?? 0, kindOfKey(key))
  if (!sizeCheck.ok) return sizeCheck
  const { places, unused_bytes } = await usage(tx, uploader, now)
  if (places >= uploadQuota.places || unused_bytes >= uploadQuota.unused_bytes) {
    return refuse({ code: 'too_many_tries', retry_after_seconds: 3_600 })
  }
  const expires_at = minutesAfter(now, uploadMinutes)
  await tx
    .insertInto('uploads')
    .values({ key, size: size ?? null, ...uploader, created: now, expires_at })
    .execute()
  const { signedRequest } = await files.sign(uploadKey(key), type, 'put', now, uploadMinutes * 60, { size })
  return accept({ signedRequest, url: key })
}

/** Takes the one PUT of a place; undefined: it was used, or never given. */
export const receiveUpload = (tx: Tx, key: string, now: Instant) =>
  tx
    .updateTable('uploads')
    .set({ received_at: now })
    .where('key', '=', key)
    .where('received_at', 'is', null)
    .where('moved_at', 'is', null)
    .returning(['user_id', 'registration_id'])
    .executeTakeFirst()

export const updateUploadSize = (tx: Tx, key: string, size: number) =>
  tx.updateTable('uploads').set({ size }).where('key', '=', key).execute()

const setMoved = (db: Db, key: string, moved_at: Instant | null) =>
  inTransaction(db, (tx) =>
    tx
      .updateTable('uploads')
      .set({ moved_at })
      .where('key', '=', key)
      .where('moved_at', moved_at === null ? 'is not' : 'is', null)
      .executeTakeFirst(),
  )

/** Moves an upload to its key, where no ticket reaches it; one caller alone moves it. */
async function moveUpload(db: Db, files: FileStore, key: string, now: Instant): Promise<void> {
  if ((await setMoved(db, key, now)).numUpdatedRows === 0n) return
  try {
    await files.move(uploadKey(key), key)
  } catch (error) {
    // The store did not answer: the next save tries again.
    await setMoved(db, key, null)
    throw error
  }
}

const underWay = new Map<string, Promise<void>>()

/**
 * Moves an uploaded file to its key and checks what it is; a file that its place does not take is removed. M016, M017.
 * Safe to call several times at once and again.
 */
export async function acceptUpload(
  { db, files }: { db: Db; files: FileStore },
  key: string,
  now: Instant,
): Promise<Result<StoredFile, FileRefusal>> {
  const moving = underWay.get(key) ?? moveUpload(db, files, key, now)
  underWay.set(key, moving)
  await moving.finally(() => underWay.delete(key))
  const upload = await inTransaction(db, (tx) =>
    tx
      .selectFrom('uploads')
      .select(['user_id', 'registration_id', 'moved_at'])
      .where('key', '=', key)
      .executeTakeFirst(),
  )
  if (!upload?.moved_at) return refuse({ code: 'file.invalid', field: 'file' })
  const { user_id: owner_user_id, registration_id } = upload
  const fileCheck = await checkStored(files, key, kindOfKey(key))
  await inTransaction(db, async (tx) => {
    // Another save may have refused and removed the file between a check and the row that followed it.
    const staleKeys = fileCheck.ok ? [uploadKey(key)] : [uploadKey(key), key]
    await tx.deleteFrom('files').where('key', 'in', staleKeys).execute()
    if (fileCheck.ok) await insertFile(tx, { ...fileCheck.value, owner_user_id, registration_id, created: now })
  })
  return fileCheck
}

/**
 * Deletes an accepted file whose content turned out to be unusable, with its row. Concurrent saves of one file each do
 * this, so the last of them leaves nothing.
 */
export async function removeRefused({ db, files }: { db: Db; files: FileStore }, key: string): Promise<void> {
  await files.remove(key)
  await inTransaction(db, (tx) => tx.deleteFrom('files').where('key', '=', key).execute())
}

/**
 * Deletes old uploads that were never accepted from the store, also those moved by a process that ended before their
 * check, and drops their records.
 */
export async function dropOldUploads(tx: Tx, before: Instant): Promise<void> {
  const { rows } = await sql<{ key: string; isMoved: boolean }>`
    with old as (delete from uploads where created < ${before} returning key, moved_at)
    select key, moved_at is not null as "isMoved" from old
    where moved_at is null or not exists (select 1 from files f where f.key = old.key)`.execute(tx)
  await deleteFilesLater(
    tx,
    rows.map(({ key, isMoved }) => (isMoved ? key : uploadKey(key))),
  )
}

/**
 * Deletes files of a folder that nothing refers to: never saved, or of something deleted. `reference` selects what refers
 * to the file `f`.
 */
export async function dropUnreferenced(
  tx: Tx,
  pattern: string,
  before: Instant,
  reference: RawBuilder<unknown>,
  /** Files that were made of one and may not be recorded yet. */
  madeOf: (key: string) => readonly string[] = () => [],
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select f.key from files f where f.key like ${pattern} and f.created < ${before}
      and not exists (${reference})`.execute(tx)
  await deleteFilesLater(
    tx,
    rows.flatMap(({ key }) => [key, ...madeOf(key)]),
  )
}

export const fileJobs: JobHandlers<'delete_file'> = {
  /** Deleting a missing file succeeds, so a repeated job is harmless. */
  async delete_file({ db, files }, { key }) {
    await files.remove(key)
    await inTransaction(db, (tx) => deleteFile(tx, key))
  },
}
