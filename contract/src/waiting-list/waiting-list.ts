import { waitReasons } from '@callboard/domain/waiting-list/queue.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { centsField, idField, idInPath, instantField, lineField, listOf, listUpTo } from '../fields.ts'
import { registrationNotice, saveRegistration } from '../registrations/registrations.ts'
import { routineDraft, presentedRoutine } from '../registrations/routines.ts'

const id = z.object({ id: idInPath })

/** An entry of the waiting list: routines, people, or routines with dancers who are not registered yet. */
const waitingEntry = z.object({
  id: z.int(),
  registration_id: z.int(),
  /** `offered`: places are kept until `offer_ends`. `accepted`: kept until the registration is completed. */
  state: z.enum(['waiting', 'offered', 'accepted']),
  /** Any of its routines may be offered alone. */
  takes_part: z.boolean(),
  joined_at: instantField,
  offer_ends: instantField.nullable(),
  /** Among those who wait for the same: 1 is next. */
  place: z.int().nullable(),
  /** The reason it waits, in words. */
  why: z.string().nullable(),
  /** The same for programs. */
  why_code: z.enum(waitReasons).nullable(),
  routines: listOf(z.object({ id: z.int(), name: z.string(), category: z.string() })),
  /** People who wait for a level, alone or with the routines. */
  people: listOf(z.object({ id: z.int(), person_id: z.int(), name: z.string(), level: z.string() })),
})

/** An entry as its owner sees it. `fee`: the cents that accepting all of an offer adds to a completed registration. */
export const ownWaitingEntry = waitingEntry.extend({ fee: centsField.nullable() })

const ownList = z.object({
  /** Whether the city keeps a waiting list that one may join. */
  open: z.boolean(),
  entries: listOf(ownWaitingEntry),
})

export const readWaitingList = endpoint({
  summary: 'List the waiting-list entries of a registration: positions, offers and their expiry',
  method: 'GET',
  path: '/v1/waiting-list',
  auth: 'user',
  headers: ['OfficeEdit'],
  query: z.object({ registration_id: idInPath }),
  reply: ownList,
  example: ({ waiting }) => ({ query: { registration_id: waiting.registration_id } }),
})

export const joinWaitingList = endpoint({
  summary: 'Join the waiting list with routines, people for a full level, or both',
  method: 'POST',
  path: '/v1/waiting-list',
  auth: 'user',
  headers: ['OfficeEdit'],
  body: z.object({
    registration_id: idField,
    /** As the caller has read it; with `move_routine_ids` of an edit, that of the edit. */
    version: z.int().positive().optional(),
    /** New routines. */
    routines: listUpTo(50, routineDraft).default([]),
    /** Routines that wait already: they join this entry, behind everyone. */
    routine_ids: listUpTo(50, idField).default([]),
    /** Routines of the registration, or of its edit, that wait instead, with all that was entered for them. */
    move_routine_ids: listUpTo(50, idField).default([]),
    /**
     * With `move_routine_ids`: submits the rest in the same call, with the answers of the review, so that it holds the
     * places that are left.
     */
    submit: saveRegistration.body
      .pick({
        waiver: true,
        competitionCodeWaiver: true,
        terms_version: true,
        competition_code_version: true,
        review_email: true,
      })
      .optional(),
    /** People who wait for a full level; with new routines, dancers of theirs who are not registered yet. */
    people: listUpTo(50, z.object({ person_id: idField, workshop_level_id: idField }))
      .refine((people) => new Set(people.map(({ person_id }) => person_id)).size === people.length)
      .default([]),
    /** Take as many as fit, instead of all or none. */
    takes_part: z.boolean().default(false),
  }),
  /** `routines`: those that are new, as they were saved. */
  reply: ownList.extend({
    version: z.int(),
    routine_ids: listOf(z.int()),
    routines: listOf(presentedRoutine),
    /** With `submit`: changes that submitting derived and stored, in words for the owner. */
    notices: listOf(registrationNotice),
  }),
  refusals: [
    'waiting.none_here',
    'waiting.has_room',
    'waiting.no_people',
    'waiting.own_first',
    'waiting.not_waiting',
    'waiting.not_in_cast',
    'waiting.city_over',
    'waiting.in_line',
    'routine.incomplete',
    'routine.not_found',
    'routine.locked',
    'routine.of_programme',
    'submit.terms',
    'legal_text.changed',
    'places.gone',
    'places.hold_paused',
  ],
  example: ({ waiting }) => ({
    body: {
      registration_id: waiting.registration_id,
      version: waiting.version,
      routines: [
        {
          routine: { name: 'Second Wind', choreographer: 'Mia Sol' },
          attendees: [{ person_id: waiting.idle_person_id }],
          performance_division_id: waiting.performance_division_id,
        },
      ],
    },
  }),
})

export const answerOffer = endpoint({
  summary: 'Accept or decline an offer of the waiting list',
  method: 'PUT',
  path: '/v1/waiting-list/{id}',
  auth: 'user',
  params: id,
  body: z.object({
    answer: z.enum(['accept', 'decline']),
    /** Only these of the routines that are offered; the others leave the line. */
    routine_ids: listUpTo(50, idField).optional(),
  }),
  reply: ownList.extend({ version: z.int() }),
  refusals: [
    'waiting.no_offer',
    'waiting.offer_over',
    'waiting.not_waiting',
    'waiting.dancers_missing',
    'waiting.independent_limit',
  ],
  example: ({ waiting }) => ({ params: { id: waiting.offer_id }, body: { answer: 'accept' } }),
})

