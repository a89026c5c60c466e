import { confirmationDocument } from '@callboard/domain/reports/confirmation-document.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertFile } from '../platform/files/queries.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { print } from '../platform/pdf/print.ts'
import { confirmationLetter } from './letter.ts'
import { logoOfRegistration } from '../tours/logo-files.ts'
import { findOwnersChange } from '../registrations/change-queries.ts'
import { findSnapshotToSend, updatePdfKey } from '../registrations/snapshot-queries.ts'

const content_type = 'application/pdf'

export const reportJobs: JobHandlers<'confirmation'> = {
  /** Stores the PDF under its own key and mails it once; idempotent. */
  async confirmation({ db, files, clock, origin }, { snapshot_id, mails }) {
    const snapshot = await inTransaction(db, (tx) => findSnapshotToSend(tx, snapshot_id))
    // The registration was deleted together with its snapshots.
    if (!snapshot) return

    const { body, registration_id, user_id, created } = snapshot
    const key = `confirmations/${registration_id}/${snapshot_id}.pdf`
    const logo = await logoOfRegistration({ db, files }, registration_id)
    const document = await print(confirmationDocument(body), created, { logo, patient: true })
    await files.put(key, document, content_type)

    await inTransaction(db, async (tx) => {
      const now = clock.now()
      const file = { key, content_type, size: document.length, owner_user_id: user_id, registration_id, created: now }
      await insertFile(tx, file)
      await updatePdfKey(tx, snapshot_id, key)
      if (!mails) return
      const change = await findOwnersChange(tx, snapshot_id)
      await sendMail(
        tx,
        {
          to: snapshot.review_email ?? snapshot.email,
          template: 'confirmation',
          user_id,
          registration_id,
          dedupe_key: `confirmation:${snapshot_id}`,
          attachments: [{ name: 'registration-confirmation.pdf', key, content_type }],
        },
        confirmationLetter(body, origin, change?.effect),
        now,
      )
    })
  },
}
