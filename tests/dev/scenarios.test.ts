import { instant } from '@callboard/domain/kernel/instant.ts'
import { scenarios } from '@callboard/server/dev/scenarios.ts'
import { loadCity } from '@callboard/server/tours/queries.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'

test.each(scenarios)('the world $name loads, and its city can be read', async ({ load }) => {
  const { db } = await openStage()
  const world = await load(db)
  const city = await db.transaction().execute((tx) => loadCity(tx, world.tour_date_id, instant('2024-10-01')))
  expect(city.tour_date.season_id).toBe(world.season_id)
  expect(city.workshop_levels.length).toBeGreaterThan(0)
  // Every key that anything can need has a count.
  expect(Object.keys(city.places)).toEqual(expect.arrayContaining(['routines', 'small_solos', 'category:1', 'level:5']))
  // A world without them would hide a fault of erasure.
  const { rows: bare } = await sql`
    select r.person_id from roster r where not exists
      (select from addresses a where a.person_id = r.person_id and a.entered_by = r.user_id) or not exists
      (select from contacts c where c.person_id = r.person_id and c.entered_by = r.user_id)`.execute(db)
  expect(bare).toEqual([])
})
