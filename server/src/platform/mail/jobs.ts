import type { JobHandlers } from '../queue/queue.ts'
import { loadAttachments, type Printers } from './attachments.ts'
import { withHost } from './layout.ts'
import { deleteMail, findUnsentMail, markFailed, markSent } from './queries.ts'

export const mailJobs = (printers: Printers): JobHandlers<'send_mail'> => ({
  async send_mail(dependencies, { mail_id }) {
    const { db, mail: transport, clock, origin } = dependencies
    const mail = await findUnsentMail(db, mail_id)
    // Already sent by an earlier run of this job.
    if (!mail) return

    try {
      const attachments = await loadAttachments(dependencies, printers, mail.attachments)
      if (!attachments) {
        await deleteMail(db, mail_id)
        return
      }
      const { to, subject, text, html, sender_name: name, sender_address: address, unsubscribe_url: url } = mail
      const sender = name !== null && address !== null ? { from: { name, address } } : {}
      // One click in the mail program is enough. Source: RFC 8058.
      const oneClick = { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      const messageId = `<mail-${mail_id}@${new URL(origin).hostname}>`
      await transport.send({
        ...sender,
        to,
        subject,
        text,
        html: withHost(html, origin),
        attachments,
        messageId,
        ...(url !== null && { headers: oneClick }),
      })
    } catch (error) {
      await markFailed(db, mail_id, error instanceof Error ? error.message : String(error))
      throw error
    }
    await markSent(db, mail_id, clock.now())
  },
})
