import { entryStates } from '@callboard/domain/running-order/entry-state.ts'
import { blockKinds } from '@callboard/domain/running-order/order.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  listUpTo,
  requiredLine,
} from '../fields.ts'

/** A city as the answers of its running order name it. */
export const orderCity = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  time_zone: z.string(),
})
export const entryState = z.enum(entryStates)

/** An entry of a running order as lists of a city name it. */
export const numberedEntry = z.object({
  /** Of the routine in its registration. */
  id: z.int(),
  /** Its number: '12', '12a'. */
  label: z.string(),
  name: z.string(),
  studio: z.string(),
})

const orderBlock = z.object({
  id: z.int(),
  stage: z.int(),
  kind: z.enum(blockKinds),
  name: z.string(),
  starts_at: instantField,
  /** Of its start, on the clocks of the city. */
  day: calendarDateField,
  /** Derived: after its last entry, or its minutes. */
  ends_at: instantField,
  minutes: z.int(),
})

/** 'HH:mm' on the clocks of the city. */
const clockField = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** When a studio would like an entry to start; null: at any time. */
export const entryWish = z.object({
  day: calendarDateField.nullable(),
  not_before: clockField.nullable(),
  not_after: clockField.nullable(),
})

export const entryRequest = entryWish.extend({
  text: z.string(),
  /** Counts the studio's changes. */
  revision: z.int(),
  requested_at: instantField,
  /** Of the office, for the studio to read; empty: none yet. */
  answer: z.string(),
})

const officeEntry = z.object({
  /** Of the routine in its registration. */
  id: z.int(),
  registration_id: z.int(),
  name: z.string(),
  studio: z.string(),
  division: z.string(),
  category: z.string(),
  performance_division: z.string(),
  /** Null: not in the order. */
  block_id: z.int().nullable(),
  position: z.int(),
  /** The number it has, or would have if the order were published now; null: not in the order. */
  entry_number: z.int().nullable(),
  suffix: z.string(),
  /** Whether its number is fixed. */
  published: z.boolean(),
  pinned: z.boolean(),
  state: entryState,
  override_reason: z.string(),
  has_prop: z.boolean(),
  age_division_id: z.int(),
  /** The youngest age of its division: the young come first. */
  minimum_age: z.int(),
  /** Music time in seconds, extra minutes included. */
  seconds: z.int(),
  starts_at: instantField.nullable(),
  /** Where it is the last of what competes for a placement: that its ceremony can follow; else empty. */
  ceremony: z.string(),
  request: entryRequest.nullable(),
  /** When it may start by its request; empty: at any time. */
  wish_windows: listOf(z.object({ from: instantField, until: instantField })),
  dancers: listOf(z.object({ person_id: z.int(), name: z.string() })),
})

export const officeRunningOrder = orderCity.extend({
  /** The first and the last day of the event. */
  start_date: calendarDateField,
  end_date: calendarDateField,
  version: z.int(),
  published_version: z.int().nullable(),
  published_at: instantField.nullable(),
  readers: z.object({
    /** Whether anyone with the link reads the published order. */
    is_public: z.boolean(),
    /** Whether links show names of dancers: this one, and those of studios' schedules. */
    shows_dancers: z.boolean(),
    /** Null: it was never public. */
    url: z.string().nullable(),
  }),
  blocks: listOf(orderBlock),
  entries: listOf(officeEntry),
  conflicts: listOf(z.object({ kind: z.string(), hard: z.boolean(), text: z.string(), entry_ids: listOf(z.int()) })),
  /** By these the order is timed and judged. */
  settings: z.object({
    changeover_seconds: z.int(),
    prop_seconds: z.int(),
    dancer_gap_minutes: z.int(),
    dancer_gap_entries: z.int(),
    studio_run_most: z.int(),
  }),
  /** The studios that a publication would mail, with the number of their entries. */
  changes: listOf(
    z.object({
      registration_id: z.int(),
      studio: z.string(),
      added: z.int(),
      moved: z.int(),
      scratched: z.int(),
    }),
  ),
})

const ofCity = z.object({ tour_date_id: idInPath })
const write = z.object({ tour_date_id: idField, version: z.int().min(0) })

