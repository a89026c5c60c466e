import { inTransaction } from '../platform/db/transaction.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { recountSmallSolos } from './queries.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Offers a city's free places to those who wait for them; `waiting-list/jobs.ts` runs it. */
    offer_places: { tour_date_id: number }
    /** Runs after the office changes the definition of a small registration. */
    recount_small_solos: { tour_date_id: number }
  }
}

export const placeJobs: JobHandlers<'recount_small_solos'> = {
  async recount_small_solos({ db }, { tour_date_id }) {
    await inTransaction(db, (tx) => recountSmallSolos(tx, tour_date_id))
    // Requests that started during the first run may have claimed places under the old limit; the second run corrects
    // their counts.
    await inTransaction(db, (tx) => recountSmallSolos(tx, tour_date_id))
  },
}
