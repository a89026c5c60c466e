import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { Recorder, type RecorderProblem } from '../../web/src/judging/tablet/recorder.ts'
import {
  openRecordingStore,
  readRecordingFile,
  readRecordings,
  type RecordingStore,
} from '../../web/src/judging/tablet/recording-store.ts'

let supported = ['audio/webm;codecs=opus']
const recorders: FakeRecorder[] = []
let usage = 0
let tracks: { readyState: string; stop: () => void }[] = []

/** The recorder of a browser as far as the page uses it: its events come after the call that causes them. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => supported.includes(type)
  state: 'inactive' | 'recording' = 'inactive'
  readonly mimeType: string
  constructor(_stream: unknown, { mimeType }: { mimeType: string }) {
    super()
    this.mimeType = mimeType
    recorders.push(this)
  }
  start() {
    this.state = 'recording'
  }
  slice(text: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }))
  }
  stop() {
    this.state = 'inactive'
    queueMicrotask(() => {
      this.slice('end')
      this.dispatchEvent(new Event('stop'))
    })
  }
}

let store: RecordingStore
let recorder: Recorder
let databases = 0
const changes: { isRecording: boolean; problem: RecorderProblem | null }[] = []
const entry = { seat_id: 1, registration_routine_id: 11 }
const latest = () => recorders.at(-1) as FakeRecorder
const contents = async () =>
  Promise.all(
    (await readRecordings(store)).map(async (recording) => [
      recording.state,
      await (await readRecordingFile(store, recording)).text(),
    ]),
  )

beforeEach(async () => {
  ;[supported, usage] = [['audio/webm;codecs=opus'], 0]
  recorders.length = 0
  changes.length = 0
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  const getUserMedia = vi.fn(() => {
    tracks = [{ readyState: 'live', stop() {} }]
    return Promise.resolve({ getTracks: () => tracks })
  })
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia },
    storage: { estimate: () => Promise.resolve({ quota: 100_000_000, usage }) },
  })
  store = await openRecordingStore(`recorder ${(databases += 1)}`)
  recorder = new Recorder(store, (change) => changes.push(change))
})
afterEach(() => vi.unstubAllGlobals())

test('OFF-031 the first type that the browser records is taken, MP4 before WebM; without one the judge hears it', async () => {
  supported = ['audio/webm;codecs=opus', 'audio/mp4']
  expect(await recorder.start(entry)).toBe(true)
  expect(latest().mimeType).toBe('audio/mp4')
  await recorder.stop()
  supported = []
  expect(await recorder.start(entry)).toBe(false)
  expect(changes.at(-1)).toEqual({ isRecording: false, problem: 'not_supported' })
})

test('OFF-031 slices are stored in their order, the last one too, and then wait to be sent', async () => {
  await recorder.start(entry)
  latest().slice('one ')
  latest().slice('two ')
  await recorder.stop()
  expect(await contents()).toEqual([['waiting', 'one two end']])
})

test('OFF-031 the next entry ends the recording of the one before it', async () => {
  await recorder.start(entry)
  latest().slice('one ')
  await recorder.start({ ...entry, registration_routine_id: 12 })
  expect(recorder.isRecordingOf(12)).toBe(true)
  expect(await contents()).toEqual([
    ['waiting', 'one end'],
    ['recording', ''],
  ])
})

test('OFF-031 a full storage ends the recording, says so, and lets what is here be sent', async () => {
  await recorder.start(entry)
  latest().slice('one ')
  usage = 80_000_000
  latest().slice('two ')
  await eventually(() => expect(changes.at(-1)).toEqual({ isRecording: false, problem: 'storage_full' }))
  await eventually(async () => expect((await contents())[0]?.[0]).toBe('waiting'))
  expect((await contents())[0]?.[1]).toMatch(/^one two /)
  expect(await recorder.start(entry)).toBe(false)
  usage = 0
  expect(await recorder.start(entry)).toBe(true)
})

test('OFF-031 a microphone that is unplugged is told, keeps what was said, and is asked for again', async () => {
  await recorder.start(entry)
  latest().slice('one ')
  latest().stop()
  await eventually(() => expect(changes.at(-1)).toEqual({ isRecording: false, problem: 'microphone_lost' }))
  expect(await contents()).toEqual([['waiting', 'one end']])
  expect(recorder.positionMs()).toBeNull()
  await recorder.start(entry)
  expect(navigator.mediaDevices.getUserMedia).toHaveBeenCalledTimes(2)
})
