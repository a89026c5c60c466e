import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands in for the payment gateway: approves every charge at once, so that what is measured is the product. The
 * product's own adapter speaks to it over HTTP.
 */
export async function startGateway() {
  let transactions = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked = new URLSearchParams(Buffer.concat(parts).toString())
      transactions += 1
      const answer = new URLSearchParams({
        response: '1',
        responsetext: 'SUCCESS',
        authcode: '123456',
        transactionid: String(9_000_000_000 + transactions),
        orderid: asked.get('orderid') ?? '',
        type: asked.get('type') ?? 'sale',
        response_code: '100',
      })
      response.end(answer.toString())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
