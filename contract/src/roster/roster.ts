import { mostImported } from '@callboard/domain/roster/import/rows.ts'
import { detailField, mapNames, rosterDetailNames } from '@callboard/domain/roster/person-fields.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  emailField,
  idField,
  idInPath,
  lineField,
  linkedPageQuery,
  listOf,
  listUpTo,
} from '../fields.ts'
import { addressDraft, addressShape, contactsDraft, personShape } from './people.ts'

/** ROST-006. */
export const rosterPerson = personShape.extend({
  ...mapNames(rosterDetailNames, () => z.string().nullable()),
  parent: z.object({ address: addressShape.nullable(), email: z.string().nullable() }),
  contact_info: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
  waivers: listOf(z.object({ waiver_type_id: z.int(), signed: z.boolean() })),
  /** Entered by another account, which alone changes name, gender and birthdate. Contacts are each account's own. */
  shared: z.boolean(),
})

export type RosterPerson = z.output<typeof rosterPerson>

export const candidate = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  birthdate: calendarDateField.nullable(),
  city: z.string().nullable(),
  /** As of a roster person: name, gender and birthdate stay another account's to change. */
  shared: z.boolean(),
})

export type Candidate = z.output<typeof candidate>

const draft = z.object({
  fname: lineField(60),
  lname: lineField(60),
  gender_id: idField.nullable(),
  birthdate: calendarDateField.nullable(),
  person_type_id: idField.nullable().optional(),
  ...mapNames(rosterDetailNames, (name) => lineField(detailField(name).max).nullable().optional()),
  address: addressDraft.nullable().optional(),
  parent: z.object({ address: addressDraft.nullable().optional(), email: emailField.nullable().optional() }).optional(),
  phone: contactsDraft.optional(),
  email: contactsDraft.optional(),
})

export const readRoster = endpoint({
  summary: 'The people of the account’s roster: all of them, or a page with a link to the next',
  catalogue: 'C035',
  method: 'GET',
  path: '/v1/mybtf/roster',
  auth: 'user',
  headers: ['OfficeEdit'],
  // The catalogue fixes a bare array as the answer, so a page links to the next by a header.
  query: linkedPageQuery.extend({ mybtf_user_id: idInPath.optional() }),
  linked: true,
  reply: listOf(rosterPerson),
  example: ({ owner }) => ({ query: { mybtf_user_id: owner.user_id } }),
})

export const addToRoster = endpoint({
  summary: 'Add a person, or link one who is known already; may answer with people who could be the same',
  catalogue: 'C036',
  method: 'POST',
  path: '/v1/mybtf/roster',
  auth: 'user',
  headers: ['OfficeEdit'],
  body: z.object({
    /** With an id: one of the people that were offered for this name and birthdate. */
    person: draft.extend({ id: idField.optional() }),
    mybtf_user_id: idField.optional(),
    studio_id: idField.nullable().optional(),
    previous_studio_id: idField.nullable().optional(),
    skipFuzzy: z.boolean().default(false),
  }),
  reply: z.object({ person: rosterPerson.optional(), fuzzy: listOf(candidate).optional() }),
  refusals: ['entry.wrong', 'roster.already_there'],
  example: ({ owner }) => ({
    body: {
      person: { fname: 'Odette', lname: 'Laurent', gender_id: 1, birthdate: '2012-03-01' },
      mybtf_user_id: owner.user_id,
      studio_id: owner.studio_id,
      previous_studio_id: null,
      skipFuzzy: true,
    },
  }),
})

export const saveRosterPerson = endpoint({
  summary: 'Change a person of the roster; omitted fields stay unchanged',
  catalogue: 'C037',
  method: 'PUT',
  path: '/v1/mybtf/roster',
  auth: 'user',
  body: z.object({
    person: draft.partial({ gender_id: true, birthdate: true }).extend({ id: idField }),
    mybtf_user_id: idField.optional(),
  }),
  reply: z.object({ person: rosterPerson }),
  refusals: ['entry.wrong', 'roster.shared'],
  example: ({ owner }) => ({
    body: {
      person: { id: owner.person_id, fname: 'Ana', lname: 'Ruiz', gender_id: 1, birthdate: '2012-03-01' },
    },
  }),
})

export const removeFromRoster = endpoint({
  summary: 'Remove a person from the roster; their registrations stay',
  catalogue: 'C038',
  method: 'DELETE',
  path: '/v1/mybtf/roster',
  auth: 'user',
  query: z.object({ person_id: idInPath, mybtf_user_id: idInPath.optional() }),
  status: 204,
  refusals: ['roster.in_routine'],
  example: ({ spare_person_id, owner }) => ({
    query: { person_id: spare_person_id, mybtf_user_id: owner.user_id },
  }),
})

export const importRoster = endpoint({
  summary:
    'Add the people of a sheet and complete birthdates, all of it or nothing; repeated under one Idempotency-Key, once',
  method: 'POST',
  path: '/v1/mybtf/roster/import',
  auth: 'user',
  body: z.object({
    mybtf_user_id: idField.optional(),
    add: listUpTo(mostImported, draft.omit({ address: true, parent: true })),
    birthdates: listUpTo(mostImported, z.object({ id: idField, birthdate: calendarDateField })).default([]),
  }),
  idempotency: 'optional',
  /** `linked`: of those added, the ones this account or its studio had entered before, by exactly this name and birthdate. */
  reply: z.object({ added: z.int(), linked: z.int(), birthdates: z.int() }),
  refusals: ['entry.wrong', 'roster.shared', 'roster.import_key', 'roster.import_changed'],
  example: ({ owner }) => ({
    body: {
      mybtf_user_id: owner.user_id,
      add: [{ fname: 'Wren', lname: 'Hallorand', gender_id: 1, birthdate: '2013-04-05' }],
      birthdates: [],
    },
  }),
})
