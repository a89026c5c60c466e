import { exportLinkDays, nextExportAt } from '@callboard/domain/desk/saved-export.ts'
import { daysAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import type { Letter } from '../platform/mail/layout.ts'
import { sendMail } from '../platform/mail/queries.ts'
import type { Sealer } from '../platform/sealer.ts'
import { listDueExports, setNextExport, takeDueExport } from './saved-queries.ts'

const purpose = 'saved export'

/** The token of a mailed link. It names the export and its end; opening it takes the sign-in of the export's owner. */
export const exportToken = (sealer: Sealer, export_id: number, now: Instant) =>
  sealer.seal(JSON.stringify([export_id, daysAfter(now, exportLinkDays)]), purpose)

/** Undefined: the token is not ours, not complete, or over. */
export function readExportToken(sealer: Sealer, token: string, now: Instant): number | undefined {
  // The sealer opens a text that is not sealed as it is.
  if (!token.startsWith('s1.')) return undefined
  try {
    const [export_id, expires_at] = JSON.parse(sealer.open(token, purpose)) as [number, Instant]
    return expires_at > now ? export_id : undefined
  } catch {
    return undefined
  }
}

const exportLetter = (name: string, url: string): Letter => ({
  subject: `Your export: ${name}`,
  preview: 'Sign in to download it.',
  heading: name,
  paragraphs: [`Your export is ready. The link asks you to sign in and works for ${exportLinkDays} days.`],
  action: { label: 'Open the export', url },
  closing: ['You saved this export in the office. Delete it there to get no more of these emails.'],
})

/** Mails the links of exports whose time has come. Safe to run concurrently. */
export async function sendExports({ db, clock, origin, sealer }: Dependencies): Promise<void> {
  const now = clock.now()
  for (const id of await listDueExports(db, now)) {
    await inTransaction(db, async (tx) => {
      const due = await takeDueExport(tx, id, now)
      if (!due) return
      // An owner who left the office gets nothing.
      if (!due.is_staff) return void (await setNextExport(tx, id, { next_at: null }))
      const url = `${origin}/office/exports/${exportToken(sealer, id, now)}`
      const dedupe_key = `export:${id}/${due.next_at}`
      const envelope = { to: due.email, template: 'saved_export', user_id: due.user_id, dedupe_key }
      await sendMail(tx, envelope, exportLetter(due.name, url), now)
      await setNextExport(tx, id, { next_at: nextExportAt(due, now), mailed_at: now })
    })
  }
}
