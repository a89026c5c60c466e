import { openPlaces } from '@callboard/server/tours/queries.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { recountSmallSolos } from '@callboard/server/capacity/queries.ts'
import { placeFaults } from '@callboard/server/capacity/verify.ts'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { journey, type Times } from './journey.ts'
import { load, quantile } from './measure.ts'
import { preload } from './preload.ts'
import { startProduct, type Product } from './product.ts'
import type { Bench } from './bench.ts'
import { printTable } from './table.ts'
import { openWorld, type World } from './world.ts'

const registrations = 5_000
const cities = 50
const clients = 4

/** Measures the saves of other accounts while the office changes the small-registration threshold of a whole season. */
export async function recountPart({ postgres, gateway, options: { port, rounds } }: Bench) {
  const world = await openWorld(postgres, 'bench_recount')
  const product = await startProduct({ databaseUrl: world.url, gateway: gateway.origin, port, folder: postgres.folder })
  try {
    await preload(world, product, registrations, cities)
    await limitSolos(world)
    const alone = await aloneTimes(world, product)
    const next = world.turns('spread')
    const seconds = rounds * 3
    const quiet: Times = new Map()
    await load(clients, seconds, () => journey(product, next(), quiet))
    const changes: number[] = []
    const moves: number[] = []
    const busy: Times = new Map()
    const ends = performance.now() + seconds * 1000
    await Promise.all([
      load(clients, seconds, () => journey(product, next(), busy)),
      (async () => {
        for (let small = 18; performance.now() < ends; small = small === 18 ? 5 : 18) {
          const began = performance.now()
          await change(world, product, small)
          changes.push(performance.now() - began)
          while (await underway(world)) await wait(10)
          moves.push(performance.now() - began)
          await wait(500)
        }
      })(),
    ])
    printTable(`The setting, ${registrations} registrations in ${cities} cities of a season, ms`, [
      ...alone.map(([what, all]) => ({ what, times: all.length, p50: quantile(all, 0.5), most: Math.max(...all) })),
      { what: 'the office’s call', times: changes.length, p50: quantile(changes, 0.5), most: Math.max(...changes) },
      { what: 'until all cities follow', times: moves.length, p50: quantile(moves, 0.5), most: Math.max(...moves) },
    ])
    printTable(
      `Calls of ${clients} studios that register meanwhile, ms`,
      [...busy].map(([call, all]) => ({
        call,
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
        most: Math.max(...all),
        'most without': Math.max(...(quiet.get(call) ?? [])),
      })),
    )
    const faults = await placeFaults(world.db)
    console.log(`Faults in the places of all cities: ${faults.length}${faults[0] ? `; ${faults[0].what}` : ''}`)
  } finally {
    await product.stop()
    await world.close()
  }
}

/** With nobody else there: how long the call takes, and for how long a city’s registrations are locked. */
async function aloneTimes(world: World, product: Product) {
  const calls: number[] = []
  for (const small of [18, 5, 18]) {
    const began = performance.now()
    await change(world, product, small)
    calls.push(performance.now() - began)
    while (await underway(world)) await wait(10)
  }
  const durations: number[] = []
  for (const tour_date_id of world.spreadCities) {
    const began = performance.now()
    await inTransaction(world.db, (tx) => recountSmallSolos(tx, tour_date_id))
    durations.push(performance.now() - began)
  }
  return [
    ['the office’s call, alone', calls],
    ['one city counted, alone', durations],
  ] as const
}

/** Every city limits such solos, and every fifth routine is one. */
async function limitSolos({ db, spreadCities }: World) {
  const ids = [...spreadCities]
  await db.updateTable('tour_dates').set({ solo_groups: 100_000 }).where('id', 'in', ids).execute()
  await inTransaction(db, (tx) => openPlaces(tx, ...ids))
  await sql`update registration_routines set category_id = 1 where id % 5 = 0`.execute(db)
  await sql`delete from place_claims where key like 'category:%'`.execute(db)
  await sql`
    insert into place_claims (registration_id, tour_date_id, key, n, held_until)
    select r.id, r.tour_date_id, 'category:' || x.category_id, count(*), null
    from registrations r join registration_routines x on x.registration_id = r.id group by 1, 2, 3`.execute(db)
  await sql`
    update capacity c set taken = (select coalesce(sum(n), 0) from place_claims p
      where p.tour_date_id = c.tour_date_id and p.key = c.key) where key like 'category:%'`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function change({ adminToken }: World, product: Product, value: number) {
  const { status, body } = await product.send('PUT', '/v1/office/settings', adminToken, {
    season_id: 41,
    name: 'small_registration_dancers',
    value,
  })
  if (status !== 200) throw new Error(`Setting: ${status} ${body.slice(0, 200)}`)
}

/** Whether a city has still to follow. */
async function underway({ db }: World): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from graphile_worker.jobs where task_identifier = 'recount_small_solos'`.execute(db)
  return (rows[0]?.n ?? 0) > 0
}
