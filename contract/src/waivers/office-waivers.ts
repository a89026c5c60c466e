import { relationships } from '@callboard/domain/waivers/form.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  pageQuery,
  baseField,
} from '../fields.ts'
import { waiverForm } from './waivers.ts'

const terms = z.object({
  name: lineField(80),
  text: z.string().max(20_000),
  /** Null: every event. */
  event_id: idField.nullable(),
  /** Null: every season. */
  season_id: idField.nullable(),
})

const waiverType = terms.extend({
  id: z.int(),
  version: z.int(),
  active: z.boolean(),
  event: z.string().nullable(),
  season: z.string().nullable(),
  /** Since when these words hold. */
  since: instantField,
  /** Signed in all versions. */
  signed: z.int(),
})

export const listWaiverTypes = endpoint({
  summary: 'The kinds of waivers with their current words, and how many are signed',
  method: 'GET',
  path: '/v1/office/waiver-types',
  auth: 'office',
  reply: z.object({ rows: listOf(waiverType) }),
  example: () => ({}),
})

export const createWaiverType = endpoint({
  summary: 'A new kind of waiver',
  method: 'POST',
  path: '/v1/office/waiver-types',
  auth: 'admin',
  body: terms,
  reply: waiverType,
  refusals: ['waiver_type.name', 'waiver_type.text'],
  example: ({ event_id, season_id }) => ({
    body: { name: 'Masterclass waiver', text: 'I take part at my own risk.', event_id, season_id },
  }),
})

export const changeWaiverType = endpoint({
  summary: 'Change a waiver type; a new text is a new version, and signed waivers keep theirs',
  method: 'PUT',
  path: '/v1/office/waiver-types/{id}',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  body: terms.extend({ active: z.boolean() }).partial().extend({ base: baseField }),
  reply: waiverType,
  refusals: ['waiver_type.name', 'waiver_type.text', 'edit_conflict'],
  example: ({ waivers }) => ({
    params: { id: waivers.waiver_type_id },
    body: { text: 'I take part at my own risk, and I know it.' },
  }),
})

export const readWaiverTexts = endpoint({
  summary: 'Every version of the words of a waiver, the newest first, and how many have signed it',
  method: 'GET',
  path: '/v1/office/waiver-types/{id}/texts',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({
    rows: listOf(
      z.object({
        version: z.int(),
        text: z.string(),
        created: instantField,
        /** The author's name; null: the text the product came with, or the account is deleted. */
        by: z.string().nullable(),
        signed: z.int(),
      }),
    ),
  }),
  example: ({ waivers }) => ({ params: { id: waivers.waiver_type_id } }),
})

const city = z.object({
  event: z.string(),
  city: z.string(),
  start_date: calendarDateField,
  end_date: calendarDateField,
})

