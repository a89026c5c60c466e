import { z } from 'zod'
import { eventField, passwordField, signedInUser } from './accounts.ts'
import { endpoint } from '../endpoint.ts'
import { emailField, idField, idInPath, lineField, listOf, listUpTo, tokenField } from '../fields.ts'
import { addressDraft, addressShape, contactEntry, contactsDraft } from '../roster/people.ts'

export const studioContact = z.object({
  fname: z.string(),
  lname: z.string(),
  person_type_id: z.int(),
  email: listOf(contactEntry),
  phone: listOf(contactEntry),
  primary: z.boolean(),
})

/** ACC-055, ACC-056. The flags are the office's: an owner reads them and cannot set them. */
export const studioShape = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string().nullable(),
  address: addressShape.nullable(),
  phone: listOf(contactEntry),
  email: listOf(contactEntry),
  /** The owner first. */
  studio_contacts: listOf(studioContact),
  primary_mybtf_user: z.object({ email: z.string() }).nullable(),
  claimed: z.boolean(),
  flagged: z.boolean(),
  bypass_deposit: z.boolean(),
  bypass_removed_routine_fee: z.boolean(),
  bypass_removed_routine_fee_post_deadline: z.boolean(),
  subdomain: z.string().nullable(),
})

export type Studio = z.output<typeof studioShape>

export const studioDraft = z.object({
  name: lineField(),
  website: lineField(200).nullable().default(null),
  address: addressDraft,
  phone: contactsDraft,
  email: contactsDraft,
  studio_contacts: listUpTo(
    5,
    z.object({
      fname: lineField(60),
      lname: lineField(60),
      person_type_id: idField,
      email: contactsDraft.default([]),
      phone: contactsDraft.default([]),
      primary: z.boolean().default(false),
    }),
  ),
})

const owner = { fname: 'Grace', lname: 'Okafor', person_type_id: 4, email: [], phone: [], primary: true }
export const exampleStudio = {
  name: 'Juniper Dance Collective',
  website: 'juniperdance.example',
  address: { address: '12 Elm Street', city: 'Juniper Falls', state_id: 5, country_id: 1, zip: '90001' },
  phone: [{ value: '(415) 555-0132', primary: true }],
  email: [{ value: 'studio@example.com', primary: true }],
  studio_contacts: [owner],
}

const hit = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  claimed: z.boolean(),
})

export type StudioHit = z.output<typeof hit>

export const findStudios = endpoint({
  summary: 'Studios by a part of their name, at most 20',
  catalogue: 'C013',
  method: 'GET',
  path: '/v1/mybtf/studios',
  auth: 'public',
  query: z.object({ searchText: z.string().max(120).default('') }),
  reply: listOf(hit),
  limit: { hits: 600, minutes: 10 },
  example: () => ({ query: { searchText: 'juniper' } }),
})

export const readStudio = endpoint({
  summary: 'One studio as a stranger may see it: its email address is masked',
  catalogue: 'C014',
  method: 'GET',
  path: '/v1/mybtf/studios/{id}',
  auth: 'public',
  params: z.object({ id: idInPath }),
  reply: z.object({
    id: z.int(),
    name: z.string(),
    city: z.string(),
    state: z.string(),
    claimed: z.boolean(),
    primary_mybtf_user: z.object({ email: z.string() }).nullable(),
  }),
  limit: { hits: 600, minutes: 10 },
  example: ({ claimed_studio_id }) => ({ params: { id: claimed_studio_id } }),
})

export const readOwnStudio = endpoint({
  summary: 'The whole record of the account’s own studio',
  method: 'GET',
  path: '/v1/mybtf/studios/{id}/profile',
  auth: 'session',
  params: z.object({ id: idInPath }),
  reply: studioShape,
  example: ({ owner }) => ({ params: { id: owner.studio_id } }),
})

export const openSetup = endpoint({
  summary: 'The studio that a set-up link is for',
  catalogue: 'C015',
  method: 'PUT',
  path: '/v1/mybtf/studios/setupAccount',
  auth: 'public',
  body: z.object({ token: tokenField }),
  reply: z.object({
    id: z.int(),
    name: z.string(),
    studio_contacts: listOf(studioContact),
    primary_mybtf_user: z.object({ email: z.string() }),
  }),
  refusals: ['account.link_over'],
  limit: { hits: 60, minutes: 60 },
  example: ({ tokens }) => ({ body: { token: tokens.setup } }),
})

