import { inTransaction } from '../db/transaction.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { submitIfCovered } from './complete-edit.ts'
import { completeIfCovered } from './complete.ts'

declare module '../jobs/queue.ts' {
  interface Jobs {
    /** Completes what was paid for and left. REV-032. */
    complete_covered: { registration_id: number }
    /** Submits an edit whose difference was paid, and left. EDIT-013. */
    complete_covered_edit: { registration_id: number }
  }
}

export const registrationJobs: JobHandlers<'complete_covered' | 'complete_covered_edit'> = {
  async complete_covered({ db, clock }, { registration_id }) {
    await inTransaction(db, (tx) => completeIfCovered(tx, registration_id, clock.now()))
  },
  async complete_covered_edit({ db, clock }, { registration_id }) {
    await inTransaction(db, (tx) => submitIfCovered(tx, registration_id, clock.now()))
  },
}
