import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  centsField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listReply,
  pageQuery,
  baseField,
} from '../fields.ts'

/** A person as the office tells them apart: children of one name differ in age and studio. */
const personLine = z.object({
  person_id: z.int(),
  name: z.string(),
  /** Completed years on the current season's date; null: no birthdate. */
  age: z.int().nullable(),
  /** Studios, or owners without one, whose roster the person is on. */
  studios: listOf(z.string()),
})

export const findPeople = endpoint({
  summary: 'Find people by name, for the office to choose one',
  method: 'GET',
  path: '/v1/office/people',
  auth: 'office',
  query: z.object({ q: lineField(80).min(2) }),
  reply: z.object({ rows: listOf(personLine) }),
  example: () => ({ query: { q: 'Dancer' } }),
})

const scholarshipFields = z.object({
  person_id: idField,
  season_id: idField,
  /** Null: every event of the season. */
  event_id: idField.nullable(),
  /** Null: no VIP type. */
  vip_type_id: idField.nullable(),
  amount: centsField,
  note: lineField(300).default(''),
})

const scholarshipLine = personLine.extend({
  id: z.int(),
  season_id: z.int(),
  season: z.string(),
  event_id: z.int().nullable(),
  event: z.string().nullable(),
  vip_type_id: z.int().nullable(),
  vip_type: z.string().nullable(),
  amount: centsField,
  note: z.string(),
  recorded: instantField,
  /** The registration in which it is chosen; null: in none. */
  registration_id: z.int().nullable(),
  /** That registration is completed, so the scholarship is spent. */
  used: z.boolean(),
})

const params = z.object({ id: idInPath })
const listQuery = pageQuery.extend({ q: lineField(80).optional(), season_id: idInPath.optional() })
const draftRefusals = [
  'scholarship.amount',
  'scholarship.unknown_person',
  'scholarship.unknown_season',
  'scholarship.unknown_event',
  'scholarship.unknown_vip_type',
] as const

export const listOfficeScholarships = endpoint({
  summary: 'Scholarships with their holders and where each is used',
  catalogue: 'C109',
  method: 'GET',
  path: '/v1/office/scholarships',
  auth: 'office',
  query: listQuery.extend({
    state: z.enum(['open', 'used']).optional(),
    sort: z.enum(['recorded', 'name', 'amount', 'where', 'note', 'state']).default('recorded'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(scholarshipLine),
  example: () => ({}),
})

export const recordScholarship = endpoint({
  summary:
    'Record a scholarship: holder, amount, and where it holds. With an Idempotency-Key header a repeated request is the same scholarship',
  catalogue: 'C109',
  method: 'POST',
  path: '/v1/office/scholarships',
  auth: 'office',
  body: scholarshipFields,
  reply: scholarshipLine,
  idempotency: 'optional',
  refusals: [...draftRefusals, 'scholarship.key', 'scholarship.recorded_already'],
  example: ({ spare_person_id, season_id, event_id }) => ({
    body: { person_id: spare_person_id, season_id, event_id, vip_type_id: null, amount: 25_000, note: 'Runner-up' },
  }),
})

export const changeScholarship = endpoint({
  summary: 'Change a scholarship that no registration uses',
  catalogue: 'C109',
  method: 'PUT',
  path: '/v1/office/scholarships/{id}',
  auth: 'office',
  params,
  body: scholarshipFields.omit({ person_id: true }).extend({ base: baseField }),
  reply: scholarshipLine,
  refusals: [...draftRefusals, 'scholarship.in_use', 'edit_conflict'],
  example: ({ season_id, office }) => ({
    params: { id: office.scholarship_id },
    body: { season_id, event_id: null, vip_type_id: null, amount: 30_000, note: 'Winner' },
  }),
})

export const removeScholarship = endpoint({
  summary: 'Delete a scholarship that no registration uses',
  catalogue: 'C109',
  method: 'DELETE',
  path: '/v1/office/scholarships/{id}',
  auth: 'office',
  params,
  status: 204,
  refusals: ['scholarship.in_use'],
  example: ({ office }) => ({ params: { id: office.scholarship_id } }),
})

const attendanceLine = personLine.extend({
  season_id: z.int(),
  season: z.string(),
  /** True: attended before. False: did not, so the discount is refused. */
  attended: z.boolean(),
  note: z.string(),
  recorded: instantField,
})

export const listAttendanceRecords = endpoint({
  summary: 'People whose earlier attendance the office has confirmed or denied',
  catalogue: 'C109',
  method: 'GET',
  path: '/v1/office/attended',
  auth: 'office',
  query: listQuery.extend({
    sort: z.enum(['recorded', 'name', 'attended', 'season', 'note']).default('recorded'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: listReply(attendanceLine),
  example: () => ({}),
})

const attendanceKey = z.object({ season_id: idInPath, person_id: idInPath })

export const recordAttendance = endpoint({
  summary: 'Confirm or deny that a person attended before, for a season',
  catalogue: 'C109',
  method: 'PUT',
  path: '/v1/office/attended/{season_id}/{person_id}',
  auth: 'office',
  params: attendanceKey,
  body: z.object({ attended: z.boolean(), note: lineField(300).default('') }),
  reply: attendanceLine,
  example: ({ spare_person_id, season_id }) => ({
    params: { person_id: spare_person_id, season_id },
    body: { attended: true, note: 'Ticket from Portland' },
  }),
})

export const removeAttendance = endpoint({
  summary: 'Leave it to the registrant again whether a person attended before',
  catalogue: 'C109',
  method: 'DELETE',
  path: '/v1/office/attended/{season_id}/{person_id}',
  auth: 'office',
  params: attendanceKey,
  status: 204,
  example: ({ owner, season_id }) => ({ params: { person_id: owner.person_id, season_id } }),
})

export const officeAttendeeEndpoints = {
  findPeople,
  listOfficeScholarships,
  recordScholarship,
  changeScholarship,
  removeScholarship,
  listAttendanceRecords,
  recordAttendance,
  removeAttendance,
}