export const readOfficeRunningOrder = endpoint({
  summary: 'The running order of a city: blocks, entries with derived times, conflicts, and routines not in it',
  method: 'GET',
  path: '/v1/office/running-order',
  auth: 'office',
  query: ofCity,
  reply: officeRunningOrder,
  example: ({ running_order }) => ({ query: { tour_date_id: running_order.tour_date_id } }),
})

const orderMove = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('place'),
    id: idField,
    block_id: idField,
    /** The entry it then stands before; null: last in its block. */
    before_id: idField.nullable(),
  }),
  z.object({ kind: z.literal('remove'), id: idField }),
  z.object({ kind: z.literal('pin'), id: idField, pinned: z.boolean() }),
])

export const moveRunningOrder = endpoint({
  summary: 'Move entries of the running order; a new hard conflict needs a reason',
  method: 'PUT',
  path: '/v1/office/running-order',
  auth: 'office',
  body: write.extend({ moves: listUpTo(3_000, orderMove), reason: lineField(400).default('') }),
  reply: officeRunningOrder,
  refusals: [
    'order.changed_meanwhile',
    'order.not_in_order',
    'order.not_routines',
    'order.pinned',
    'order.numbered',
    'order.started',
    'order.hard_conflict',
  ],
  example: ({ running_order: { tour_date_id, version, routine_id, block_id } }) => ({
    body: { tour_date_id, version, moves: [{ kind: 'place', id: routine_id, block_id, before_id: null }] },
  }),
})

const blockDraft = z.object({
  stage: z.int().min(1).max(9),
  kind: z.enum(blockKinds),
  name: requiredLine(80),
  /** As clocks in the city show it: 'YYYY-MM-DDTHH:mm'. */
  local_start: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  /** How long a block without entries lasts. */
  minutes: z.int().min(0).max(1_440),
})
const exampleBlock = { stage: 1, kind: 'break', name: 'Lunch', local_start: '2024-11-02T12:00', minutes: 45 }
const blockPath = z.object({ id: idInPath })

export const addBlock = endpoint({
  summary: 'Add a block to the running order of a city',
  method: 'POST',
  path: '/v1/office/running-order/blocks',
  auth: 'office',
  body: write.extend(blockDraft.shape),
  reply: officeRunningOrder,
  refusals: ['order.changed_meanwhile', 'order.bad_time', 'order.far_day'],
  example: ({ running_order: { tour_date_id, version } }) => ({ body: { tour_date_id, version, ...exampleBlock } }),
})

export const changeBlock = endpoint({
  summary: 'Change a block of the running order',
  method: 'PUT',
  path: '/v1/office/running-order/blocks/{id}',
  auth: 'office',
  params: blockPath,
  body: write.extend(blockDraft.shape),
  reply: officeRunningOrder,
  refusals: [
    'order.changed_meanwhile',
    'order.bad_time',
    'order.far_day',
    'order.block_has_entries',
    'release.block_waits',
  ],
  example: ({ running_order: { tour_date_id, version, empty_block_id } }) => ({
    params: { id: empty_block_id },
    body: { tour_date_id, version, ...exampleBlock },
  }),
})

export const removeBlock = endpoint({
  summary: 'Remove a block without entries from the running order',
  method: 'DELETE',
  path: '/v1/office/running-order/blocks/{id}',
  auth: 'office',
  params: blockPath,
  query: z.object({ tour_date_id: idInPath, version: z.coerce.number<string | number>().int().min(0) }),
  reply: officeRunningOrder,
  refusals: ['order.changed_meanwhile', 'order.block_has_entries', 'release.block_waits'],
  example: ({ running_order: { tour_date_id, version, empty_block_id } }) => ({
    params: { id: empty_block_id },
    query: { tour_date_id, version },
  }),
})

export const draftRunningOrder = endpoint({
  summary: 'Put every routine that is not in the running order into it, as a first draft',
  method: 'POST',
  path: '/v1/office/running-order/draft',
  auth: 'office',
  body: write,
  reply: officeRunningOrder,
  refusals: ['order.changed_meanwhile', 'order.no_block'],
  example: ({ running_order: { tour_date_id, version } }) => ({ body: { tour_date_id, version } }),
})

