import {
  confirmEmail,
  forgotPassword,
  resendConfirmation,
  openResetLink,
  resetPassword,
} from '@callboard/contract/accounts/accounts.ts'
import { attemptLimits } from '@callboard/domain/accounts/attempt-limits.ts'
import { newPasswordErrors } from '@callboard/domain/accounts/password.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orRefuse, Refused, SignedOut } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { addJob } from '../platform/queue/queue.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { mustBeOwn, hashPassword } from './ask-password.ts'
import { emailChangedLetter, passwordChangedLetter } from './letters.ts'
import { limitAccountAttempts, limitAttempts } from './limit-attempts.ts'
import {
  confirmUser,
  deleteSessions,
  endEmailTokens,
  findEmailToken,
  findRecipient,
  isConfirmedBy,
  takeEmailToken,
  updateEmail,
  updatePassword,
} from './queries.ts'
import { deleteSignInSteps } from './second-factor-queries.ts'

/**
 * Sends the mails of an account: address confirmation and password reset. The job looks the account up, so neither the
 * answer nor its timing reveals whether the account exists.
 */
export function emailRoutes(app: App) {
  const { origin } = app

  servePhases(app, confirmEmail, async (db, { body: { user: account, event }, user, now }) => {
    if (account.token === undefined) {
      // Numbers can be counted through: only the signed-in account may be named by its own.
      if (user.id === 0) throw new SignedOut()
      mustBeOwn(account.id ?? user.id, user)
      await limitAttempts(app, `confirm ${user.id}`, attemptLimits.mail.here)
      return inTransaction(db, async (tx) => {
        await addJob(tx, 'mail_link', { kind: 'confirm', user_id: user.id, event })
        return { user: { confirmed: user.confirmed } }
      })
    }
    const token_hash = hashOf(account.token)
    return inTransaction(db, async (tx) => {
      const emailToken = await takeEmailToken(tx, 'confirm', token_hash, now)
      if (emailToken?.user_id) await confirmUser(tx, emailToken.user_id)
      else if (await moveToNewAddress(tx, token_hash, now)) return { user: { confirmed: true } }
      else if (!(await isConfirmedBy(tx, token_hash))) throw new Refused({ code: 'account.link_over' })
      return { user: { confirmed: true } }
    })
  })

  /** The account of a link that was mailed to its new address: that mailbox is read, so it moves there. */
  async function moveToNewAddress(tx: Tx, token_hash: string, now: Instant): Promise<boolean> {
    const emailToken = await takeEmailToken(tx, 'change', token_hash, now)
    const user = emailToken?.user_id ? await findRecipient(tx, emailToken.user_id) : undefined
    if (!user || !emailToken?.email) return false
    if (!(await updateEmail(tx, user.id, emailToken.email)))
      throw new Refused({ code: 'account.email_taken', field: 'email', has_account: true })
    await confirmUser(tx, user.id)
    await endEmailTokens(tx, user.id, now)
    const letter = emailChangedLetter(emailToken.email, `${origin}/account`)
    await sendMail(tx, { to: user.email, template: 'email_changed', user_id: user.id }, letter, now)
    return true
  }

  servePhases(app, resendConfirmation, async (db, { body: { user_id, email, event }, user, request }) => {
    const own = user.id !== 0
    // A stranger may name an address, never a number: numbers can be counted through.
    const address = (email ?? `#${user_id ?? 0}`).trim().toLowerCase()
    if (own) await limitAttempts(app, `confirm ${user.id}`, attemptLimits.mail.here)
    else await limitAccountAttempts(app, { kind: 'mail', name: `confirm ${address}`, email: address, request })
    const whose = own ? { user_id: user.id } : { email: email ?? '' }
    await inTransaction(db, (tx) => addJob(tx, 'mail_link', { kind: 'confirm', ...whose, event }))
    return { sent: true as const }
  })

  servePhases(app, forgotPassword, async (db, { body: { email, event_name }, request }) => {
    const wrong = emailError(email, true)
    orRefuse(checkEntry(wrong ? { email: wrong } : {}))
    const address = email.trim().toLowerCase()
    await limitAccountAttempts(app, { kind: 'mail', name: `forgot ${address}`, email: address, request })
    await inTransaction(db, (tx) => addJob(tx, 'mail_link', { kind: 'reset', email, event: event_name }))
    return { sent: true as const }
  })

  serve(app, openResetLink, async (tx, { params, now }) => {
    if (!(await findEmailToken(tx, 'reset', hashOf(params.token), now)))
      throw new Refused({ code: 'account.link_over' })
    return { open: true as const }
  })

  servePhases(app, resetPassword, async (db, { params, body: { password, password2 }, now }) => {
    const token_hash = hashOf(params.token)
    // Hashing is slow on purpose: only for who holds a link that works.
    if (!(await inTransaction(db, (tx) => findEmailToken(tx, 'reset', token_hash, now)))) {
      throw new Refused({ code: 'account.link_over' })
    }
    orRefuse(checkEntry(newPasswordErrors(password, password2)))
    const password_hash = await hashPassword(password)
    return inTransaction(db, async (tx) => {
      const emailToken = await takeEmailToken(tx, 'reset', token_hash, now)
      const user = emailToken?.user_id ? await findRecipient(tx, emailToken.user_id) : undefined
      if (!user) throw new Refused({ code: 'account.link_over' })
      await updatePassword(tx, user.id, password_hash)
      // The mailed link proves access to the mailbox.
      await confirmUser(tx, user.id)
      await deleteSessions(tx, user.id)
      await deleteSignInSteps(tx, user.id)
      await endEmailTokens(tx, user.id, now)
      const letter = passwordChangedLetter(`${origin}/signin`)
      await sendMail(tx, { to: user.email, template: 'password_changed', user_id: user.id }, letter, now)
      return { email: user.email }
    })
  })
}
