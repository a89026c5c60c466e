import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField, idField, idInPath, lineField, listOf, tokenField } from '../fields.ts'
import { addressDraft, contactsDraft, personShape } from '../roster/people.ts'

/** Long enough for any sentence, short enough not to keep the hash busy. */
export const passwordField = z.string().max(200)
/** The event whose site somebody came from, by name, subdomain or number: mails speak of it. */
export const eventField = z.union([lineField(80), idField]).optional()

const savedMethod = z.object({
  billing_id: z.string(),
  last_four: z.string(),
  brand: z.string(),
  expiration_date: z.string(),
})

/** ACC-065. */
export const signedInUser = z.object({
  id: z.int(),
  /** For API clients; a browser keeps it in a cookie that pages cannot read, so there it is null. */
  token: z.string().nullable(),
  email: z.string(),
  /** Asked for and not proven yet: the link mailed there was not followed. */
  pending_email: z.string().nullable(),
  confirmed: z.boolean(),
  role: z.enum(['user', 'office', 'admin']),
  /** The office asks for a second step at signing in, and this session began without one. */
  lacks_second_factor: z.boolean(),
  exempt: z.boolean(),
  studio_id: z.int().nullable(),
  studio_account: z.boolean(),
  previous_studio_id: z.int().nullable(),
  person: z.object({ id: z.int(), fname: z.string(), lname: z.string(), person_type_id: z.int().nullable() }),
  studio: z.object({ id: z.int(), name: z.string() }).nullable(),
  hints: z.record(z.string(), z.boolean()),
  supported_browser: z.boolean(),
  payment_methods: z.object({ card: listOf(savedMethod), bank: listOf(savedMethod) }),
})

export type SignedInUser = z.output<typeof signedInUser>

const newSession = z.object({ user: signedInUser, token: z.string() })
const own = z.object({ id: idInPath })

export const signUp = endpoint({
  summary: 'Sign up as a dancer, teacher or parent',
  catalogue: 'C001',
  method: 'POST',
  path: '/v1/mybtf/signup',
  auth: 'public',
  body: z.object({
    person: z.object({ fname: lineField(60), lname: lineField(60), person_type_id: idField }),
    user: z.object({ email: emailField, password: passwordField }),
    event: eventField,
  }),
  reply: newSession,
  refusals: ['entry.wrong', 'account.email_taken', 'account.type_not_offered'],
  limit: { hits: 40, minutes: 60 },
  example: () => ({
    body: {
      person: { fname: 'Ines', lname: 'Moreau', person_type_id: 3 },
      user: { email: 'ines@example.com', password: 'Rehearsal7' },
    },
  }),
})

export const signIn = endpoint({
  summary: 'Sign in',
  catalogue: 'C002',
  method: 'POST',
  path: '/v1/mybtf/signin',
  auth: 'public',
  body: z.object({ email: emailField, password: passwordField }),
  reply: z.object({
    token: z.string().nullable(),
    user: signedInUser.nullable(),
    /** The right password, and now the code: what the second step is asked with. Then there is no token yet. */
    second_step: z.string().nullable(),
  }),
  refusals: ['account.not_recognized', 'too_many_tries'],
  limit: { hits: 60, minutes: 15 },
  example: ({ owner }) => ({ body: { email: owner.email, password: owner.password } }),
})

export const authenticate = endpoint({
  summary: 'Return the user of a session token; the token comes in the cookie, the header or the body',
  catalogue: 'C003',
  method: 'POST',
  path: '/v1/mybtf/authenticate',
  auth: 'public',
  body: z.object({ token: tokenField.optional() }),
  reply: signedInUser,
  statuses: { 401: 'The token opens no session.' },
  example: ({ tokens }) => ({ body: { token: tokens.session } }),
})

export const signOut = endpoint({
  summary: 'Sign out: the session’s token is worth nothing afterwards',
  catalogue: 'C004',
  method: 'POST',
  path: '/v1/mybtf/signout',
  auth: 'session',
  status: 204,
  example: () => ({}),
})