export const leaveWaitingList = endpoint({
  summary: 'Leave the waiting list: the entry and its waiting routines go',
  method: 'DELETE',
  path: '/v1/waiting-list/{id}',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: id,
  reply: ownList.extend({ version: z.int() }),
  refusals: ['waiting.not_waiting'],
  example: ({ waiting }) => ({ params: { id: waiting.entry_id } }),
})

export const readPlaces = endpoint({
  summary: 'Return the places left in a city by limit; cheap, with an ETag',
  method: 'GET',
  path: '/v1/tour-dates/{id}/places',
  auth: 'user',
  params: id,
  conditional: true,
  reply: z.object({
    /** By key: `routines`, `small_solos`, `category:<id>`, `level:<id>`. */
    places: z.record(z.string(), z.object({ places: z.int().nullable(), taken: z.int(), waiting: z.int() })),
  }),
  example: ({ draft }) => ({ params: { id: draft.tour_date_id } }),
})

const officeEntry = waitingEntry.extend({
  tour_date_id: z.int(),
  studio: z.string().nullable(),
  owner: z.string(),
  email: z.string(),
  completed: z.boolean(),
})

export const readOfficeWaitingList = endpoint({
  summary: 'Cities with a waiting list, and the line of one of them',
  method: 'GET',
  path: '/v1/office/waiting-list',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath.optional() }),
  reply: z.object({
    cities: listOf(
      z.object({
        tour_date_id: z.int(),
        event: z.string(),
        city: z.string(),
        time_zone: z.string(),
        open: z.boolean(),
        waiting: z.int(),
        offered: z.int(),
      }),
    ),
    /** Of the city that was asked for, or of the first. */
    tour_date_id: z.int().nullable(),
    entries: listOf(officeEntry),
  }),
  example: ({ waiting }) => ({ query: { tour_date_id: waiting.tour_date_id } }),
})

const reason = lineField(400)

export const decideWaitingRoutine = endpoint({
  summary: 'Approve or refuse a routine on the waiting list',
  catalogue: 'C106',
  method: 'PUT',
  path: '/v1/office/waiting-list/{routine_id}',
  auth: 'office',
  params: z.object({ routine_id: idInPath }),
  body: z.object({ decision: z.enum(['approve', 'refuse']), reason }),
  reply: z.object({ routine_id: z.int(), status: z.enum(['registered', 'removed']) }),
  refusals: ['required', 'waiting.no_room', 'waiting.not_waiting', 'waiting.dancers_missing'],
  example: ({ waiting }) => ({
    params: { routine_id: waiting.routine_id },
    body: { decision: 'refuse', reason: 'The studio has asked for it by phone.' },
  }),
})

export const decideWaitingPerson = endpoint({
  summary: 'Approve or refuse someone who waits for a level',
  method: 'PUT',
  path: '/v1/office/waiting-people/{id}',
  auth: 'office',
  params: id,
  body: z.object({ decision: z.enum(['approve', 'refuse']), reason }),
  reply: z.object({ id: z.int(), status: z.enum(['registered', 'removed']) }),
  refusals: ['required', 'waiting.no_room', 'waiting.not_waiting', 'waiting.with_routine'],
  example: ({ waiting }) => ({
    params: { id: waiting.waiting_person_id },
    body: { decision: 'refuse', reason: 'The studio has asked for it by phone.' },
  }),
})

export const addWaitingRoutine = endpoint({
  summary: 'Put a routine on the waiting list of a registration, on request',
  method: 'POST',
  path: '/v1/office/waiting-list',
  auth: 'office',
  body: z.object({
    registration_id: idField,
    /** The version that the office looked at: sent again after a lost reply, the routine does not join twice. */
    version: z.int().positive().optional(),
    routine: routineDraft,
    reason,
  }),
  reply: z.object({ routine_id: z.int(), entry_id: z.int() }),
  refusals: ['required', 'routine.incomplete', 'routine.no_dancers', 'routine.second_solo'],
  example: ({ waiting }) => ({
    body: {
      registration_id: waiting.registration_id,
      routine: {
        routine: { name: 'By Request', choreographer: 'Mia Sol' },
        attendees: [{ person_id: waiting.idle_person_id }],
        performance_division_id: waiting.performance_division_id,
      },
      reason: 'Asked for by email.',
    },
  }),
})

export const moveWaitingEntry = endpoint({
  summary: 'Put an entry of the waiting list before another, or last',
  method: 'PUT',
  path: '/v1/office/waiting-entries/{id}/place',
  auth: 'office',
  params: id,
  body: z.object({ before: idField.nullable(), reason }),
  refusals: ['required', 'waiting.not_waiting', 'waiting.moved_away'],
  example: ({ waiting }) => ({
    params: { id: waiting.entry_id },
    body: { before: null, reason: 'It was entered twice.' },
  }),
})

export const waitingEndpoints = {
  readWaitingList,
  joinWaitingList,
  answerOffer,
  leaveWaitingList,
  readPlaces,
  readOfficeWaitingList,
  decideWaitingRoutine,
  decideWaitingPerson,
  addWaitingRoutine,
  moveWaitingEntry,
}
