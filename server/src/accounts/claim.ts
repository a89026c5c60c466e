import { openSetup, sendSetupEmail, setUpAccount } from '@callboard/contract/accounts/studios.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import { newPasswordErrors } from '@callboard/domain/accounts/password.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { insertPerson } from '../roster/person-queries.ts'
import { claimStudio, findStudio, loadStudio } from '../roster/studio-queries.ts'
import { setupLetter } from './letters.ts'
import { limitAccountAttempts } from './limit-attempts.ts'
import { newLink } from './mail-links.ts'
import { hashPassword } from './ask-password.ts'
import {
  confirmUser,
  deleteSessions,
  endEmailTokens,
  findEmailToken,
  findEventName,
  insertUser,
  takeEmailToken,
  takeUnprovenUser,
  updatePassword,
} from './queries.ts'
import { deleteSignInSteps } from './second-factor-queries.ts'

/** Claiming a studio requires access to the mailbox of its account. ACC-038 to ACC-041. */
export function claimRoutes(app: App) {
  servePhases(app, sendSetupEmail, async (db, { params, body: { email, event }, now, request }) => {
    await limitAccountAttempts(app, { kind: 'setup', name: `setup ${params.id}`, email, request })
    return inTransaction(db, async (tx) => {
      const studio = orNotFound(await findStudio(tx, params.id))
      const { account_email: to, primary_user_id } = studio
      if (to === null || to.toLowerCase() !== email.trim().toLowerCase()) {
        throw new Refused({ code: 'studio.email_mismatch', field: 'email' })
      }
      const link = { kind: 'setup' as const, user_id: primary_user_id, studio_id: studio.id, origin: app.origin }
      const url = await newLink(tx, link, now)
      const letter = setupLetter(url, studio.name, await findEventName(tx, event))
      await sendMail(tx, { to, template: 'setup_studio' }, letter, now)
      return { sent: true as const }
    })
  })

  serve(app, openSetup, async (tx, { body, now }) => {
    const link = await findEmailToken(tx, 'setup', hashOf(body.token), now)
    if (!link?.studio_id) throw new Refused({ code: 'account.link_over' })
    const { id, name, studio_contacts, primary_mybtf_user } = await loadStudio(tx, link.studio_id)
    if (!primary_mybtf_user) throw new Refused({ code: 'account.link_over' })
    return { id, name, studio_contacts, primary_mybtf_user }
  })

  servePhases(app, setUpAccount, async (db, { body: { token, studio_id, password, password2 }, now }) => {
    const token_hash = hashOf(token)
    const link = await inTransaction(db, (tx) => findEmailToken(tx, 'setup', token_hash, now))
    if (link?.studio_id !== studio_id) throw new Refused({ code: 'account.link_over' })
    orRefuse(checkEntry(newPasswordErrors(password, password2)))
    const password_hash = await hashPassword(password)
    return inTransaction(db, async (tx) => {
      if (!(await takeEmailToken(tx, 'setup', token_hash, now))) throw new Refused({ code: 'account.link_over' })
      const studio = orNotFound(await findStudio(tx, studio_id))
      const user_id = studio.primary_user_id ?? (await insertFirstUser(tx, studio, now))
      await updatePassword(tx, user_id, password_hash)
      await confirmUser(tx, user_id)
      await deleteSessions(tx, user_id)
      await deleteSignInSteps(tx, user_id)
      await endEmailTokens(tx, user_id, now)
      await claimStudio(tx, studio_id, user_id)
      return { email: studio.account_email ?? '' }
    })
  })
}

type ClaimableStudio = { id: number; name: string; account_email: string | null }

/** Creates the account of an unclaimed studio, in the name of its registration contact. */
async function insertFirstUser(tx: Tx, { id, name, account_email }: ClaimableStudio, now: Instant): Promise<number> {
  const { studio_contacts } = await loadStudio(tx, id)
  const contact = studio_contacts.find(({ primary }) => primary) ?? studio_contacts[0]
  const { fname, lname, person_type_id } = contact ?? { fname: name, lname: 'Studio', person_type_id: null }
  const person_id = await insertPerson(tx, { fname, lname, person_type_id }, now)
  const user_id =
    account_email === null
      ? undefined
      : await insertUser(tx, {
          email: account_email,
          password_hash: null,
          person_id,
          studio_id: id,
          studio_account: true,
          created: now,
        }).then((newId) => newId ?? takeUnprovenUser(tx, account_email, { person_id, studio_id: id }))
  if (user_id === undefined) throw new Refused({ code: 'account.email_taken', field: 'email' })
  return user_id
}
