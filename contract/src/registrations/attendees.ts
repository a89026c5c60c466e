import type { AttendeeDraft } from '@callboard/domain/registrations/attendees/set-attendees.ts'
import type { Attendee } from '@callboard/domain/registrations/registration.ts'
import { attendeeDetails, mapNames } from '@callboard/domain/roster/person-fields.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  centsField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listUpTo,
  uploadSizeField,
} from '../fields.ts'
import { presentedRoutine } from './routines.ts'

const optionalId = idField.nullable()

const choices = {
  virtual: z.boolean(),
  one_day: z.boolean(),
  attended_reg: z.boolean(),
  college_discount: z.boolean(),
  media_pass: z.boolean(),
  vip_experience: z.boolean(),
  photoshoot: z.boolean(),
  awe_experience: z.boolean(),
  kdoty: z.boolean(),
  freestyle_battle_id: optionalId,
  lab_id: optionalId,
  intensive_id: optionalId,
  best_dancer_type_id: optionalId,
  vip_type_id: optionalId,
  jacket_size_id: optionalId,
  jacket_name: lineField(60).nullable(),
}

/** The fields of an attendee that a client may set; the server owns the others. ATT-056. */
export const attendeeDraft = z.object({
  person_id: idField,
  workshop_level_id: idField,
  virtual: choices.virtual.default(false),
  one_day: choices.one_day.default(false),
  attended_reg: choices.attended_reg.default(false),
  college_discount: choices.college_discount.default(false),
  media_pass: choices.media_pass.default(false),
  vip_experience: choices.vip_experience.default(false),
  photoshoot: choices.photoshoot.default(false),
  awe_experience: choices.awe_experience.default(false),
  kdoty: choices.kdoty.default(false),
  freestyle_battle_id: choices.freestyle_battle_id.default(null),
  lab_id: choices.lab_id.default(null),
  intensive_id: choices.intensive_id.default(null),
  best_dancer_type_id: choices.best_dancer_type_id.default(null),
  vip_type_id: choices.vip_type_id.default(null),
  jacket_size_id: choices.jacket_size_id.default(null),
  jacket_name: choices.jacket_name.default(null),
}) satisfies z.core.$ZodType<AttendeeDraft>

/** The solo of a dancer who competes in the program. PROG-018. */
const bestDancerRoutine = z.object({
  name: lineField(100).default(''),
  choreographer: lineField(100).default(''),
  performance_division_id: optionalId.default(null),
})

/** A change of one attendee: what is left out stays as it is, so nothing here has a default. */
export const attendeeChange = z
  .object({ workshop_level_id: idField, ...choices, routine: bestDancerRoutine.nullable() })
  .partial()

const person = z.object({
  fname: z.string(),
  lname: z.string(),
  birthdate: calendarDateField.nullable(),
  gender_id: z.int().nullable(),
  ...mapNames(attendeeDetails, () => z.string().nullable().optional()),
})

/** ATT-002 to ATT-004. */
const attendeeShape = z.object({
  id: z.int().nullable(),
  person_id: z.int(),
  person,
  workshop_level_id: z.int(),
  virtual: z.boolean(),
  one_day: z.boolean(),
  attended_reg: z.boolean(),
  college_discount: z.boolean(),
  has_college_discount: z.boolean(),
  student_id_url: z.string().nullable(),
  has_scholarship: z.boolean(),
  scholarship_id: z.int().nullable(),
  scholarship_amount: centsField,
  media_pass: z.boolean(),
  media_pass_old: z.boolean(),
  vip_experience: z.boolean(),
  photoshoot: z.boolean(),
  awe_experience: z.boolean(),
  kdoty: z.boolean(),
  freestyle_battle_id: z.int().nullable(),
  lab_id: z.int().nullable(),
  intensive_id: z.int().nullable(),
  best_dancer_type_id: z.int().nullable(),
  vip_type_id: z.int().nullable(),
  jacket_size_id: z.int().nullable(),
  jacket_name: z.string().nullable(),
  best_dancer_photo: z.string().nullable(),
  best_dancer_photo_original: z.string().nullable(),
  routine: z
    .object({ name: z.string(), choreographer: z.string(), performance_division_id: z.int().nullable() })
    .nullable(),
  date_attendee_id: z.int().nullable(),
  access_code: z.string().nullable(),
  fee: centsField,
}) satisfies z.core.$ZodType<Attendee>

/** As the documents nest it on the wire: with its registration and its level. */
export const presentedAttendee = attendeeShape.extend({
  registration_id: z.int(),
  workshop_level_id_v: z.string(),
  workshop_level: z.object({ id: z.int(), id_v: z.string(), minimum_age: z.int(), level: z.string() }),
})

const saved = z.object({
  /** Of the registration after this save: the next save names it. */
  version: z.int(),
  attendees: z.record(z.string(), presentedAttendee),
  routines: listOf(presentedRoutine),
  /** The rates this save was priced with, and when. WIZ-040. */
  full_rates: z.boolean(),
  late_rates: z.boolean(),
  rates_told: z.enum(['discount', 'full', 'late']),
  now: instantField,
})

