import { useSyncExternalStore } from 'react'
import { ReplyError, timeoutCode } from './reply-error.ts'

/** Milliseconds before each further try, where the server does not ask for more. */
const backoffMs = [1_000, 2_000, 4_000] as const
const longestWaitMs = 10_000

const awayStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504])

/**
 * How long to wait before a call is made again; null: not again. Reads and calls with a key may be repeated, and so may
 * every call that the server refused before it did anything. ERR-001.
 */
export function delayBeforeRetry(error: ReplyError, tries: number, isRepeatable: boolean): number | null {
  const backoff = backoffMs[tries - 1]
  const wasNotBegun = error.code === 'busy'
  if (backoff === undefined || !(wasNotBegun || (isRepeatable && awayStatuses.has(error.status)))) return null
  // It was waited for long enough.
  if (error.code === timeoutCode) return null
  // Without a connection the person is told at once; the banner stays until it is back.
  if (error.offline && !navigator.onLine) return null
  const { retry_after_seconds: seconds } = error.facts
  const retryAfterMs = typeof seconds === 'number' ? seconds * 1000 : 0
  // The jitter keeps those who were refused together from coming back together.
  return Math.min(Math.max(backoff, retryAfterMs), longestWaitMs) * (0.75 + Math.random() / 2)
}

/** Milliseconds after which a screen says that a call has no answer yet. */
const slowAfterMs = 10_000
/** Milliseconds after which a read is given up. A change is waited for: nobody knows what became of it. */
const readLimitMs = 45_000

const counts = { waiting: 0, slow: 0 }
const listeners = new Set<() => void>()

function change(count: keyof typeof counts, by: number) {
  counts[count] += by
  for (const listener of listeners) listener()
}

/** Lets screens say that a call has no answer for long; returns how to end that. */
function watchSlowness(): () => void {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    change('slow', 1)
  }, slowAfterMs)
  return () => {
    clearTimeout(timer)
    if (isSlow) change('slow', -1)
  }
}

const rejectsOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** Makes one try of a call; of a read no longer than its limit, which rejects as a call without an answer does. */
export async function withinLimit<Answer>(
  isRead: boolean,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal | undefined) => Promise<Answer>,
): Promise<Answer> {
  const endSlowness = watchSlowness()
  const limit = new AbortController()
  const giveUp = () => limit.abort(signal?.reason)
  const timer = isRead ? setTimeout(() => limit.abort(), readLimitMs) : undefined
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  const isLate = () => limit.signal.aborted && !signal?.aborted
  try {
    const answer = ask(isRead ? limit.signal : signal)
    // An answer that the document asked for ahead cannot be given up itself.
    return await Promise.race([answer, rejectsOnAbort(limit.signal)])
  } catch (error) {
    if (isLate()) throw ReplyError.timeout()
    throw error
  } finally {
    endSlowness()
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Waits, and lets screens say so; rejects when the caller no longer wants the answer. */
export async function waitForRetry(ms: number, signal: AbortSignal | undefined): Promise<void> {
  change('waiting', 1)
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    })
  } finally {
    change('waiting', -1)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether a call waits to be made again because the server did not answer. */
export const useRetrying = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => counts.waiting > 0,
    () => false,
  )

/** Whether a call has no answer for long. */
export const useSlowness = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => counts.slow > 0,
    () => false,
  )
