import { getsCode } from '@callboard/domain/access-codes/access-code.ts'
import type { Tx } from '../platform/db/connect.ts'
import { addJob } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** A registration was completed with virtual attendees: access codes are issued to them. */
    issue_access_codes: { registration_id: number }
  }
}

type CompletedRegistration = {
  id: number
  attendees: Readonly<Record<string, { virtual: boolean; access_code: string | null }>>
}

/** After a completion: gives codes to who takes part virtually, where the office lets them be made. CODE-006. */
export async function issueLater(tx: Tx, { id, attendees }: CompletedRegistration, isOn: boolean): Promise<void> {
  if (!isOn || !Object.values(attendees).some(getsCode)) return
  await addJob(tx, 'issue_access_codes', { registration_id: id }, { key: `access_codes:${id}` })
}
