import { buildApp } from '@callboard/server/app.ts'
import { connect } from '@callboard/server/platform/db/connect.ts'
import { mailbox } from '@callboard/server/platform/mail/transport.ts'
import { aesSealer } from '@callboard/server/platform/sealer.ts'
import { nmiGateway } from '@callboard/server/payments/gateways/nmi-gateway.ts'
import { diskFiles } from '@callboard/server/platform/files/store.ts'
import type { PaymentAnswer, PaymentGateway } from '@callboard/server/payments/gateways/gateway.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Phase } from './start.ts'

// The app as a process that a test can kill: on the test's database, its sandbox and its frozen clock.
const { url, folder, now, nmi, stopsAt } = JSON.parse(process.env.APP_PROCESS ?? '{}')
const clock = { now: () => instant(now) }
const app = buildApp({
  db: connect(url),
  clock,
  files: diskFiles(folder, 'a secret of the tests'),
  origin: 'http://localhost:3000',
  mail: mailbox,
  sealer: aesSealer('dGhpcyBrZXkgaXMgZm9yIHRlc3RzIGFuZCBubyBtb3I='),
  payments: stopsAt ? stopping(nmiGateway(nmi), stopsAt) : nmiGateway(nmi),
  limits: { on: false },
  dev: true,
  logLevel: 'silent',
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })

/** With each amount goes no further than its moment of asking the gateway, says so, and waits to be killed. */
function stopping(real: PaymentGateway, phases: Record<string, Phase>): PaymentGateway {
  const upTo =
    <PaymentRequest extends { amount: number }>(call: (request: PaymentRequest) => Promise<PaymentAnswer>) =>
    async (request: PaymentRequest) => {
      const phase = phases[request.amount]
      const reportPhase = () => new Promise<never>(() => process.send?.({ reached: phase }))
      if (phase === 'after') await call(request)
      if (phase === 'during') void call(request)
      return reportPhase()
    }
  return { ...real, charge: upTo(real.charge), refund: upTo(real.refund) }
}
