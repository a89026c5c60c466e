import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { filesStalls } from './abuse-files.ts'
import type { Bench } from './bench.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { peopleOf } from './journey.ts'
import { load, quantile } from './measure.ts'
import { request, startProduct, type Product, type Reply } from './product.ts'
import { printTable, type Cell } from './table.ts'
import { openWorld, type Studio, type World } from './world.ts'

/** Inputs of every stall: the running product, its world, and an account other than the bystander's. */
export type AbuseStage = {
  world: World
  product: Product
  database: DatabaseProxy
  attacker: Studio
  /** A registration of the attacker, in progress. */
  registrationId: number
  seconds: number
  /** A call over connections of its own, so that stalls are not limited by the bystander's. */
  send: (method: string, url: string, token: string, body?: unknown, headers?: object) => Promise<Reply>
}

/** Something that holds up others. `run` ends when the stall is over; the bystander calls for as long. */
export type Stall = { name: string; run: (stage: AbuseStage) => Promise<unknown> }

const parallelSaves: Stall = {
  name: '200 parallel saves of one account',
  run: ({ send, attacker, registrationId }) =>
    Promise.all(
      Array.from({ length: 200 }, () =>
        send('PUT', '/v1/dance360/workshop/attendees', attacker.token, {
          id: registrationId,
          attendees: peopleOf(attacker),
        }),
      ),
    ),
}

const lockedRow: Stall = {
  name: 'one locked row, 40 saves wait for it',
  async run({ world, send, attacker, registrationId, seconds }) {
    const saves = await world.db.transaction().execute(async (tx) => {
      await sql`select from registrations where id = ${registrationId} for update`.execute(tx)
      const waiting = Array.from({ length: 40 }, () =>
        send('PUT', `/v1/dance360/registrations/${registrationId}`, attacker.token, { is_competing: true }),
      )
      await wait(seconds * 1000)
      // As a function, so that they are not waited for before the lock is given up.
      return () => Promise.all(waiting)
    })
    await saves()
  },
}

const clients =
  (many: number): Stall['run'] =>
  ({ world, send, seconds }) =>
    load(many, seconds, async (client) => {
      const studio = world.studios[2 + (client % (world.studios.length - 2))]
      const reply = await send('GET', '/v1/mybtf/own-registrations', studio?.token ?? '')
      // The client backs off after a refusal for load.
      if (reply.status === 503 || reply.status === 429) await wait(1_000)
    })

const frozen: Stall = {
  name: 'database frozen',
  async run({ database, seconds }) {
    database.freeze()
    await wait(seconds * 1000)
    database.resume()
  },
}

const away: Stall = {
  name: 'database away',
  async run({ database, seconds }) {
    database.cut()
    await wait(seconds * 1000)
    database.resume()
  },
}

const stalls: readonly Stall[] = [
  parallelSaves,
  lockedRow,
  { name: '128 clients', run: clients(128) },
  { name: '512 clients', run: clients(512) },
  ...filesStalls,
  frozen,
  away,
]

type Call = { ms: number; status: number }

/** One bystander, who reads and quotes as a person would; returns every answer until `isOver`. */
async function bystander({ world, send }: AbuseStage, id: number, isOver: () => boolean): Promise<Call[]> {
  const token = world.studios[1]?.token ?? ''
  const calls: Call[] = []
  const turns = [
    () => send('GET', `/v1/dance360/registrations/${id}`, token),
    () => send('POST', `/v1/dance360/registrations/${id}/quote`, token, {}),
    () => send('PUT', `/v1/dance360/registrations/${id}`, token, { info_acknowledged: true }),
  ]
  do {
    const turn = turns[calls.length % turns.length]
    const began = performance.now()
    const status = turn ? await turn().then((reply) => reply.status, () => 0) : 0 // oxfmt-ignore
    calls.push({ ms: performance.now() - began, status })
    await wait(20)
  } while (!isOver())
  return calls
}

async function measure(stage: AbuseStage, id: number, { name, run }: Stall): Promise<Cell> {
  let over = false
  const calls = bystander(stage, id, () => over)
  const began = performance.now()
  await run(stage)
  const seconds = (performance.now() - began) / 1000
  over = true
  const all = await calls
  const times = all.map(({ ms }) => ms)
  return {
    stall: name,
    seconds,
    calls: all.length,
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
    'slowest ms': Math.max(...times),
    'told to wait': all.filter(({ status }) => status === 503 || status === 429).length,
    failed: all.filter(({ status }) => status === 0 || (status >= 400 && status !== 503 && status !== 429)).length,
  }
}

async function beginRegistration(product: Product, studio: Studio, tour_date_id: number): Promise<number> {
  const reply = await product.send('POST', '/v1/mybtf/registration', studio.token, { tour_date_id })
  const { id } = JSON.parse(reply.body) as { id: number }
  await product.send('PUT', '/v1/dance360/workshop/attendees', studio.token, { id, attendees: peopleOf(studio) })
  return id
}

/** How long a bystander waits while somebody or something holds up the product. */
export async function abusePart({ postgres, gateway, options: { port, seconds } }: Bench) {
  const world = await openWorld(postgres, 'bench_abuse', { studios: 520 })
  const database = await startDatabaseProxy(world.url)
  const product = await startProduct({
    databaseUrl: database.url,
    gateway: gateway.origin,
    port,
    folder: postgres.folder,
    waitMs: null,
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
  const send: AbuseStage['send'] = (method, url, token, body, headers = {}) =>
    request({ agent, port, method, url, token, body, headers })
  try {
    const [attacker, other] = world.studios
    const [city = 0] = world.spreadCities
    if (!attacker || !other) throw new Error('There are no studios')
    const registrationId = await beginRegistration(product, attacker, city)
    const bystanderId = await beginRegistration(product, other, city)
    const stage: AbuseStage = {
      world,
      product,
      database,
      attacker,
      registrationId,
      seconds: Math.max(seconds, 4),
      send,
    }
    const quiet = { name: 'quiet', run: () => wait(stage.seconds * 1000) }
    const rows: Cell[] = []
    for (const stall of [quiet, ...stalls]) {
      rows.push(await measure(stage, bystanderId, stall))
      // The next stall begins with nothing left of the one before.
      await wait(2_000)
    }
    printTable('A bystander beside each stall', rows)
  } finally {
    agent.destroy()
    await product.stop()
    await database.close()
    await world.close()
  }
}
