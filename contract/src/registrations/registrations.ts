import { z } from 'zod'
import { attendeeDraft, presentedAttendee } from './attendees.ts'
import { endpoint } from '../endpoint.ts'
import { centsField, emailField, idField, idInPath, instantField, lineField, listOf, listUpTo } from '../fields.ts'
import { nominationCategories, nominationShape } from './nominations.ts'
import { priceListShape } from './price-lists.ts'
import { fees, freeTeacher, quoteLine, quoteShape } from './quotes.ts'
import { routineDraft, presentedRoutine } from './routines.ts'
import { tourDateShape } from '../tours/tour-dates.ts'

const leftOffDetails = z.object({ total_steps: z.int(), step_name: z.string().max(40), current_step: z.int() })

const promoUse = z.object({
  code: z.string(),
  type: z.enum(['workshop', 'competition', 'media', 'total']),
  value: z.int(),
  percentage: z.boolean(),
  unique: z.boolean(),
  amount: centsField,
})

const credit = z.object({ from: z.string(), amount: centsField, status: z.enum(['claimed', 'verified', 'rejected']) })
const rateTier = z.enum(['discount', 'full', 'late'])
export const tally = z.object({ done: z.int(), total: z.int() })

const studioFlags = z.object({
  flagged: z.boolean(),
  bypass_deposit: z.boolean(),
  bypass_removed_routine_fee: z.boolean(),
  bypass_removed_routine_fee_post_deadline: z.boolean(),
})

/** A change that a call derived and stored, in words for the owner. */
export const registrationNotice = z.object({
  person_id: z.int().nullable(),
  /** The routine it is about, by id; null: none. */
  routine: z.union([z.int(), z.string()]).nullable(),
  /** The fields of the person, routine or registration that changed. */
  fields: listOf(z.string()),
  sentence: z.string(),
})

/** The full record of a registration for its owner. WIZ-053 to WIZ-057. Staff notes are not part of it. */
export const registrationShape = z.object({
  id: z.int(),
  version: z.int(),
  tour_date_id: z.int(),
  tour_date: tourDateShape,
  mybtf_user_id: z.int(),
  mybtf_user: z.object({ id: z.int(), email: z.string(), fname: z.string(), lname: z.string() }),
  studio_id: z.int().nullable(),
  studio: studioFlags.extend({ id: z.int(), name: z.string() }).nullable(),
  ancillary: z.boolean(),
  independent: z.boolean(),
  info_acknowledged: z.boolean(),
  is_competing: z.boolean().nullable(),
  attendees: z.record(z.string(), presentedAttendee),
  routines: listOf(presentedRoutine),
  waiting_list_routines: listOf(presentedRoutine),
  nomination_routines: listOf(nominationShape),
  nomination_categories: nominationCategories,
  additional_observers: z.object({ one: z.int(), two: z.int(), complimentary: z.int() }),
  unconfirmed_additional_observers: z.object({ one: z.int(), two: z.int() }).nullable(),
  comp_room: z.boolean(),
  beat_street: z.boolean(),
  group: z.boolean(),
  has_soty: z.boolean(),
  full_rates: z.boolean(),
  late_rates: z.boolean(),
  /** The rate tier the owner has last been told of. */
  rates_told: rateTier,
  viewed: z.boolean(),
  deleted: z.boolean(),
  confirmed: z.boolean(),
  completed: z.boolean(),
  editing: z.boolean(),
  reviewed: z.boolean(),
  waiver: z.boolean(),
  competitionCodeWaiver: z.boolean(),
  paying_by_check: z.boolean(),
  visited_steps: listOf(z.string()),
  left_off: z.string().nullable(),
  left_off_details: leftOffDetails.nullable(),
  review_email: z.string().nullable(),
  ancillary_person: z
    .object({ fname: z.string(), lname: z.string(), address: z.string(), phone: z.string(), email: z.string() })
    .nullable(),
  promo_codes: listOf(promoUse),
  credit: credit.nullable(),
  payments: listOf(z.object({ id: z.int(), amount: centsField, payment_method_id: z.int(), timestamp: instantField })),
  competition_deposit_routines: listOf(z.int()),
  removed_routines_post_deadline: listOf(z.int()),
  fees,
  free_teacher: freeTeacher,
  /** Owed, in cents; below zero: overpaid. By the price until completion, by the ledger from then on. */
  balance: centsField,
  /** The lines behind the fees, each with its reasons. */
  lines: listOf(quoteLine),
  dates: z.object({
    created: instantField,
    updated: instantField,
    reviewed: instantField.nullable(),
    completed: instantField.nullable(),
    confirmed: instantField.nullable(),
    edited: instantField.nullable(),
  }),
  music_tally: tally,
  /** Of the program: who has given everything, of all who take part. EVT-016. */
  vip_tally: tally,
  waiver_tally: tally,
  survey_version: z.int().nullable(),
  survey_submitted: z.boolean(),
  /** The form of a scholarship donation that was sent along; null: none. */
  scholarship_donation: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Places held for this registration; null: none. */
  hold: z.object({ began: instantField, ends: instantField }).nullable(),
  /** How many places of each key are held for it or are its own. */
  places_held: z.record(z.string(), z.int()),
  /** An edit of a completed registration that is not submitted yet; null: there is none. */
  revision: z.object({ version: z.int(), began: instantField }).nullable(),
  /** This is the office's edit for the owner, not submitted yet. */
  by_office: z.boolean(),
  /** The office is editing the registration for its owner. */
  office_editing: z.boolean(),
  /**
   * Facts of other registrations that a review needs: media passes its people have elsewhere, by person, and
   * scholarships they may use.
   */
  elsewhere: z.object({
    media_passes: listOf(z.int()),
    passes_in_use: listOf(z.int()),
    scholarships: listOf(z.object({ id: z.int(), person_id: z.int(), amount: centsField })),
  }),
  /** Changes this call derived and stored, in words for the owner; empty: none. */
  notices: listOf(registrationNotice),
  exempt: z.boolean(),
  /** By person id: whether the office has confirmed or denied that somebody of the roster attended before. */
  attendance_records: z.record(z.string(), z.boolean()),
  rates_as_of: instantField.nullable(),
  /** The prices that a completed registration keeps; null: it has those of its city. */
  price_list: priceListShape.nullable(),
  /** The moment this answer was made, by the product's clock. */
  now: instantField,
})

