import { addRecording, addSlice, endRecordings, type LocalRecording, type RecordingStore } from './recording-store.ts'

/** Milliseconds of a slice: a crash loses no more. */
const sliceMilliseconds = 5_000
const types = ['audio/mp4', 'audio/webm;codecs=opus'] as const
const bitsPerSecond = 64_000
/** Bytes that recordings leave free, so that marks always have room. */
const keptFree = 30_000_000

export type RecorderProblem = 'no_microphone' | 'not_supported' | 'storage_full' | 'microphone_lost'

type RecordedEntry = { seat_id: number; registration_routine_id: number }
type Listener = (change: { isRecording: boolean; problem: RecorderProblem | null }) => void

async function isStorageFull(): Promise<boolean> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota - usage < keptFree
}

/** Records the microphone of this tablet, one entry after another, into its storage. */
export class Recorder {
  private readonly store: RecordingStore
  private readonly listener: Listener
  private stream: MediaStream | null = null
  private recorder: MediaRecorder | null = null
  private recording: LocalRecording | null = null
  private startedAt = 0
  private analyser: AnalyserNode | null = null
  private context: AudioContext | null = null
  private slices: Promise<void> = Promise.resolve()

  constructor(store: RecordingStore, listener: Listener) {
    this.store = store
    this.listener = listener
  }

  /** Begins to record an entry; what was recorded before ends. False: it could not begin, and the listener knows why. */
  async start({ seat_id, registration_routine_id }: RecordedEntry): Promise<boolean> {
    await this.stop()
    const type = types.find((one) => globalThis.MediaRecorder?.isTypeSupported(one))
    if (!type) return this.fail('not_supported')
    if (await isStorageFull()) return this.fail('storage_full')
    try {
      this.stream ??= await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
    } catch {
      return this.fail('no_microphone')
    }
    this.watchLevel(this.stream)
    const recorder = new MediaRecorder(this.stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond })
    const recording = await addRecording(this.store, {
      ...{ seat_id, registration_routine_id, started_at: new Date().toISOString(), content_type: type },
    })
    recorder.addEventListener('dataavailable', ({ data }) => this.keep(recording.id, data))
    // Not ended by this page: the microphone was unplugged, or something else took it.
    recorder.addEventListener('stop', () => void (this.recorder === recorder && this.loseMicrophone()))
    recorder.start(sliceMilliseconds)
    this.recorder = recorder
    this.recording = recording
    this.startedAt = performance.now()
    this.listener({ isRecording: true, problem: null })
    return true
  }

  /** Slices are stored one after another: their order is the file's. */
  private keep(id: string, data: Blob) {
    if (data.size === 0) return
    const length_ms = Math.round(performance.now() - this.startedAt)
    this.slices = this.slices.then(async () => {
      try {
        await addSlice(this.store, id, await data.arrayBuffer(), length_ms)
        if (await isStorageFull()) await this.stopFull()
      } catch {
        await this.stopFull()
      }
    })
  }

  private async stopFull() {
    if (!this.recorder) return
    const stopped = this.end()
    // The slices that are here are sent, which makes room.
    stopped?.addEventListener('stop', () => void this.finish('storage_full'), { once: true })
    this.listener({ isRecording: false, problem: 'storage_full' })
  }

  private async loseMicrophone() {
    this.end()
    for (const track of this.stream?.getTracks() ?? []) track.stop()
    // The next recording asks for a microphone again.
    this.stream = null
    this.analyser = null
    await this.finish('microphone_lost')
  }

  /** Lets be sent what was recorded, once its last slice is stored. */
  private async finish(problem: RecorderProblem | null) {
    await this.slices
    await endRecordings(this.store, () => true)
    this.listener({ isRecording: false, problem })
  }

  private fail(problem: RecorderProblem): false {
    this.listener({ isRecording: false, problem })
    return false
  }

  /** Ends the recorder; its last slice still arrives. */
  private end(): MediaRecorder | null {
    const { recorder } = this
    this.recorder = null
    this.recording = null
    if (recorder && recorder.state !== 'inactive') recorder.stop()
    return recorder
  }

  /** Ends what is recorded, and lets it be sent once its last slice is stored. */
  async stop(): Promise<void> {
    const { recorder } = this
    if (!recorder) return
    const isStopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }))
    this.end()
    await isStopped
    await this.finish(null)
  }

  /** Gives the microphone back. */
  async close(): Promise<void> {
    await this.stop()
    for (const track of this.stream?.getTracks() ?? []) track.stop()
    this.stream = null
    this.analyser = null
    await this.context?.close()
    this.context = null
  }

  /** Whether this entry is recorded now. */
  isRecordingOf(registration_routine_id: number): boolean {
    return this.recording?.registration_routine_id === registration_routine_id
  }

  /** Milliseconds into what is recorded of this entry, earlier parts included; null: nothing is recorded. */
  positionMs(): number | null {
    if (!this.recording) return null
    return this.recording.starts_ms + Math.round(performance.now() - this.startedAt)
  }

  private watchLevel(stream: MediaStream) {
    if (this.analyser || !('AudioContext' in globalThis)) return
    this.context = new AudioContext()
    this.analyser = this.context.createAnalyser()
    this.analyser.fftSize = 512
    this.context.createMediaStreamSource(stream).connect(this.analyser)
  }

  /** How loud it is now, from 0 to 1. */
  level(): number {
    if (!this.analyser || !this.recorder) return 0
    const samples = new Float32Array(this.analyser.fftSize)
    this.analyser.getFloatTimeDomainData(samples)
    return Math.min(1, 2 * Math.max(...samples.map((sample) => Math.abs(sample))))
  }
}
