import { inTransaction } from '../db/transaction.ts'
import type { JobHandlers } from '../queue/queue.ts'
import { deleteFile } from './queries.ts'

export const fileJobs: JobHandlers<'delete_file'> = {
  /** Deleting a missing file succeeds, so a repeated job is harmless. */
  async delete_file({ db, files }, { key }) {
    await files.remove(key)
    await inTransaction(db, (tx) => deleteFile(tx, key))
  },
}
