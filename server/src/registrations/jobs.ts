import { explain } from '@callboard/domain/refusals.ts'
import { minutesAfter } from '@callboard/domain/kernel/instant.ts'
import { listPaidAndLeft } from '../ledger/attempt-queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { Refused } from '../platform/http/errors.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { insertExceptionOnce } from '../ledger/exception-queries.ts'
import { submitIfCovered } from './complete-edit.ts'
import { completeIfCovered } from './complete.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Makes the confirmation of a snapshot, and mails it; `reports/jobs.ts` runs it. */
    confirmation: { snapshot_id: number; mails: boolean }
    /** Completes a paid registration that its owner left. REV-032. */
    complete_covered: { registration_id: number }
    /** Submits an edit whose difference was paid, and left. EDIT-013. */
    complete_covered_edit: { registration_id: number }
    /** Every minute: schedules both for registrations and edits paid at least two minutes ago. REV-032. */
    complete_paid_registrations: Record<string, never>
  }
}

type Completing = typeof completeIfCovered | typeof submitIfCovered

/** Completes one registration. A refusal despite payment is listed for the office. */
async function completeOrTell(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  registration_id: number,
  by: Completing,
) {
  try {
    await inTransaction(db, (tx) => by(tx, registration_id, clock.now()))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const kind = 'paid, but it cannot be completed'
    const detail = `Registration ${registration_id}: ${explain(error.refusal)}`
    await inTransaction(db, (tx) => insertExceptionOnce(tx, { registration_id, kind, detail, created: clock.now() }))
  }
}

/** Completes registrations paid at least two minutes ago and not completed. Safe to run concurrently. REV-032. */
export async function completePaidRegistrations(dependencies: Pick<Dependencies, 'db' | 'clock'>): Promise<number> {
  const by = minutesAfter(dependencies.clock.now(), -2)
  const left = await inTransaction(dependencies.db, (tx) => listPaidAndLeft(tx, by, 50))
  for (const { registration_id, for_edit } of left) {
    await completeOrTell(dependencies, registration_id, for_edit ? submitIfCovered : completeIfCovered)
  }
  return left.length
}

export const registrationJobs: JobHandlers<
  'complete_covered' | 'complete_covered_edit' | 'complete_paid_registrations'
> = {
  complete_covered: (dependencies, { registration_id }) =>
    completeOrTell(dependencies, registration_id, completeIfCovered),
  complete_covered_edit: (dependencies, { registration_id }) =>
    completeOrTell(dependencies, registration_id, submitIfCovered),
  async complete_paid_registrations(dependencies) {
    await completePaidRegistrations(dependencies)
  },
}
