import type { Reply } from '../../api/call.ts'
import { finalRefusal, isOfOne, refusalIn } from './final-refusal.ts'
import {
  dropRecording,
  readRecordingFile,
  readRecordings,
  refuseRecording,
  type LocalRecording,
  type RecordingStore,
} from './recording-store.ts'

/** Bytes of one request: a connection that breaks loses no more. */
const chunkBytes = 1_048_576

/** The server will not take it, however often it is sent. */
class RefusedRecording extends Error {}

async function sha256Of(file: Blob): Promise<string | null> {
  // Outside of https a browser has no digests.
  if (!('subtle' in crypto)) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server does not take this recording now; the next heartbeat tries again. */
class HeldRecording extends Error {}

function failureOf(status: number, text: string): Error {
  const refusal = finalRefusal(status, text)
  if (refusal !== null) return new RefusedRecording(refusal)
  const message = refusalIn(text) ?? `The server answered with ${status}.`
  return isOfOne(status) ? new HeldRecording(message) : new Error(message)
}

async function beginUpload(recording: LocalRecording, file: Blob): Promise<Reply<'POST /v1/judging/media'>> {
  const { id, registration_routine_id, started_at } = recording
  const body = { id, registration_routine_id, started_at, bytes: file.size, sha256: await sha256Of(file) }
  const reply = await fetch('/v1/judging/media', {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, clock: new Date().toISOString() }),
  })
  if (reply.ok) return (await reply.json()) as Reply<'POST /v1/judging/media'>
  throw failureOf(reply.status, await reply.text())
}

async function sendOne(store: RecordingStore, recording: LocalRecording): Promise<void> {
  const file = await readRecordingFile(store, recording)
  const [{ Upload }, { upload_url }] = await Promise.all([import('tus-js-client'), beginUpload(recording, file)])
  await new Promise<void>((resolve, reject) => {
    new Upload(file, {
      uploadUrl: upload_url,
      chunkSize: chunkBytes,
      // The next heartbeat tries again, and goes on where this stopped.
      retryDelays: [500, 2_000],
      storeFingerprintForResuming: false,
      onSuccess: () => resolve(),
      onError: (error) => {
        const reply = 'originalResponse' in error ? error.originalResponse : null
        reject(reply ? failureOf(reply.getStatus(), reply.getBody()) : error)
      },
    }).start()
  })
  await dropRecording(store, recording.id)
}

/**
 * Sends what waits of a seat, oldest first; rejects once nothing arrives, or at the end if one was held. A recording that is
 * refused waits no more, and one that is held keeps no other one waiting. Recordings of another seat wait for that seat: the
 * server would take them for this judge's.
 */
export async function sendRecordings(store: RecordingStore, seat_id: number): Promise<void> {
  let firstHold: HeldRecording | undefined
  for (const recording of await readRecordings(store)) {
    if (recording.state !== 'waiting' || recording.seat_id !== seat_id) continue
    try {
      await sendOne(store, recording)
    } catch (error) {
      if (error instanceof RefusedRecording) await refuseRecording(store, recording.id, error.message)
      else if (error instanceof HeldRecording) firstHold ??= error
      else throw error
    }
  }
  if (firstHold) throw firstHold
}