export const confirmEmail = endpoint({
  summary:
    'Confirm an email address, or move to a new one, with the token of its mail; without a token, mail the signed-in account one',
  catalogue: 'C005',
  method: 'POST',
  path: '/v1/mybtf/confirm',
  auth: 'public',
  body: z.object({
    user: z.object({ id: idField.optional(), token: tokenField.optional() }),
    event: eventField,
  }),
  reply: z.object({ user: z.object({ confirmed: z.boolean() }) }),
  refusals: ['account.link_over', 'account.email_taken', 'too_many_tries'],
  statuses: { 401: 'Neither a token nor a signed-in account is named.' },
  limit: { hits: 60, minutes: 60 },
  example: ({ tokens }) => ({ body: { user: { token: tokens.confirm } } }),
})

export const resendConfirmation = endpoint({
  summary: 'Send the confirmation mail again: to the signed-in account, or to an address',
  catalogue: 'C006',
  method: 'POST',
  path: '/v1/mybtf/resend-confirmation',
  auth: 'public',
  body: z.object({ user_id: idField.optional(), email: emailField.optional(), event: eventField }),
  reply: z.object({ sent: z.literal(true) }),
  refusals: ['too_many_tries'],
  limit: { hits: 30, minutes: 60 },
  example: ({ owner }) => ({ body: { email: owner.email } }),
})

export const forgotPassword = endpoint({
  summary: 'Send a link to choose a new password, if there is such an account; the answer does not tell',
  catalogue: 'C007',
  method: 'POST',
  path: '/v1/mybtf/forgot',
  auth: 'public',
  body: z.object({ email: emailField, event_name: eventField }),
  reply: z.object({ sent: z.literal(true) }),
  refusals: ['entry.wrong', 'too_many_tries'],
  limit: { hits: 30, minutes: 60 },
  example: ({ owner }) => ({ body: { email: owner.email, event_name: 'Northlight' } }),
})

export const openResetLink = endpoint({
  summary: 'Check that the link of the mail still leads to a new password; spent and wrong links answer alike',
  method: 'GET',
  path: '/v1/mybtf/forgot/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  reply: z.object({ open: z.literal(true) }),
  refusals: ['account.link_over'],
  limit: { hits: 30, minutes: 60 },
  example: ({ tokens }) => ({ params: { token: tokens.reset } }),
})

export const resetPassword = endpoint({
  summary: 'Choose a new password with the token of the mail; every session of the account ends',
  catalogue: 'C008',
  method: 'PUT',
  path: '/v1/mybtf/forgot/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  body: z.object({ password: passwordField, password2: passwordField }),
  reply: z.object({ email: z.string() }),
  refusals: ['entry.wrong', 'account.link_over'],
  limit: { hits: 30, minutes: 60 },
  example: ({ tokens }) => ({
    params: { token: tokens.reset },
    body: { password: 'Encore2025', password2: 'Encore2025' },
  }),
})

export const changeEmail = endpoint({
  summary: 'Move the account to another email address, once the link mailed there is followed',
  catalogue: 'C009',
  method: 'PUT',
  path: '/v1/mybtf/{id}/email',
  auth: 'session',
  params: own,
  body: z.object({ email: emailField, email2: emailField.optional(), password: passwordField }),
  reply: signedInUser,
  refusals: ['entry.wrong', 'account.authentication_failed', 'account.email_taken', 'too_many_tries'],
  example: ({ owner }) => ({
    params: { id: owner.user_id },
    body: { email: 'grace.new@example.com', password: owner.password },
  }),
})

