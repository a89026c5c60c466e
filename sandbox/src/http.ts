import type { IncomingMessage, ServerResponse } from 'node:http'

export type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL; body: string }
export type Route = (exchange: Exchange) => Promise<void> | void

const largestBody = 64 * 1024

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) throw new RangeError('The request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function send(response: ServerResponse, status: number, type: string, text: string, headers = {}) {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  })
  response.end(text)
}

export const sendJson = (response: ServerResponse, status: number, value: unknown) =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(value))

export function readJson({ request, body }: Exchange): Record<string, unknown> {
  // A cross-origin page cannot send this content type without a CORS preflight, which always fails.
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new RangeError('Send JSON')
  const value: unknown = JSON.parse(body || '{}')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('Send a JSON object')
  return value as Record<string, unknown>
}

export function textIn(object: Record<string, unknown>, name: string, fallback = ''): string {
  const value = object[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : fallback
}

/** Only the sandbox's own frames may post card fields, so a request must come from this very origin. */
export function isFromOwnFrame({ request }: Exchange): boolean {
  const { origin, host } = request.headers
  return origin !== undefined && origin !== 'null' && new URL(origin).host === host
}
