import type { JobHandlers } from '../platform/queue/handlers.ts'
import { mindTheLine } from './expire.ts'
import { offerPlaces } from './offer.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Every minute: ends expired offers and holds. */
    mind_waiting_lists: Record<string, never>
  }
}

export const waitingJobs: JobHandlers<'offer_places' | 'mind_waiting_lists'> = {
  offer_places: (parts, { tour_date_id }) => offerPlaces(parts, tour_date_id),
  mind_waiting_lists: (parts) => mindTheLine(parts),
}
