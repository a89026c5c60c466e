import { signInSafety } from '@callboard/contract/accounts/second-factor.ts'
import { needsSecondFactor, writtenCode } from '@callboard/domain/accounts/second-factor.ts'
import { attemptLimits } from '@callboard/domain/accounts/attempt-limits.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { rememberDevice } from './known-device.ts'
import { forgetHits } from '../platform/http/rate-limit.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import type { SessionUser } from '../platform/user.ts'
import { startSession } from './sessions.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { loadSettings, wholeProduct } from '../platform/settings-queries.ts'
import { askPassword, mustBeOwn, sessionKey } from './ask-password.ts'
import { recoveryCodeUsedLetter, secondFactorLetter } from './letters.ts'
import { limitAccountAttempts, limitAttempts } from './limit-attempts.ts'
import { newRecoveryCodes, newSecret, uriFor } from './one-time-codes.ts'
import { presentAccount } from './present.ts'
import { deleteSessions, findRecipient, satisfySessions } from './queries.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  findSignInStep,
  hasSecondFactor,
  insertSecret,
  replaceRecoveryCodes,
  takeSignInStep,
} from './second-factor-queries.ts'
import { sealSecret } from './secrets.ts'
import { useCode } from './use-code.ts'

const isRequired = async (tx: Tx, user: SessionUser) =>
  needsSecondFactor(user, (await loadSettings(tx, wholeProduct)).staff_second_factor)

const wrongCode = () => new Refused({ code: 'second_factor.wrong_code', field: 'code' })

/** Creates recovery codes and returns them once; only their hashes are stored. */
async function makeRecoveryCodes(tx: Tx, user_id: number) {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    user_id,
    codes.map((code) => hashOf(code)),
  )
  return { recovery_codes: codes.map(writtenCode) }
}

export function secondFactorRoutes(app: App) {
  const { finishSignIn, readSecondFactor, beginSecondFactor, confirmSecondFactor } = signInSafety
  const { renewRecoveryCodes, removeSecondFactor } = signInSafety
  const account = `${app.origin}/account`

  servePhases(app, finishSignIn, async (db, { body: { second_step, code }, request, reply, now }) => {
    const token_hash = hashOf(second_step)
    const signInStep = await inTransaction(db, (tx) => findSignInStep(tx, token_hash, now))
    if (!signInStep) throw new Refused({ code: 'second_factor.step_over' })
    const { user_id } = signInStep
    const { email } = orNotFound(await inTransaction(db, (tx) => findRecipient(tx, user_id)))
    const place = await limitAccountAttempts(app, { kind: 'code', name: `code ${user_id}`, email, request })
    const signIn = await inTransaction(db, async (tx) => {
      const by = await useCode(tx, app, user_id, { code, now })
      if (!by) throw wrongCode()
      // Of two concurrent requests only one signs in.
      if (!(await takeSignInStep(tx, token_hash))) throw new Refused({ code: 'second_factor.step_over' })
      if (by === 'recovery') {
        const letter = recoveryCodeUsedLetter(await countRecoveryCodes(tx, user_id), account)
        await sendMail(tx, { to: email, template: 'recovery_code_used', user_id }, letter, now)
      }
      const token = await startSession(tx, reply, user_id, now)
      rememberDevice(app.sealer, reply, email, now)
      return { token, user: await presentAccount(tx, user_id, request, token) }
    })
    await forgetHits(db, place)
    return signIn
  })

  serve(app, readSecondFactor, async (tx, { params, user }) => {
    mustBeOwn(params.id, user)
    const since = (await findSecondFactor(tx, user.id))?.confirmed_at ?? null
    const recovery_codes_left = since ? await countRecoveryCodes(tx, user.id) : 0
    return { on: since !== null, required: await isRequired(tx, user), since, recovery_codes_left }
  })

  servePhases(app, beginSecondFactor, async (db, { params, body, user, now }) => {
    mustBeOwn(params.id, user)
    await askPassword(app, db, user, body.password, 'password')
    const secret = newSecret()
    const isInserted = await inTransaction(db, (tx) =>
      insertSecret(tx, user.id, sealSecret(app.sealer, user.id, secret), now),
    )
    if (!isInserted) throw new Refused({ code: 'second_factor.already_on' })
    return { secret, uri: uriFor(secret, user.email) }
  })

  servePhases(app, confirmSecondFactor, async (db, { params, body, user, now }) => {
    mustBeOwn(params.id, user)
    await limitAttempts(app, sessionKey('code', user), attemptLimits.code.here)
    const codes = await inTransaction(db, async (tx) => {
      const factor = await findSecondFactor(tx, user.id)
      if (!factor || factor.confirmed_at) throw new Refused({ code: 'second_factor.not_begun' })
      if ((await useCode(tx, app, user.id, { code: body.code, now })) !== 'app') throw wrongCode()
      await confirmSecret(tx, user.id, now)
      // Ends the other sessions, which were signed in with the password alone.
      await deleteSessions(tx, user.id, user.token_hash)
      await satisfySessions(tx, user.id)
      const letter = secondFactorLetter(true, account)
      await sendMail(tx, { to: user.email, template: 'second_factor_on', user_id: user.id }, letter, now)
      return makeRecoveryCodes(tx, user.id)
    })
    await forgetHits(db, sessionKey('code', user))
    return codes
  })

  servePhases(app, renewRecoveryCodes, async (db, { params, body, user, now }) => {
    mustBeOwn(params.id, user)
    await askPassword(app, db, user, body.password, 'password')
    await limitAttempts(app, sessionKey('code', user), attemptLimits.code.here)
    return inTransaction(db, async (tx) => {
      if (!(await hasSecondFactor(tx, user.id))) throw new Refused({ code: 'second_factor.not_begun' })
      if (!(await useCode(tx, app, user.id, { code: body.code, now }))) throw wrongCode()
      return makeRecoveryCodes(tx, user.id)
    })
  })

  servePhases(app, removeSecondFactor, async (db, { params, body, user, now }) => {
    mustBeOwn(params.id, user)
    await askPassword(app, db, user, body.password, 'password')
    await limitAttempts(app, sessionKey('code', user), attemptLimits.code.here)
    await inTransaction(db, async (tx) => {
      if (await isRequired(tx, user)) throw new Refused({ code: 'second_factor.required' })
      if (!(await hasSecondFactor(tx, user.id))) throw new Refused({ code: 'second_factor.not_begun' })
      if (!(await useCode(tx, app, user.id, { code: body.code, now }))) throw wrongCode()
      await deleteSecondFactor(tx, user.id)
      const letter = secondFactorLetter(false, account)
      await sendMail(tx, { to: user.email, template: 'second_factor_off', user_id: user.id }, letter, now)
    })
    return {}
  })
}
