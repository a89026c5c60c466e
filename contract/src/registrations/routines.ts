import type { RegistrationRoutine } from '@callboard/domain/registrations/registration.ts'
import { mapOptions } from '@callboard/domain/registrations/routines/routine-options.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, centsField, emailField, idField, idInPath, lineField, listOf, listUpTo } from '../fields.ts'

/** COMP-022 to COMP-025. Category, division and fee are what the cast makes them. */
const routineShape = z.object({
  id: z.int().nullable(),
  _temp_id: z.string().nullable(),
  routine_id: z.int().nullable(),
  date_routine_id: z.int().nullable(),
  routine: z.object({ name: z.string(), choreographer: z.string() }),
  attendees: listOf(
    // The level at which somebody not registered yet is to come in with a waiting routine.
    z.object({ person_id: z.int(), workshop_level_id: z.int().optional() }),
  ),
  performance_division_id: z.int(),
  age_division: z.object({ level_id: z.int(), name: z.string(), minimum_age: z.int() }),
  routine_category: z.object({
    category_id: z.int(),
    name: z.string(),
    abbreviation: z.string(),
    limit: z.int().nullable(),
  }),
  extra_time: z.int(),
  ...mapOptions(() => z.boolean()),
  regional_award_id: z.int().nullable(),
  copy_music: z.boolean(),
  old_music_id: z.int().nullable(),
  copied_from: z.int().nullable(),
  music_id: z.int().nullable(),
  no_music: z.boolean(),
  upload_email: z.string().nullable(),
  is_best_dancer: z.boolean(),
  status: z.enum(['registered', 'waiting']),
  fee: centsField,
}) satisfies z.core.$ZodType<RegistrationRoutine>

/** As the documents nest it on the wire: with its registration, its dancers, its level and its music. */
export const presentedRoutine = routineShape.extend({
  registration_id: z.int(),
  attendees: listOf(
    z.object({
      person_id: z.int(),
      /** Null: not among the registration's people yet; they come in with a waiting routine. */
      person: z.object({ fname: z.string(), lname: z.string(), birthdate: calendarDateField.nullable() }).nullable(),
      one_day: z.boolean(),
      workshop_level_id: z.int().optional(),
    }),
  ),
  /** Of the performance division: the higher, the more advanced. */
  level: z.int().nullable(),
  /** Null: none uploaded. */
  music: z.object({ id: z.int(), name: z.string(), duration: z.int() }).nullable(),
})

/** Checks the shape only. `planRoutine` checks that a routine is complete. */
export const routineDraft = z.object({
  _temp_id: z.string().max(60).nullable().default(null),
  routine: z.object({ name: lineField(), choreographer: lineField().default('') }),
  attendees: listUpTo(200, z.object({ person_id: idField })),
  performance_division_id: idField.nullable(),
  extra_time: z.int().min(0).max(60).default(0),
  ...mapOptions(() => z.boolean().default(false)),
  regional_award_id: idField.nullable().default(null),
  copy_music: z.boolean().default(false),
  old_music_id: idField.nullable().default(null),
  /** The entry of another city it is copied from, as the list of previous routines names it. */
  copied_from: idField.nullable().default(null),
  no_music: z.boolean().default(false),
  upload_email: emailField.nullable().default(null),
})

const saved = z.object({
  /** Of the registration after this save: the next save names it. */
  version: z.int(),
  routine: presentedRoutine,
})

const example = (person_id: number, performance_division_id: number) => ({
  routine: { name: 'First Light', choreographer: 'Mia Sol' },
  attendees: [{ person_id }],
  performance_division_id,
})

