import { setTimeout as wait } from 'node:timers/promises'
import { codesOf, isUnsent } from '../../platform/http/connection-errors.ts'

/**
 * `unsent`: not one byte of the request can have reached the gateway.
 * `lost`: it may have arrived, and the answer did not come back whole.
 */
export type PostResult =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'unsent'; code: string }
  | { kind: 'lost'; code: string }

const pausesBeforeResend = [250, 750]

/** `pace` scales the backoff between retries: 1, smaller only in tests. */
export type TransportLine = { timeoutMs: number; fetch: typeof fetch; pace: number }

/** Posts once. Posts again only when it is certain that the first try never left. */
export async function postOnce(line: TransportLine, url: string, form: URLSearchParams): Promise<PostResult> {
  let postResult = await attempt(line, url, form)
  for (const pause of pausesBeforeResend) {
    if (postResult.kind !== 'unsent') return postResult
    await wait(pause * line.pace)
    postResult = await attempt(line, url, form)
  }
  return postResult
}

const worthAnotherLook = new Set([429, 502, 503, 504])

/** For reading, which changes nothing and so may be repeated. The pauses vary so that many readers do not march in step. */
export async function postToRead(line: TransportLine, url: string, form: URLSearchParams): Promise<PostResult> {
  let postResult = await attempt(line, url, form)
  for (const pause of [300, 1200]) {
    if (postResult.kind === 'answered' && !worthAnotherLook.has(postResult.status)) return postResult
    await wait(pause * line.pace * (0.5 + Math.random()))
    postResult = await attempt(line, url, form)
  }
  return postResult
}

async function attempt({ timeoutMs, fetch }: TransportLine, url: string, form: URLSearchParams): Promise<PostResult> {
  try {
    // A followed redirect would be a second request. A connection kept from before may be dead, and would leave it in
    // doubt whether the request arrived. The time limit covers the reading of the answer.
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { connection: 'close' }
    const reply = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual', signal })
    return { kind: 'answered', status: reply.status, body: await reply.text() }
  } catch (error) {
    return { kind: isUnsent(error) ? 'unsent' : 'lost', code: codesOf(error)[0] ?? nameOf(error) }
  }
}

const nameOf = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError') ? 'timeout' : 'lost'
