/** Connection errors that occur before any byte of the request is sent. */
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
  'ERR_INVALID_URL',
  'BAD_PORT',
])

/** `fetch` refuses some ports before it connects, with a message and no code. Payment calls follow no redirect to one. */
const refusedPort = 'bad port'

/** True where it is certain that nothing was sent. One cause in doubt makes the whole failure doubtful. */
export function isUnsent(error: unknown): boolean {
  const codes = codesOf(error)
  return codes.length > 0 && codes.every((code) => beforeSending.has(code))
}

/** Returns all codes in the chain of causes. A single code not about connecting makes the outcome uncertain. */
export function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, cause, errors, message } = error as Record<'code' | 'cause' | 'errors' | 'message', unknown>
  const own = typeof code === 'string' ? [code] : message === refusedPort ? ['BAD_PORT'] : []
  return [...own, ...codesOf(cause), ...(Array.isArray(errors) ? errors.flatMap(codesOf) : [])]
}
