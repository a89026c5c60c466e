import { entryStates } from '@callboard/domain/running-order/entry-state.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, idInPath, instantField, lineField, listOf, listUpTo } from '../fields.ts'
import { stageEvent } from '../running-order/running-order.ts'
import { scoreScale } from './panels.ts'

const idPath = z.object({ id: idInPath })
const pointsField = z.int().min(0).max(100_000)

const device = z.object({
  id: z.int(),
  label: z.string(),
  paired_at: instantField,
  last_seen: instantField.nullable(),
  /** Percent. */
  battery: z.int().nullable(),
  /** Sheets that it held when it was last heard. */
  queued_sheets: z.int().nullable(),
  /** Bytes of recordings that it held. */
  queued_bytes: z.int().nullable(),
  /** Whether it recorded then. */
  recording: z.boolean(),
  app_version: z.string(),
  clock_offset_ms: z.int().nullable(),
})
const deviceBoard = z.object({
  tour_date_id: z.int(),
  event: z.string(),
  city: z.string(),
  now: instantField,
  /** The city is over: no more devices are paired. */
  is_over: z.boolean(),
  seats: listOf(
    z.object({
      seat_id: z.int(),
      panel: z.string(),
      position: z.int(),
      judge: z.string().nullable(),
      device: device.nullable(),
    }),
  ),
})

export const readDevices = endpoint({
  summary: 'The seats of a city with their devices: last contact, battery, unsent sheets',
  method: 'GET',
  path: '/v1/office/devices',
  auth: 'office',
  query: z.object({ tour_date_id: idInPath }),
  reply: deviceBoard,
  example: ({ judging }) => ({ query: { tour_date_id: judging.tour_date_id } }),
})

export const offerPairing = endpoint({
  summary: 'Make a code that pairs one device with a seat, once, within ten minutes',
  method: 'POST',
  path: '/v1/office/devices',
  auth: 'office',
  body: z.object({ seat_id: idField, label: lineField(60).default('') }),
  reply: z.object({ pairing_id: z.int(), code: z.string(), url: z.string(), expires_at: instantField }),
  refusals: ['pairing.city_over'],
  example: ({ judging: { seats } }) => ({ body: { seat_id: seats.marked, label: 'Tablet 4' } }),
})

export const revokeDevice = endpoint({
  summary: 'Take a device away from its seat: it can call nothing any more',
  method: 'DELETE',
  path: '/v1/office/devices/{id}',
  auth: 'office',
  params: idPath,
  reply: deviceBoard,
  example: ({ judging }) => ({ params: { id: judging.device_id } }),
})

export const pairDevice = endpoint({
  summary: 'Pair this device with a judge’s seat by the code that the office shows',
  method: 'POST',
  path: '/v1/judging/pair',
  auth: 'public',
  body: z.object({ pairing_id: idField, code: z.string().regex(/^\d{6}$/) }),
  reply: z.object({
    /** Also set as a cookie. */
    token: z.string(),
    expires_at: instantField,
  }),
  refusals: ['pairing.wrong_code', 'pairing.over'],
  limit: { hits: 60, minutes: 15 },
  example: ({ judging: { pairing_id, pairing_code } }) => ({ body: { pairing_id, code: pairing_code } }),
})

const sheetItem = z.object({
  critique_item_id: idField,
  good: z.boolean(),
  /** Where in the recording. */
  at_ms: z.int().min(0).max(7_200_000).nullable().default(null),
})

const packSheet = z.object({
  client_id: z.string(),
  registration_routine_id: z.int(),
  revision: z.int(),
  points: z.int().nullable(),
  criteria: z.record(z.string(), z.int()).nullable(),
  abstained: z.string().nullable(),
  critique: z.string(),
  note: z.string(),
  /** Ids of the awards that the judge nominates the entry for. */
  switches: listOf(z.int()),
  /** Good and bad items of the vocabulary. */
  critique_marks: listOf(sheetItem),
  contested: z.boolean(),
  verified: z.boolean(),
})

export const readPack = endpoint({
  summary: 'Everything that a judge’s seat needs for its day, without names or birthdates of dancers',
  method: 'GET',
  path: '/v1/judging/pack',
  auth: 'judge',
  conditional: true,
  reply: z.object({
    event: z.string(),
    city: z.string(),
    time_zone: z.string(),
    seat: z.object({ id: z.int(), position: z.int(), judge: z.string().nullable(), panel: z.string() }),
    scale: scoreScale.pick({ max_points: true, step: true, soft_floor: true, criteria: true }),
    /** By which the device seals what it hands over as QR codes. */
    hand_over: z.object({ device_id: z.int(), key: z.string() }),
    /** The items of critiques, each after the one above it. */
    vocabulary: listOf(z.object({ id: z.int(), parent_id: z.int().nullable(), level: z.int(), name: z.string() })),
    /** The awards that a judge can nominate an entry for. */
    switches: listOf(z.object({ id: z.int(), name: z.string() })),
    blocks: listOf(z.object({ id: z.int(), name: z.string(), starts_at: instantField, locked: z.boolean() })),
    entries: listOf(
      z.object({
        id: z.int(),
        label: z.string(),
        title: z.string(),
        division: z.string(),
        category: z.string(),
        performance_division: z.string(),
        seconds: z.int(),
        /** A letter where the judges are not to see names of studios. */
        studio: z.string(),
        block_id: z.int(),
        state: z.enum(entryStates),
        recused: z.boolean(),
        /** Whether a locked block lets its next revision in. */
        reopened: z.boolean(),
      }),
    ),
    /** The seat's own sheets. */
    sheets: listOf(packSheet),
  }),
  example: () => ({}),
})

