import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands in for the payment gateway: approves every charge after `answerMs`, so that only the product is measured. The
 * product's own adapter speaks to it over HTTP.
 */
export async function startGateway({ answerMs = 0 } = {}) {
  let transactions = 0
  const took = new Map<string, number>()
  const server = createServer((request, response) => {
    const began = performance.now()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString())
      transactions += 1
      const answer = new URLSearchParams({
        response: '1',
        responsetext: 'SUCCESS',
        authcode: '123456',
        transactionid: String(9_000_000_000 + transactions),
        orderid: form.get('orderid') ?? '',
        type: form.get('type') ?? 'sale',
        response_code: '100',
      })
      const reply = () => {
        took.set(form.get('orderid') ?? '', performance.now() - began)
        response.end(answer.toString())
      }
      if (answerMs > 0) setTimeout(reply, answerMs)
      else reply()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Milliseconds from a request's arrival to its answer, by order id. */
    took,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
