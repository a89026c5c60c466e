import { relationships } from '@callboard/domain/waivers/form.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  emailField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  tokenField,
} from '../fields.ts'

const relationship = z.enum(relationships)

export const waiverPerson = z.object({
  fname: lineField(60),
  lname: lineField(60),
  address: lineField(200),
  birthdateString: lineField(10).default(''),
  gender_id: idField.nullable(),
  phoneValue: lineField(40),
  emailValue: emailField,
})

/** WAIV-004. */
export const waiverForm = waiverPerson.extend({
  parent_relationship: relationship.nullable().default(null),
  parent: waiverPerson.nullable().default(null),
  sameAddressAsParent: z.boolean().default(false),
})

export const waiverRequest = z.object({
  id: z.int(),
  waiver_type_id: z.int(),
  waiver: z.string(),
  version: z.int(),
  created: instantField,
  expires_at: instantField,
  mailed_to: z.string().nullable(),
  mailed_at: instantField.nullable(),
  signed_at: instantField.nullable(),
  signer_name: z.string().nullable(),
  parent_relationship: relationship.nullable(),
  /** Recorded by the office. */
  on_paper: z.boolean(),
})

const city = z.object({
  event: z.string(),
  city: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
})

export const listWaivers = endpoint({
  summary: 'List the waivers of a completed registration with the state of each person',
  method: 'GET',
  path: '/v1/mybtf/waivers',
  auth: 'user',
  query: z.object({ registration_id: idInPath }),
  reply: z.object({
    /** By people: who has signed all of theirs. */
    tally: z.object({ done: z.int(), total: z.int() }),
    /** From which age somebody signs for themselves. */
    adult_age: z.int(),
    today: calendarDateField,
    now: instantField,
    /** The event is over: no reminder is sent any more. */
    past: z.boolean(),
    /** One for each person and waiver. */
    rows: listOf(
      z.object({
        attendee_id: z.int(),
        person_id: z.int(),
        fname: z.string(),
        lname: z.string(),
        kind: z.enum(['dancer', 'teacher', 'observer']),
        gender_id: z.int().nullable(),
        birthdate: calendarDateField.nullable(),
        birthdateString: z.string(),
        age: z.int().nullable(),
        reminder_email: z.string().nullable(),
        waiver_type_id: z.int(),
        waiver: z.string(),
        signed_at: instantField.nullable(),
        /** The newest request that says how far it is; null: nothing was asked yet. */
        request: waiverRequest.nullable(),
        /** The owner may take the signed waiver away. */
        removable: z.boolean(),
      }),
    ),
  }),
  refusals: ['registration.not_completed'],
  example: ({ completed }) => ({ query: { registration_id: completed.id } }),
})

export const readPersonWaivers = endpoint({
  summary: 'The waivers of one person, as far as the caller may see them',
  catalogue: 'C071',
  method: 'GET',
  path: '/v1/mybtf/waivers/persons/{person_id}',
  auth: 'user',
  share: 'waivers',
  params: z.object({ person_id: idInPath }),
  /** Without: the newest registration the person is in, of the current season if there is one. */
  query: z.object({ registration_id: idInPath.optional() }),
  reply: z.object({
    person: z.object({
      id: z.int(),
      fname: z.string(),
      lname: z.string(),
      /** Visible to the owner only; null for others, as are the fields below. */
      birthdateString: z.string().nullable(),
      gender_id: z.int().nullable(),
      address: z.string().nullable(),
      phoneValue: z.string().nullable(),
      emailValue: z.string().nullable(),
    }),
    waiver_requests: listOf(waiverRequest),
    waivers: listOf(z.object({ waiver_type_id: z.int(), signed: z.boolean() })),
    signed: z.boolean(),
  }),
  example: ({ completed }) => ({ params: { person_id: completed.person_id } }),
})

