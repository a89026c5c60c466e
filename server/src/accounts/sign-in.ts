import { authenticate, signIn, signOut, signUp } from '@callboard/contract/accounts/accounts.ts'
import { passwordError } from '@callboard/domain/accounts/password.ts'
import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { needsSecondFactor, secondStepEnd } from '@callboard/domain/accounts/second-factor.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { emailError, isBlank, required } from '@callboard/domain/roster/contact.ts'
import { checkEntry } from '@callboard/domain/roster/refusals.ts'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orRefuse, Refused, SignedOut } from '../platform/http/errors.ts'
import { rememberDevice } from './known-device.ts'
import { forgetHits } from '../platform/http/rate-limit.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { clearSessionCookie, hashOf, newToken, sessionToken } from '../platform/http/sessions.ts'
import { startSession } from './sessions.ts'
import { insertPerson, loadPersonTypes } from '../roster/person-queries.ts'
import { loadSettings, wholeProduct } from '../platform/settings-queries.ts'
import { limitAccountAttempts } from './limit-attempts.ts'
import { sendConfirmation } from './mail-links.ts'
import { hashPassword, isPassword } from './ask-password.ts'
import { presentAccount } from './present.ts'
import { deleteSession, findByEmail, findSessionUser, insertUser, touchSession } from './queries.ts'
import { hasSecondFactor, insertSignInStep } from './second-factor-queries.ts'

type Credentials = { email: string; password: string }

async function checkedUser(app: App, db: Db, { email, password }: Credentials, request: FastifyRequest) {
  const address = email.trim().toLowerCase()
  const place = await limitAccountAttempts(app, { kind: 'signIn', name: `signin ${address}`, email: address, request })
  const user = await inTransaction(db, (tx) => findByEmail(tx, address))
  if (!(await isPassword(password, user?.password_hash)) || !user) throw new Refused({ code: 'account.not_recognized' })
  await forgetHits(db, place)
  return user
}

/** The password was correct: returns the token that the code is submitted with. */
async function beginSecondStep(tx: Tx, user_id: number, now: Instant): Promise<string> {
  const second_step = newToken()
  await insertSignInStep(tx, { token_hash: hashOf(second_step), user_id, expires_at: secondStepEnd(now) }, now)
  return second_step
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
      const offeredTypes = typesOfGroup(await loadPersonTypes(tx), 'user')
      if (!offeredTypes.some(({ id }) => id === person.person_type_id)) {
        throw new Refused({ code: 'account.type_not_offered', field: 'person_type_id' })
      }
      const person_id = await insertPerson(tx, person, now)
      const { email } = user
      const id = await insertUser(tx, { email, password_hash, person_id, studio_id: null, created: now })
      if (id === undefined) throw new Refused({ code: 'account.email_taken', field: 'email' })
      await sendConfirmation(tx, { id, email: email.trim() }, { origin: app.origin, event }, now)
      const token = await startSession(tx, reply, id, now)
      rememberDevice(app.sealer, reply, email, now)
      return { user: await presentAccount(tx, id, request, token), token }
    })
  })

  servePhases(app, signIn, async (db, { body, request, reply, now }) => {
    const { id, role, email } = await checkedUser(app, db, body, request)
    return inTransaction(db, async (tx) => {
      if (await hasSecondFactor(tx, id)) {
        return { token: null, user: null, second_step: await beginSecondStep(tx, id, now) }
      }
      const { staff_second_factor } = await loadSettings(tx, wholeProduct)
      const lacks_second_factor = needsSecondFactor({ role }, staff_second_factor)
      const token = await startSession(tx, reply, id, now, { lacks_second_factor })
      rememberDevice(app.sealer, reply, email, now)
      return { token, user: await presentAccount(tx, id, request, token, lacks_second_factor), second_step: null }
    })
  })

  serve(app, authenticate, async (tx, { body, request, reply, now }) => {
    const token = body.token ?? sessionToken(request)
    const user = token && (await findSessionUser(tx, hashOf(token), now))
    if (!token || !user) {
      clearSessionCookie(reply)
      throw new SignedOut()
    }
    await touchSession(tx, hashOf(token), request.ip, now)
    const inTheOpen = body.token !== undefined || request.headers.authorization !== undefined
    return presentAccount(tx, user.id, request, inTheOpen ? token : null, user.lacks_second_factor)
  })

  serve(app, signOut, async (tx, { user, reply }) => {
    await deleteSession(tx, user.token_hash)
    clearSessionCookie(reply)
    return {}
  })
}

const fieldOf = (field: string, error: string | null) => (error === null ? {} : { [field]: error })
