import type { PriceList } from '@callboard/domain/registrations/pricing/price-list.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { setPriceList } from './root-queries.ts'

/** Keeps the prices that a registration is completed with. Registrations of a city with the same prices share a list. FEE-025. */
export async function keepPriceList(tx: Tx, registration_id: number, tour_date_id: number, list: PriceList) {
  const prices = JSON.stringify(list)
  const findSame = () =>
    tx
      .selectFrom('price_lists')
      .where('tour_date_id', '=', tour_date_id)
      .where(sql<boolean>`md5(prices::text) = md5(${prices}::jsonb::text)`)
      .select('id')
      .executeTakeFirst()
  const insertOnce = () =>
    tx
      .insertInto('price_lists')
      .values({ tour_date_id, prices })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  // Another completion may insert the same list in between: the statement after it sees it.
  const same = (await findSame()) ?? (await insertOnce()) ?? (await findSame())
  if (!same) throw new Error('A price list vanished while it was being kept')
  await setPriceList(tx, registration_id, same.id)
}
