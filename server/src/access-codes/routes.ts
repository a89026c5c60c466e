import { listAccessCodes, mailAccessCode } from '@callboard/contract/access-codes/access-codes.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { setReminderEmail } from '../registrations/queries.ts'
import { accessCodeLetter } from './letter.ts'
import { findCodesOf, findCodeToSend, listCodes } from './queries.ts'

/** Access codes of a completed registration, for its owner and anyone with a share link. CODE-001 to CODE-004. */
export function accessCodeRoutes(app: App) {
  serve(app, listAccessCodes, async (tx, { params, user, shared }) => {
    const { completed, ...about } = orNotFound(await findCodesOf(tx, { user, shared }, params.id))
    if (!completed) throw new Refused({ code: 'registration.not_completed' })
    const rows = await listCodes(tx, params.id)
    // Only the owner may see mail addresses.
    return { ...about, rows: shared ? rows.map((row) => ({ ...row, reminder_email: null })) : rows }
  })

  serve(app, mailAccessCode, async (tx, { body, user, now }) => {
    if (emailError(body.reminder_email, true)) {
      throw new Refused({ code: 'access_code.no_address', field: 'reminder_email' })
    }
    const { access_code, registration_id, ...facts } = orNotFound(await findCodeToSend(tx, body.id, user.id))
    if (access_code === null) throw new Refused({ code: 'access_code.none' })
    const to = body.reminder_email.trim()
    await setReminderEmail(tx, body.id, to)
    const envelope = { to, template: 'access_code', user_id: user.id, registration_id } as const
    await sendMail(tx, envelope, accessCodeLetter({ ...facts, access_code }), now)
    return { reminder_email: to }
  })
}
