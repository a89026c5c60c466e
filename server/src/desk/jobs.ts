import type { JobHandlers } from '../platform/queue/queue.ts'
import { sendExports } from './send-exports.ts'
import { sendGroupMails } from './send-group-mails.ts'

declare module '../platform/queue/queue.ts' {
  interface Jobs {
    /** Every ten minutes: mails the links of exports whose time has come. */
    send_exports: Record<string, never>
    /** Every minute: begins mails whose time has come, and writes the next batch of those being sent. */
    send_group_mails: Record<string, never>
  }
}

export const deskJobs: JobHandlers<'send_exports' | 'send_group_mails'> = {
  async send_exports(dependencies) {
    await sendExports(dependencies)
  },

  async send_group_mails(dependencies) {
    await sendGroupMails(dependencies)
  },
}
