import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { placeUpload, receiveUpload } from '@callboard/server/platform/files/queries.ts'
import { uploadKey } from '@callboard/server/platform/files/file-kinds.ts'
import type { Stage } from '../kit.ts'

type Store = Pick<Stage, 'db' | 'files' | 'clock'>

/** A signed place to put one file at this key, for nobody in particular. */
export async function placeOf({ db, files, clock }: Store, key: string, type = 'image/jpeg') {
  const upload = { key, type, user_id: null, registration_id: null }
  const placement = await inTransaction(db, (tx) => placeUpload(tx, files, upload, clock.now()))
  if (!placement.ok) throw new Error(placement.refusal.code)
  return placement.value
}

/** A file that was uploaded for this key and not accepted yet. */
export async function putUpload(store: Store, key: string, content: Buffer) {
  await placeOf(store, key)
  await inTransaction(store.db, (tx) => receiveUpload(tx, key, store.clock.now()))
  await store.files.put(uploadKey(key), content, '')
}
