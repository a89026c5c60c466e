import type { CityDays } from '@callboard/domain/tours/shift-days.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/connect.ts'
import { copySettings } from '../platform/settings-queries.ts'
import { insertTourDate } from './city-queries.ts'
import { openPlaces } from './queries.ts'

type CityCopy = {
  from_id: number
  event_id: number
  season_id: number
  event_city_id: number
  days: CityDays
  with_venue: boolean
}

/**
 * Inserts a draft with everything that is set up in another city. What happened there is not copied: cancellation, sold-out
 * marks, results, news, the media pass, exceptions for single accounts. Returns its id. OFF-003.
 */
export async function copyTourDate(tx: Tx, { from_id, with_venue, days, ...place }: CityCopy): Promise<number> {
  const { id: _, ...source } = await tx
    .selectFrom('tour_dates')
    .where('id', '=', from_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const id = await insertTourDate(tx, {
    ...source,
    ...days,
    ...place,
    venue_id: with_venue ? await copyVenue(tx, source.venue_id) : null,
    hotel_id: with_venue ? await copyVenue(tx, source.hotel_id) : null,
    published: false,
    canceled: false,
    postponed: false,
    regenabled: true,
    compenabled: true,
    coda: false,
    results: false,
    critiques: false,
  })
  await sql`
    insert into tour_date_levels (tour_date_id, level_id, status, max_people)
    select ${id}, level_id, case status when 'sold_out' then 'open' else status end, max_people
    from tour_date_levels where tour_date_id = ${from_id}`.execute(tx)
  await sql`
    insert into tour_date_categories (tour_date_id, category_id, enabled, max_routines)
    select ${id}, category_id, enabled, max_routines from tour_date_categories where tour_date_id = ${from_id}`.execute(
    tx,
  )
  await sql`
    insert into intensives (tour_date_id, name, price, group_price)
    select ${id}, name, price, group_price from intensives where tour_date_id = ${from_id} and offered
    order by id`.execute(tx)
  await sql`
    insert into city_choices (tour_date_id, kind, name)
    select ${id}, kind, name from city_choices where tour_date_id = ${from_id} and offered order by id`.execute(tx)
  await copySettings(tx, { tour_date_id: from_id }, { tour_date_id: id })
  await openPlaces(tx, id)
  return id
}

/** Each city has its own venue row. Rates and the reservation link were of the old days. */
async function copyVenue(tx: Tx, venue_id: number | null): Promise<number | null> {
  if (venue_id === null) return null
  const { rows } = await sql<{ id: number }>`
    insert into venues (name, address, phone, website)
    select name, address, phone, website from venues where id = ${venue_id} returning id`.execute(tx)
  return rows[0]?.id ?? null
}