export const resendEmailChange = endpoint({
  summary: 'Mail the link to the new email address again',
  method: 'POST',
  path: '/v1/mybtf/{id}/email/resend',
  auth: 'session',
  params: own,
  reply: z.object({ sent: z.literal(true) }),
  refusals: ['too_many_tries'],
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

export const cancelEmailChange = endpoint({
  summary: 'Keep the present email address; the link mailed to the new one opens nothing any more',
  method: 'DELETE',
  path: '/v1/mybtf/{id}/email/pending',
  auth: 'session',
  params: own,
  reply: signedInUser,
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

export const changePassword = endpoint({
  summary: 'Change the account’s password; its other sessions end',
  catalogue: 'C010',
  method: 'PUT',
  path: '/v1/mybtf/{id}/password',
  auth: 'session',
  params: own,
  body: z.object({ password: passwordField, password2: passwordField.optional(), old_password: passwordField }),
  reply: z.object({ email: z.string() }),
  refusals: ['entry.wrong', 'account.authentication_failed', 'too_many_tries'],
  example: ({ owner }) => ({
    params: { id: owner.user_id },
    body: { password: 'Encore2025', old_password: owner.password },
  }),
})

export const saveHints = endpoint({
  summary: 'Remember which help a person has put away',
  catalogue: 'C011',
  method: 'PUT',
  path: '/v1/mybtf/{id}/hints',
  auth: 'session',
  params: own,
  body: z.object({ hints: z.record(z.string().min(1).max(60), z.boolean()) }),
  reply: z.object({ hints: z.record(z.string(), z.boolean()) }),
  refusals: ['entry.wrong'],
  example: ({ owner }) => ({ params: { id: owner.user_id }, body: { hints: { roster_intro: true } } }),
})

export const saveContactInfo = endpoint({
  summary: 'Change the contact information of the account’s person',
  catalogue: 'C012',
  method: 'PUT',
  path: '/v1/mybtf/{id}/contact-info',
  auth: 'session',
  params: own,
  body: z.object({
    fname: lineField(60),
    lname: lineField(60),
    person_type_id: idField.nullable(),
    address: addressDraft.nullable().optional(),
    phone: contactsDraft.default([]),
    email: contactsDraft.default([]),
  }),
  reply: z.object({ person: personShape }),
  refusals: ['entry.wrong', 'account.type_not_offered'],
  example: ({ owner }) => ({
    params: { id: owner.user_id },
    body: {
      fname: 'Grace',
      lname: 'Okafor',
      person_type_id: 4,
      phone: [{ value: '(415) 555-0132', primary: true }],
      email: [],
    },
  }),
})

export const readContactInfo = endpoint({
  summary: 'The contact information of the account’s person',
  method: 'GET',
  path: '/v1/mybtf/{id}/contact-info',
  auth: 'session',
  params: own,
  reply: z.object({ person: personShape }),
  example: ({ owner }) => ({ params: { id: owner.user_id } }),
})

export const readPeopleLists = endpoint({
  summary: 'The lists that forms about people offer: person types, genders, states, countries',
  method: 'GET',
  path: '/v1/mybtf/people-lists',
  auth: 'public',
  reply: z.object({
    person_types: listOf(z.object({ id: z.int(), name: z.string(), grouping: z.enum(['user', 'studio', 'other']) })),
    genders: listOf(z.object({ id: z.int(), name: z.string() })),
    states: listOf(z.object({ id: z.int(), country_id: z.int(), name: z.string(), abbreviation: z.string() })),
    countries: listOf(z.object({ id: z.int(), name: z.string(), abbreviation: z.string() })),
    /** The year on whose January 1 ages are counted, and the age from which a dancer is asked about being a teacher. */
    age_year: z.int(),
    dancer_age_threshold: z.int(),
  }),
  example: () => ({}),
})

export const saveAncillaryPerson = endpoint({
  summary: 'Save the responsible adult of a registration without a studio',
  catalogue: 'C034',
  method: 'POST',
  path: '/v1/mybtf/registration/ancillary-person',
  auth: 'user',
  body: z.object({
    person: z.object({
      fname: lineField(60),
      lname: lineField(60),
      address: lineField(200),
      phone: lineField(30),
      email: emailField.default(''),
    }),
    registration_id: idField,
  }),
  reply: z.object({
    person: z.object({
      fname: z.string(),
      lname: z.string(),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
    }),
  }),
  refusals: ['entry.wrong'],
  example: ({ draft }) => ({
    body: {
      registration_id: draft.id,
      person: {
        fname: 'Ines',
        lname: 'Moreau',
        address: '12 Elm Street, Juniper Falls',
        phone: '(415) 555-0132',
        email: '',
      },
    },
  }),
})

export const readSite = endpoint({
  summary: 'Return whether the site is open or closed for maintenance',
  method: 'GET',
  path: '/v1/mybtf/site',
  auth: 'public',
  reply: z.object({ maintenance: z.boolean() }),
  example: () => ({}),
})
