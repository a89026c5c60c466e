import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, lineField, listOf, listUpTo } from '../fields.ts'
import { attendeeChange } from './attendees.ts'
import { changedLine, thingChange } from './changes.ts'

const params = z.object({ id: idInPath })

export const correctedAttendee = attendeeChange.omit({ routine: true }).extend({ person_id: idField })

const correction = {
  /** The version that the office looked at; another one is refused. */
  version: z.int().positive(),
  /** People who leave, with the routines they are in. */
  leaving_people: listUpTo(600, idField).default([]),
  leaving_routines: listUpTo(500, idField).default([]),
  /** People who stay; fields that are left out stay as they are. */
  people: listUpTo(600, correctedAttendee).default([]),
}

const effect = z.object({
  version: z.int(),
  people: listOf(thingChange),
  routines: listOf(thingChange),
  others: listOf(z.string()),
  /** Changes that follow from these, as the owner would be told. */
  notices: listOf(z.string()),
  /** Rules that the registration breaks afterwards and did not before. */
  passed_rules: listOf(z.string()),
  /** Lines of the bill that become others. */
  lines: listOf(changedLine),
  total_before: centsField,
  total: centsField,
  /** Negative: overpaid. */
  balance_before: centsField,
  balance: centsField,
})

const refusals = [
  'registration.not_completed',
  'office.deleted',
  'office.nothing_corrected',
  'office.edit_paid',
  'changed_meanwhile',
  'payment.in_progress',
  'attendee.not_registered',
  'attendee.level_invalid',
  'attendee.level_sold_out',
  'attendee.competing',
  'routine.not_found',
  'routine.scheduled',
] as const

export const readCorrection = endpoint({
  summary: 'Read the correctable parts of a completed registration: people with their options, routines',
  method: 'GET',
  path: '/v1/office/registrations/{id}/correction',
  auth: 'office',
  params,
  reply: z.object({
    version: z.int(),
    people: listOf(
      z.object({
        person_id: z.int(),
        name: z.string(),
        workshop_level_id: z.int(),
        virtual: z.boolean(),
        one_day: z.boolean(),
        media_pass: z.boolean(),
        vip_experience: z.boolean(),
        photoshoot: z.boolean(),
        /** Levels of the same kind. */
        levels: listOf(z.object({ id: z.int(), level: z.string() })),
        routines: listOf(z.string()),
      }),
    ),
    add_ons: listOf(z.string()),
  }),
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const previewCorrection = endpoint({
  summary: 'Preview the changes a correction of a completed registration would make',
  method: 'POST',
  path: '/v1/office/registrations/{id}/correction-preview',
  auth: 'office',
  params,
  body: z.object(correction),
  reply: effect,
  refusals,
  example: ({ completed }) => ({
    params: { id: completed.id },
    body: { version: completed.version, leaving_people: [completed.person_id] },
  }),
})

export const correctRegistration = endpoint({
  summary: 'Correct a completed registration: the changes of its owner, made by the office; the studio is told by mail',
  method: 'POST',
  path: '/v1/office/registrations/{id}/correction',
  auth: 'office',
  params,
  body: z.object({
    ...correction,
    /** The total that was shown; another one is refused. */
    total: centsField.optional(),
    /** For the office alone. */
    office_reason: lineField(300),
    /** The message that the studio reads. */
    note: lineField(300).default(''),
  }),
  reply: effect,
  refusals: [...refusals, 'office.correction_reason', 'office.price_changed', 'places.gone'],
  example: ({ completed }) => ({
    params: { id: completed.id },
    body: {
      version: completed.version,
      leaving_people: [completed.person_id],
      office_reason: 'Broke her ankle, doctor’s letter of October 4',
      note: 'Get well soon!',
    },
  }),
})

export const beginOfficeEdit = endpoint({
  summary:
    'Begin to edit a completed registration for its owner, or go on: calls of its wizard then name it in X-Office-Edit; the reason stays in the office',
  method: 'POST',
  path: '/v1/office/registrations/{id}/edit',
  auth: 'office',
  params,
  body: z.object({
    office_reason: lineField(300),
    /** Goes on with the edit that somebody else of the office began. */
    takes_over: z.boolean().default(false),
  }),
  reply: z.object({ version: z.int() }),
  refusals: [
    'registration.not_completed',
    'office.deleted',
    'office.edit_paid',
    'office.edit_of_another',
    'office.correction_reason',
    'payment.in_progress',
  ],
  example: ({ completed }) => ({
    params: { id: completed.id },
    body: { office_reason: 'The studio called: two dancers are in the wrong level' },
  }),
})

export const discardOfficeEdit = endpoint({
  summary: 'Discard the office’s edit of a registration, which stays as it was',
  method: 'DELETE',
  path: '/v1/office/registrations/{id}/edit',
  auth: 'office',
  params,
  status: 204,
  example: ({ office_edited }) => ({ params: { id: office_edited.id } }),
})

export const previewOfficeEdit = endpoint({
  summary: 'Preview what the office’s edit changes in a registration and its bill',
  method: 'POST',
  path: '/v1/office/registrations/{id}/edit-preview',
  auth: 'office',
  params,
  reply: effect,
  refusals: ['registration.no_edit', 'changed_meanwhile', 'office.deleted', 'office.edit_paid', 'payment.in_progress'],
  example: ({ office_edited }) => ({ params: { id: office_edited.id } }),
})

export const submitOfficeEdit = endpoint({
  summary: 'Submit the office’s edit: it replaces the content of the registration, and the studio is told by mail',
  method: 'POST',
  path: '/v1/office/registrations/{id}/edit-submission',
  auth: 'office',
  params,
  body: z.object({
    /** The version of the edit that was previewed; another one is refused. */
    version: z.int().positive(),
    /** The total that was shown; another one is refused. */
    total: centsField,
    /** The message that the studio reads. */
    note: lineField(300).default(''),
  }),
  reply: effect,
  refusals: [
    'registration.no_edit',
    'changed_meanwhile',
    'office.deleted',
    'office.edit_paid',
    'office.nothing_corrected',
    'office.price_changed',
    'payment.in_progress',
    'places.gone',
  ],
  example: ({ office_edited }) => ({
    params: { id: office_edited.id },
    body: { version: office_edited.version, total: office_edited.total, note: 'As we agreed on the phone' },
  }),
})

export const correctionEndpoints = {
  readCorrection,
  previewCorrection,
  correctRegistration,
  beginOfficeEdit,
  discardOfficeEdit,
  previewOfficeEdit,
  submitOfficeEdit,
}
