import net from 'node:net'
import { timeoutOptions } from '@callboard/server/platform/http/timeouts.ts'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

const limits = { headersMs: 100, requestMs: 200, idleMs: 600, keepAliveMs: 50 }
const app = Fastify(timeoutOptions(limits))
app.post('/echo', (request) => request.body)
app.get('/slow', () => new Promise(() => {}))
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as net.AddressInfo
afterAll(() => {
  app.server.closeAllConnections()
  return app.close()
})

/** Sends bytes and waits until the server ends the connection; answers with what it sent before. */
const answerTo = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part: Buffer) => (answer += part.toString()))
    socket.once('error', reject).once('close', () => resolve(answer))
  })

const host = 'Host: localhost\r\n'

test.each([
  ['headers that never end', `GET / HTTP/1.1\r\n${host}X-Slow: `, /^HTTP\/1.1 408/],
  [
    'a body that never ends',
    `POST /echo HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    /^HTTP\/1.1 408/,
  ],
  ['an answer that never comes', `GET /slow HTTP/1.1\r\n${host}\r\n`, /^$/],
  ['a connection kept open after its answer', `GET /none HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1.1 404/],
])('SEC-021 %s: the connection is ended', async (_, bytes, pattern) => {
  expect(await answerTo(bytes)).toMatch(pattern)
})
