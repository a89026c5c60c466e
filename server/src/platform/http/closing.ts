import type { FastifyInstance } from 'fastify'

/** An answer given while the server stops ends its connection; kept open it would keep the server from ending. */
export function endConnectionsOnClose(app: FastifyInstance) {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