export const addRoutine = endpoint({
  summary: 'Enter a routine into the competition',
  catalogue: 'C051',
  method: 'POST',
  path: '/v1/dance360/routines',
  auth: 'user',
  headers: ['OfficeEdit'],
  takesRecord: true,
  body: routineDraft.extend({ registration_id: idField, version: z.int().positive().optional() }),
  reply: saved,
  refusals: ['routine.incomplete', 'routine.no_dancers', 'routine.city_full', 'routine.second_solo'],
  example: ({ draft }) => ({
    body: {
      ...example(draft.idle_person_id, draft.performance_division_id),
      registration_id: draft.id,
      version: draft.version,
    },
  }),
})

export const addRoutines = endpoint({
  summary: 'Enter several routines at once: all of them, or none',
  method: 'POST',
  path: '/v1/dance360/registrations/{id}/routines',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  body: z.object({ routines: listUpTo(200, routineDraft), version: z.int().positive().optional() }),
  reply: z.object({ version: z.int(), routines: listOf(presentedRoutine) }),
  refusals: ['routine.incomplete', 'routine.no_dancers', 'routine.city_full', 'routine.second_solo'],
  example: ({ draft }) => ({
    params: { id: draft.id },
    body: { routines: [example(draft.idle_person_id, draft.performance_division_id)] },
  }),
})

export const changeRoutine = endpoint({
  summary: 'Change a routine',
  catalogue: 'C052',
  method: 'PUT',
  path: '/v1/dance360/routines/{id}',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  takesRecord: true,
  body: routineDraft.extend({ registration_id: idField.optional(), version: z.int().positive().optional() }),
  reply: saved,
  refusals: ['routine.locked', 'routine.edits_closed'],
  example: ({ draft }) => ({
    params: { id: draft.routine_id },
    body: example(draft.person_id, draft.performance_division_id),
  }),
})

export const removeRoutine = endpoint({
  summary: 'Take a routine out of the competition',
  catalogue: 'C053',
  method: 'DELETE',
  path: '/v1/dance360/routines/{id}',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  query: z.object({ registration_id: idInPath.optional() }),
  status: 204,
  refusals: ['routine.scheduled'],
  example: ({ draft }) => ({ params: { id: draft.routine_id }, query: { registration_id: draft.id } }),
})

const ofTourDate = z.object({ tour_date_id: idInPath })

export const soloLimit = endpoint({
  summary: 'The city’s limit on solos of small registrations',
  catalogue: 'C054',
  method: 'GET',
  path: '/v1/dance360/routines/solo-limit',
  auth: 'user',
  query: ofTourDate,
  reply: z.object({ soloLimitReached: z.boolean(), soloLimitLeft: z.int().nullable(), soloLimitSet: z.boolean() }),
  example: ({ draft }) => ({ query: { tour_date_id: draft.tour_date_id } }),
})

export const routineLimits = endpoint({
  summary: 'Return the routine limits and counts of a city, in total and by category',
  catalogue: 'C055',
  method: 'GET',
  path: '/v1/dance360/routines/limits',
  auth: 'user',
  query: ofTourDate,
  reply: z.object({
    total_limit: z.int().nullable(),
    registered: z.int(),
    categories: listOf(
      z.object({ category_id: z.int(), limit: z.int().nullable(), used: z.int(), disabled: z.boolean() }),
    ),
  }),
  example: ({ draft }) => ({ query: { tour_date_id: draft.tour_date_id } }),
})

export const previousRoutines = endpoint({
  summary: 'Your routines of other cities, to copy from',
  catalogue: 'C049',
  method: 'GET',
  path: '/v1/dance360/routines/previous',
  auth: 'user',
  headers: ['OfficeEdit'],
  query: z.object({
    mybtf_user_id: idInPath.optional(),
    /** Comma-separated. Left out: every event whose routines may be copied. */
    event_ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,99}$/)
      .optional(),
    season_id: idInPath.optional(),
    /** The city they would be copied into: only what may be copied there is listed, and nothing of that city. */
    tour_date_id: idInPath.optional(),
  }),
  reply: listOf(
    z.object({
      tour_date_id: z.int(),
      id: z.int(),
      routine_id: z.int(),
      name: z.string(),
      event_name: z.string(),
      city_name: z.string(),
    }),
  ),
  example: ({ owner, event_id, season_id }) => ({
    query: { mybtf_user_id: owner.user_id, event_ids: String(event_id), season_id },
  }),
})