export const publishRunningOrder = endpoint({
  summary: 'Publish the running order: numbers are fixed, and each studio is mailed what changed for it',
  method: 'POST',
  path: '/v1/office/running-order/publish',
  auth: 'office',
  body: write,
  reply: z.object({ mailed: z.int(), order: officeRunningOrder }),
  refusals: ['order.changed_meanwhile', 'order.empty', 'order.no_changes'],
  example: ({ running_order: { tour_date_id, version } }) => ({ body: { tour_date_id, version } }),
})

const changeReaders = endpoint({
  summary: 'Let anyone with the link read the published order of a city, or not, and show names of dancers, or not',
  method: 'PUT',
  path: '/v1/office/running-order/readers',
  auth: 'office',
  body: write.extend({ is_public: z.boolean(), shows_dancers: z.boolean() }),
  reply: officeRunningOrder,
  refusals: ['order.changed_meanwhile'],
  example: ({ running_order: { tour_date_id, version } }) => ({
    body: { tour_date_id, version, is_public: true, shows_dancers: false },
  }),
})

const answerRequest = endpoint({
  summary: 'Answer the request of a studio for an entry; the studio reads it',
  method: 'PUT',
  path: '/v1/office/running-order/requests/{id}',
  auth: 'office',
  params: blockPath,
  body: z.object({ tour_date_id: idField, revision: z.int().min(1), answer: lineField(1_000) }),
  reply: officeRunningOrder,
  refusals: ['request.changed_meanwhile', 'request.too_long'],
  example: ({ running_order: { tour_date_id, routine_id } }) => ({
    params: { id: routine_id },
    body: { tour_date_id, revision: 1, answer: 'You dance after ten.' },
  }),
})

const stageEntry = officeEntry
  .pick({ id: true, name: true, studio: true, division: true, category: true, has_prop: true, state: true })
  .extend({
    label: z.string(),
    stage: z.int(),
    seconds: z.int(),
    starts_at: instantField,
    on_stage_at: instantField.nullable(),
    measured_seconds: z.int().nullable(),
    /** The scores of its block are. */
    is_locked: z.boolean(),
    dancers: listOf(z.string()),
  })

const stageReply = orderCity.extend({ version: z.int(), now: instantField, entries: listOf(stageEntry) })

export const readStage = endpoint({
  summary: 'The entries of a city’s stages, in the published order, with their state',
  method: 'GET',
  path: '/v1/office/stage',
  auth: 'office',
  /** `poll`: of a page that shows the stage already. Where nothing changed since, the answer is 304 and `now` is that of before. */
  query: ofCity.extend({ poll: z.literal('true').optional() }),
  reply: stageReply,
  refusals: ['order.unpublished'],
  statuses: { 304: 'Nothing changed since the answer whose tag the caller sent.' },
  example: ({ published_order }) => ({ query: { tour_date_id: published_order.tour_date_id } }),
})

/** The entries on stage at a version of the order. Pages poll where the stream fails. */
export const stageEvent = z.object({ version: z.int(), entry_ids: listOf(z.int()) })

export const watchStage = endpoint({
  summary: 'Server-sent events: what is on stage now, and each change of it',
  method: 'GET',
  path: '/v1/office/stage/events',
  auth: 'office',
  answers: 'events',
  query: ofCity,
  reply: stageEvent,
  example: ({ published_order }) => ({ query: { tour_date_id: published_order.tour_date_id } }),
})

export const changeStage = endpoint({
  summary: 'Check entries in, send them on stage and off, scratch them',
  method: 'PUT',
  path: '/v1/office/stage',
  auth: 'office',
  body: write.extend({ changes: listUpTo(100, z.object({ id: idField, state: entryState })) }),
  reply: stageReply,
  refusals: [
    'order.changed_meanwhile',
    'order.unpublished',
    'order.not_in_order',
    'order.state_unfit',
    'order.stage_taken',
    'order.end_final',
    'order.scores_locked',
  ],
  example: ({ published_order: { tour_date_id, version, routine_id } }) => ({
    body: { tour_date_id, version, changes: [{ id: routine_id, state: 'checked_in' }] },
  }),
})

export const runningOrderEndpoints = {
  readOfficeRunningOrder,
  moveRunningOrder,
  addBlock,
  changeBlock,
  removeBlock,
  draftRunningOrder,
  publishRunningOrder,
  readStage,
  watchStage,
  changeStage,
  changeReaders,
  answerRequest,
}
