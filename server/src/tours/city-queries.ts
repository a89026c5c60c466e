import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { isOfBrand } from './brand-lists.ts'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'

// City fields that the office edits. Queries for rules are in tour-dates.

/** 'Portland, OR', of the city `c`; some have no state. */
export const cityName = sql<string>`concat_ws(', ', c.name, nullif(c.state, ''))`

const venueColumns = ['name', 'address', 'phone', 'website', 'room_rates', 'reservations_link'] as const

/** Locks a city against another change of its settings; registrations go on. */
export const lockCity = (tx: Tx, id: number) =>
  tx.selectFrom('tour_dates').where('id', '=', id).select('id').forNoKeyUpdate().executeTakeFirst()

/** A city with everything set on it, and how much of what it limits is taken. OFF-003 to OFF-015. */
export const findCity = (tx: Tx, id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('t.id', '=', id)
    .selectAll('t')
    .select((from) => [
      'e.name as event',
      'e.is_intensive',
      sql<{ name: string; state: string }>`jsonb_build_object('name', c.name, 'state', c.state)`.as('city'),
      jsonObjectFrom(from.selectFrom('venues').whereRef('id', '=', 't.venue_id').select(venueColumns)).as('venue'),
      jsonObjectFrom(from.selectFrom('venues').whereRef('id', '=', 't.hotel_id').select(venueColumns)).as('hotel'),
      jsonArrayFrom(
        from.selectFrom('tour_date_exceptions').whereRef('tour_date_id', '=', 't.id').orderBy('email').select('email'),
      ).as('exceptions'),
      jsonArrayFrom(
        from
          .selectFrom('workshop_levels as l')
          .leftJoin('tour_date_levels as d', (join) =>
            join.onRef('d.level_id', '=', 'l.id').onRef('d.tour_date_id', '=', 't.id'),
          )
          .leftJoin('capacity as n', (join) =>
            join.onRef('n.tour_date_id', '=', 't.id').on(sql<SqlBool>`n.key = 'level:' || l.id`),
          )
          .where(isOfBrand('workshop_levels', 'l', sql.ref('t.event_id')))
          .orderBy('l.position')
          .select([
            'l.id as level_id',
            'l.level',
            sql<'open' | 'sold_out' | 'not_available'>`coalesce(d.status, 'open')`.as('status'),
            'd.max_people',
            sql<number>`coalesce(n.taken, 0)`.as('taken'),
          ]),
      ).as('levels'),
      jsonArrayFrom(
        from
          .selectFrom('routine_categories as r')
          .leftJoin('tour_date_categories as d', (join) =>
            join.onRef('d.category_id', '=', 'r.category_id').onRef('d.tour_date_id', '=', 't.id'),
          )
          .leftJoin('capacity as n', (join) =>
            join.onRef('n.tour_date_id', '=', 't.id').on(sql<SqlBool>`n.key = 'category:' || r.category_id`),
          )
          .orderBy('r.min_dancers')
          .select([
            'r.category_id',
            'r.name',
            sql<boolean>`coalesce(d.enabled, true)`.as('enabled'),
            'd.max_routines',
            sql<number>`coalesce(n.taken, 0)`.as('taken'),
          ]),
      ).as('categories'),
      jsonArrayFrom(
        from
          .selectFrom('city_choices as o')
          .whereRef('o.tour_date_id', '=', 't.id')
          .orderBy('o.kind')
          .orderBy('o.id')
          .select([
            'o.id',
            'o.kind',
            'o.name',
            'o.offered',
            sql<number>`(select count(*) from attendees a join registrations r on r.id = a.registration_id
              where (a.lab_id = o.id or a.freestyle_battle_id = o.id) and ${isCompleted('r')})`.as('taken'),
          ]),
      ).as('choices'),
      jsonArrayFrom(
        from
          .selectFrom('intensives as i')
          .whereRef('i.tour_date_id', '=', 't.id')
          .orderBy('i.id')
          .select([
            'i.id',
            'i.name',
            'i.price',
            'i.group_price',
            'i.offered',
            sql<number>`(select count(*) from attendees a join registrations r on r.id = a.registration_id
              where a.intensive_id = i.id and ${isCompleted('r')})`.as('taken'),
          ]),
      ).as('intensives'),
      sql<{ routines: number; small_solos: number }>`(
        select jsonb_build_object(
          'routines', coalesce(sum(taken) filter (where key = 'routines'), 0),
          'small_solos', coalesce(sum(taken) filter (where key = 'small_solos'), 0))
        from capacity where tour_date_id = t.id)`.as('taken'),
    ])
    .executeTakeFirst()

/** Returns the page header of a city: its event, name and dates. */
export const findCityHead = (tx: Tx, id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('t.id', '=', id)
    .select(['e.name as event', 't.start_date', 't.end_date', 't.time_zone'])
    .select([cityName.as('city'), sql<boolean>`t.coda and t.critiques`.as('shows_critiques')])
    .select('t.results as shows_results')
    .executeTakeFirst()

/** The cities of a season or an event, with the sums that completions keep. */
export const listCities = (tx: Tx, season_id: number | undefined, event_id: number | undefined) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .leftJoin('tour_date_totals as n', 'n.tour_date_id', 't.id')
    .$if(season_id !== undefined, (query) => query.where('t.season_id', '=', season_id ?? 0))
    .$if(event_id !== undefined, (query) => query.where('t.event_id', '=', event_id ?? 0))
    .orderBy('t.start_date')
    .orderBy('t.id')
    .select([
      't.id',
      't.event_id',
      'e.name as event',
      't.season_id',
      sql<boolean>`t.published and e.published`.as('published'),
      cityName.as('city'),
      't.start_date',
      't.end_date',
      't.canceled',
      't.postponed',
      't.coming_soon',
      't.regenabled',
      't.total_routine_limit',
      sql<number>`coalesce(n.registrations, 0)`.as('registrations'),
      sql<number>`coalesce(n.dancers, 0)`.as('dancers'),
      sql<number>`coalesce(n.routines, 0)`.as('routines'),
      sql<Schema['registrations']['total']['__select__']>`coalesce(n.total, 0)`.as('total'),
      sql<Schema['registrations']['paid']['__select__']>`coalesce(n.paid, 0)`.as('paid'),
    ])
    .execute()

/** The city of this name, made when there is none. */
export const putEventCity = async (tx: Tx, { name, state }: { name: string; state: string }): Promise<number> => {
  const { id } = await tx
    .insertInto('event_cities')
    .values({ name: name.trim(), state: state.trim() })
    .onConflict((conflict) => conflict.columns(['name', 'state']).doUpdateSet({ name: name.trim() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Venue = Omit<Insertable<Schema['venues']>, 'id'>

/** Each city has its own venue row, so that changing one does not affect others. */
export async function putVenue(tx: Tx, id: number | null, venue: Venue | null): Promise<number | null> {
  if (venue === null) return null
  if (id !== null) {
    await tx.updateTable('venues').set(venue).where('id', '=', id).execute()
    return id
  }
  return (await tx.insertInto('venues').values(venue).returning('id').executeTakeFirstOrThrow()).id
}

/** The bare row of a city that is there. */
export const findTourDateRow = (tx: Tx, id: number) =>
  tx.selectFrom('tour_dates').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

export const insertTourDate = async (tx: Tx, tour_date: Insertable<Schema['tour_dates']>): Promise<number> =>
  (await tx.insertInto('tour_dates').values(tour_date).returning('id').executeTakeFirstOrThrow()).id

type ReleasedParts = { results: boolean; critiques: boolean; data: boolean; coda: boolean }
type CitySettings = Omit<Updateable<Schema['tour_dates']>, 'id' | 'event_id' | 'season_id' | keyof ReleasedParts>

/** Sets days, places and flags of a city, as far as the office changed them; its event and season stay. */
export const setCitySettings = (tx: Tx, id: number, settings: CitySettings) =>
  tx.updateTable('tour_dates').set(settings).where('id', '=', id).execute()

/** Sets what the release of results shows of a city. Nothing else writes these columns of a city. RES-041. */
export const setReleasedParts = (tx: Tx, id: number, parts: ReleasedParts) =>
  tx.updateTable('tour_dates').set(parts).where('id', '=', id).execute()

/** A venue row of its own for a copied city. Rates and the reservation link were of the old days. */
export async function copyVenue(tx: Tx, venue_id: number | null): Promise<number | null> {
  if (venue_id === null) return null
  const { rows } = await sql<{ id: number }>`
    insert into venues (name, address, phone, website)
    select name, address, phone, website from venues where id = ${venue_id} returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export const setCityPublished = (tx: Tx, id: number, published: boolean) =>
  tx.updateTable('tour_dates').set({ published }).where('id', '=', id).execute()

/** The cities of a season with their days, by date, for a season that is made from it. */
export const listCitiesToCopy = (tx: Tx, season_id: number) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .where('t.season_id', '=', season_id)
    .orderBy('t.start_date')
    .orderBy('t.id')
    .select([
      't.id',
      't.event_id',
      'e.name as event',
      't.event_city_id',
      cityName.as('city'),
      't.season_id',
      't.canceled',
      't.time_zone',
      't.start_date',
      't.end_date',
      't.cutoff_start_date',
      't.cutoff_end_date',
      't.late_start_date',
      't.late_end_date',
      't.payment_date',
      't.send_check_date',
    ])
    .execute()

type Venues = { venue_id: number | null; hotel_id: number | null }

async function deleteVenuesOf(tx: Tx, cities: readonly Venues[]): Promise<void> {
  const venues = cities.flatMap(({ venue_id, hotel_id }) => [venue_id, hotel_id]).filter((id) => id !== null)
  if (venues.length > 0) await tx.deleteFrom('venues').where('id', 'in', venues).execute()
}

/** Deletes a city with all that is set on it. */
export async function deleteCity(tx: Tx, id: number): Promise<void> {
  const city = tx.deleteFrom('tour_dates').where('id', '=', id).returning(['venue_id', 'hotel_id'])
  await deleteVenuesOf(tx, await city.execute())
}

/** Deletes the cities of a season copy with all that is set on them. Nobody may be registered there. */
export async function deleteCopiedCities(tx: Tx, season_copy_id: number): Promise<number> {
  const cities = await tx
    .deleteFrom('tour_dates')
    .where('season_copy_id', '=', season_copy_id)
    .returning(['venue_id', 'hotel_id'])
    .execute()
  await deleteVenuesOf(tx, cities)
  return cities.length
}