export const requestWaiver = endpoint({
  summary: 'Fill in a waiver and return its signing token; with an address, the signing link is mailed there',
  catalogue: 'C072',
  method: 'POST',
  path: '/v1/mybtf/waivers',
  // A session of the owner, or a shared link to the waivers: either opens it.
  auth: 'public',
  body: z.object({
    person: waiverForm.extend({ id: idField }),
    options: z.object({
      registration_id: idField,
      waiver_type_id: idField,
      email: emailField.optional(),
      self: z.boolean().default(false),
      /** A shared link to the waivers, where nobody is signed in; or the header X-Share-Token. */
      token: tokenField.optional(),
    }),
  }),
  reply: z.object({
    waiver_request_id: z.int(),
    signing_token: z.string(),
    /** The text to sign. */
    text: z.string(),
    version: z.int(),
    /** The printed name under the signature. */
    signer: z.string(),
  }),
  refusals: ['entry.wrong', 'waiver.signed', 'waiver.not_needed', 'waiver.no_address', 'waiver.event_over'],
  statuses: { 401: 'Neither signed in nor with a shared link to the waivers.' },
  limit: { hits: 200, minutes: 15 },
  example: ({ completed, waivers }) => ({
    body: {
      person: { ...exampleForm, id: completed.person_id },
      options: {
        registration_id: completed.id,
        waiver_type_id: waivers.waiver_type_id,
        self: false,
        token: waivers.share_token,
      },
    },
  }),
})

const examplePerson = {
  fname: 'Wren',
  lname: 'Halloran',
  address: '18 Mercer Street, Portland, OR 97209',
  birthdateString: '03/01/2012',
  gender_id: 1,
  phoneValue: '(503) 555-0147',
  emailValue: 'sable@example.com',
}

const exampleForm = {
  ...examplePerson,
  parent_relationship: 'Mother',
  parent: { ...examplePerson, fname: 'Sable', birthdateString: '' },
  sameAddressAsParent: true,
}

export const signWaiver = endpoint({
  summary: 'Sign a waiver that was filled in, or fill it in and sign it',
  catalogue: 'C073',
  method: 'PATCH',
  path: '/v1/mybtf/waivers',
  auth: 'public',
  body: z.object({
    waiver_request_id: idField,
    registration_id: idField,
    person_id: idField,
    /** The signer's name, typed. */
    signature: lineField(140),
    agreed: z.boolean().default(false),
    /** The link's token, or use the header X-Share-Token. The owner of the registration needs none. */
    token: tokenField.optional(),
    /** Personal data entered along with the signature, where it was missing. */
    person: waiverForm.optional(),
    self: z.boolean().optional(),
  }),
  reply: z.object({ signed: z.literal(true) }),
  refusals: [
    'entry.wrong',
    'waiver.expired',
    'waiver.signed',
    'waiver.not_agreed',
    'waiver.signature',
    'waiver.not_filled_in',
    'waiver.provider',
  ],
  limit: { hits: 200, minutes: 15 },
  example: ({ completed, waivers }) => ({
    body: {
      waiver_request_id: waivers.request_id,
      registration_id: completed.id,
      person_id: waivers.person_id,
      signature: 'Sable Halloran',
      agreed: true,
      token: waivers.sign_token,
      person: exampleForm,
      self: false,
    },
  }),
})

export const openSignLink = endpoint({
  summary: 'Read the waiver behind a signing link: participant and text',
  catalogue: 'C074',
  method: 'GET',
  path: '/v1/mybtf/waivers/sign/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  reply: z.object({
    waiver_request: z.object({
      id: z.int(),
      registration_id: z.int(),
      waiver_type_id: z.int(),
      waiver: z.string(),
      version: z.int(),
      expires_at: instantField,
      /** Filled in already: by whom it is signed. Null: to be filled in. */
      signer: z.string().nullable(),
      self: z.boolean().nullable(),
    }),
    person: z.object({
      ...{ id: z.int(), fname: z.string(), lname: z.string() },
      /** Too young by the roster to sign today. */
      is_minor: z.boolean(),
    }),
    text: z.string(),
    about: city,
    adult_age: z.int(),
    today: calendarDateField,
  }),
  refusals: ['waiver.expired', 'waiver.signed'],
  limit: { hits: 120, minutes: 15 },
  example: ({ waivers }) => ({ params: { token: waivers.sign_token } }),
})

