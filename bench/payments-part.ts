import { randomUUID } from 'node:crypto'
import type { Bench } from './bench.ts'
import { startGateway } from './gateway.ts'
import { brokenInvariants } from './invariants.ts'
import { billTo, journeyOfDebtor } from './journey.ts'
import { load, quantile } from './measure.ts'
import { startProduct, type Product } from './product.ts'
import { medians, printTable, type Cell } from './table.ts'
import { openWorld, type Studio } from './world.ts'

/** Latencies of a card approval (ms). Each payment is compared with the stand-in's own time for it. */
const answers = [200, 0]
const studios = 64
const clientCounts = [1, 8, 32]

type Debtor = { studio: Studio; registration_id: number }
type Gateway = Awaited<ReturnType<typeof startGateway>>

/** Measures the overhead of the payment endpoint over the gateway's response time, and payments per second. */
export async function paymentsPart({ postgres, options: { port, rounds, seconds } }: Bench) {
  const world = await openWorld(postgres, 'bench_payments', { studios })
  const next = world.turns('spread')
  const debtors: Debtor[] = []
  const cells: Cell[] = []
  for (const answerMs of answers) {
    const gateway = await startGateway({ answerMs })
    const { origin } = gateway
    const product = await startProduct({ databaseUrl: world.url, gateway: origin, port, folder: postgres.folder })
    try {
      while (debtors.length < studios) {
        const turn = next()
        debtors.push({ studio: turn.studio, registration_id: await journeyOfDebtor(product, turn) })
      }
      for (let round = 0; round < rounds; round += 1)
        for (const clients of clientCounts)
          cells.push({
            gateway: `${answerMs} ms`,
            clients,
            ...(await measure(product, gateway, debtors, clients, seconds)),
          })
    } finally {
      await product.stop()
      await gateway.close()
    }
  }
  printTable('Payments, ms; added: beyond the gateway’s own answer', medians(cells, 'gateway', 'clients'))
  const broken = await brokenInvariants(world, { inParts: true })
  console.log(broken.length === 0 ? 'Every ledger and total agrees.' : broken.join('\n'))
  await world.close()
}

async function measure(
  product: Product,
  gateway: Gateway,
  debtors: readonly Debtor[],
  clients: number,
  seconds: number,
): Promise<Cell> {
  const latencies: number[] = []
  const turns = Array.from({ length: clients }, () => 0)
  const run = await load(clients, seconds, async (client) => {
    // Each client pays for studios of its own, as people do: no two wait for one registration.
    const own = debtors.filter((_, place) => place % clients === client)
    const turn = (turns[client] = (turns[client] ?? 0) + 1)
    const debtor = own[turn % own.length]
    if (!debtor) return
    const began = performance.now()
    const orderid = await pay(product, debtor)
    latencies.push(performance.now() - began - (gateway.took.get(orderid) ?? Number.NaN))
  })
  return {
    'a second': run.rate,
    'whole p50': quantile(run.latencies, 0.5),
    'whole p99': quantile(run.latencies, 0.99),
    'added p50': quantile(latencies, 0.5),
    'added p99': quantile(latencies, 0.99),
  }
}

/** A dollar of what is owed. */
async function pay(product: Product, { studio, registration_id }: Debtor): Promise<string> {
  const body = {
    registration_id,
    amount: 100,
    paymentMethodId: 1,
    paymentProfile: { token: 'bench-card-of-a-studio', billTo, saveProfile: false },
  }
  const key = { 'idempotency-key': randomUUID() }
  const reply = await product.send('POST', '/v1/payments/nmi-payment', studio.token, body, key)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body.slice(0, 300)}`)
  return (JSON.parse(reply.body) as { attempt: string }).attempt
}