export const previousDetail = z.object({
  name: z.string(),
  choreographer: z.string(),
  music: z.object({ id: z.int(), name: z.string(), duration: z.int() }).nullable(),
  music_id: z.int().nullable(),
  attendees: listOf(z.object({ person_id: z.int(), person: z.object({ fname: z.string(), lname: z.string() }) })),
  performance_division_id: z.int(),
  performance_division_level_id: z.int(),
})

export const previousRoutine = endpoint({
  summary: 'One routine of another city, as it was entered there',
  catalogue: 'C050',
  method: 'GET',
  path: '/v1/dance360/routines/previous-detail',
  auth: 'user',
  query: z.object({ registrations_routine_id: idInPath }),
  reply: previousDetail,
  example: ({ confirmed }) => ({ query: { registrations_routine_id: confirmed.routine_id } }),
})

export const previousRoutinesChosen = endpoint({
  summary: 'Several routines of other cities, as they were entered there',
  method: 'GET',
  path: '/v1/dance360/routines/previous-details',
  auth: 'user',
  headers: ['OfficeEdit'],
  query: z.object({ registrations_routine_ids: z.string().regex(/^\d{1,9}(,\d{1,9}){0,199}$/) }),
  reply: listOf(previousDetail.extend({ registrations_routine_id: z.int() })),
  example: ({ confirmed }) => ({ query: { registrations_routine_ids: String(confirmed.routine_id) } }),
})

export const replaceDancer = endpoint({
  summary: 'Put one dancer in the place of another in several routines: in all of them, or none',
  method: 'POST',
  path: '/v1/dance360/registrations/{id}/replacements',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  body: z.object({
    person_id: idField,
    replacement_id: idField,
    routine_ids: listUpTo(200, idField),
    version: z.int().positive().optional(),
  }),
  reply: z.object({ version: z.int(), routines: listOf(presentedRoutine) }),
  refusals: ['routine.not_found', 'routine.no_dancers', 'routine.dancer_not_registered', 'routine.second_solo'],
  example: ({ draft }) => ({
    params: { id: draft.id },
    body: { person_id: draft.person_id, replacement_id: draft.idle_person_id, routine_ids: [draft.routine_id] },
  }),
})

export const changeRoutines = endpoint({
  summary: 'Change options of several routines: of all of them, or none',
  method: 'PUT',
  path: '/v1/dance360/registrations/{id}/routines',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  body: z.object({
    routine_ids: listUpTo(200, idField),
    change: z.object({
      age_up: z.boolean().optional(),
      extra_time: z.int().min(0).max(60).optional(),
      performance_division_id: idField.optional(),
    }),
    version: z.int().positive().optional(),
  }),
  reply: z.object({ version: z.int(), routines: listOf(presentedRoutine) }),
  refusals: ['routine.not_found', 'routine.age_up_refused', 'routine.extra_time_refused'],
  example: ({ draft }) => ({
    params: { id: draft.id },
    body: {
      routine_ids: [draft.routine_id],
      change: { performance_division_id: draft.performance_division_id },
    },
  }),
})

export const removeRoutines = endpoint({
  summary: 'Take several routines out of the competition: all of them, or none',
  method: 'POST',
  path: '/v1/dance360/registrations/{id}/routine-removals',
  auth: 'user',
  headers: ['OfficeEdit'],
  params: z.object({ id: idInPath }),
  body: z.object({ routine_ids: listUpTo(200, idField), version: z.int().positive().optional() }),
  reply: z.object({ version: z.int(), routines: listOf(presentedRoutine) }),
  refusals: ['routine.not_found', 'routine.scheduled'],
  example: ({ draft }) => ({ params: { id: draft.id }, body: { routine_ids: [draft.routine_id] } }),
})
