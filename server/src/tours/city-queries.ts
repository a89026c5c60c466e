import type { IntensiveDraft } from '@callboard/domain/tours/plan-intensives.ts'
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { isCompleted } from '../platform/db/registration-status.ts'

// City fields that the office edits. Queries for rules are in tour-dates.

/** 'Portland, OR', of the city `c`; some have no state. */
export const cityName = sql<string>`concat_ws(', ', c.name, nullif(c.state, ''))`

const venueColumns = ['name', 'address', 'phone', 'website', 'room_rates', 'reservations_link'] as const

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
    .select(cityName.as('city'))
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

export const insertTourDate = async (tx: Tx, tour_date: Insertable<Schema['tour_dates']>): Promise<number> =>
  (await tx.insertInto('tour_dates').values(tour_date).returning('id').executeTakeFirstOrThrow()).id

type CitySettings = Omit<Updateable<Schema['tour_dates']>, 'id' | 'event_id' | 'season_id'>

/** Sets days, places and flags of a city, as far as the office changed them; its event and season stay. */
export const setCitySettings = (tx: Tx, id: number, settings: CitySettings) =>
  tx.updateTable('tour_dates').set(settings).where('id', '=', id).execute()

/** The whole list of exceptions, in the place of the old one. OFF-008. */
export async function replaceExceptions(tx: Tx, tour_date_id: number, emails: readonly string[]): Promise<void> {
  await tx.deleteFrom('tour_date_exceptions').where('tour_date_id', '=', tour_date_id).execute()
  const once = [...new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean))]
  if (once.length === 0) return
  await tx
    .insertInto('tour_date_exceptions')
    .values(once.map((email) => ({ tour_date_id, email })))
    .execute()
}

type LevelOffer = Omit<Insertable<Schema['tour_date_levels']>, 'tour_date_id'>

export async function upsertLevelOffers(tx: Tx, tour_date_id: number, levels: readonly LevelOffer[]): Promise<void> {
  if (levels.length === 0) return
  await tx
    .insertInto('tour_date_levels')
    .values(levels.map((level) => ({ ...level, tour_date_id })))
    .onConflict((conflict) =>
      conflict.columns(['tour_date_id', 'level_id']).doUpdateSet((row) => ({
        status: row.ref('excluded.status'),
        max_people: row.ref('excluded.max_people'),
      })),
    )
    .execute()
}

type CategoryOffer = Omit<Insertable<Schema['tour_date_categories']>, 'tour_date_id'>

export async function upsertCategoryOffers(tx: Tx, tour_date_id: number, categories: readonly CategoryOffer[]) {
  if (categories.length === 0) return
  await tx
    .insertInto('tour_date_categories')
    .values(categories.map((category) => ({ ...category, tour_date_id })))
    .onConflict((conflict) =>
      conflict.columns(['tour_date_id', 'category_id']).doUpdateSet((row) => ({
        enabled: row.ref('excluded.enabled'),
        max_routines: row.ref('excluded.max_routines'),
      })),
    )
    .execute()
}

type Choice = Omit<Insertable<Schema['city_choices']>, 'tour_date_id'> & { id: number | null; offered: boolean }

/** Renames or removes existing labs and battles and adds new ones. OFF-015, ATT-054. */
export async function putChoices(tx: Tx, tour_date_id: number, choices: readonly Choice[]): Promise<void> {
  const existingChoices = choices.filter(({ id }) => id !== null)
  const newChoices = choices.filter(({ id }) => id === null)
  await sql`
    update city_choices o set name = n.name, offered = n.offered
    from unnest(${existingChoices.map(({ id }) => id)}::int[], ${existingChoices.map(({ name }) => name)}::text[],
      ${existingChoices.map(({ offered }) => offered)}::boolean[]) as n (id, name, offered)
    where o.id = n.id and o.tour_date_id = ${tour_date_id}`.execute(tx)
  if (newChoices.length === 0) return
  await tx
    .insertInto('city_choices')
    .values(newChoices.map(({ kind, name, offered }) => ({ tour_date_id, kind, name, offered })))
    .execute()
}

/**
 * Updates intensives that have an id and inserts the others; those of other cities stay unchanged. VAR-009, OFF-047.
 */
export async function putIntensives(tx: Tx, tour_date_id: number, drafts: readonly IntensiveDraft[]): Promise<void> {
  const existingIntensives = drafts.filter(({ id }) => id !== null)
  const newIntensives = drafts.filter(({ id }) => id === null)
  await sql`
    update intensives i set name = n.name, price = n.price, group_price = n.group_price, offered = n.offered
    from unnest(${existingIntensives.map(({ id }) => id)}::int[], ${existingIntensives.map(({ name }) => name)}::text[],
      ${existingIntensives.map(({ price }) => price)}::int[], ${existingIntensives.map(({ group_price }) => group_price)}::int[],
      ${existingIntensives.map(({ offered }) => offered)}::boolean[]) as n (id, name, price, group_price, offered)
    where i.id = n.id and i.tour_date_id = ${tour_date_id}`.execute(tx)
  if (newIntensives.length === 0) return
  await tx
    .insertInto('intensives')
    .values(
      newIntensives.map(({ name, price, group_price, offered }) => ({
        tour_date_id,
        name,
        price,
        group_price,
        offered,
      })),
    )
    .execute()
}
