import Stripe from 'stripe'
import type { StripeConfig } from './stripe-config.ts'

/**
 * The vendor's library, held to one request per question. It would send once more by itself when a connection breaks off,
 * also where retries are forbidden; a break without a code does not look like that to it, so the code is put one level
 * deeper, where `codesOf` still finds it. Redirects are not followed and no connection is kept for the next request.
 */
export function stripeClient({ secretKey, origin, timeoutMs }: StripeConfig, fetch: typeof globalThis.fetch) {
  const { protocol, hostname, port } = new URL(origin)
  const once: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('connection', 'close')
    try {
      return await fetch(input, { ...init, headers, redirect: 'manual' })
    } catch (cause) {
      throw new Error('The request was not answered', { cause })
    }
  }
  return new Stripe(secretKey, {
    protocol: protocol === 'https:' ? 'https' : 'http',
    host: hostname,
    ...(port && { port: Number(port) }),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(once),
  })
}
