import { instant } from '@callboard/domain/kernel/instant.ts'
import type { Db } from '@callboard/server/platform/db/connect.ts'
import { hashOf, newToken } from '@callboard/server/platform/http/sessions.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import type { Bench } from './bench.ts'
import { startProduct } from './product.ts'
import { openWorld } from './world.ts'

const routinesOfStudio = 10
const stages = [1, 2]
const seatCount = 4

/** The tablets of one panel's seats, and the entries that it judges, in the order of their numbers. */
type JudgedPanel = { tablets: { seat_id: number; token: string }[]; entryIds: number[] }

async function seatPanel(
  db: Db,
  { tour_date_id, block_id, paired_by }: { tour_date_id: number; block_id: number; paired_by: number },
): Promise<JudgedPanel> {
  const { id: panel_id } = await db
    .insertInto('panels')
    .values({ tour_date_id, name: `Panel of block ${block_id}`, scale_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('judged_blocks').values({ block_id, panel_id }).execute()
  const seats = await db
    .insertInto('judge_seats')
    .values(Array.from({ length: seatCount }, (_, index) => ({ panel_id, position: index + 1, judge_id: null })))
    .returning('id')
    .execute()
  const tablets = seats.map(({ id }) => ({ seat_id: id, token: newToken() }))
  const paired_at = instant(new Date().toISOString())
  await db
    .insertInto('judge_devices')
    .values(
      tablets.map(({ seat_id, token }) => ({
        ...{ seat_id, token_hash: hashOf(token), label: 'Tablet', paired_at, paired_by },
        expires_at: instant('2099-01-01'),
      })),
    )
    .execute()
  const entries = await db
    .selectFrom('running_order_entries')
    .where('block_id', '=', block_id)
    .select('registration_routine_id')
    .orderBy('entry_number')
    .execute()
  return { tablets, entryIds: entries.map((entry) => entry.registration_routine_id) }
}

export type JudgedWorld = Awaited<ReturnType<typeof openJudgedWorld>>

/**
 * A city of studios with ten solos each in a published order on two stages, all danced, before a panel of four paired
 * tablets at each stage. The product serves it as `npm start` does.
 */
export async function openJudgedWorld({ postgres, gateway, options }: Bench, studios: number) {
  const world = await openWorld(postgres, 'bench_judging', { studios, dancers: 10, teachers: 1 })
  const { db, officeToken } = world
  const now = instant(new Date().toISOString())
  const tour_date_id = await world.addCity({})
  const registrations: { id: number; token: string }[] = []
  for (const studio of world.studios) {
    const { id } = await inTransaction(db, (tx) =>
      insertRegistration(tx, {
        ...{ tour_date_id, user_id: studio.user_id, studio_id: studio.id, at: now, state: 'completed', paid: 'all' },
        dancers: studio.person_ids.slice(0, routinesOfStudio),
        routines: Array.from({ length: routinesOfStudio }, (_, index) => ({
          name: `Solo ${index + 1}`,
          cast: [index],
        })),
      }),
    )
    registrations.push({ id, token: studio.token })
  }
  const port = options.port + 7
  const product = await startProduct({ databaseUrl: world.url, gateway: gateway.origin, port, folder: postgres.folder })

  /** A call that has to succeed. */
  async function send(method: string, url: string, token: string, body?: unknown, headers?: object) {
    const reply = await product.send(method, url, token, body, headers)
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${reply.body.slice(0, 300)}`)
    return reply.body === '' ? null : JSON.parse(reply.body)
  }

  const path = '/v1/office/running-order'
  const { start_date } = await db
    .selectFrom('tour_dates')
    .where('id', '=', tour_date_id)
    .select('start_date')
    .executeTakeFirstOrThrow()
  let version = 0
  for (const stage of stages) {
    const block = { stage, kind: 'routines', minutes: 0, name: `Stage ${stage}`, local_start: `${start_date}T09:00` }
    ;({ version } = await send('POST', `${path}/blocks`, officeToken, { tour_date_id, version, ...block }))
  }
  const draft = await send('POST', `${path}/draft`, officeToken, { tour_date_id, version })
  await send('POST', `${path}/publish`, officeToken, { tour_date_id, version: draft.version })
  await db
    .updateTable('running_order_entries')
    .set({ state: 'danced' })
    .where('tour_date_id', '=', tour_date_id)
    .execute()
  const award = {
    kind: 'placement',
    one_per_dancer: false,
    tie_break: [],
    minimum_points: 0,
    best: 1,
    least_entries: 1,
  }
  for (const [position, group_by] of [['age_division_id', 'category_id'], []].entries()) {
    await send('POST', '/v1/office/awards', officeToken, {
      ...{ ...award, tour_date_id, every_city: false, name: `Overall ${position + 1}`, scope: { group_by } },
      ...{ places: [{ from: 1, places: 10 }], block_id: null, position, active: true },
    })
  }
  const { id: paired_by } = await db
    .selectFrom('users')
    .where('role', '=', 'office')
    .select('id')
    .executeTakeFirstOrThrow()
  const panels: JudgedPanel[] = []
  for (const { id: block_id } of draft.blocks) {
    panels.push(await seatPanel(db, { tour_date_id, block_id, paired_by }))
  }
  return {
    ...{ world, product, send, tour_date_id, registrations, panels },
    async close() {
      await product.stop()
      await world.close()
    },
  }
}
