import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

/** How long a client may keep a connection busy, in milliseconds; 0: without end. */
export type HttpTimeouts = {
  /** To send the headers of a request. */
  headersMs: number
  /** To send a whole request: the largest upload over a slow line. */
  requestMs: number
  /** Without a byte in either direction: longer than the payment gateway may take to answer. */
  idleMs: number
  /** Between two requests of a connection; longer than the balancer's, which must be the one to close it. */
  keepAliveMs: number
}

/** Node looks for connections over their time at this interval. */
const checkEveryMs = 5_000

export const timeoutOptions = ({ headersMs, requestMs, idleMs, keepAliveMs }: HttpTimeouts) =>
  ({
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: keepAliveMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(checkEveryMs, headersMs) },
  }) satisfies FastifyHttpOptions<Server>

/** An answer given while the server stops ends its connection; kept open it would keep the server from ending. */
export function endConnectionsOnClose(app: FastifyInstance) {
  let closing = false
  app.addHook('preClose', (callback) => {
    closing = true
    callback()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