export const officeCityWaivers = endpoint({
  summary: 'Everyone of a city’s completed registrations whose waiver is missing or signed, in an order',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/waivers',
  auth: 'office',
  params: z.object({ id: idInPath }),
  query: pageQuery.extend({
    state: z.enum(['missing', 'signed']).default('missing'),
    /** Part of a name, of the person or of who registered them. */
    q: z.string().max(80).optional(),
    sort: z.enum(['registrant', 'name', 'asked', 'signed']).default('registrant'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: city.extend({
    time_zone: z.string(),
    now: instantField,
    /** The city's day. */
    today: calendarDateField,
    /** From which age somebody signs for themselves. */
    adult_age: z.int(),
    /** The first year of the city's season. */
    start_year: z.int(),
    /** The last day of the city is over: no reminder is sent any more. */
    past: z.boolean(),
    /** Of the whole city. */
    missing: z.int(),
    signed: z.int(),
    rows: listOf(
      z.object({
        registration_id: z.int(),
        registrant: z.string(),
        person_id: z.int(),
        name: z.string(),
        birthdate: calendarDateField.nullable(),
        waiver_type_id: z.int(),
        waiver: z.string(),
        signed_at: instantField.nullable(),
        /** The signature request that proves the signature. */
        request_id: z.int().nullable(),
        signer_name: z.string().nullable(),
        on_paper: z.boolean(),
        mailed_at: instantField.nullable(),
        /** Signed for the same person and season where another account asked: it counts there, not here. */
        elsewhere: listOf(
          z.object({
            request_id: z.int(),
            registrant: z.string(),
            signer_name: z.string().nullable(),
            signed_at: instantField,
          }),
        ),
      }),
    ),
    /** All that match, not only this page. */
    total: z.int(),
    next: z.int().nullable(),
  }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

export const remindCityWaivers = endpoint({
  summary: 'Mail a link to sign to everyone of a city, or of one registration, whose waiver is missing',
  method: 'POST',
  path: '/v1/office/tour-dates/{id}/waivers/reminders',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: z.object({ registration_id: idField.optional() }),
  reply: z.object({
    sent: z.int(),
    /** Had a mail within a day, so none was sent. */
    recently: z.int(),
    /** For how many no address is known, and the first names of them. */
    unknown: z.int(),
    without: listOf(z.string()),
  }),
  refusals: ['waiver.event_over'],
  example: ({ completed }) => ({
    params: { id: completed.tour_date_id },
    body: { registration_id: completed.id },
  }),
})

export const readOfficeWaiver = endpoint({
  summary: 'A signed waiver with the proof of its signature',
  method: 'GET',
  path: '/v1/office/waivers/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({
    id: z.int(),
    registration_id: z.int(),
    registrant: z.string(),
    person_id: z.int(),
    fname: z.string(),
    lname: z.string(),
    waiver: z.string(),
    /** Of the words that were signed, which follow. */
    version: z.int(),
    text: z.string(),
    about: city,
    time_zone: z.string(),
    /** Null on paper: what was filled in stands there. */
    form: waiverForm.nullable(),
    is_self: z.boolean().nullable(),
    signer_name: z.string().nullable(),
    parent_relationship: z.enum(relationships).nullable(),
    signed_at: instantField,
    signed_ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    /** A fingerprint over all that was signed. */
    seal: z.string().nullable(),
    on_paper: z.boolean(),
    /** By a link, not by the account that registered. */
    by_link: z.boolean(),
    note: z.string().nullable(),
  }),
  example: ({ waivers }) => ({ params: { id: waivers.signed_request_id } }),
})

export const officeWaiverFile = endpoint({
  summary: 'A signed waiver as a PDF, for the office',
  method: 'GET',
  path: '/v1/office/waivers/{id}/pdf',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.unknown(),
  answers: 'file',
  example: ({ waivers }) => ({ params: { id: waivers.signed_request_id } }),
})

export const undoWaiver = endpoint({
  summary: 'Take a signed waiver back, on paper or not: it has to be signed again; that it was signed stays known',
  method: 'DELETE',
  path: '/v1/office/waivers/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  status: 204,
  example: ({ waivers }) => ({ params: { id: waivers.signed_request_id } }),
})

export const recordPaperWaiver = endpoint({
  summary: 'Record a waiver that was signed on paper',
  method: 'POST',
  path: '/v1/office/waivers',
  auth: 'office',
  body: z.object({
    registration_id: idField,
    person_id: idField,
    waiver_type_id: idField,
    signer_name: lineField(140),
    /** Null: the participant, who is of age. */
    parent_relationship: z.enum(relationships).nullable(),
    signed_on: calendarDateField,
    /** Where the paper is filed. */
    note: lineField(300).default(''),
  }),
  reply: z.object({ waiver_request_id: z.int() }),
  refusals: [
    'waiver.paper_signer',
    'waiver.paper_day',
    'waiver.paper_season',
    'waiver.paper_birth',
    'waiver.paper_under_age',
    'waiver.not_needed',
    'waiver.on_file',
    'registration.not_completed',
  ],
  example: ({ completed, waivers }) => ({
    body: {
      registration_id: completed.id,
      person_id: waivers.person_id,
      waiver_type_id: waivers.waiver_type_id,
      signer_name: 'Sable Halloran',
      parent_relationship: 'Mother',
      signed_on: '2024-09-28',
      note: 'Folder 3',
    },
  }),
})

export const officeWaiverEndpoints = {
  listWaiverTypes,
  createWaiverType,
  changeWaiverType,
  readWaiverTexts,
  officeCityWaivers,
  remindCityWaivers,
  readOfficeWaiver,
  officeWaiverFile,
  undoWaiver,
  recordPaperWaiver,
}