export type RegistrationRecord = z.output<typeof registrationShape>

const params = z.object({ id: idInPath })

export const createRegistration = endpoint({
  summary: 'Begin a registration for a city, or open the one that is there',
  catalogue: 'C024',
  method: 'POST',
  path: '/v1/mybtf/registration',
  auth: 'user',
  body: z.object({
    tour_date_id: idField,
    /** The step the caller shows; its numbers are the server's. Without it the first. */
    left_off_details: leftOffDetails.optional(),
    // Accepted and ignored: the server reads the account and the date itself.
    mybtf_user_id: idField.optional(),
    studio_id: idField.nullable().optional(),
    ancillary: z.boolean().optional(),
    full_rates: z.boolean().optional(),
    late_rates: z.boolean().optional(),
  }),
  reply: registrationShape,
  refusals: ['registration.closed'],
  example: ({ free_tour_date_id }) => ({ body: { tour_date_id: free_tour_date_id } }),
})

export const readRegistration = endpoint({
  summary: 'One registration with everything in it',
  catalogue: 'C025',
  method: 'GET',
  path: '/v1/dance360/registrations/{id}',
  auth: 'user',
  headers: ['OfficeEdit'],
  params,
  reply: registrationShape,
  example: ({ draft }) => ({ params: { id: draft.id } }),
})

export const editRegistration = endpoint({
  summary: 'Begin or continue an edit of a completed registration, which stays as it is',
  catalogue: 'C026',
  method: 'GET',
  path: '/v1/dance360/registrations/{id}/edit',
  auth: 'user',
  headers: ['OfficeEdit'],
  params,
  reply: registrationShape.extend({
    /** Where the edit goes on, when its event has a host of its own; null: here. EDIT-014. */
    event_url: z.string().nullable(),
  }),
  refusals: ['registration.just_registered', 'registration.edit_over', 'registration.not_completed'],
  example: ({ confirmed }) => ({ params: { id: confirmed.id } }),
})

export const discardEdit = endpoint({
  summary: 'Discard an edit that is not submitted',
  method: 'DELETE',
  path: '/v1/dance360/registrations/{id}/edit',
  auth: 'user',
  params,
  status: 204,
  refusals: ['payment.in_progress'],
  example: ({ edited }) => ({ params: { id: edited.id } }),
})

export const completeEdit = endpoint({
  summary: 'Submit a reviewed edit, which replaces the content of the registration',
  catalogue: 'C030',
  method: 'PUT',
  path: '/v1/dance360/registrations/{id}/edit-complete',
  auth: 'user',
  params,
  body: z.object({ registration_id: idField.optional(), version: z.int().positive() }),
  reply: z.object({ registration: registrationShape, snapshot_id: z.int() }),
  refusals: [
    'registration.no_edit',
    'changed_meanwhile',
    'registration.not_reviewed',
    'payment.not_covered',
    'places.gone',
    'submit.line',
    'registration.edit_over',
    'registration.review_again',
    'routine.scheduled',
  ],
  example: ({ edited }) => ({ params: { id: edited.id }, body: { version: edited.version } }),
})

