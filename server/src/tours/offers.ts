import type { City } from '@callboard/domain/tours/city.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'

/** A city's offer: all its fields except the live counts. */
export type CityOffer = Omit<City, 'places'>

const most = 500
const cache = new Map<string, { version: number; offer: CityOffer }>()

type OfferKey = { database: string; version: number; tour_date_id: number }

/**
 * Returns a city's offer, cached until the catalogue version changes. The version is read with the counts in the
 * caller's transaction, so the result is never older than that transaction.
 */
export async function offerOf(
  { database, version, tour_date_id }: OfferKey,
  read: () => Promise<CityOffer>,
): Promise<CityOffer> {
  const key = `${database}/${tour_date_id}`
  const cachedOffer = cache.get(key)
  if (cachedOffer?.version === version) return cachedOffer.offer

  const offer = await read()
  cache.delete(key)
  cache.set(key, { version, offer })
  // Evicts the oldest entry: a Map keeps insertion order.
  const [oldest] = cache.keys()
  if (cache.size > most && oldest !== undefined) cache.delete(oldest)
  return offer
}

/**
 * Returns the catalogue version and the database name, because tests use several databases in one process.
 * `small_below`: the limit that the city's small-solo count still uses when it differs from the setting.
 */
export const loadVersion = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('catalogue_version')
    .select(['version', sql<string>`current_database()`.as('database')])
    .select((from) =>
      from
        .selectFrom('capacity')
        .where('tour_date_id', '=', tour_date_id)
        .where('key', '=', 'small_solos')
        .select('small_below')
        .as('small_below'),
    )
    .executeTakeFirstOrThrow()
