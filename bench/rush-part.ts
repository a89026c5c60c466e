import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { brokenInvariants, countsOf } from './invariants.ts'
import { journey, type Journey, type Times } from './journey.ts'
import { quantile } from './measure.ts'
import type { Bench } from './bench.ts'
import { startProduct } from './product.ts'
import { printTable } from './table.ts'
import { openWorld, type World } from './world.ts'

const dancers = 20
const routines = 15

/** The opening of a wanted city: studios arrive within a minute, each whole, and half of them find room. */
export async function rushPart({ postgres, gateway, options: { port, studios, within } }: Bench) {
  const world = await openWorld(postgres, 'bench_rush', { studios, dancers, teachers: 0, routines })
  const product = await startProduct({
    databaseUrl: world.url,
    gateway: gateway.origin,
    port,
    folder: postgres.folder,
    waitMs: null,
  })
  const before = await countsOf(world)
  try {
    const places = Math.floor(studios / 2) * routines
    const tour_date_id = await world.addCity({ total_routine_limit: places })
    const times: Times = new Map()
    const ends: number[] = []
    const began = performance.now()
    const journeys = await Promise.all(
      world.studios.map(async (studio, place) => {
        await wait((place / studios) * within * 1000)
        const arrived = performance.now()
        const end = await journey(product, { studio, tour_date_id }, times)
        ends.push((performance.now() - began) / 1000)
        return { end, seconds: (performance.now() - arrived) / 1000 }
      }),
    )
    const seconds = Math.max(...ends)
    const completed = journeys.filter(({ end }) => end.completed)
    console.log(
      `\nOpening rush: ${studios} studios within ${within} s, each ${dancers} dancers and ${routines} routines; room for ${Math.floor(studios / 2)}`,
    )
    console.log(
      `Completed: ${completed.length} in ${seconds.toFixed(1)} s, ${(completed.length / seconds).toFixed(1)} a second`,
    )
    const whole = completed.map((one) => one.seconds)
    console.log(`A whole journey: p50 ${quantile(whole, 0.5).toFixed(2)} s, p99 ${quantile(whole, 0.99).toFixed(2)} s`)
    printTable('Refused', refusals(journeys.map(({ end }) => end)))
    printTable(
      'Each call, ms',
      [...times].map(([call, all]) => ({
        call,
        calls: all.length,
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
      })),
    )
    const losses = await lostIn(world, tour_date_id, completed.length)
    const after = await countsOf(world)
    const broken = await brokenInvariants(world)
    console.log(`Oversold: ${losses.oversold}; lost: ${losses.lost}; left over: ${losses.left}`)
    console.log(`Answers of 500 and above: ${product.failures()}; deadlocks: ${after.deadlocks - before.deadlocks}`)
    console.log(broken.length === 0 ? 'Every count, claim, ledger and total agrees.' : broken.join('\n'))
  } finally {
    await product.stop()
    await world.close()
  }
}

function refusals(ends: readonly Journey[]) {
  const counts = new Map<string, number>()
  for (const end of ends) {
    if (end.completed) continue
    const { code = '' } = JSON.parse(end.reply.body || '{}') as { code?: string }
    const name = `${end.at}: ${end.reply.status} ${code}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([reason, studios]) => ({ refused: reason, studios }))
}

/** Places sold beyond the limit, answers of a completion that the database does not know, and places nobody got. */
async function lostIn({ db }: World, tour_date_id: number, answerCount: number) {
  const { rows } = await sql<{ oversold: number; completed: number; left: number }>`
    select greatest(0, c.taken - c.places) as oversold, c.places - c.taken as left,
      (select count(*)::int from registrations r where r.tour_date_id = ${tour_date_id} and r.completed
        and (select n from place_claims p where p.registration_id = r.id and p.key = 'routines' and p.held_until is null)
          = r.routine_count) as completed
    from capacity c where c.tour_date_id = ${tour_date_id} and c.key = 'routines'`.execute(db)
  const { oversold = 0, completed = 0, left = 0 } = rows[0] ?? {}
  return { oversold, left, lost: answerCount - completed }
}
