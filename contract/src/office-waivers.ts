import { relationships } from '@callboard/domain/waivers/form.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDateField, idField, idInPath, instantField, lineField, listOf } from './fields.ts'

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
  summary: 'Change a kind of waiver; other words are a new version, and what was signed stays as it was',
  method: 'PUT',
  path: '/v1/office/waiver-types/{id}',
  auth: 'admin',
  params: z.object({ id: idInPath }),
  body: terms.extend({ active: z.boolean() }).partial(),
  reply: waiverType,
  refusals: ['waiver_type.name', 'waiver_type.text'],
  example: ({ waivers }) => ({
    params: { id: waivers.waiver_type_id },
    body: { text: 'I take part at my own risk, and I know it.' },
  }),
})

export const officeCityWaivers = endpoint({
  summary: 'Everybody of a city’s completed registrations whose waiver is missing or signed, by registration',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/waivers',
  auth: 'office',
  params: z.object({ id: idInPath }),
  query: z.object({ state: z.enum(['missing', 'signed']).default('missing') }),
  reply: z.object({
    missing: z.int(),
    signed: z.int(),
    /** Up to 1,000 of them. */
    rows: listOf(
      z.object({
        registration_id: z.int(),
        registrant: z.string(),
        person_id: z.int(),
        name: z.string(),
        waiver_type_id: z.int(),
        waiver: z.string(),
        signed_at: instantField.nullable(),
        signer_name: z.string().nullable(),
        on_paper: z.boolean(),
        mailed_at: instantField.nullable(),
      }),
    ),
  }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
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
    /** Where the paper lies. */
    note: lineField(300).default(''),
  }),
  reply: z.object({ waiver_request_id: z.int() }),
  refusals: ['required', 'waiver.not_needed', 'waiver.signed', 'waiver.paper_day'],
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
  officeCityWaivers,
  recordPaperWaiver,
}
