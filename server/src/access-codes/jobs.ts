import { randomBytes } from 'node:crypto'
import { codeBytes, codeFrom, issueCodes } from '@callboard/domain/access-codes/access-code.ts'
import type { Tx } from '../platform/db/connect.ts'
import { setAccessCodes, findRegistration } from '../registrations/queries.ts'
import { listHolders, lockCodes } from './queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'

/**
 * Issues codes to a city's or one registration's virtual attendees without one. Returns the number issued. CODE-006.
 */
export async function issue(tx: Tx, tour_date_id: number, registration_id?: number): Promise<number> {
  await lockCodes(tx, tour_date_id)
  const holders = await listHolders(tx, tour_date_id)
  const attendeeIds = new Set(
    holders
      .filter((one) => registration_id === undefined || one.registration_id === registration_id)
      .map(({ attendee_id }) => attendee_id),
  )
  const newCodes = issueCodes(holders, () => codeFrom([...randomBytes(codeBytes)])).filter(({ attendee_id }) =>
    attendeeIds.has(attendee_id),
  )
  await setAccessCodes(tx, newCodes)
  return newCodes.length
}

export const accessCodeJobs: JobHandlers<'issue_access_codes'> = {
  async issue_access_codes({ db }, { registration_id }) {
    await inTransaction(db, async (tx) => {
      const loadedRegistration = await findRegistration(tx, registration_id)
      if (loadedRegistration) await issue(tx, loadedRegistration.registration.tour_date_id, registration_id)
    })
  },
}
