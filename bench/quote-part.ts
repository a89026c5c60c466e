import { fork } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import { peopleOf, routineOf } from './journey.ts'
import { cpuOf, load, quantile } from './measure.ts'
import { request, startProduct } from './product.ts'
import type { Bench } from './bench.ts'
import { medians, printTable, type Cell } from './table.ts'
import { openWorld } from './world.ts'

const clients = 8

/** The quote call with all of S20 in it, nothing saved, beside a server that only reads the same body. */
export async function quotePart({ postgres, gateway, options: { rounds, seconds, port } }: Bench) {
  const world = await openWorld(postgres, 'bench_quote', { studios: 4 })
  const product = await startProduct({ databaseUrl: world.url, gateway: gateway.origin, port, folder: postgres.folder })
  const reader = await startReader()
  try {
    const { studio, tour_date_id } = world.turns('spread')()
    const reply = await product.send('POST', '/v1/mybtf/registration', studio.token, { tour_date_id })
    const { id } = JSON.parse(reply.body) as { id: number }
    const body = {
      attendees: peopleOf(studio),
      routines: Array.from({ length: 10 }, (_, n) => ({ ...routineOf(studio, n), _temp_id: `t${n}` })),
    }
    const url = `/v1/dance360/registrations/${id}/quote`
    const agent = new http.Agent({ keepAlive: true })
    const asks = {
      'the product': { pid: product.pid, send: () => product.send('POST', url, studio.token, body) },
      'Fastify and zod alone': {
        pid: reader.pid,
        send: () =>
          request({ agent, port: reader.port, method: 'POST', url: '/', token: studio.token, body, headers: {} }),
      },
    }
    const first = await asks['the product'].send()
    if (first.status !== 200) throw new Error(first.body)
    const rows: Cell[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const [server, { pid, send }] of Object.entries(asks)) {
        await load(clients, 0.5, send)
        const before = [cpuOf(pid), cpuOf(postgres.pid)] as const
        const { done, rate, latencies } = await load(clients, seconds, send)
        rows.push({
          server,
          'per s': rate,
          'p50 ms': quantile(latencies, 0.5),
          'p99 ms': quantile(latencies, 0.99),
          'node ms each': (cpuOf(pid) - before[0]) / done,
          'PG ms each': (cpuOf(postgres.pid) - before[1]) / done,
        })
      }
    }
    agent.destroy()
    const table = medians(rows, 'server')
    const bytes = Buffer.byteLength(JSON.stringify(body))
    printTable(`Quote of 20 people and 10 routines, body of ${bytes} bytes, ${clients} clients`, table)
    const [own, alone] = table.map((row) => Number(row['per s']))
    console.log(`Product over reader: ${((own ?? 0) / (alone ?? 1)).toFixed(3)}`)
  } finally {
    await product.stop()
    reader.stop()
    await world.close()
  }
}

async function startReader() {
  const child = fork(path.join(import.meta.dirname, 'limit/reader.ts'), { execArgv: ['--import', 'tsx'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port))
    child.once('exit', (code) => reject(new Error(`The reader did not start: ${code}`)))
  })
  return { pid: child.pid ?? 0, port, stop: () => void child.kill() }
}
