import type { EmailTokenKind } from '@callboard/domain/accounts/email-token.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { confirmLetter, newEmailLetter, resetLetter } from './letters.ts'
import { deletePendingEmail, findEventName, insertEmailToken } from './queries.ts'

const routes: Record<EmailTokenKind, string> = {
  confirm: '/confirm',
  reset: '/reset-password',
  setup: '/signup/setup-password',
  // Same page: both links prove access to a mailbox.
  change: '/confirm',
}

type LinkDraft = {
  kind: EmailTokenKind
  user_id: number | null
  studio_id?: number | null
  email?: string
  origin: string
}

/** A link that works once, for the account or the studio it is mailed to. Only its hash is kept. */
export async function newLink(tx: Tx, { kind, user_id, studio_id = null, email, origin }: LinkDraft, now: Instant) {
  const token = newToken()
  await insertEmailToken(tx, { token_hash: hashOf(token), kind, user_id, studio_id, ...(email && { email }) }, now)
  return `${origin}${routes[kind]}/${token}`
}

type Recipient = { id: number; email: string }
type MailContext = { origin: string; event: string | number | undefined }

/** Mails the link that confirms an address. ACC-013, ACC-016. */
export async function sendConfirmation(tx: Tx, user: Recipient, { origin, event }: MailContext, now: Instant) {
  const url = await newLink(tx, { kind: 'confirm', user_id: user.id, origin }, now)
  const letter = confirmLetter(url, await findEventName(tx, event))
  await sendMail(tx, { to: user.email, template: 'confirm_email', user_id: user.id }, letter, now)
}

/** Mails the link to a new password. ACC-018, ACC-088. */
export async function sendReset(tx: Tx, user: Recipient, { origin, event }: MailContext, now: Instant) {
  const url = await newLink(tx, { kind: 'reset', user_id: user.id, origin }, now)
  const letter = resetLetter(url, await findEventName(tx, event))
  await sendMail(tx, { to: user.email, template: 'reset_password', user_id: user.id }, letter, now)
}

/** Mails the link that moves an account to another address, to that address. A later one replaces it. ACC-060. */
export async function sendEmailChange(tx: Tx, user: { id: number; to: string }, origin: string, now: Instant) {
  const { id, to } = user
  await deletePendingEmail(tx, id)
  const url = await newLink(tx, { kind: 'change', user_id: id, email: to, origin }, now)
  await sendMail(tx, { to, template: 'new_email', user_id: id }, newEmailLetter(url), now)
}
