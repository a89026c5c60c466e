import { loadCity, loadTourDates } from '@callboard/server/tour-dates/queries.ts'
import { loadDemonstration, opening } from '@callboard/server/dev/demonstration.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const { db } = await openStage()
let took = 0

beforeAll(async () => {
  const began = performance.now()
  await loadDemonstration(db)
  took = performance.now() - began
})

test('the demonstration is loaded once, and at once', async () => {
  await loadDemonstration(db)
  expect(await db.selectFrom('users').select('id').where('email', '=', 'grace@example.com').execute()).toHaveLength(1)
  expect(took).toBeLessThan(2_000)
})

test('OFF-046 CONST-013 the demonstration has the eight events, season 41 and its cities in every state', async () => {
  const events = await db.selectFrom('events').selectAll().execute()
  expect(events.map(({ id }) => id)).toEqual(expect.arrayContaining([7, 8, 14, 18, 28, 47, 48, 49]))
  expect(events.filter(({ allows_routine_copy }) => allows_routine_copy).map(({ id }) => id)).toEqual([7, 8, 18])
  expect(events.filter(({ allows_check_for_all }) => allows_check_for_all).map(({ id }) => id)).toEqual([48, 49])
  expect(events.filter(({ needs_no_prequalification }) => needs_no_prequalification).map(({ id }) => id)).toEqual([49])
  expect(events.filter(({ mobile_registration }) => mobile_registration === 'notice')).toHaveLength(1)

  const cities = await db.transaction().execute((tx) => loadTourDates(tx, 7, 41))
  expect(cities.length).toBeGreaterThan(15)
  const all = await db.selectFrom('tour_dates').select('id').where('season_id', '=', 41).execute()
  expect(all.length).toBeGreaterThanOrEqual(24)
})

test('what its registrations owe stands in the ledger, and what they hold in the counts', async () => {
  const done = await db
    .selectFrom('registrations')
    .select(['id', 'total', 'paid'])
    .where('completed', '=', true)
    .execute()
  expect(done.length).toBeGreaterThan(3)
  for (const { id, total, paid } of done) {
    const rows = await db
      .selectFrom('ledger')
      .select('amount')
      .where('registration_id', '=', id)
      .where('account', '=', 'receivable')
      .execute()
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(total - paid)
  }
  const { rows } = await sql`
    select c.tour_date_id, c.key, c.taken, coalesce(sum(p.n), 0)::integer as claimed
    from capacity c left join place_claims p on p.tour_date_id = c.tour_date_id and p.key = c.key
    group by c.tour_date_id, c.key having c.taken <> coalesce(sum(p.n), 0)
  `.execute(db)
  expect(rows).toEqual([])
})

test('COMP-081 every city counts what is scarce there', async () => {
  const { id } = await db
    .selectFrom('tour_dates')
    .select('id')
    .where('total_routine_limit', '=', 40)
    .executeTakeFirstOrThrow()
  const city = await db.transaction().execute((tx) => loadCity(tx, id, opening))
  expect(city.places['routines']).toEqual({ places: 40, taken: 12, waiting: 0 })
  expect(city.places).toHaveProperty(['level:5'], { places: null, taken: 0, waiting: 0 })
  expect(city.workshop_levels.map(({ level }) => level)).toContain('Senior')
})
