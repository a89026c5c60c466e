import { legalTextNames } from '@callboard/domain/accounts/legal-text.ts'
import { attendeeDetails, mapNames } from '@callboard/domain/roster/person-fields.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  centsField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listReply,
  pageQuery,
  reasonField,
  baseField,
} from '../fields.ts'
import { registrationChange } from './changes.ts'
import { quoteLine } from './quotes.ts'

const params = z.object({ id: idInPath })

const standing = z.object({
  completed: z.boolean(),
  confirmed: z.boolean(),
  viewed: z.boolean(),
  deleted: z.boolean(),
  paying_by_check: z.boolean(),
})

/** One line of the office's list: stored sums alone, so that a page costs the same at any size. */
export const registrationLine = standing.extend({
  id: z.int(),
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  start_date: calendarDateField,
  time_zone: z.string(),
  studio: z.string().nullable(),
  owner: z.string(),
  email: z.string(),
  dancers: z.int(),
  teachers: z.int(),
  observers: z.int(),
  routine_count: z.int(),
  total: centsField,
  paid: centsField,
  balance: centsField,
  left_off: z.string().nullable(),
  completed_at: instantField.nullable(),
  /** The last change of the completed registration; null: none. */
  edited_at: instantField.nullable(),
  updated: instantField,
})

export const listOfficeRegistrations = endpoint({
  summary: 'List registrations by city, state and search text, a page at a time',
  catalogue: 'C101',
  method: 'GET',
  path: '/v1/office/registrations',
  auth: 'office',
  query: pageQuery.extend({
    tour_date_id: idInPath.optional(),
    state: z.enum(['incomplete', 'unconfirmed', 'pending', 'paid', 'deleted']).optional(),
    q: lineField(80).optional(),
    sort: z.enum(['completed', 'studio', 'city', 'dancers', 'routines', 'total', 'balance']).default('completed'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** The last registration of the page before. Sorted by studio, the page begins behind it, however far down it is. */
    after: idInPath.optional(),
  }),
  reply: listReply(registrationLine).extend({
    /** Counted up to a bound; beyond it `total` is null. */
    at_least: z.int(),
  }),
  example: ({ completed }) => ({ query: { tour_date_id: completed.tour_date_id, state: 'unconfirmed' } }),
})

export const recordedPayment = z.object({
  id: z.int(),
  amount: centsField,
  payment_method_id: z.int(),
  admin_id: z.int().nullable(),
  details: z.object({
    check_number: z.string().optional(),
    last_four: z.string().optional(),
    transfer_reference: z.string().optional(),
    note: z.string().optional(),
  }),
  origin: z.enum(['CHECK', 'OFFICE', 'ONLINE']),
  timestamp: instantField,
})

export const officeMoney = z.object({
  total: centsField,
  promo: centsField,
  credit: centsField,
  payments: centsField,
  /** Ledger entries beside price, promo codes, credit and payments: a fee for a returned check. */
  adjustments: centsField,
  /** The same, each with its name. */
  added: listOf(z.object({ label: z.string(), amount: centsField })),
  /** Negative: more was paid than is owed. */
  raw: centsField,
  shown: centsField,
})

/** A payment that needs attention: it came late, twice, went back, or contradicts what was known. */
export const paymentException = z.object({
  id: z.int(),
  registration_id: z.int().nullable(),
  studio: z.string().nullable(),
  email: z.string().nullable(),
  kind: z.string(),
  detail: z.string(),
  created: instantField,
  resolved_at: instantField.nullable(),
})

export const auditLine = z.object({
  id: z.int(),
  at: instantField,
  actor: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Names of what the row names by number: 'tour_date 7' is 'Radix Dallas'. */
  names: z.record(z.string(), z.string()),
  /** The time zone of the city concerned; of what belongs to no city, the product's. */
  zone: z.string(),
})

/** A registration as the desk reads it: everything in it, its money, its notes and what was done with it. */
const officeRegistration = registrationLine.extend({
  version: z.int(),
  studio_id: z.int().nullable(),
  studio_flags: z
    .object({
      flagged: z.boolean(),
      bypass_deposit: z.boolean(),
      bypass_removed_routine_fee: z.boolean(),
      bypass_removed_routine_fee_post_deadline: z.boolean(),
    })
    .nullable(),
  user_id: z.int(),
  exempt: z.boolean(),
  end_date: calendarDateField,
  age_year: z.int(),
  is_competing: z.boolean().nullable(),
  independent: z.boolean(),
  /** False where its city has no competition, or none for those without a studio. */
  may_compete: z.boolean(),
  notes: z.string(),
  people: listOf(
    z.object({
      id: z.int(),
      person_id: z.int(),
      fname: z.string(),
      lname: z.string(),
      age: z.int().nullable(),
      level: z.string(),
      kind: z.enum(['dancer', 'teacher', 'observer']),
      virtual: z.boolean(),
      one_day: z.boolean(),
      ...mapNames(attendeeDetails, () => z.string().nullable()),
      attended_reg: z.boolean(),
      has_scholarship: z.boolean(),
      media_pass: z.boolean(),
      fee: centsField,
      /** Null: no student ID is part of this. */
      student_id: z.object({ url: z.string(), decision: z.enum(['waiting', 'verified', 'rejected']) }).nullable(),
    }),
  ),
  /** The people who wait for a level or with a routine, and until when their places are kept. */
  waiting_people: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      level: z.string(),
      state: z.enum(['waiting', 'offered', 'accepted']),
      offer_ends: instantField.nullable(),
      /** With these routines; none: for the level alone. */
      routines: listOf(z.string()),
    }),
  ),
  /** The form of a scholarship donation, to look at; null: none was sent. */
  scholarship_donation: z.object({ name: z.string(), url: z.string() }).nullable(),
  routines: listOf(
    z.object({
      id: z.int(),
      name: z.string(),
      choreographer: z.string(),
      category: z.string(),
      division: z.string(),
      dancers: z.int(),
      status: z.enum(['registered', 'waiting']),
      fee: centsField,
    }),
  ),
  additional_observers: z.object({ one: z.int(), two: z.int(), complimentary: z.int() }),
  /** Asked for in an edit that is not completed yet. */
  unconfirmed_additional_observers: z.object({ one: z.int(), two: z.int() }).nullable(),
  lines: listOf(quoteLine),
  money: officeMoney,
  payments: listOf(recordedPayment),
  credit: z
    .object({
      id: z.int(),
      from: z.string(),
      amount: centsField,
      status: z.enum(['claimed', 'verified', 'rejected']),
    })
    .nullable(),
  promo_codes: listOf(z.object({ code: z.string(), amount: centsField })),
  /** Not looked at yet. */
  exceptions: listOf(paymentException),
  /** The latest acceptance of each legal text, with its version and the person. */
  agreements: listOf(
    z.object({
      name: z.enum(legalTextNames),
      version: z.int(),
      agreed_at: instantField,
      /** Null: the account is gone. */
      by: z.string().nullable(),
      editing: z.boolean(),
    }),
  ),
  /** Since it was completed, by its owner and by the office, the newest first. */
  changes: listOf(registrationChange),
  confirmed_at: instantField.nullable(),
  confirmed_by: z.string().nullable(),
  /** The office's edit for the owner that is not submitted yet, and who works on it; null: there is none. */
  office_edit: z
    .object({ user_id: z.int(), name: z.string(), office_reason: z.string(), began: instantField })
    .nullable(),
  /** Why it cannot be confirmed now; null: it can. */
  blocked_by: reasonField.nullable(),
  audit: listOf(auditLine),
  now: instantField,
})

