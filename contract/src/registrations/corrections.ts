import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, lineField, listOf, listUpTo } from '../fields.ts'
import { attendeeChange } from './attendees.ts'

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

const change = z.object({ kind: z.enum(['added', 'removed', 'changed']), name: z.string(), what: listOf(z.string()) })

const effect = z.object({
  version: z.int(),
  people: listOf(change),
  routines: listOf(change),
  others: listOf(z.string()),
  /** Changes that follow from these, as the owner would be told. */
  notices: listOf(z.string()),
  /** Rules that the registration breaks afterwards and did not before. */
  passed_rules: listOf(z.string()),
  /** Lines of the bill that become others; null: not there. */
  lines: listOf(
    z.object({ key: z.string(), label: z.string(), before: centsField.nullable(), after: centsField.nullable() }),
  ),
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

export const correctionEndpoints = { readCorrection, previewCorrection, correctRegistration }
