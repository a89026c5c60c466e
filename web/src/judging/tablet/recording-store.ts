import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** A recording of an entry by this tablet. Its bytes lie in slices, so that a crash loses the last one at most. */
export type LocalRecording = {
  id: string
  /** Counts up on this device: the order of sending. */
  sequence: number
  seat_id: number
  registration_routine_id: number
  /** By the clock of this device. */
  started_at: string
  content_type: string
  /** Length of the earlier recordings of this entry at this seat: marks count through all of them. */
  starts_ms: number
  length_ms: number
  bytes: number
  /** `sent`: without its bytes, for its length alone. */
  state: 'recording' | 'waiting' | 'refused' | 'sent'
  /** Why the server did not take it. */
  message: string
}

type Schema = DBSchema & {
  recordings: { key: string; value: LocalRecording; indexes: { sequence: number } }
  slices: { key: [string, number]; value: { id: string; index: number; bytes: ArrayBuffer } }
}

export type RecordingStore = IDBPDatabase<Schema>

/** A database apart from the marks': what happens to recordings never touches a mark. */
export const openRecordingStore = (name = 'callboard-recordings'): Promise<RecordingStore> =>
  openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('recordings', { keyPath: 'id' }).createIndex('sequence', 'sequence')
      db.createObjectStore('slices', { keyPath: ['id', 'index'] })
    },
  })

export const readRecordings = (store: RecordingStore): Promise<LocalRecording[]> =>
  store.getAllFromIndex('recordings', 'sequence')

type NewRecording = Pick<LocalRecording, 'seat_id' | 'registration_routine_id' | 'started_at' | 'content_type'>

/** Begins a recording; it has a length once its first slice is stored. */
export async function addRecording(store: RecordingStore, recording: NewRecording): Promise<LocalRecording> {
  const write = store.transaction('recordings', 'readwrite')
  const all = await write.store.getAll()
  // A tablet may have changed its seat: what another judge said is no part of this one's.
  const earlier = all.filter(
    ({ seat_id, registration_routine_id }) =>
      seat_id === recording.seat_id && registration_routine_id === recording.registration_routine_id,
  )
  const newRecording: LocalRecording = {
    ...recording,
    id: crypto.randomUUID(),
    sequence: Math.max(0, ...all.map(({ sequence }) => sequence)) + 1,
    starts_ms: Math.max(0, ...earlier.map(({ starts_ms, length_ms }) => starts_ms + length_ms)),
    length_ms: 0,
    bytes: 0,
    state: 'recording',
    message: '',
  }
  await write.store.add(newRecording)
  await write.done
  return newRecording
}

/** Stores the next slice, durably, with the length of the recording until now. Rejects when the storage is full. */
export async function addSlice(
  store: RecordingStore,
  id: string,
  bytes: ArrayBuffer,
  length_ms: number,
): Promise<void> {
  const write = store.transaction(['recordings', 'slices'], 'readwrite', { durability: 'strict' })
  const recording = await write.objectStore('recordings').get(id)
  if (!recording) return
  const slices = write.objectStore('slices')
  const index = await slices.count(rangeOf(id))
  await slices.add({ id, index, bytes })
  await write.objectStore('recordings').put({ ...recording, length_ms, bytes: recording.bytes + bytes.byteLength })
  await write.done
}

const rangeOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

/** Lets recordings be sent: one that is over, or all that a crash left behind. An empty one is dropped. */
export async function endRecordings(
  store: RecordingStore,
  isOver: (recording: LocalRecording) => boolean,
): Promise<void> {
  const write = store.transaction('recordings', 'readwrite')
  for (const recording of await write.store.getAll()) {
    if (recording.state !== 'recording' || !isOver(recording)) continue
    if (recording.bytes === 0) await write.store.delete(recording.id)
    else await write.store.put({ ...recording, state: 'waiting' })
  }
  await write.done
}

/** All of a recording, as one file. */
export async function readRecordingFile(store: RecordingStore, { id, content_type }: LocalRecording): Promise<Blob> {
  const slices = await store.getAll('slices', rangeOf(id))
  return new Blob(
    slices.map(({ bytes }) => bytes),
    { type: content_type },
  )
}

export async function refuseRecording(store: RecordingStore, id: string, message: string): Promise<void> {
  const recording = await store.get('recordings', id)
  if (recording) await store.put('recordings', { ...recording, state: 'refused', message })
}

/** How long the length of a sent recording is kept: an entry is not recorded again days later. */
const keptMilliseconds = 3 * 24 * 3_600_000

/** Deletes the bytes of a recording that the server has. Its length stays, for marks of a later part. */
export async function dropRecording(store: RecordingStore, id: string): Promise<void> {
  const write = store.transaction(['recordings', 'slices'], 'readwrite')
  const recordings = write.objectStore('recordings')
  const recording = await recordings.get(id)
  if (recording) await recordings.put({ ...recording, state: 'sent', bytes: 0 })
  const oldest = Date.now() - keptMilliseconds
  for (const { id: old, state, started_at } of await recordings.getAll()) {
    if (state === 'sent' && Date.parse(started_at) < oldest) await recordings.delete(old)
  }
  await write.objectStore('slices').delete(rangeOf(id))
  await write.done
}
