import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { brokenInvariants, countsOf } from './invariants.ts'
import { journey, wholeJourney, callsPerJourney, type Times } from './journey.ts'
import { openBare, type Spread } from './limit/bare.ts'
import { cpuOf, load, quantile } from './measure.ts'
import type { Bench } from './bench.ts'
import { startProduct, type Product } from './product.ts'
import { medians, printTable, type Cell } from './table.ts'
import { openWorld, type World } from './world.ts'

const clientCounts = [1, 8, 32] as const
const spreads: readonly Spread[] = ['hot', 'spread']

/** The bare limit alone: one call of a function, and seven statements from Node. */
export async function limitPart({ postgres, options: { rounds, seconds } }: Bench) {
  const bare = await openBare(await postgres.database('bench_limit_alone'))
  const rows: Cell[] = []
  await load(8, seconds, () => bare.fn('hot'))
  for (let round = 0; round < rounds; round += 1) {
    for (const dates of spreads) {
      for (const clients of clientCounts) {
        for (const mode of ['fn', 'batch'] as const) {
          rows.push({
            mode,
            dates,
            clients,
            ...(await cellOf(postgres.pid, process.pid, clients, seconds, () => bare[mode](dates))),
          })
        }
      }
    }
  }
  printTable('Bare limit: S20 stored, no server, no rules', medians(rows, 'mode', 'dates', 'clients'))
  console.log(`Counts are those of their rows: ${await bare.holds()}`)
  await bare.close()
}

async function cellOf(
  postgres: number,
  server: number,
  clients: number,
  seconds: number,
  work: () => Promise<unknown>,
) {
  const before = [cpuOf(server), cpuOf(postgres)] as const
  const { done, rate, latencies } = await load(clients, seconds, work)
  return {
    'per s': rate,
    'p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
    'node ms each': (cpuOf(server) - before[0]) / done,
    'PG ms each': (cpuOf(postgres) - before[1]) / done,
  }
}

/** J7 over HTTP beside the bare call, the two in turn. */
export async function journeyPart({ postgres, gateway, options }: Bench) {
  const { rounds, seconds, port } = options
  const world = await openWorld(postgres, 'bench_journey')
  const product = await startProduct({
    databaseUrl: world.url,
    gateway: gateway.origin,
    port,
    folder: postgres.folder,
    nodeOptions: process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [],
  })
  const bare = await openBare(await postgres.database('bench_limit'))
  const rows: Cell[] = []
  const stepTimes = new Map<number, Times>(clientCounts.map((clients) => [clients, new Map()]))
  const before = await countsOf(world)
  try {
    const warm = world.turns('spread')
    await load(8, seconds, () => wholeJourney(product, warm(), new Map()))
    await load(8, seconds, () => bare.fn('hot'))
    for (let round = 0; round < rounds; round += 1) {
      for (const dates of spreads) {
        for (const clients of clientCounts) {
          const next = world.turns(dates)
          const times = stepTimes.get(clients) ?? new Map()
          await jobsDone(world)
          const cell = await cellOf(postgres.pid, product.pid, clients, seconds, () =>
            wholeJourney(product, next(), times),
          )
          const after = await jobsLeft(world, product, postgres.pid, Math.round(cell['per s'] * seconds))
          const limit = await cellOf(postgres.pid, process.pid, clients, seconds, () => bare.fn(dates))
          rows.push({
            dates,
            clients,
            ...cell,
            ...after,
            'limit per s': limit['per s'],
            'over limit': cell['per s'] / limit['per s'],
          })
        }
      }
    }
    printTable(`Journey of ${callsPerJourney} calls over HTTP, beside one bare call`, medians(rows, 'dates', 'clients'))
    printHotOverSpread(rows, rounds)
    for (const clients of clientCounts) printSteps(clients, stepTimes.get(clients) ?? new Map())
    await printTruth(world, product, before)
  } finally {
    await product.stop()
    await bare.close()
    await world.close()
  }
}

function printHotOverSpread(rows: readonly Cell[], rounds: number) {
  const per = clientCounts.map((clients) => {
    const rate = (dates: string, round: number) =>
      Number(rows.filter((row) => row.clients === clients && row.dates === dates)[round]?.['per s'])
    const ratios = Array.from({ length: rounds }, (_, round) => rate('hot', round) / rate('spread', round))
    return { clients, 'hot over 50 cities': quantile(ratios, 0.5) }
  })
  printTable('One city against fifty', per)
}

function printSteps(clients: number, times: Times) {
  printTable(
    `Each call, ${clients} clients, ms`,
    [...times].map(([call, all]) => ({
      call,
      calls: all.length,
      p50: quantile(all, 0.5),
      p99: quantile(all, 0.99),
    })),
  )
}

async function printTruth(world: World, product: Product, before: Awaited<ReturnType<typeof countsOf>>) {
  const after = await countsOf(world)
  const broken = await brokenInvariants(world)
  console.log(`Answers of 500 and above: ${product.failures()}; deadlocks: ${after.deadlocks - before.deadlocks}`)
  console.log(broken.length === 0 ? 'Every count, claim, ledger and total agrees.' : broken.join('\n'))
}

async function dueJobs({ db }: World): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where run_at <= now()`.execute(db)
  return rows[0]?.n ?? 0
}

async function jobsDone(world: World) {
  while ((await dueJobs(world)) > 0) await wait(100)
}

/** Measures the CPU time of the queued mails and PDFs after the last response. */
async function jobsLeft(world: World, product: Product, postgres: number, journeys: number) {
  const before = [cpuOf(product.pid), cpuOf(postgres)] as const
  const jobs = await dueJobs(world)
  await jobsDone(world)
  return {
    'jobs left': jobs,
    'their ms each': (cpuOf(product.pid) - before[0] + cpuOf(postgres) - before[1]) / Math.max(1, journeys),
  }
}

/** A city with room for some, and twice as many who want in at the same moment. */
export async function soldOutPart({ postgres, gateway, options: { port } }: Bench) {
  const world = await openWorld(postgres, 'bench_sold_out', { studios: 48 })
  const product = await startProduct({ databaseUrl: world.url, gateway: gateway.origin, port, folder: postgres.folder })
  const before = await countsOf(world)
  try {
    const tour_date_id = await world.addCity({ total_routine_limit: 205 })
    const journeys = await Promise.all(
      world.studios.map((studio) => journey(product, { studio, tour_date_id }, new Map())),
    )
    const refusals = journeys.flatMap((one) => (one.completed ? [] : [`${one.at} ${one.reply.status}`]))
    const why = [...new Set(refusals)].map((name) => `${name}: ${refusals.filter((one) => one === name).length}`)
    console.log('\nSelling out: 205 places for routines, 48 studios at once with ten each')
    console.log(`Completed: ${journeys.length - refusals.length} (20 fit); refused at ${why.join(', ')}`)
    await printTruth(world, product, before)
  } finally {
    await product.stop()
    await world.close()
  }
}
