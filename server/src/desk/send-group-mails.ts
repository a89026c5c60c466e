import { batchSeconds, batchSize, type GroupMailKind } from '@callboard/domain/desk/group-mail.ts'
import { secondsAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Dependencies } from '../platform/dependencies.ts'
import { sendMails, type PlainMail } from '../platform/mail/queries.ts'
import { addJob } from '../platform/queue/queue.ts'
import { groupMailLetter, unsubscribeToken } from './group-mail-letter.ts'
import {
  findBrand,
  findUnsubscribed,
  insertRecipients,
  listAudience,
  listDueGroupMails,
  listRecipientLines,
  listWaitingRecipients,
  setGroupMailState,
  setRecipientStates,
  takeDueGroupMail,
  type RecipientLine,
} from './group-mail-queries.ts'

type GroupMailRow = NonNullable<Awaited<ReturnType<typeof takeDueGroupMail>>>

/** The registrations of each account. */
export function linesByAccount(lines: readonly RecipientLine[]): Map<number, RecipientLine[]> {
  const byAccount = new Map<number, RecipientLine[]>()
  for (const line of lines) byAccount.set(line.user_id, [...(byAccount.get(line.user_id) ?? []), line])
  return byAccount
}

/** Addresses that must not get a mail of this kind, in small letters. */
export const listSpared = async (
  tx: Tx,
  { event_id, kind }: { event_id: number; kind: GroupMailKind },
  lines: readonly RecipientLine[],
): Promise<Set<string>> =>
  kind === 'contract'
    ? new Set()
    : findUnsubscribed(
        tx,
        event_id,
        lines.map(({ email }) => email),
      )

/** Keeps who gets the mail: the audience of this moment. */
async function beginSending(tx: Tx, { id, audience, ...groupMail }: GroupMailRow) {
  const lines = await listAudience(tx, audience)
  const spared = await listSpared(tx, groupMail, lines)
  const recipients = [...linesByAccount(lines)].map(([user_id, own]) => ({
    user_id,
    registration_ids: own.map((line) => line.id),
    state: spared.has(own[0]?.email.toLowerCase() ?? '') ? ('unsubscribed' as const) : ('waiting' as const),
  }))
  await insertRecipients(tx, id, recipients)
}

/** Writes the next batch. Recipients and mails are saved by one transaction: after a crash none was written, or all were. */
async function writeBatch(tx: Tx, dependencies: Dependencies, groupMail: GroupMailRow, now: Instant) {
  const { id, event_id, kind } = groupMail
  const { origin, sealer } = dependencies
  const batch = await listWaitingRecipients(tx, id, batchSize)
  const lines = await listRecipientLines(
    tx,
    batch.flatMap(({ registration_ids }) => registration_ids),
  )
  const byAccount = linesByAccount(lines)
  const spared = await listSpared(tx, groupMail, lines)
  const brand = await findBrand(tx, event_id)
  const keyOf = (user_id: number) => `group-mail:${id}/${user_id}`
  const mails: PlainMail[] = []
  const states = batch.map(({ user_id }) => {
    const own = byAccount.get(user_id) ?? []
    const email = own[0]?.email
    // The account ended, or unsubscribed, since sending began.
    if (email === undefined) return { user_id, state: 'ended' as const }
    if (spared.has(email.toLowerCase())) return { user_id, state: 'unsubscribed' as const }
    const token = kind === 'news' ? unsubscribeToken(sealer, { event_id, email }) : undefined
    const letter = groupMailLetter(groupMail, own, token && `${origin}/unsubscribe/${token}`)
    const envelope = {
      ...{ to: email, template: 'group_mail', user_id, dedupe_key: keyOf(user_id) },
      ...(token && { unsubscribe_url: `${origin}/v1/unsubscribe/${token}` }),
    }
    mails.push({ envelope, letter })
    return { user_id, state: 'written' as const }
  })
  const mailIds = await sendMails(tx, mails, now, brand)
  const steps = states.map((step) => ({ ...step, mail_id: mailIds.get(keyOf(step.user_id)) ?? null }))
  await setRecipientStates(tx, id, steps)
  if (batch.length < batchSize) return setGroupMailState(tx, id, { state: 'sent', finished_at: now })
  await setGroupMailState(tx, id, { state: 'sending', next_batch_at: secondsAfter(now, batchSeconds) })
  await addJob(tx, 'send_group_mails', {}, { in_seconds: batchSeconds, key: `group-mail:${id}` })
}

/** Begins mails whose time has come, and writes the next batch of those being sent. Safe to run concurrently. */
export async function sendGroupMails(dependencies: Dependencies): Promise<void> {
  const { db, clock } = dependencies
  const now = clock.now()
  for (const id of await listDueGroupMails(db, now)) {
    await inTransaction(db, async (tx) => {
      const groupMail = await takeDueGroupMail(tx, id, now)
      if (!groupMail) return
      if (groupMail.state === 'scheduled') await beginSending(tx, groupMail)
      await writeBatch(tx, dependencies, groupMail, now)
    })
  }
}
