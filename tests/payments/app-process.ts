import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/db/connect.ts'
import { mailbox } from '@callboard/server/ports/mail.ts'
import { nmiGateway } from '@callboard/server/ports/nmi/gateway.ts'
import { diskFiles } from '@callboard/server/ports/files.ts'
import type { PaymentAnswer, PaymentGateway } from '@callboard/server/ports/payments.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'

// The app as a process that a test can kill: on the test's database, its sandbox and its frozen clock.
const { url, folder, now, nmi, stopsAt } = JSON.parse(process.env.APP_PROCESS ?? '{}')
const clock = { now: () => instant(now) }
const app = buildApp({
  db: connect(url),
  clock,
  files: diskFiles(folder, 'a secret of the tests'),
  origin: 'http://localhost:3000',
  mail: mailbox,
  payments: stopsAt ? stopping(nmiGateway(nmi), stopsAt) : nmiGateway(nmi),
  limits: { on: false },
  dev: true,
  logLevel: 'silent',
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })

/** Goes no further than this moment of asking the gateway, says so, and waits to be killed. */
function stopping(real: PaymentGateway, phase: 'before' | 'during' | 'after'): PaymentGateway {
  const reached = () => new Promise<never>(() => process.send?.({ reached: phase }))
  const upTo =
    <Asked>(call: (asked: Asked) => Promise<PaymentAnswer>) =>
    async (asked: Asked) => {
      if (phase === 'after') await call(asked)
      if (phase === 'during') void call(asked)
      return reached()
    }
  return { ...real, charge: upTo(real.charge), void: upTo(real.void), refund: upTo(real.refund) }
}
