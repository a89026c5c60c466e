import { daysAfter } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { dropLoosePictures } from './judge-queries.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Nightly: deletes pictures and uploads that no judge has. */
    clean_up_judge_pictures: Record<string, never>
  }
}

/** Deletes pictures of saves that did not end, with one day of grace for a save in progress. */
const cleanUpPictures = ({ db, clock }: Dependencies): Promise<void> =>
  inTransaction(db, (tx) => dropLoosePictures(tx, daysAfter(clock.now(), -1)))

export const judgingJobs: JobHandlers<'clean_up_judge_pictures'> = {
  clean_up_judge_pictures: cleanUpPictures,
}