export const readOfficeRegistration = endpoint({
  summary: 'One registration as the office sees it',
  method: 'GET',
  path: '/v1/office/registrations/{id}',
  auth: 'office',
  params,
  reply: officeRegistration,
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const confirmRegistration = endpoint({
  summary: 'Confirm a reviewed registration, or take that back',
  catalogue: 'C102',
  method: 'POST',
  path: '/v1/office/registrations/{id}/confirm',
  auth: 'office',
  params,
  body: z.object({ confirmed: z.boolean() }),
  reply: standing.extend({ id: z.int(), confirmed_at: instantField.nullable() }),
  refusals: ['registration.not_completed', 'registration.credit_undecided', 'office.deleted'],
  example: ({ completed }) => ({ params: { id: completed.id }, body: { confirmed: true } }),
})

export const saveOfficeRegistration = endpoint({
  summary: 'Mark as viewed, note, delete or bring back, give complimentary observers',
  catalogue: 'C103',
  method: 'PUT',
  path: '/v1/office/registrations/{id}',
  auth: 'office',
  params,
  takesRecord: true,
  body: z.object({
    viewed: z.boolean().optional(),
    notes: lineField(10_000).optional(),
    deleted: z.boolean().optional(),
    additional_observers: z.object({ complimentary: z.int().min(0).max(100) }).optional(),
    /** Null clears the observers that an unfinished edit asks for. */
    unconfirmed_additional_observers: z.null().optional(),
    base: baseField,
  }),
  reply: standing.extend({
    id: z.int(),
    notes: z.string(),
    additional_observers: z.object({ one: z.int(), two: z.int(), complimentary: z.int() }),
  }),
  refusals: ['office.delete_paid', 'payment.in_progress', 'registration.edit_over', 'edit_conflict'],
  example: ({ completed }) => ({ params: { id: completed.id }, body: { notes: 'Asked for a quiet hotel floor.' } }),
})

export const decideStudentId = endpoint({
  summary: 'Verify or reject the student ID of an attendee',
  catalogue: 'C109',
  method: 'PUT',
  path: '/v1/office/student-ids/{attendee_id}',
  auth: 'office',
  params: z.object({ attendee_id: idInPath }),
  body: z.object({ decision: z.enum(['verified', 'rejected']) }),
  reply: z.object({
    attendee_id: z.int(),
    decision: z.enum(['verified', 'rejected']),
    has_college_discount: z.boolean(),
  }),
  refusals: ['payment.in_progress'],
  example: ({ completed }) => ({ params: { attendee_id: completed.attendee_id }, body: { decision: 'verified' } }),
})

export const officeRegistrationEndpoints = {
  listOfficeRegistrations,
  readOfficeRegistration,
  confirmRegistration,
  saveOfficeRegistration,
  decideStudentId,
}