export const openSharedWaivers = endpoint({
  summary: 'Read the waivers behind a shared link: names and signing state',
  method: 'GET',
  path: '/v1/mybtf/waivers/shared/{token}',
  auth: 'public',
  params: z.object({ token: tokenField }),
  reply: z.object({
    registration_id: z.int(),
    about: city,
    adult_age: z.int(),
    today: calendarDateField,
    rows: listOf(
      z.object({
        person_id: z.int(),
        fname: z.string(),
        lname: z.string(),
        waiver_type_id: z.int(),
        waiver: z.string(),
        /** Too young by the roster to sign today. */
        is_minor: z.boolean(),
        signed: z.boolean(),
      }),
    ),
  }),
  limit: { hits: 240, minutes: 15 },
  example: ({ waivers }) => ({ params: { token: waivers.share_token } }),
})

export const viewWaiver = endpoint({
  summary: 'A signed waiver as a PDF',
  catalogue: 'C075',
  method: 'GET',
  path: '/v1/mybtf/waivers/view/{request_id}',
  auth: 'user',
  params: z.object({ request_id: idInPath }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ waivers }) => ({ params: { request_id: waivers.signed_request_id } }),
})

export const remindWaiver = endpoint({
  summary: 'Mail someone the link to sign, and remember the address with the person',
  catalogue: 'C076',
  method: 'POST',
  path: '/v1/mybtf/waivers/reminder',
  auth: 'user',
  body: z.object({
    /** The attendee. */
    id: idField,
    reminder_email: emailField,
  }),
  reply: z.object({ sent: z.int() }),
  refusals: [
    'waiver.no_address',
    'waiver.signed',
    'waiver.not_needed',
    'waiver.event_over',
    'registration.not_completed',
  ],
  limit: { hits: 300, minutes: 60 },
  example: ({ completed }) => ({ body: { id: completed.attendee_id, reminder_email: 'sable@example.com' } }),
})

export const remindAllWaivers = endpoint({
  summary: 'Mail the link to sign to everyone whose waiver is missing and whose address is known',
  method: 'POST',
  path: '/v1/mybtf/waivers/reminders',
  auth: 'user',
  body: z.object({ registration_id: idField }),
  reply: z.object({
    sent: z.int(),
    /** Had theirs within the last day. */
    recently: z.int(),
    /** For whom no address is known. */
    without: listOf(z.object({ attendee_id: z.int(), name: z.string() })),
  }),
  refusals: ['waiver.event_over', 'registration.not_completed'],
  limit: { hits: 20, minutes: 60 },
  example: ({ completed }) => ({ body: { registration_id: completed.id } }),
})

export const removeWaiver = endpoint({
  summary: 'Take a person’s signed waiver away; the link to sign works no more',
  catalogue: 'C077',
  method: 'DELETE',
  path: '/v1/mybtf/waivers/persons/{person_id}',
  auth: 'user',
  params: z.object({ person_id: idInPath }),
  query: z.object({ registration_id: idInPath.optional(), waiver_type_id: idInPath.optional() }),
  status: 204,
  refusals: ['waiver.not_yours'],
  example: ({ completed, waivers }) => ({
    params: { person_id: waivers.signed_person_id },
    query: { registration_id: completed.id },
  }),
})

export const waiverEndpoints = {
  listWaivers,
  readPersonWaivers,
  requestWaiver,
  signWaiver,
  openSignLink,
  openSharedWaivers,
  viewWaiver,
  remindWaiver,
  remindAllWaivers,
  removeWaiver,
}
