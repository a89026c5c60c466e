import type { Insertable } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

/** Remembers a stored file; the same key again is the same file with new content. */
export const insertFile = (tx: Tx, file: Insertable<Schema['files']>) =>
  tx
    .insertInto('files')
    .values(file)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ content_type: file.content_type, size: file.size, created: file.created }),
    )
    .execute()

export const deleteFile = (tx: Tx, key: string) => tx.deleteFrom('files').where('key', '=', key).execute()
