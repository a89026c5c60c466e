import type { EmailTokenKind } from '@callboard/domain/accounts/email-token.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { sendConfirmation, sendReset } from './mail-links.ts'
import { findByEmail, findRecipient } from './queries.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /**
     * Mails the requested link if the account exists. The response was sent before, so its timing does not reveal the
     * account.
     */
    mail_link: MailLink
  }
}

type MailLink = {
  kind: Exclude<EmailTokenKind, 'setup' | 'change'>
  /** Exactly one of both identifies the account. */
  email?: string
  user_id?: number
  event?: string | number | undefined
}

export const accountJobs: JobHandlers<'mail_link'> = {
  async mail_link({ db, clock, origin }, { kind, email, user_id, event }) {
    await inTransaction(db, async (tx) => {
      const recipient = email === undefined ? await findRecipient(tx, user_id ?? 0) : await findByEmail(tx, email)
      // An account that ended opens with no link.
      if (!recipient || recipient.ended_at !== null) return
      const now = clock.now()
      if (kind === 'reset') await sendReset(tx, recipient, { origin, event }, now)
      else if (!recipient.confirmed) await sendConfirmation(tx, recipient, { origin, event }, now)
    })
  },
}
