import { useEffect } from 'react'
import { confirm } from '../ui/dialogs.ts'
import type { CallInput, Reply, Route } from './call.ts'
import { isFailureInPlace } from './failed-reads.ts'
import { failureWords } from './failure.ts'
import { ReplyError } from './reply-error.ts'
import { useRead } from './use-call.ts'

/** Reads that failed and are not read again yet; one question is asked for all of them. */
const failedReads = new Map<string, () => Promise<unknown>>()
let isAsking = false

/** In milliseconds, for which a dialog waits for a notice in place. */
const noticeTime = 1_500

async function askToRetry(error: unknown): Promise<void> {
  if (isAsking || (error instanceof ReplyError && error.endedSession)) return
  isAsking = true
  // The screen may fail too, a little later: then its notice is enough, and repeats these reads as well.
  await new Promise((resolve) => setTimeout(resolve, noticeTime))
  if (isFailureInPlace() || failedReads.size === 0) {
    isAsking = false
    return
  }
  const isRetry = await confirm({
    title: 'Some choices could not be loaded',
    message: failureWords(error).message,
    yes: 'Try again',
    no: 'Not now',
    consequence: 'none',
  })
  isAsking = false
  const reads = [...failedReads.values()]
  failedReads.clear()
  if (isRetry) await Promise.all(reads.map((read) => read()))
}

/** In milliseconds: returning to the window repeats a failed read, and its question, no sooner than this. */
const quietTime = 30_000

/** The result of a read; `refetch` must keep its identity. */
type LookupRead<Data> = { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }

/** Of a read that fails, for `useLookupQuestion`: not repeated whenever its window gets the focus. */
export const lookupOptions = {
  refetchOnWindowFocus: ({ state }: { state: { errorUpdatedAt: number } }) =>
    Date.now() - state.errorUpdatedAt > quietTime,
}

/** Asks whether to repeat a read of choices that failed. `key` tells it from other reads. */
export function useLookupQuestion<Data>(key: string, { data, error, refetch }: LookupRead<Data>): Data | undefined {
  useEffect(() => {
    if (!error || data) return
    failedReads.set(key, refetch)
    void askToRetry(error)
    return () => void failedReads.delete(key)
  }, [error, data, key, refetch])
  return data
}

/**
 * Reads the choices of a field or a filter; undefined until they are here. A failure is said in a dialog, since the field
 * itself would only be empty.
 */
export function useLookup<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: { enabled?: boolean; staleTime?: number } = {},
): Reply<R> | undefined {
  const read = useRead(route, input, { ...options, ...lookupOptions })
  return useLookupQuestion(JSON.stringify([route, input]), read)
}
