import type { JobHandlers } from '../platform/queue/queue.ts'
import { anchorLedgers } from './anchors.ts'
import { reconcileWithGateway } from './reconcile.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Hourly: anchors the ledgers. */
    anchor_ledgers: Record<string, never>
    /** Nightly: reconciles the gateway's records with ours. */
    reconcile_gateway: Record<string, never>
  }
}

export const reconciliationJobs: JobHandlers<'anchor_ledgers' | 'reconcile_gateway'> = {
  async anchor_ledgers(dependencies) {
    const anchor = await anchorLedgers(dependencies)
    // The log is stored outside the database, so that changing the database cannot change this line.
    if (anchor) console.log(`Ledger anchor ${anchor.id}: ${anchor.digest}`)
  },

  async reconcile_gateway(dependencies) {
    await reconcileWithGateway(dependencies)
  },
}
