import { sql } from 'kysely'
import { wholeJourney } from './journey.ts'
import { load, quantile } from './measure.ts'
import { preload } from './preload.ts'
import { startProduct, type Product } from './product.ts'
import type { Bench } from './bench.ts'
import { medians, printTable, type Cell } from './table.ts'
import { openWorld, type World } from './world.ts'

type Size = { size: string; registrations: number; cities: number; studios: number }

const sizes: readonly Size[] = [
  { size: '1k', registrations: 50, cities: 1, studios: 400 },
  { size: '100k', registrations: 5_000, cities: 50, studios: 400 },
]
const largest: Size = { size: '1M', registrations: 50_000, cities: 50, studios: 1_040 }

/** The page of fifty as one SQL statement: with sums computed, and with stored sums. */
const bare = {
  counted: (tour_date_id: number) => sql`
    select r.id, s.name, r.completed_at, r.total, r.paid,
      (select count(*) from attendees a where a.registration_id = r.id) as attendees,
      (select count(*) from registration_routines o where o.registration_id = r.id) as routines,
      (select sum(l.amount) from price_lines l where l.registration_id = r.id) as lines,
      (select sum(p.amount) from payments p where p.registration_id = r.id) as payments
    from registrations r join studios s on s.id = r.studio_id
    where r.tour_date_id = ${tour_date_id} and not r.deleted
    order by r.completed_at desc nulls last, r.id desc limit 50`,
  stored: (tour_date_id: number) => sql`
    select r.id, s.name, r.completed_at, r.total, r.paid from registrations r join studios s on s.id = r.studio_id
    where r.tour_date_id = ${tour_date_id} and not r.deleted
    order by r.completed_at desc nulls last, r.id desc limit 50`,
}

type OpenSize = Size & { world: World; product: Product; id: number }

/** Measures reads of office and owners at growing sizes, the bare SQL statement, and completing a registration. */
export async function officePart(bench: Bench) {
  const { options } = bench
  const openSizes: OpenSize[] = []
  const rows: Cell[] = []
  try {
    for (const size of options.million ? [...sizes, largest] : sizes)
      openSizes.push(await openSize(bench, size, openSizes.length))
    for (let round = 0; round < options.rounds; round += 1) {
      for (const what of Object.keys(readings)) {
        for (const at of openSizes)
          rows.push(await timed(what, at.size, 1, options.seconds, () => readings[what]?.(at)))
      }
      for (const at of openSizes) rows.push(...(await timedJourneys(at, options.seconds)))
    }
    printGrowth(rows)
  } finally {
    for (const { product, world } of openSizes) {
      await product.stop()
      await world.close()
    }
  }
}

async function openSize({ postgres, gateway, options }: Bench, size: Size, place: number): Promise<OpenSize> {
  const world = await openWorld(postgres, `bench_${size.size.toLowerCase()}`, size)
  const port = options.port + place
  const product = await startProduct({ databaseUrl: world.url, gateway: gateway.origin, port, folder: postgres.folder })
  const began = performance.now()
  const id = await preload(world, product, size.registrations, size.cities)
  console.log(
    `${size.size}: ${size.registrations} registrations in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  return { ...size, world, product, id }
}

const get = async ({ product }: OpenSize, token: string, url: string) => {
  const { status, body } = await product.send('GET', url, token)
  if (status !== 200) throw new Error(`${url}: ${status} ${body.slice(0, 200)}`)
}
const cityOf = ({ world }: OpenSize) => world.spreadCities[0] ?? 0

const readings: Readonly<Record<string, (at: OpenSize) => Promise<unknown>>> = {
  'bare list, counted': (at) => bare.counted(cityOf(at)).execute(at.world.db),
  'bare list, stored': (at) => bare.stored(cityOf(at)).execute(at.world.db),
  'office list of 50': (at) =>
    get(at, at.world.officeToken, `/v1/office/registrations?tour_date_id=${cityOf(at)}&per_page=50`),
  'office list, all cities': (at) => get(at, at.world.officeToken, '/v1/office/registrations?per_page=50'),
  'office list by studio': (at) => get(at, at.world.officeToken, '/v1/office/registrations?sort=studio&per_page=50'),
  'office list by balance': (at) => get(at, at.world.officeToken, '/v1/office/registrations?sort=balance&per_page=50'),
  'what is owed': (at) => get(at, at.world.officeToken, '/v1/office/registrations?state=pending&per_page=50'),
  'office opens one': (at) => get(at, at.world.officeToken, `/v1/office/registrations/${at.id}`),
  'owner opens one': (at) => get(at, at.world.studios[0]?.token ?? '', `/v1/dance360/registrations/${at.id}`),
  'city with its totals': (at) => get(at, at.world.officeToken, `/v1/office/tour-dates/${cityOf(at)}`),
}

async function timed(
  what: string,
  size: string,
  clients: number,
  seconds: number,
  work: () => Promise<unknown> | undefined,
) {
  await load(clients, 0.2, async () => work())
  const { latencies } = await load(clients, seconds, async () => work())
  return { what, size, 'p50 ms': quantile(latencies, 0.5), 'p99 ms': quantile(latencies, 0.99) }
}

async function timedJourneys({ world, product, size }: OpenSize, seconds: number): Promise<Cell[]> {
  const next = world.turns('hot')
  const times = new Map<string, number[]>()
  await load(1, seconds, () => wholeJourney(product, next(), times))
  return (['review', 'complete'] as const).map((call) => {
    const all = times.get(call) ?? []
    return { what: `journey: ${call}`, size, 'p50 ms': quantile(all, 0.5), 'p99 ms': quantile(all, 0.99) }
  })
}

function printGrowth(rows: readonly Cell[]) {
  const table = medians(rows, 'what', 'size')
  const at = (what: unknown, size: unknown) =>
    Number(table.find((row) => row.what === what && row.size === size)?.['p50 ms'])
  printTable(
    'Reads at growing sizes, one client',
    table.map((row) => ({
      ...row,
      'over 1k': at(row.what, row.size) / at(row.what, '1k'),
      'over bare': String(row.what).startsWith('office list of')
        ? at(row.what, row.size) / at('bare list, counted', row.size)
        : '',
    })),
  )
}
