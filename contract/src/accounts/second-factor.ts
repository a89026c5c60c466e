import { z } from 'zod'
import { passwordField, signedInUser } from './accounts.ts'
import { endpoint } from '../endpoint.ts'
import { idInPath, instantField, lineField, listOf, tokenField } from '../fields.ts'

const own = z.object({ id: idInPath })
const codeField = lineField(40)

const recoveryCodes = z.object({
  /** Each works once, in the place of the app. They are shown this one time. */
  recovery_codes: listOf(z.string()),
})

const finishSignIn = endpoint({
  summary: 'The second step of signing in: a code of the app, or a recovery code',
  method: 'POST',
  path: '/v1/mybtf/signin/second-step',
  auth: 'public',
  body: z.object({ second_step: tokenField, code: codeField }),
  reply: z.object({ token: z.string(), user: signedInUser }),
  refusals: ['second_factor.wrong_code', 'second_factor.step_over', 'too_many_tries'],
  limit: { hits: 60, minutes: 15 },
  example: ({ second_factor }) => ({
    body: { second_step: second_factor.second_step, code: second_factor.recovery_code },
  }),
})

const readSecondFactor = endpoint({
  summary: 'Return whether the account signs in with a second step',
  method: 'GET',
  path: '/v1/mybtf/{id}/second-factor',
  auth: 'session',
  params: own,
  reply: z.object({
    on: z.boolean(),
    /** The office must have one; it cannot be taken away. */
    required: z.boolean(),
    since: instantField.nullable(),
    recovery_codes_left: z.int(),
  }),
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

const beginSecondFactor = endpoint({
  summary: 'Begin to set up the second step: a secret for the app, told this one time',
  method: 'POST',
  path: '/v1/mybtf/{id}/second-factor',
  auth: 'session',
  params: own,
  body: z.object({ password: passwordField }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['account.authentication_failed', 'second_factor.already_on', 'too_many_tries'],
  example: ({ owner }) => ({ params: { id: owner.user_id }, body: { password: owner.password } }),
})

const confirmSecondFactor = endpoint({
  summary: 'Turn the second step on with a first code of the app; other sessions end',
  method: 'PUT',
  path: '/v1/mybtf/{id}/second-factor',
  auth: 'session',
  params: own,
  body: z.object({ code: codeField }),
  reply: recoveryCodes,
  refusals: ['second_factor.wrong_code', 'second_factor.not_begun', 'too_many_tries'],
  example: ({ owner, second_factor }) => ({
    params: { id: owner.user_id },
    body: { code: second_factor.first_code },
  }),
})

const renewRecoveryCodes = endpoint({
  summary: 'New recovery codes; those before stop working',
  method: 'POST',
  path: '/v1/mybtf/{id}/recovery-codes',
  auth: 'session',
  params: own,
  body: z.object({ password: passwordField, code: codeField }),
  reply: recoveryCodes,
  refusals: ['account.authentication_failed', 'second_factor.wrong_code', 'second_factor.not_begun', 'too_many_tries'],
  example: ({ owner, independent, second_factor }) => ({
    by: 'independent',
    params: { id: independent.user_id },
    body: { password: owner.password, code: second_factor.recovery_code },
  }),
})

const removeSecondFactor = endpoint({
  summary: 'Turn the second step off',
  method: 'POST',
  path: '/v1/mybtf/{id}/second-factor/remove',
  auth: 'session',
  params: own,
  body: z.object({ password: passwordField, code: codeField }),
  status: 204,
  refusals: [
    'account.authentication_failed',
    'second_factor.wrong_code',
    'second_factor.not_begun',
    'second_factor.required',
    'too_many_tries',
  ],
  example: ({ owner, independent, second_factor }) => ({
    by: 'independent',
    params: { id: independent.user_id },
    body: { password: owner.password, code: second_factor.recovery_code },
  }),
})

const listSessions = endpoint({
  summary: 'Where the account is signed in',
  method: 'GET',
  path: '/v1/mybtf/{id}/sessions',
  auth: 'session',
  params: own,
  reply: z.object({
    sessions: listOf(
      z.object({
        id: z.int(),
        device: z.string(),
        /** The network address it was begun or last opened from. */
        ip: z.string(),
        created: instantField,
        last_seen: instantField,
        here: z.boolean(),
      }),
    ),
  }),
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

const endSession = endpoint({
  summary: 'Sign out on one device',
  method: 'DELETE',
  path: '/v1/mybtf/{id}/sessions/{session_id}',
  auth: 'session',
  params: z.object({ id: idInPath, session_id: idInPath }),
  status: 204,
  example: ({ owner, second_factor }) => ({
    params: { id: owner.user_id, session_id: second_factor.session_id },
  }),
})

const endOtherSessions = endpoint({
  summary: 'Sign out everywhere else',
  method: 'DELETE',
  path: '/v1/mybtf/{id}/sessions',
  auth: 'session',
  params: own,
  status: 204,
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

export const signInSafety = {
  finishSignIn,
  readSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  listSessions,
  endSession,
  endOtherSessions,
}
