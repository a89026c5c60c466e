import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { dropUnreferenced } from '../platform/files/queries.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Nightly: deletes uploads of logos whose save did not end. */
    clean_up_logo_uploads: Record<string, never>
  }
}

/** A save takes its upload away: one of the day before is of a save that did not end. Nothing refers to an upload. */
const cleanUpUploads = ({ db, clock }: Dependencies): Promise<void> =>
  inTransaction(db, (tx) =>
    dropUnreferenced(tx, 'logos/%/upload-%', daysAfter(clock.now(), -1), sql`select 1 where false`),
  )

export const tourJobs: JobHandlers<'clean_up_logo_uploads'> = {
  clean_up_logo_uploads: cleanUpUploads,
}
