import {
  findStudios,
  readOwnStudio,
  readStudio,
  saveStudio,
  signUpStudio,
} from '@callboard/contract/accounts/studios.ts'
import { maskedEmail } from '@callboard/domain/accounts/email-token.ts'
import { studioFormErrors } from '@callboard/domain/accounts/studio-form.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { rememberDevice } from './known-device.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { actsForOffice, type SessionUser } from '../platform/user.ts'
import { insertPerson } from '../roster/person-queries.ts'
import {
  claimStudio,
  findStudio,
  findStudioByAccountEmail,
  insertStudio,
  loadStudio,
  lockStudio,
  searchStudios,
  updateStudio,
} from '../roster/studio-queries.ts'
import { limitAttempts } from './limit-attempts.ts'
import { sendConfirmation } from './mail-links.ts'
import { hashPassword } from './ask-password.ts'
import { presentAccount } from './present.ts'
import { startSession } from './sessions.ts'
import { findByEmail, insertUser } from './queries.ts'
import { formOf, judged, mergeStudio } from './studio-entry.ts'

const speaksFor = (user: SessionUser, studio_id: number) => user.studio_account && user.studio_id === studio_id

// Same limit as per address; it also covers an account that uses many addresses.
const looks = { hits: 600, minutes: 10 }
const limitLooks = async (app: App, { id }: SessionUser) => {
  if (id !== 0) await limitAttempts(app, `studios ${id}`, looks)
}

export function studioRoutes(app: App) {
  servePhases(app, findStudios, async (db, { query, user }) => {
    await limitLooks(app, user)
    return inTransaction(db, (tx) => searchStudios(tx, query.searchText))
  })

  servePhases(app, readStudio, async (db, { params, user }) => {
    await limitLooks(app, user)
    const storedStudio = await inTransaction(db, (tx) => findStudio(tx, params.id))
    const { account_email, ...studio } = orNotFound(storedStudio)
    const mayRead = speaksFor(user, params.id) || actsForOffice(user)
    const email = account_email !== null && !mayRead ? maskedEmail(account_email) : account_email
    return { ...studio, primary_mybtf_user: email === null ? null : { email } }
  })

  serve(app, readOwnStudio, (tx, { params, user }) => {
    if (!speaksFor(user, params.id)) throw new NotFound()
    return loadStudio(tx, params.id)
  })

  serve(app, saveStudio, async (tx, { params, body: { base, ...draft }, user }) => {
    if (!speaksFor(user, params.id)) throw new NotFound()
    await lockStudio(tx, params.id)
    const merged = mergeStudio(await loadStudio(tx, params.id), base, draft)
    await updateStudio(tx, params.id, await judged(tx, merged.entry, merged.form))
    return loadStudio(tx, params.id)
  })

  servePhases(app, signUpStudio, async (db, { body: { studio, event }, request, reply, now }) => {
    const { primary_mybtf_user: account, ...draft } = studio
    const form = formOf(draft, account)
    const existingAccount = await inTransaction(db, (tx) => findAccount(tx, account.email))
    if (existingAccount) return { exists: true, id: existingAccount.id, user: null, token: null }

    // Judged before the slow hash, and again with the stored types inside.
    orRefuse(checkEntry(studioFormErrors(form)))
    const password_hash = await hashPassword(account.password)
    return inTransaction(db, async (tx) => {
      const entry = await judged(tx, draft, form)
      const id = await insertStudio(tx, entry, now)
      const { fname, lname } = account.person ?? form.owner
      const person_id = await insertPerson(tx, { fname, lname, person_type_id: entry.owner_type_id }, now)
      const { email } = account
      const user = { email, password_hash, person_id, studio_id: id, studio_account: true, created: now }
      const user_id = await insertUser(tx, user)
      if (user_id === undefined) throw new Refused({ code: 'account.email_taken', field: 'email' })
      await claimStudio(tx, id, user_id)
      await sendConfirmation(tx, { id: user_id, email: email.trim() }, { origin: app.origin, event }, now)
      const token = await startSession(tx, reply, user_id, now)
      rememberDevice(app.sealer, reply, email, now)
      return { exists: false, id, user: await presentAccount(tx, user_id, request, token), token }
    })
  })
}

/** The studio whose account has this address; an individual's address is refused. ACC-036, ACC-081. */
async function findAccount(tx: Tx, email: string) {
  const studio = await findStudioByAccountEmail(tx, email)
  if (studio) return studio
  if (await findByEmail(tx, email)) throw new Refused({ code: 'account.email_taken', field: 'email' })
  return undefined
}
