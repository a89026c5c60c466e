import { setTimeout as wait } from 'node:timers/promises'

/**
 * `unsent`: not one byte of the request can have reached the gateway.
 * `lost`: it may have arrived, and the answer did not come back whole.
 */
export type Posted =
  { kind: 'answered'; status: number; body: string } | { kind: 'unsent'; code: string } | { kind: 'lost'; code: string }

/** Failures of finding, reaching or greeting the other side. Nothing of the request is sent before those are over. */
const beforeSending = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const pausesBeforeResend = [250, 750]

export type Line = { timeoutMs: number; fetch: typeof fetch }

/** Posts once. Posts again only when it is certain that the first try never left. */
export async function postOnce(line: Line, url: string, form: URLSearchParams): Promise<Posted> {
  let posted = await attempt(line, url, form)
  for (const pause of pausesBeforeResend) {
    if (posted.kind !== 'unsent') return posted
    await wait(pause)
    posted = await attempt(line, url, form)
  }
  return posted
}

const worthAnotherLook = new Set([429, 502, 503, 504])

/** For reading, which changes nothing and so may be repeated. The pauses vary so that many readers do not march in step. */
export async function postToRead(line: Line, url: string, form: URLSearchParams): Promise<Posted> {
  let posted = await attempt(line, url, form)
  for (const pause of [300, 1200]) {
    if (posted.kind === 'answered' && !worthAnotherLook.has(posted.status)) return posted
    await wait(pause * (0.5 + Math.random()))
    posted = await attempt(line, url, form)
  }
  return posted
}

async function attempt({ timeoutMs, fetch }: Line, url: string, form: URLSearchParams): Promise<Posted> {
  try {
    // A followed redirect would be a second request. A connection kept from before may be dead, and would leave it in
    // doubt whether the request arrived. The time limit covers the reading of the answer.
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { connection: 'close' }
    const reply = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual', signal })
    return { kind: 'answered', status: reply.status, body: await reply.text() }
  } catch (error) {
    const codes = codesOf(error)
    const unsent = codes.length > 0 && codes.every((code) => beforeSending.has(code))
    return { kind: unsent ? 'unsent' : 'lost', code: codes[0] ?? nameOf(error) }
  }
}

/** Every code in the tree of causes. One that is not about connecting makes the whole failure doubtful. */
export function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  const own = typeof code === 'string' ? [code] : []
  return [...own, ...codesOf(cause), ...(Array.isArray(errors) ? errors.flatMap(codesOf) : [])]
}

const nameOf = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError') ? 'timeout' : 'lost'
