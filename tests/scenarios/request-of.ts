import type { Endpoint, Example } from '@callboard/contract/endpoint.ts'
import type { ExampleWorld } from '@callboard/contract/example-world.ts'
import type { InjectOptions } from 'fastify'

/** The headers by which the device of a judge's seat calls. */
export const deviceHeaders = (token: string) => ({ authorization: `Bearer ${token}` })

/** The headers of a call that no account makes; undefined: an account makes it. */
export function deviceHeadersFor(auth: Endpoint['auth'], { judging, published_order }: ExampleWorld) {
  if (auth === 'judge') return deviceHeaders(judging.device_token)
  return auth === 'display' ? deviceHeaders(published_order.display_token) : undefined
}

/** An endpoint's example as a request to send. */
export function requestOf({ method, path }: Endpoint, { params = {}, query, body, headers }: Example): InjectOptions {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '').toWellFormed()),
  )
  const queryText = Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value).toWellFormed()]),
  )
  return {
    method,
    url,
    query: queryText,
    headers: { ...headers },
    // A file's bytes stand in the example as text, a byte a sign.
    ...(body !== undefined &&
      method !== 'GET' && { payload: typeof body === 'string' ? Buffer.from(body, 'latin1') : (body as object) }),
  }
}
