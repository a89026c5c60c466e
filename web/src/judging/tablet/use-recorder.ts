import { useCallback, useEffect, useRef, useState } from 'react'
import type { PackEntry } from './sheet-store.ts'
import { Recorder, type RecorderProblem } from './recorder.ts'
import { endRecordings, openRecordingStore, readRecordings, type RecordingStore } from './recording-store.ts'
import { sendRecordings } from './send-recordings.ts'

type RecorderState = {
  /** Pressed once for a block: each of its entries is recorded as it opens. */
  blockId: number | null
  isRecording: boolean
  problem: RecorderProblem | null
  /** Recordings that wait to be sent, and sentences of those that were refused. */
  waiting: number
  refusals: readonly string[]
}

/** Records what the judge says, entry by entry, and sends it once the marks are sent. docs/rules/critiques.md. */
export function useRecorder() {
  const recorderRef = useRef<Recorder | null>(null)
  const storeRef = useRef<RecordingStore | null>(null)
  const isSending = useRef(false)
  const seatRef = useRef<number | null>(null)
  const [state, setState] = useState<RecorderState>({
    ...{ blockId: null, isRecording: false, problem: null, waiting: 0, refusals: [] },
  })
  const isRecordingRef = useRef(false)

  /** Recordings of the seat that this tablet has now. */
  const readOwn = useCallback(async () => {
    const recordings = storeRef.current ? await readRecordings(storeRef.current) : []
    return recordings.filter(({ seat_id }) => seatRef.current === null || seat_id === seatRef.current)
  }, [])
  const showQueue = useCallback(async () => {
    if (!storeRef.current) return
    const recordings = await readOwn()
    const refusals = recordings.flatMap(({ state: one, message }) => (one === 'refused' ? [message] : []))
    const waiting = recordings.filter((one) => one.state === 'waiting').length
    setState((before) => ({ ...before, waiting, refusals }))
  }, [readOwn])

  useEffect(() => {
    let isGone = false
    const open = async () => {
      if (!('indexedDB' in globalThis)) return
      const store = await openRecordingStore()
      if (isGone) return store.close()
      storeRef.current = store
      // A page that ended while it recorded left a recording without its last slice.
      await endRecordings(store, () => true)
      recorderRef.current = new Recorder(store, ({ isRecording, problem }) => {
        isRecordingRef.current = isRecording
        setState((before) => ({ ...before, isRecording, problem, blockId: problem ? null : before.blockId }))
        void showQueue()
      })
      await showQueue()
    }
    void open()
    return () => {
      isGone = true
      const [recorder, store] = [recorderRef.current, storeRef.current]
      recorderRef.current = null
      storeRef.current = null
      void recorder?.close().then(() => store?.close())
    }
  }, [showQueue])

  const start = useCallback(async ({ id, block_id }: Pick<PackEntry, 'id' | 'block_id'>, seat_id: number) => {
    const hasBegun = await recorderRef.current?.start({ seat_id, registration_routine_id: id })
    if (hasBegun) setState((before) => ({ ...before, blockId: block_id }))
  }, [])

  const stop = useCallback(async () => {
    setState((before) => ({ ...before, blockId: null }))
    await recorderRef.current?.close()
  }, [])

  /** The judge opened another entry: within the block it is recorded, beyond it recording ends. */
  const follow = useCallback(
    async (entry: Pick<PackEntry, 'id' | 'block_id'>, seat_id: number, blockId: number | null) => {
      if (blockId === null || recorderRef.current?.isRecordingOf(entry.id)) return
      await (entry.block_id === blockId ? start(entry, seat_id) : stop())
    },
    [start, stop],
  )

  /** Sends what waits of a seat; called once no mark does. Rejects when something did not arrive. */
  const send = useCallback(
    async (seat_id: number) => {
      seatRef.current = seat_id
      const store = storeRef.current
      if (!store || isSending.current) return
      isSending.current = true
      try {
        await sendRecordings(store, seat_id)
      } finally {
        isSending.current = false
        await showQueue()
      }
    },
    [showQueue],
  )

  /** The facts of recording that the heartbeat sends. */
  const vitals = useCallback(async () => {
    const queued_bytes = (await readOwn()).reduce(
      (sum, { bytes, state: one }) => (one === 'waiting' ? sum + bytes : sum),
      0,
    )
    return { recording: isRecordingRef.current, queued_bytes }
  }, [readOwn])

  const positionMs = useCallback(() => recorderRef.current?.positionMs() ?? null, [])
  const level = useCallback(() => recorderRef.current?.level() ?? 0, [])
  return { ...state, start, stop, follow, send, vitals, positionMs, level }
}

export type TabletRecorder = ReturnType<typeof useRecorder>
