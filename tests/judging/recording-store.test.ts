import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  addRecording,
  addSlice,
  dropRecording,
  endRecordings,
  openRecordingStore,
  readRecordingFile,
  readRecordings,
  refuseRecording,
  type RecordingStore,
} from '../../web/src/judging/tablet/recording-store.ts'
import { sendRecordings } from '../../web/src/judging/tablet/send-recordings.ts'

let store: RecordingStore
let databases = 0
beforeEach(async () => {
  vi.useRealTimers()
  store = await openRecordingStore(`recordings ${(databases += 1)}`)
})

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const [ash, birch] = [11, 12]

/** A recording with a slice each five seconds. */
async function record(registration_routine_id: number, slices: readonly string[], seat_id = 1) {
  const began = { seat_id, registration_routine_id, started_at: new Date().toISOString(), content_type: 'audio/webm' }
  const { id } = await addRecording(store, began)
  for (const [index, text] of slices.entries()) await addSlice(store, id, bytes(text), 5_000 * (index + 1))
  return id
}
const states = async () =>
  (await readRecordings(store)).map(({ starts_ms, length_ms, state }) => ({ starts_ms, length_ms, state }))

test('OFF-031 a recording that a crash ended is whole up to its last slice, and waits to be sent', async () => {
  const id = await record(ash, ['one ', 'two ', 'three'])
  await record(birch, [])
  await endRecordings(store, () => true)
  const [recording, ...others] = await readRecordings(store)
  expect(recording).toMatchObject({ id, state: 'waiting', length_ms: 15_000, bytes: 13 })
  expect(others, 'a recording without a slice').toEqual([])
  const file = recording && (await readRecordingFile(store, recording))
  expect([file?.type, await file?.text()]).toEqual(['audio/webm', 'one two three'])
})

test('OFF-031 a recording that goes on is not ended with the one before it', async () => {
  const first = await record(ash, ['one'])
  await record(birch, ['two'])
  await endRecordings(store, ({ id }) => id === first)
  expect((await states()).map(({ state }) => state)).toEqual(['waiting', 'recording'])
})

test('OFF-031 a later part begins where the earlier ones end, also once the server has them', async () => {
  const first = await record(ash, ['one', 'two'])
  await record(birch, ['other'])
  await endRecordings(store, () => true)
  await record(ash, ['three'])
  await dropRecording(store, first)
  await endRecordings(store, () => true)
  await record(ash, ['four'])
  expect(await states()).toEqual([
    { starts_ms: 0, length_ms: 10_000, state: 'sent' },
    { starts_ms: 0, length_ms: 5_000, state: 'waiting' },
    { starts_ms: 10_000, length_ms: 5_000, state: 'waiting' },
    { starts_ms: 15_000, length_ms: 5_000, state: 'recording' },
  ])
})

test('OFF-031 a part of another seat is no part of this one', async () => {
  await record(ash, ['one', 'two'], 1)
  await record(ash, ['three'], 2)
  expect((await states()).map(({ starts_ms }) => starts_ms)).toEqual([0, 0])
})

test('OFF-031 a sent recording leaves its bytes at once and its length after three days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-11-02T15:00:00Z') })
  const first = await record(ash, ['one'])
  await dropRecording(store, first)
  expect(await store.count('slices')).toBe(0)
  expect(await states()).toEqual([{ starts_ms: 0, length_ms: 5_000, state: 'sent' }])
  vi.setSystemTime(new Date('2024-11-05T14:00:00Z'))
  await dropRecording(store, await record(birch, ['two']))
  expect(await readRecordings(store)).toHaveLength(2)
  vi.setSystemTime(new Date('2024-11-05T16:00:00Z'))
  await dropRecording(store, await record(birch, ['three']))
  expect((await readRecordings(store)).map(({ id }) => id)).not.toContain(first)
})

test('OFF-031 a refused recording keeps its bytes and its sentence', async () => {
  const id = await record(ash, ['one'])
  await refuseRecording(store, id, 'The entry was scratched.')
  const [recording] = await readRecordings(store)
  expect(recording).toMatchObject({ state: 'refused', message: 'The entry was scratched.', bytes: 3 })
  expect(await store.count('slices')).toBe(1)
})

/** Two recordings that wait; the server's answers to the beginnings of their uploads, in the order of the calls. */
async function sendTwo(answer: (call: number) => Response) {
  for (const entry of [ash, birch]) await record(entry, ['sound'])
  await endRecordings(store, () => true)
  let calls = 0
  vi.stubGlobal('fetch', async () => answer((calls += 1)))
  const error = await sendRecordings(store, 1).then(
    () => null,
    (reason: Error) => reason.message,
  )
  vi.unstubAllGlobals()
  return { calls, error, states: (await readRecordings(store)).map(({ state }) => state) }
}
const replyWith = (status: number) => Response.json({ code: 'any', message: `Answer ${status}` }, { status })

test.each([409, 423, 500])(
  'OFF-031 a recording that the server answers with %s waits, and keeps no other one waiting',
  async (status) => {
    const outcome = await sendTwo((call) => replyWith(call === 1 ? status : 422))
    expect(outcome).toEqual({ calls: 2, error: `Answer ${status}`, states: ['waiting', 'refused'] })
  },
)

test.each([401, 429, 503])('OFF-031 after an answer of %s nothing else is sent until the next time', async (status) => {
  expect(await sendTwo(() => replyWith(status))).toEqual({
    ...{ calls: 1, error: `Answer ${status}`, states: ['waiting', 'waiting'] },
  })
})

test('OFF-031 an answer that is not our server’s refuses no recording', async () => {
  const outcome = await sendTwo(() => new Response('<h1>Sign in to the Wi-Fi</h1>', { status: 403 }))
  expect(outcome).toEqual({ calls: 1, error: 'The server answered with 403.', states: ['waiting', 'waiting'] })
})

test('OFF-031 without a network the first recording alone is tried', async () => {
  const outcome = await sendTwo(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(outcome).toEqual({ calls: 1, error: 'Failed to fetch', states: ['waiting', 'waiting'] })
})
