import { authenticate, signIn, signOut, signUp } from '@callboard/contract/accounts.ts'
import { passwordError } from '@callboard/domain/accounts/password.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { emailError, isBlank, required } from '@callboard/domain/people/contact.ts'
import { checkEntry } from '@callboard/domain/people/refusals.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { orRefuse, Refused, SignedOut } from '../http/errors.ts'
import { forgetHits } from '../http/rate-limit.ts'
import { serve, servePhases, type App } from '../http/serve.ts'
import { clearSessionCookie, hashOf, sessionToken, startSession } from '../http/sessions.ts'
import { insertPerson, loadPersonTypes } from '../people/queries.ts'
import { limitTries } from './limit-tries.ts'
import { sendConfirmation } from './mail-links.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { presentAccount } from './present.ts'
import { deleteSession, findByEmail, findSessionUser, insertUser } from './queries.ts'

// Ten from one place, for who forgot; more from everywhere together, for an account somebody else tries to open.
const triesHere = { hits: 10, minutes: 15 }
const triesAnywhere = { hits: 60, minutes: 60 }

async function checkedUser(app: App, db: Db, email: string, password: string, ip: string) {
  const address = email.trim().toLowerCase()
  const here = `signin ${address} ${ip}`
  await limitTries(app, here, triesHere)
  await limitTries(app, `signin ${address}`, triesAnywhere)
  const user = await inTransaction(db, (tx) => findByEmail(tx, address))
  if (!(await isPassword(password, user?.password_hash)) || !user) throw new Refused({ code: 'account.not_recognized' })
  await forgetHits(db, here)
  return user
}

export function signInRoutes(app: App) {
  servePhases(app, signUp, async (db, { body: { person, user, event }, request, reply, now }) => {
    orRefuse(
      checkEntry({
        ...(isBlank(person.fname) && { fname: required }),
        ...(isBlank(person.lname) && { lname: required }),
        ...fieldOf('email', emailError(user.email, true)),
        ...fieldOf('password', passwordError(user.password)),
      }),
    )
    const password_hash = await hashPassword(user.password)
    return inTransaction(db, async (tx) => {
      const offered = typesOfGroup(await loadPersonTypes(tx), 'user')
      if (!offered.some(({ id }) => id === person.person_type_id)) {
        throw new Refused({ code: 'account.type_not_offered', field: 'person_type_id' })
      }
      const person_id = await insertPerson(tx, person, now)
      const { email } = user
      const id = await insertUser(tx, { email, password_hash, person_id, studio_id: null, created: now })
      if (id === undefined) throw new Refused({ code: 'account.email_taken', field: 'email' })
      await sendConfirmation(tx, { id, email: email.trim() }, { origin: app.origin, event }, now)
      const token = await startSession(tx, reply, id, now)
      return { user: await presentAccount(tx, id, request, token), token }
    })
  })

  servePhases(app, signIn, async (db, { body, request, reply, now }) => {
    const { id } = await checkedUser(app, db, body.email, body.password, request.ip)
    return inTransaction(db, async (tx) => {
      const token = await startSession(tx, reply, id, now)
      return { token, user: await presentAccount(tx, id, request, token) }
    })
  })

  serve(app, authenticate, async (tx, { body, request, reply, now }) => {
    const token = body.token ?? sessionToken(request)
    const user = token && (await findSessionUser(tx, hashOf(token), now))
    if (!token || !user) {
      clearSessionCookie(reply)
      throw new SignedOut()
    }
    const inTheOpen = body.token !== undefined || request.headers.authorization !== undefined
    return presentAccount(tx, user.id, request, inTheOpen ? token : null)
  })

  serve(app, signOut, async (tx, { user, reply }) => {
    await deleteSession(tx, user.token_hash)
    clearSessionCookie(reply)
    return {}
  })
}

const fieldOf = (field: string, error: string | null) => (error === null ? {} : { [field]: error })
