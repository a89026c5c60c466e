import {
  acceptInvitation,
  inviteAccount,
  listInvitations,
  openInvitation,
  resendInvitation,
  withdrawInvitation,
} from '@callboard/contract/accounts/invitations.ts'
import { invitationEnd, planInvitation, type InvitationInput } from '@callboard/domain/accounts/invitation.ts'
import { newPasswordErrors } from '@callboard/domain/accounts/password.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { isBlank, required } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { audited, insertAudit } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { insertPerson } from '../roster/person-queries.ts'
import { hashPassword } from './ask-password.ts'
import {
  deleteInvitation,
  findInvitation,
  insertInvitation,
  isInvited,
  listOpenInvitations,
  renewInvitation,
  takeInvitation,
} from './invitation-queries.ts'
import { invitationLetter } from './letters.ts'
import { findByEmail, insertUser, reopenUser } from './queries.ts'

/** A link that is mailed once; only its hash is kept. */
function newInvitationLink(now: Instant) {
  const token = newToken()
  return { token, link: { token_hash: hashOf(token), expires_at: invitationEnd(now), mailed_at: now } }
}

/** Invitations to work in the office: one-use links that make an account with its role. */
export function invitationRoutes(app: App) {
  const mailLink = (tx: Tx, invitation: InvitationInput, token: string, now: Instant) => {
    const letter = invitationLetter(invitation, `${app.origin}/invitation/${token}`)
    return sendMail(tx, { to: invitation.email, template: 'office_invitation' }, letter, now)
  }

  serve(app, listInvitations, async (tx, { query, now }) => {
    const rows = await listOpenInvitations(tx, query)
    return pageOf(
      rows.map((row) => ({ ...row, expired: row.expires_at <= now })),
      query,
    )
  })

  serve(app, inviteAccount, async (tx, { body, ...caller }) => {
    const account = await findByEmail(tx, body.email)
    const invitation = orRefuse(
      planInvitation(body, {
        account: account ? { ended: account.ended_at !== null } : null,
        isInvited: await isInvited(tx, body.email),
      }),
    )
    const { token, link } = newInvitationLink(caller.now)
    const id = await insertInvitation(tx, { ...invitation, ...link, created_by: caller.user.id })
    await mailLink(tx, invitation, token, caller.now)
    const { email, role } = invitation
    await audited(tx, caller, {
      action: 'invite account',
      entity: 'invitation',
      entity_id: id,
      before: null,
      after: { email, role },
    })
    return { id }
  })

  serve(app, resendInvitation, async (tx, { params, ...caller }) => {
    const { token, link } = newInvitationLink(caller.now)
    const { id, email, ...invitation } = orNotFound(await renewInvitation(tx, params.id, link))
    await mailLink(tx, { email, ...invitation }, token, caller.now)
    await audited(tx, caller, {
      action: 'send invitation again',
      entity: 'invitation',
      entity_id: id,
      before: null,
      after: { email },
    })
    return {}
  })

  serve(app, withdrawInvitation, async (tx, { params, ...caller }) => {
    const { id, email, role } = orNotFound(await deleteInvitation(tx, params.id))
    await audited(tx, caller, {
      action: 'withdraw invitation',
      entity: 'invitation',
      entity_id: id,
      before: { email, role },
      after: null,
    })
    return {}
  })

  serve(app, openInvitation, async (tx, { body, now }) => {
    const invitation = await findInvitation(tx, hashOf(body.token), now)
    if (!invitation) throw new Refused({ code: 'account.invitation_over' })
    return invitation
  })

  servePhases(app, acceptInvitation, async (db, { body, now, request }) => {
    const token_hash = hashOf(body.token)
    // Hashing is slow on purpose: only for who holds a link that works.
    if (!(await inTransaction(db, (tx) => findInvitation(tx, token_hash, now)))) {
      throw new Refused({ code: 'account.invitation_over' })
    }
    const { fname, lname, password, password2 } = body
    orRefuse(
      checkEntry({
        ...(isBlank(fname) && { fname: required }),
        ...(isBlank(lname) && { lname: required }),
        ...newPasswordErrors(password, password2),
      }),
    )
    const password_hash = await hashPassword(password)
    return inTransaction(db, async (tx) => {
      const invitation = await takeInvitation(tx, token_hash, now)
      if (!invitation) throw new Refused({ code: 'account.invitation_over' })
      const { email, role } = invitation
      const person = { fname: fname.trim(), lname: lname.trim(), person_type_id: null }
      const access = { password_hash, role, confirmed: true }
      const user_id =
        (await reopenUser(tx, email, access)) ??
        (await insertUser(tx, {
          ...access,
          email,
          person_id: await insertPerson(tx, person, now),
          studio_id: null,
          created: now,
        }))
      // The address got an account of its own meanwhile; an administrator gives that one the role.
      if (user_id === undefined) throw new Refused({ code: 'account.email_taken', field: 'email' })
      await insertAudit(tx, {
        actor_user_id: user_id,
        action: 'accept invitation',
        entity: 'user',
        entity_id: user_id,
        before: null,
        after: { role },
        request_id: request.id,
        at: now,
      })
      return { email }
    })
  })
}