export const setUpAccount = endpoint({
  summary: 'Claim a studio: choose the password of its account',
  catalogue: 'C016',
  method: 'POST',
  path: '/v1/mybtf/studios/setupAccount',
  auth: 'public',
  body: z.object({
    password: passwordField,
    password2: passwordField,
    studio_id: idField,
    token: tokenField,
  }),
  reply: z.object({ email: z.string() }),
  refusals: ['entry.wrong', 'account.link_over'],
  limit: { hits: 60, minutes: 60 },
  example: ({ tokens, unclaimed_studio }) => ({
    body: {
      password: 'Rehearsal7',
      password2: 'Rehearsal7',
      studio_id: unclaimed_studio.id,
      token: tokens.setup,
    },
  }),
})

export const signUpStudio = endpoint({
  summary: 'Create a studio and its account, or learn that the account exists',
  catalogue: 'C017',
  method: 'POST',
  path: '/v1/mybtf/new-studio-signup',
  auth: 'public',
  body: z.object({
    studio: studioDraft.extend({
      primary_mybtf_user: z.object({
        email: emailField,
        email2: emailField,
        password: passwordField,
        password2: passwordField,
        person: z.object({ fname: lineField(60), lname: lineField(60) }).optional(),
      }),
    }),
    event: eventField,
  }),
  reply: z.object({
    /** True: nothing was created; `id` is the studio whose account can be set up through its email address. */
    exists: z.boolean(),
    id: z.int(),
    user: signedInUser.nullable(),
    token: z.string().nullable(),
  }),
  refusals: ['entry.wrong', 'account.email_taken', 'account.type_not_offered'],
  limit: { hits: 40, minutes: 60 },
  example: () => ({
    body: {
      studio: {
        ...exampleStudio,
        primary_mybtf_user: {
          email: 'juniper@example.com',
          email2: 'juniper@example.com',
          password: 'Rehearsal7',
          password2: 'Rehearsal7',
        },
      },
    },
  }),
})

export const sendSetupEmail = endpoint({
  summary: 'Mail the set-up link of a studio to its account’s address, when that is the address given',
  catalogue: 'C018',
  method: 'POST',
  path: '/v1/mybtf/studios/{id}/sendSetupEmail',
  auth: 'public',
  params: z.object({ id: idInPath }),
  body: z.object({ email: emailField, event: eventField }),
  reply: z.object({ sent: z.literal(true) }),
  refusals: ['studio.email_mismatch', 'too_many_tries'],
  limit: { hits: 30, minutes: 60 },
  example: ({ unclaimed_studio }) => ({
    params: { id: unclaimed_studio.id },
    body: { email: unclaimed_studio.email },
  }),
})

export const saveStudio = endpoint({
  summary: 'Change the information of the account’s own studio',
  catalogue: 'C019',
  method: 'PUT',
  path: '/v1/mybtf/studios/{id}',
  auth: 'session',
  params: z.object({ id: idInPath }),
  /** `base`: the profile as the caller read it, with the meaning of `baseField`. */
  body: studioDraft.extend({ base: studioDraft.optional() }),
  reply: studioShape,
  refusals: ['entry.wrong', 'account.type_not_offered', 'edit_conflict'],
  example: ({ owner }) => ({ params: { id: owner.studio_id }, body: exampleStudio }),
})

export const changeStudio = endpoint({
  summary: 'Say with which studio someone dances who registers on their own',
  catalogue: 'C020',
  method: 'POST',
  path: '/v1/mybtf/{id}/change-studio',
  auth: 'user',
  params: z.object({ id: idInPath }),
  body: z.object({ studio_id: idField.nullable(), registration_id: idField.nullable().default(null) }),
  reply: z.object({
    user: signedInUser,
    registration: z.object({ id: z.int(), studio_id: z.int().nullable(), independent: z.boolean() }).nullable(),
  }),
  refusals: ['studio.own_studio', 'registration_completed'],
  example: ({ independent }) => ({
    by: 'independent',
    params: { id: independent.user_id },
    body: { studio_id: null, registration_id: independent.registration_id },
  }),
})
