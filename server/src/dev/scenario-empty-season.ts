import { instant, type Instant } from '@callboard/domain/kernel/instant.ts'
import type { Db, Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertCity, type CityInput } from './build-cities.ts'
import { insertStaff } from './build-people.ts'
import { insertEvents, insertSeasons, lastSeason, plainEvent, thisSeason, type EventInput } from './build-season.ts'

export type SeasonInput = { event?: Partial<EventInput>; city?: Partial<CityInput>; now?: string }

export type ScenarioSeason = {
  /** Time of the scenario; the loader sets the clock to it. */
  now: Instant
  event_id: number
  season_id: number
  tour_date_id: number
  office: { user_id: number; email: string }
  admin: { user_id: number; email: string }
}

/** A month before the early rate ends. */
const usualNow = '2024-09-03T16:00:00Z'
export const joined = instant('2023-08-14T18:00:00Z')

/** One tour with one open city, and the people of the office. */
export const emptySeason = (db: Db, input: SeasonInput = {}): Promise<ScenarioSeason> =>
  inTransaction(db, (tx) => insertSeason(tx, input))

export async function insertSeason(tx: Tx, { event, city, now = usualNow }: SeasonInput = {}): Promise<ScenarioSeason> {
  const brand = { ...plainEvent, ...event }
  await insertSeasons(tx, [lastSeason, thisSeason])
  await insertEvents(tx, [brand], [lastSeason.id, thisSeason.id])
  const tour_date_id = await insertCity(tx, { event_id: brand.id, ...city })
  const { office, admin } = await insertStaff(tx, joined)
  return { now: instant(now), event_id: brand.id, season_id: thisSeason.id, tour_date_id, office, admin }
}
