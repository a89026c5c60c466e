import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailField, idInPath, instantField, listOf } from './fields.ts'

// Calls for development only. They are not part of the contract table: a production server does not have them.

export const readBackstage = endpoint({
  summary: 'The product’s time, the accounts to sign in as, the worlds to load',
  method: 'GET',
  path: '/v1/dev/backstage',
  auth: 'public',
  reply: z.object({
    now: instantField,
    accounts: listOf(
      z.object({
        email: z.string(),
        name: z.string(),
        studio: z.string().nullable(),
        role: z.string(),
        confirmed: z.boolean(),
        /** The current authenticator code, for an account that signs in with a second step. */
        code: z.string().nullable(),
      }),
    ),
    scenarios: listOf(z.object({ name: z.string(), about: z.string() })),
  }),
  example: () => ({}),
})

export const moveClock = endpoint({
  summary: 'Turn the product’s clock: to a moment, on by minutes, or back to the machine’s',
  method: 'POST',
  path: '/v1/dev/clock',
  auth: 'public',
  body: z.union([
    z.object({ to: z.iso.datetime({ offset: true }) }),
    z.object({ advance_minutes: z.int().min(-5_256_000).max(5_256_000) }),
    z.object({ to: z.literal('machine') }),
  ]),
  reply: z.object({ now: instantField }),
  example: () => ({ body: { advance_minutes: 60 } }),
})

export const readMailbox = endpoint({
  summary: 'The newest mails, newest first',
  method: 'GET',
  path: '/v1/dev/mailbox',
  auth: 'public',
  query: z.object({ to: emailField.optional() }),
  reply: z.object({
    mails: listOf(
      z.object({
        id: z.int(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        template: z.string(),
        state: z.enum(['queued', 'sent', 'failed']),
        created: instantField,
        attachments: listOf(z.object({ name: z.string() })),
      }),
    ),
  }),
  example: () => ({}),
})

/** The HTML part as a mail program would show it: on its own, unable to run anything. */
export const readMailHtml = endpoint({
  summary: 'The HTML part of a mail',
  method: 'GET',
  path: '/v1/dev/mailbox/{id}/html',
  auth: 'public',
  params: z.object({ id: idInPath }),
  reply: z.string(),
  answers: 'file',
  example: () => ({ params: { id: 1 } }),
})

export const signInAs = endpoint({
  summary: 'Sign in without a password',
  method: 'POST',
  path: '/v1/dev/sign-in-as',
  auth: 'public',
  body: z.object({ email: emailField }),
  reply: z.object({ id: z.int(), email: z.string(), token: z.string() }),
  example: ({ owner }) => ({ body: { email: owner.email } }),
})

export const loadScenario = endpoint({
  summary: 'Throw everything away and load a world',
  method: 'POST',
  path: '/v1/dev/scenarios',
  auth: 'public',
  body: z.object({ name: z.string().max(60) }),
  reply: z.object({ now: instantField }),
  example: () => ({ body: { name: 'small-city' } }),
})