export const saveAttendees = endpoint({
  summary: 'Set the people of a registration: dancers, teachers, observers',
  catalogue: 'C041',
  method: 'PUT',
  path: '/v1/dance360/workshop/attendees',
  auth: 'user',
  headers: ['OfficeEdit'],
  body: z.object({
    id: idField,
    version: z.int().positive().optional(),
    left_off: lineField(40).optional(),
    attendees: listUpTo(600, attendeeDraft),
    comp_room: z.boolean().default(false),
    beat_street: z.boolean().default(false),
    additional_observers: z.object({ one: z.int().min(0), two: z.int().min(0) }).optional(),
    group: z.boolean().optional(),
    /** The solos of the program's dancers; a dancer left out keeps theirs. PROG-018. */
    best_dancer_routines: listUpTo(600, bestDancerRoutine.extend({ person_id: idField })).optional(),
  }),
  reply: saved,
  refusals: [
    'attendee.competing',
    'attendee.level_invalid',
    'changed_meanwhile',
    'registration_completed',
    'routine.scheduled',
  ],
  example: ({ draft }) => ({
    body: {
      id: draft.id,
      version: draft.version,
      left_off: 'dancers',
      attendees: draft.attendees,
      comp_room: false,
      beat_street: false,
      additional_observers: { one: 1, two: 2 },
      group: false,
    },
  }),
})

export const saveAttendee = endpoint({
  summary: 'Change one attendee',
  catalogue: 'C042',
  method: 'PUT',
  path: '/v1/dance360/attendees/{id}',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  body: attendeeChange.extend({
    version: z.int().positive().optional(),
    /** The stored place of an uploaded student ID; needed to turn the college discount on. */
    student_id_url: lineField(300).optional(),
    /** One of those offered to this person; null: none. */
    scholarship_id: optionalId.optional(),
  }),
  reply: z.object({ version: z.int(), attendee: presentedAttendee, routines: listOf(presentedRoutine) }),
  refusals: [
    'attendee.level_invalid',
    'attendee.one_day_competing',
    'attendee.student_id_needed',
    'attendee.scholarship_unknown',
  ],
  example: ({ draft }) => ({ params: { id: draft.attendee_id }, body: { media_pass: false } }),
})

export const listScholarships = endpoint({
  summary: 'The scholarships that people of a registration may use in it',
  method: 'GET',
  path: '/v1/dance360/registrations/{id}/scholarships',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  reply: z.object({
    scholarships: listOf(
      z.object({ id: z.int(), person_id: z.int(), amount: centsField, vip_type_id: z.int().nullable() }),
    ),
  }),
  example: ({ draft }) => ({ params: { id: draft.id } }),
})

const mediaPassPerson = z.object({
  media_pass: z.boolean(),
  person_id: idField,
  person: z.object({
    fname: lineField(),
    lname: lineField(),
    birthdate: calendarDateField.nullable(),
    gender_id: idField.nullable(),
  }),
})

export const calculateMediaPassFees = endpoint({
  summary: 'Return the media passes that are new this season, with their fees',
  catalogue: 'C043',
  method: 'POST',
  path: '/v1/mybtf/registration/calculate-media-pass-fees',
  auth: 'user',
  body: z.object({
    registration_id: idField,
    season_id: idField.optional(),
    studio_id: idField.nullable().optional(),
    attendees: listUpTo(600, mediaPassPerson),
  }),
  reply: z.object({
    media_pass_fees: centsField,
    attendees: listOf(
      z.object({ id: z.int().nullable(), person_id: z.int(), media_pass: z.boolean(), media_pass_old: z.boolean() }),
    ),
  }),
  example: ({ draft, season_id }) => ({
    body: {
      registration_id: draft.id,
      season_id,
      attendees: [
        {
          media_pass: true,
          person_id: draft.person_id,
          person: { fname: 'Ana', lname: 'Ruiz', birthdate: '2012-03-01', gender_id: 1 },
        },
      ],
    },
  }),
})

export const studentIdPlace = endpoint({
  summary: 'A signed place to upload a student ID to, or to read it from',
  catalogue: 'C044',
  method: 'GET',
  path: '/v1/mybtf/registration/dancer-student-id',
  auth: 'user',
  headers: ['OfficeEdit'],
  query: z.object({
    /** The attendee whose ID it is, as 'attendee id/file name'. */
    name: z.string().min(1).max(200),
    type: z.string().min(1).max(100),
    operation: z.enum(['get', 'put']),
    size: uploadSizeField,
  }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  refusals: ['file.invalid'],
  example: ({ draft }) => ({
    query: { name: `${draft.attendee_id}/student-id.jpg`, type: 'image/jpeg', operation: 'put' },
  }),
})
