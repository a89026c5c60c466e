import type { JobHandlers } from '../queue/queue.ts'
import { withHost } from './layout.ts'
import { findUnsentMail, markFailed, markSent } from './queries.ts'

export const mailJobs: JobHandlers<'send_mail'> = {
  async send_mail({ db, mail: transport, files, clock, origin }, { mail_id }) {
    const mail = await findUnsentMail(db, mail_id)
    // Already sent by an earlier run of this job.
    if (!mail) return

    try {
      const attachments = await Promise.all(
        mail.attachments.map(async ({ name, key, content_type }) => {
          const parts: Buffer[] = []
          for await (const part of await files.read(key)) parts.push(Buffer.from(part as Uint8Array))
          return { filename: name, content: Buffer.concat(parts), contentType: content_type }
        }),
      )
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
}
