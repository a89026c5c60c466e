import { inTransaction } from '../db/transaction.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { completeIfCovered } from './complete.ts'

declare module '../jobs/queue.ts' {
  interface Jobs {
    /** Completes what was paid for and left. REV-032. */
    complete_covered: { registration_id: number }
  }
}

export const registrationJobs: JobHandlers<'complete_covered'> = {
  async complete_covered({ db, clock }, { registration_id }) {
    await inTransaction(db, (tx) => completeIfCovered(tx, registration_id, clock.now()))
  },
}
