import { useSyncExternalStore } from 'react'
import { ReplyError } from './reply-error.ts'

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
  // Without a connection the person is told at once; the banner stays until it is back.
  if (error.offline && !navigator.onLine) return null
  const { retry_after_seconds: seconds } = error.facts
  const retryAfterMs = typeof seconds === 'number' ? seconds * 1000 : 0
  // The jitter keeps those who were refused together from coming back together.
  return Math.min(Math.max(backoff, retryAfterMs), longestWaitMs) * (0.75 + Math.random() / 2)
}

let waiting = 0
const listeners = new Set<() => void>()

function change(by: number) {
  waiting += by
  for (const listener of listeners) listener()
}

/** Waits, and lets screens say so; rejects when the caller no longer wants the answer. */
export async function waitForRetry(ms: number, signal: AbortSignal | undefined): Promise<void> {
  change(1)
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    })
  } finally {
    change(-1)
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
    () => waiting > 0,
    () => false,
  )