export const saveRegistration = endpoint({
  summary: 'Save the general fields of a registration: last step, competing or not, agreements',
  catalogue: 'C027',
  method: 'PUT',
  path: '/v1/dance360/registrations/{id}',
  auth: 'user',
  headers: ['OfficeEdit'],
  params,
  takesRecord: true,
  body: z.object({
    id: idField.optional(),
    version: z.int().positive().optional(),
    info_acknowledged: z.boolean().optional(),
    /** The notice that a deadline passed has been read, for this tier. WIZ-040. */
    rates_told: rateTier.optional(),
    independent: z.boolean().optional(),
    is_competing: z.boolean().optional(),
    paying_by_check: z.boolean().optional(),
    left_off: lineField(40).optional(),
    left_off_details: leftOffDetails.optional(),
    competition_deposit_routines: listUpTo(500, idField).optional(),
    waiver: z.boolean().optional(),
    competitionCodeWaiver: z.boolean().optional(),
    /** The versions that were shown; without them it is agreed to the current ones. */
    terms_version: z.int().positive().optional(),
    competition_code_version: z.int().positive().optional(),
    review_email: emailField.optional(),
    /** True: review is done; places and rate are held from now on. False: back to the registration. */
    reviewed: z.boolean().optional(),
  }),
  reply: registrationShape,
  refusals: [
    'registration_completed',
    'changed_meanwhile',
    'review.terms',
    'legal_text.changed',
    'payment.in_progress',
    'payment.method_not_offered',
    'places.gone',
    'places.hold_paused',
    'submit.line',
    'registration.edit_over',
    'office.owner_decides',
  ],
  example: ({ draft }) => ({
    params: { id: draft.id },
    body: {
      id: draft.id,
      left_off: 'dancers',
      left_off_details: { total_steps: 8, step_name: 'dancers', current_step: 2 },
    },
  }),
})

export const deleteRegistration = endpoint({
  summary: 'Delete a registration that is not completed',
  catalogue: 'C028',
  method: 'DELETE',
  path: '/v1/mybtf/delete-registration/{id}',
  auth: 'user',
  params,
  status: 204,
  refusals: ['registration_completed', 'registration.judged', 'payment.in_progress'],
  example: ({ draft }) => ({ params: { id: draft.id } }),
})

export const quoteRegistration = endpoint({
  summary: 'Calculate the price of a registration or a draft; nothing is saved',
  catalogue: 'C031',
  method: 'POST',
  path: '/v1/dance360/registrations/{id}/quote',
  auth: 'user',
  params,
  body: z.object({
    attendees: listUpTo(600, attendeeDraft).optional(),
    routines: listUpTo(500, routineDraft.extend({ id: idField.nullable().default(null) })).optional(),
    additional_observers: z.object({ one: z.int().min(0), two: z.int().min(0) }).optional(),
  }),
  reply: quoteShape.extend({
    deposit_due: centsField,
    balance: centsField,
    due_date: z.string(),
  }),
  example: ({ draft }) => ({ params: { id: draft.id }, body: {} }),
})

export const holdPlaces = endpoint({
  summary: 'Hold the places of a reviewed registration, or renew the hold by being active',
  method: 'POST',
  path: '/v1/dance360/registrations/{id}/hold',
  auth: 'user',
  params,
  reply: z.object({ began: instantField, ends: instantField }),
  refusals: ['places.gone', 'places.hold_paused'],
  example: ({ reviewed }) => ({ params: { id: reviewed.id } }),
})

export const releasePlaces = endpoint({
  summary: 'Give held places back',
  method: 'DELETE',
  path: '/v1/dance360/registrations/{id}/hold',
  auth: 'user',
  params,
  status: 204,
  refusals: ['payment.in_progress'],
  example: ({ reviewed }) => ({ params: { id: reviewed.id } }),
})

export const completeRegistration = endpoint({
  summary: 'Complete a registration whose payment is covered',
  catalogue: 'C029',
  method: 'PUT',
  path: '/v1/mybtf/complete-registration',
  auth: 'user',
  body: z.object({
    registration_id: idField,
    season_id: idField.optional(),
    studio_id: idField.nullable().optional(),
    attendees: listUpTo(
      600,
      z.object({ id: idField.optional(), person_id: idField, media_pass: z.boolean().optional() }),
    ).optional(),
  }),
  reply: z.object({ registration: registrationShape, snapshot_id: z.int() }),
  refusals: ['registration_completed', 'completion.not_covered', 'submit.line', 'registration.review_again'],
  example: ({ covered }) => ({ body: { registration_id: covered.id } }),
})
