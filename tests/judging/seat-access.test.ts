import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { withoutUuids } from '../kit.ts'
import { pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders, requestOf } from '../scenarios/request-of.ts'
import { worldTemplate } from '../scenarios/world-template.ts'

const { world, cast, copy } = await worldTemplate()
const stage = await copy()
const { db, app } = stage
const { judging, media } = world
const { seats, device_id, own_sheet } = judging
const endpoints = Object.entries(contract).filter(([, { auth }]) => auth === 'judge')

/** The token of a device that is paired with another seat of the same panel. */
let token = ''

beforeEach(async () => {
  await stage.startOver()
  token = (await pairDirectly(stage, cast.office, seats.missing, 'Neighbor')).token
  // A mark and words that occur nowhere else, so that an answer with them is one about the first seat.
  const words = { points: 8_765, critique: 'Only the first seat', note: 'Only the first seat' }
  await db.updateTable('score_sheets').set(words).where('client_id', '=', own_sheet).execute()
})

/** Everything that is of the first seat: rows that name it or its device, and the items of its sheets. */
async function firstSeat(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(x)::text as row from score_sheets x where seat_id = ${seats.marked}
    union all select to_jsonb(x)::text from critique_marks x
      where client_id in (select client_id from score_sheets where seat_id = ${seats.marked})
    union all select to_jsonb(x)::text from judge_devices x where id = ${device_id}
    union all select to_jsonb(x)::text from judge_pairings x where seat_id = ${seats.marked}
    union all select to_jsonb(x)::text from recusals x where seat_id = ${seats.marked}
    union all select to_jsonb(x)::text from sheet_reopenings x where seat_id = ${seats.marked}
    union all select to_jsonb(x)::text from audition_sheets x where seat_id = ${seats.marked}
    union all select to_jsonb(x)::text from media_objects x where seat_id = ${seats.marked}
    order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

const callAsNeighbor = (endpoint: Endpoint, change: object = {}) => {
  const { headers, ...request } = requestOf(endpoint, { ...endpoint.example(world), ...change })
  return app.inject({ ...request, headers: { ...headers, ...deviceHeaders(token) } })
}

test('the first seat has marks, a device and an upload that another seat could touch', async () => {
  const rows = await firstSeat()
  expect(rows.some((row) => row.includes(own_sheet))).toBe(true)
  expect(rows.some((row) => row.includes(media.device_upload_id))).toBe(true)
  expect(rows.some((row) => row.includes('token_hash'))).toBe(true)
})

test.each(endpoints)(
  'SEC-008 SEC-026 %s reads and writes nothing of the first seat by the living token of another seat',
  async (_name, endpoint) => {
    const before = await firstSeat()
    const reply = await callAsNeighbor(endpoint)
    // It is signed in: no refusal stands in for the check of the seat.
    expect(reply.statusCode).not.toBe(401)
    expect(reply.statusCode).toBeLessThan(500)
    expect(withoutUuids(reply.body)).not.toMatch(/8765|Only the first seat/)
    const wroteOwn = endpoint.path === '/v1/judging/sheets' || endpoint.path === '/v1/judging/media'
    if (!wroteOwn) expect(reply.body).not.toContain(own_sheet)
    expect(await firstSeat()).toEqual(before)
  },
)

const { sendSheets, verifySheets, beginRecording, readRecordingUpload, appendRecording, readPack, sendHeartbeat } =
  contract

test('SEC-008 a sheet with the id of another seat’s is refused, with its content too; a base of another seat brings nothing', async () => {
  const before = await firstSeat()
  const own = await db
    .selectFrom('score_sheets')
    .where('client_id', '=', own_sheet)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { registration_routine_id, revision, points, critique, note } = own
  const send = (sheet: object) =>
    callAsNeighbor(sendSheets, {
      body: { sheets: [{ registration_routine_id, revision: 1, points: 9_000, ...sheet }] },
    })
  const copied = await send({ client_id: own_sheet, revision, points, critique, note })
  expect(copied.json().sheets).toMatchObject([{ status: 'refused' }])
  const base_sheet = { client_id: own_sheet, critique_marks: [] }
  const client_id = crypto.randomUUID()
  expect((await send({ client_id, base_sheet })).json().sheets).toMatchObject([{ status: 'stored' }])
  const sheetRow = await db
    .selectFrom('score_sheets')
    .where('client_id', '=', client_id)
    .select(['seat_id', 'critique', 'note'])
    .executeTakeFirst()
  expect(sheetRow).toEqual({ seat_id: seats.missing, critique: '', note: '' })
  expect(await firstSeat()).toEqual(before)
})

test('SEC-008 saying that another seat’s sheets are read through leaves them as they were', async () => {
  const verifiedAt = async () =>
    (await db.selectFrom('score_sheets').where('client_id', '=', own_sheet).select('verified_at').executeTakeFirst())
      ?.verified_at
  expect((await callAsNeighbor(verifySheets)).statusCode).toBe(204)
  expect(await verifiedAt()).toBeNull()
  // Control: the same call of its own seat is noted.
  const { headers, ...request } = requestOf(verifySheets, verifySheets.example(world))
  await app.inject({ ...request, headers: { ...headers, ...deviceHeaders(judging.device_token) } })
  expect(await verifiedAt()).not.toBeNull()
})

test('SEC-008 the upload of another seat is nowhere: not begun again, not read, not appended to', async () => {
  const before = await firstSeat()
  const example = beginRecording.example(world).body as object
  const statuses = [
    await callAsNeighbor(beginRecording, { body: { ...example, id: media.device_upload_id } }),
    await callAsNeighbor(readRecordingUpload),
    await callAsNeighbor(appendRecording),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([404, 404, 404])
  expect(await firstSeat()).toEqual(before)
})

test('SEC-008 the pack and the heartbeat are of the seat of their token', async () => {
  const pack = (await callAsNeighbor(readPack)).json()
  expect(pack).toMatchObject({ seat: { id: seats.missing }, sheets: [] })
  expect(pack.hand_over.device_id).not.toBe(device_id)
  const heartbeat = await callAsNeighbor(sendHeartbeat)
  expect(heartbeat.statusCode).toBe(200)
  const deviceRows = await db.selectFrom('judge_devices').where('last_seen', 'is not', null).select('seat_id').execute()
  expect(deviceRows).toEqual([{ seat_id: seats.missing }])
})
