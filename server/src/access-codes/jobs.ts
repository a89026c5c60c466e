import { inTransaction } from '../platform/db/transaction.ts'
import type { JobHandlers } from '../platform/queue/handlers.ts'
import { findRegistration } from '../registrations/queries.ts'
import { issue } from './issue.ts'

export const accessCodeJobs: JobHandlers<'issue_access_codes'> = {
  async issue_access_codes({ db }, { registration_id }) {
    await inTransaction(db, async (tx) => {
      const found = await findRegistration(tx, registration_id)
      if (found) await issue(tx, found.registration.tour_date_id, registration_id)
    })
  },
}
