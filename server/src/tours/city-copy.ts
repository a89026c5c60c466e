import { nextFees, nextPrice, type PriceRule } from '@callboard/domain/tours/price-rule.ts'
import type { CityDays } from '@callboard/domain/tours/shift-days.ts'
import type { Tx } from '../platform/db/connect.ts'
import { copySettings } from '../platform/settings-queries.ts'
import { copyCityLists, loadIntensives, putIntensives } from './city-list-queries.ts'
import { copyVenue, findTourDateRow, insertTourDate } from './city-queries.ts'
import { openPlaces } from './queries.ts'

type CityCopy = {
  from_id: number
  event_id: number
  season_id: number
  event_city_id: number
  days: CityDays
  with_venue: boolean
  season_copy_id?: number
  price_rule?: PriceRule
}

/** Columns that say what happened in a city. A copy begins anew. */
const beginnings = {
  published: false,
  canceled: false,
  postponed: false,
  regenabled: true,
  compenabled: true,
  coda: false,
  results: false,
  critiques: false,
  data: false,
}

/** Inserts a draft with everything that is set up in another city, and returns its id. OFF-003. */
export async function insertCityCopy(
  tx: Tx,
  { from_id, with_venue, days, price_rule, ...place }: CityCopy,
): Promise<number> {
  const { id: _, ...source } = await findTourDateRow(tx, from_id)
  const id = await insertTourDate(tx, {
    ...source,
    season_copy_id: null,
    ...days,
    ...place,
    ...beginnings,
    venue_id: with_venue ? await copyVenue(tx, source.venue_id) : null,
    hotel_id: with_venue ? await copyVenue(tx, source.hotel_id) : null,
  })
  await copyCityLists(tx, from_id, id)
  if (price_rule) await raiseIntensives(tx, id, price_rule)
  await copySettings(tx, { tour_date_id: from_id }, { tour_date_id: id }, price_rule && feesBy(price_rule))
  await openPlaces(tx, id)
  return id
}

/** The fees among settings as the next season has them, by name. */
export const feesBy = (rule: PriceRule) => (settings: Parameters<typeof nextFees>[0]) =>
  new Map(nextFees(settings, rule).map(({ name, price }) => [name, price]))

async function raiseIntensives(tx: Tx, tour_date_id: number, price_rule: PriceRule) {
  const intensives = await loadIntensives(tx, tour_date_id)
  const drafts = intensives.map((one) => ({
    ...one,
    price: nextPrice(one.price, price_rule),
    group_price: one.group_price && nextPrice(one.group_price, price_rule),
  }))
  await putIntensives(tx, tour_date_id, drafts)
}
