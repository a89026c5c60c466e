import nodemailer from 'nodemailer'

export type Mail = {
  /** The brand's sender; absent: the installation's. */
  from?: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  attachments: readonly { filename: string; content: Buffer; contentType: string }[]
  /** Stable across tries, so that a receiver can tell a repeat. */
  messageId: string
  headers?: Readonly<Record<string, string>>
}

/** Takes a mail or throws; a job tries again later. */
export type MailTransport = { send: (mail: Mail) => Promise<void> }

// A server that hangs must not hold a job for the ten minutes that are nodemailer's own patience.
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** A mail server, as 'smtp://user:password@host:587'; how long it may take, in milliseconds. */
export function smtp(url: string, from: string, waits: Partial<typeof patience> = {}): MailTransport {
  const transport = nodemailer.createTransport({ url, ...patience, ...waits })
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail, attachments: [...mail.attachments], headers: { ...mail.headers } })
    },
  }
}

/** Development: the mailbox page shows the stored mails, so sending one is nothing more. */
export const mailbox: MailTransport = { send: async () => {} }
