import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { lockDueVersion } from './release-queries.ts'
import { openVersion } from './release.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    release_results: Record<string, never>
  }
}

/** Flags, mails and scholarships of versions whose embargo has ended; readers see them by the clock already. */
async function releaseDue({ db, clock, origin }: Pick<Dependencies, 'db' | 'clock' | 'origin'>): Promise<void> {
  const releaseNext = () =>
    inTransaction(db, async (tx) => {
      const now = clock.now()
      const version = await lockDueVersion(tx, now)
      if (!version) return false
      await openVersion(tx, origin, version.id, now)
      return true
    })
  while (await releaseNext());
}

export const resultJobs: JobHandlers<'release_results'> = {
  release_results: (dependencies) => releaseDue(dependencies),
}