export const sentSheet = z.object({
  /** Made by the device, so that a sheet sent twice is stored once. */
  client_id: z.uuid(),
  registration_routine_id: idField,
  revision: z.int().min(1).max(10_000),
  /** Hundredths; null: the judge abstains. */
  points: pointsField.nullable(),
  criteria: z.record(z.string().max(60), pointsField).nullable().default(null),
  abstained: lineField(400).nullable().default(null),
  critique: z.string().max(10_000).default(''),
  note: z.string().max(2_000).default(''),
  switches: listUpTo(20, idField).default([]),
  critique_marks: listUpTo(100, sheetItem).default([]),
  /** The sheet that the judge began from, with the items as the device knew them; null: there was none. */
  base_sheet: z
    .object({ client_id: z.uuid(), critique_marks: listUpTo(100, sheetItem) })
    .nullable()
    .default(null),
  /** By the device's clock; it orders nothing. */
  marked_at: z.iso.datetime().nullable().default(null),
})

const sheetAnswers = listOf(
  z.object({
    client_id: z.string(),
    status: z.enum(['stored', 'duplicate', 'contested', 'locked', 'refused']),
    /** Why it was not taken, for `locked` and `refused`. */
    message: z.string(),
    /** True of a refused sheet whose entry was scratched or did not show up: sent again once the entry is back, it counts. */
    entry_is_out: z.boolean(),
  }),
)

export const sendSheets = endpoint({
  summary: 'Send sheets of this seat, in order; each is answered, and sending again changes nothing',
  method: 'POST',
  path: '/v1/judging/sheets',
  auth: 'judge',
  body: z.object({ sheets: listUpTo(100, sentSheet) }),
  reply: z.object({ sheets: sheetAnswers }),
  example: ({ judging: { routine_id } }) => ({
    body: {
      sheets: [
        {
          ...{ registration_routine_id: routine_id, revision: 2, points: 9_350 },
          ...{ client_id: '6f1c0a52-7f0e-4d3a-9b1e-2f6c1f5a8d03', marked_at: '2024-11-02T15:04:05.000Z' },
        },
      ],
    },
  }),
})

export const receiveSheets = endpoint({
  summary: 'Take in the sheets that one tablet without a network shows as QR codes; sending again changes nothing',
  method: 'POST',
  path: '/v1/office/scores/receive',
  auth: 'office',
  body: z.object({ codes: listUpTo(500, z.string().max(2_000)) }),
  reply: z.object({
    tour_date_id: z.int(),
    panel: z.string(),
    position: z.int(),
    sheets: sheetAnswers,
  }),
  refusals: ['hand_over.unreadable', 'hand_over.incomplete', 'hand_over.foreign'],
  example: ({ judging }) => ({ body: { codes: [judging.hand_over_code] } }),
})

export const readJudgeStage = endpoint({
  summary: 'The entries that are on stage now; a hint for the judge, which moves nothing',
  method: 'GET',
  path: '/v1/judging/stage',
  auth: 'judge',
  reply: z.object({ entry_ids: listOf(z.int()) }),
  example: () => ({}),
})

export const watchJudgeStage = endpoint({
  summary: 'Server-sent events: the entries that are on stage now, and each change of it',
  method: 'GET',
  path: '/v1/judging/stage/events',
  auth: 'judge',
  answers: 'events',
  reply: stageEvent,
  example: () => ({}),
})

export const verifySheets = endpoint({
  summary: 'Say that the judge has read these sheets of the seat through, at the end of a block',
  method: 'POST',
  path: '/v1/judging/verify',
  auth: 'judge',
  body: z.object({ client_ids: listUpTo(500, z.uuid()) }),
  status: 204,
  example: ({ judging }) => ({ body: { client_ids: [judging.own_sheet] } }),
})

export const sendHeartbeat = endpoint({
  summary: 'Say how the device is; every 15 seconds',
  method: 'POST',
  path: '/v1/judging/heartbeat',
  auth: 'judge',
  body: z.object({
    /** Percent. */
    battery: z.int().min(0).max(100).nullable(),
    queued_sheets: z.int().min(0).max(100_000),
    queued_bytes: z.int().min(0).max(2_000_000_000).default(0),
    recording: z.boolean().default(false),
    app_version: z.string().max(80),
    clock: z.iso.datetime(),
  }),
  reply: z.object({
    now: instantField,
    /** Whether another device has taken this seat: what is sent now is contested. */
    replaced: z.boolean(),
  }),
  example: () => ({
    body: { battery: 80, queued_sheets: 0, app_version: '1', clock: '2024-11-02T15:04:05.000Z' },
  }),
})

export const tabletEndpoints = {
  readDevices,
  offerPairing,
  revokeDevice,
  pairDevice,
  readPack,
  sendSheets,
  receiveSheets,
  readJudgeStage,
  watchJudgeStage,
  verifySheets,
  sendHeartbeat,
}
