import {
  changeRole,
  endAccount,
  listOfficeAccounts,
  resetSecondFactor,
} from '@callboard/contract/accounts/office-accounts.ts'
import { planSecondFactorReset } from '@callboard/domain/accounts/second-factor.ts'
import { planAccountEnd } from '@callboard/domain/accounts/invitation.ts'
import { planRoleChange } from '@callboard/domain/accounts/role.ts'
import type { Tx } from '../platform/db/connect.ts'
import { audited, insertAudit } from '../platform/audit-queries.ts'
import { Forbidden, orNotFound, orRefuse } from '../platform/http/errors.ts'
import { pageOf } from '../platform/http/write-reply.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { deleteSecondFactor, deleteSignInSteps, findSecondFactor } from './second-factor-queries.ts'
import { accountEndedLetter, roleChangedLetter, secondFactorResetLetter } from './letters.ts'
import { deleteSessions, endEmailTokens, endUser, findRecipient, lockAdmins, lockRole, updateRole } from './queries.ts'
import { findStudio } from '../roster/studio-queries.ts'
import { searchAccounts } from './search.ts'

/** Account search for administrators, and recovery for users who lost phone and recovery codes. */
export function officeAccountRoutes(app: App) {
  serve(app, listOfficeAccounts, async (tx, { query }) => {
    const rows = await searchAccounts(tx, query)
    return pageOf(rows, query)
  })

  serve(app, resetSecondFactor, async (tx, { params: { id }, body, user, now, request }) => {
    const { email } = orNotFound(await findRecipient(tx, id))
    const since = (await findSecondFactor(tx, id))?.confirmed_at ?? null
    const resetRequest = { by: user.id, of: { id, email, on: since !== null }, reason: body.reason }
    const { reason } = orRefuse(planSecondFactorReset(resetRequest))

    await deleteSecondFactor(tx, id)
    await deleteSignInSteps(tx, id)
    await deleteSessions(tx, id)
    const letter = secondFactorResetLetter(`${app.origin}/signin`)
    await sendMail(tx, { to: email, template: 'second_factor_reset', user_id: id }, letter, now)
    await insertAudit(tx, {
      actor_user_id: user.id,
      action: 'reset second step',
      entity: 'user',
      entity_id: id,
      before: { second_step_since: since },
      after: { second_step_since: null, reason },
      request_id: request.id,
      at: now,
    })
    return {}
  })
  serve(app, changeRole, async (tx, { params: { id }, body, ...caller }) => {
    const row = await lockForAdmin(tx, id, caller.user.id)
    const of = { ...row, ended: row.ended_at !== null }
    const { role } = body
    const { reason } = orRefuse(planRoleChange({ by: caller.user.id, of, role, reason: body.reason }))

    await updateRole(tx, id, role)
    // Rights end at once, and a role that needs a second step is used in no session that began without one.
    await deleteSignInSteps(tx, id)
    await deleteSessions(tx, id)
    const letter = roleChangedLetter(role, `${app.origin}/signin`)
    await sendMail(tx, { to: of.email, template: 'role_changed', user_id: id }, letter, caller.now)
    const after = { role, reason }
    await audited(tx, caller, {
      action: 'change role',
      entity: 'user',
      entity_id: id,
      before: { role: of.role },
      after,
    })
    return {}
  })

  serve(app, endAccount, async (tx, { params: { id }, body, ...caller }) => {
    const { email, role, studio_id } = await lockForAdmin(tx, id, caller.user.id)
    const studio = studio_id === null ? null : ((await findStudio(tx, studio_id))?.name ?? null)
    const end = { by: caller.user.id, of: { id, email, role, studio }, reason: body.reason }
    const { reason } = orRefuse(planAccountEnd(end))

    await endUser(tx, id, caller.now)
    await deleteSessions(tx, id)
    await deleteSignInSteps(tx, id)
    await deleteSecondFactor(tx, id)
    await endEmailTokens(tx, id, caller.now)
    await sendMail(tx, { to: email, template: 'account_ended', user_id: id }, accountEndedLetter(), caller.now)
    const after = { role: 'user', reason }
    await audited(tx, caller, { action: 'end account', entity: 'user', entity_id: id, before: { role }, after })
    return {}
  })
}

/**
 * The account, locked. The caller's own role is checked again under the lock: when two administrators remove each other
 * at once, the second request fails.
 */
async function lockForAdmin(tx: Tx, id: number, by: number) {
  const admins = await lockAdmins(tx)
  if (!admins.includes(by)) throw new Forbidden('staff_only', 'This part of Callboard is for the office.')
  return orNotFound(await lockRole(tx, id))
}
