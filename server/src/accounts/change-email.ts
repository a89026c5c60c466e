import { cancelEmailChange, changeEmail, resendEmailChange } from '@callboard/contract/accounts/accounts.ts'
import { maskedEmail } from '@callboard/domain/accounts/email-token.ts'
import { attemptLimits } from '@callboard/domain/accounts/attempt-limits.ts'
import { confirmationError } from '@callboard/domain/accounts/password.ts'
import { emailError, required } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { askPassword, mustBeOwn, refuseChangedPassword } from './ask-password.ts'
import { emailChangeAskedLetter } from './letters.ts'
import { limitAttempts } from './limit-attempts.ts'
import { sendEmailChange } from './mail-links.ts'
import { presentAccount } from './present.ts'
import { deletePendingEmail, findByEmail, findPendingEmail, lockEmail } from './queries.ts'

async function mustBeFree(tx: Tx, email: string, user_id: number) {
  const other = await findByEmail(tx, email)
  if (other && other.id !== user_id)
    throw new Refused({ code: 'account.email_taken', field: 'email', has_account: true })
}

/** An account's email address changes only after the new address is confirmed by mail. ACC-060, ACC-083. */
export function changeEmailRoutes(app: App) {
  const { origin } = app

  servePhases(app, changeEmail, async (db, { params, body: { email, email2, password }, user, request, now }) => {
    mustBeOwn(params.id, user)
    const wrong = emailError(email, true)
    const different = email2 === undefined ? null : confirmationError('Emails', email, email2)
    orRefuse(
      checkEntry({
        ...(wrong && { email: wrong }),
        ...(different && { email2: different }),
        ...(password === '' && { password: required }),
      }),
    )
    const passwordHash = await askPassword(app, db, user, password, 'password')
    await limitAttempts(app, `change ${user.id}`, attemptLimits.mail.here)
    return inTransaction(db, async (tx) => {
      const to = email.trim()
      await lockEmail(tx, user.id)
      await refuseChangedPassword(tx, user, passwordHash)
      await mustBeFree(tx, to, user.id)
      if (to === user.email) await deletePendingEmail(tx, user.id)
      else {
        await sendEmailChange(tx, { id: user.id, to }, origin, now)
        const letter = emailChangeAskedLetter(maskedEmail(to), `${origin}/account`)
        await sendMail(tx, { to: user.email, template: 'email_change_asked', user_id: user.id }, letter, now)
      }
      return presentAccount(tx, user.id, request, null, user.lacks_second_factor)
    })
  })

  servePhases(app, resendEmailChange, async (db, { params, user, now }) => {
    mustBeOwn(params.id, user)
    await limitAttempts(app, `change ${user.id}`, attemptLimits.mail.here)
    await inTransaction(db, async (tx) => {
      await lockEmail(tx, user.id)
      const to = orNotFound((await findPendingEmail(tx, user.id)) ?? undefined)
      await sendEmailChange(tx, { id: user.id, to }, origin, now)
    })
    return { sent: true as const }
  })

  serve(app, cancelEmailChange, async (tx, { params, user, request }) => {
    mustBeOwn(params.id, user)
    await lockEmail(tx, user.id)
    await deletePendingEmail(tx, user.id)
    return presentAccount(tx, user.id, request, null, user.lacks_second_factor)
  })
}
