import type { City, PlaceCount, TourDate, Venue } from '@callboard/domain/tours/city.ts'
import { linkOf } from '@callboard/domain/tours/venue-links.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../platform/db/connect.ts'
import { loadLists } from './lists.ts'
import { loadVersion, offerOf, type CityOffer } from './offers.ts'
import { openTotals } from './total-queries.ts'
import { putLimits, addWaitingListJob } from '../capacity/queries.ts'
import { loadSettings } from '../platform/settings-queries.ts'

const tourDateRows = (tx: Tx) =>
  tx
    .selectFrom('tour_dates as t')
    .innerJoin('event_cities as c', 'c.id', 't.event_city_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('seasons as s', 's.id', 't.season_id')
    .leftJoin('venues as v', 'v.id', 't.venue_id')
    .leftJoin('venues as h', 'h.id', 't.hotel_id')
    .selectAll('t')
    .select([
      sql<{ id: number; name: string; state: string }>`to_jsonb(c)`.as('city'),
      sql<TourDate['event'] & TourDate['event']['settings']>`to_jsonb(e)`.as('brand'),
      sql<TourDate['season']>`to_jsonb(s)`.as('season'),
      sql<TourDate['venue']>`to_jsonb(v)`.as('venue'),
      sql<(NonNullable<TourDate['venue']> & { room_rates: string; reservations_link: string }) | null>`to_jsonb(h)`.as(
        'hotel',
      ),
    ])
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('tour_date_levels')
          .whereRef('tour_date_id', '=', 't.id')
          .where('status', '!=', 'open')
          .select(['level_id', 'status'])
          .orderBy('level_id'),
      ).as('disabled_levels'),
    )

/** Not a draft, nor of an event that is one. */
const isPublished = sql<SqlBool>`t.published and e.published`

type Row = Awaited<ReturnType<ReturnType<typeof tourDateRows>['execute']>>[number]

// A nullable shape is written only with exactly the fields the contract declares.
const venueOf = ({ name, address, phone, website }: Venue): Venue => ({
  ...{ name, address, phone },
  website: linkOf(website),
})

/** The only place that maps flags to the documented nesting of a tour date. TOUR-025 to TOUR-028, A106. */
function tourDateOf(row: Row): TourDate {
  const { brand } = row
  const { hide_early_rate_deadline, coming_soon, surveys_on, no_observers, success_text, mobile_registration } = brand
  const { city, season, venue, hotel, disabled_levels } = row
  return {
    id: row.id,
    event_id: row.event_id,
    event: {
      ...brand,
      settings: {
        hide_early_rate_deadline,
        coming_soon: coming_soon || row.coming_soon,
        surveys_on,
        no_observers,
        success_text,
        mobile_registration,
      },
    },
    event_city: city,
    season_id: row.season_id,
    season,
    time_zone: row.time_zone,
    start_date: row.start_date,
    end_date: row.end_date,
    cutoff_start_date: row.cutoff_start_date,
    cutoff_end_date: row.cutoff_end_date,
    late_start_date: row.late_start_date,
    late_end_date: row.late_end_date,
    payment_date: row.payment_date,
    send_check_date: row.send_check_date,
    canceled: row.canceled,
    postponed: row.postponed,
    virtual_only: row.virtual_only,
    has_soty: row.has_soty,
    disabled_best_dancers: row.disabled_best_dancers,
    waiting_list: row.waiting_list,
    nomination_types: row.nomination_types,
    add_ons: row.add_ons,
    // 'open' rows are filtered by the query; the type cannot say so.
    disabled_workshop_levels: disabled_levels as TourDate['disabled_workshop_levels'],
    entry_limit_rules: {
      solo_groups: row.solo_groups,
      one_solos: row.one_solos,
      independent: row.independents_compete ? { max_routines: row.independent_max_routines } : null,
      split_teen_performance: row.split_teen_performance,
    },
    hotel: hotel && {
      ...venueOf(hotel),
      // Stored null where the office left it empty.
      room: { rates: hotel.room_rates, reservations_link: hotel.reservations_link && linkOf(hotel.reservations_link) },
    },
    venue: venue && venueOf(venue),
    total_routine_limit: row.total_routine_limit,
    settings: {
      regenabled: row.regenabled,
      compenabled: row.compenabled,
      virtual: row.allows_virtual,
      no_virtual: row.no_virtual,
      no_virtual_competition: row.no_virtual_competition,
      obsdisabled: row.obsdisabled,
      edit_routines: row.edit_routines,
      edit_bd_photo: row.edit_bd_photo,
      edit_bd_jacket: row.edit_bd_jacket,
      edit_bd_routine: row.edit_bd_routine,
      virtual_only_groups: row.virtual_only_groups,
      music_upload: row.music_upload,
    },
    web: {
      critiques: row.critiques,
      results: row.results,
      no_critiques: row.no_critiques,
      no_competition: row.no_competition,
    },
    mybtf: {
      coda: row.coda,
      no_virtual: row.no_virtual,
      edit_bd_photo: row.edit_bd_photo,
      edit_bd_jacket: row.edit_bd_jacket,
      music_upload: row.music_upload,
    },
  }
}

/** The published cities of an event's season, by date. TOUR-024. */
export async function loadTourDates(tx: Tx, event_id: number, season_id: number): Promise<TourDate[]> {
  const rows = await tourDateRows(tx)
    .where('t.event_id', '=', event_id)
    .where('t.season_id', '=', season_id)
    .where(isPublished)
    .orderBy('t.start_date')
    .orderBy('t.id')
    .execute()
  return rows.map(tourDateOf)
}

/** Loads all published cities of a season by date, across all tours. */
export async function loadSeason(tx: Tx, season_id: number): Promise<TourDate[]> {
  const rows = await tourDateRows(tx)
    .where('t.season_id', '=', season_id)
    .where(isPublished)
    .orderBy('t.start_date')
    .orderBy('t.id')
    .execute()
  return rows.map(tourDateOf)
}

export async function loadTourDatesOf(tx: Tx, ids: readonly number[]): Promise<TourDate[]> {
  if (ids.length === 0) return []
  const rows = await tourDateRows(tx).where('t.id', 'in', ids).execute()
  return rows.map(tourDateOf)
}

/** A city that everybody may see. For the office, `findTourDateOrDraft`. */
export async function findTourDate(tx: Tx, id: number): Promise<TourDate | undefined> {
  const row = await tourDateRows(tx).where('t.id', '=', id).where(isPublished).executeTakeFirst()
  return row && tourDateOf(row)
}

/** For the office and for a city that something stored names: drafts too. */
export async function findTourDateOrDraft(tx: Tx, id: number): Promise<TourDate | undefined> {
  const row = await tourDateRows(tx).where('t.id', '=', id).executeTakeFirst()
  return row && tourDateOf(row)
}

/** How many places of each key a city has and has given; a hold that ran out by `now` has given its places back. */
export async function loadPlaces(tx: Tx, tour_date_id: number, now: Instant): Promise<Record<string, PlaceCount>> {
  const rows = await tx
    .selectFrom('capacity as c')
    .where('c.tour_date_id', '=', tour_date_id)
    .select(['c.key', 'c.places', 'c.waiting'])
    .select((from) =>
      from(
        'c.taken',
        '-',
        from
          .selectFrom('place_claims as p')
          .whereRef('p.tour_date_id', '=', 'c.tour_date_id')
          .whereRef('p.key', '=', 'c.key')
          .where('p.held_until', '<', now)
          .select(sql<number>`coalesce(sum(p.n), 0)::integer`.as('lapsed')),
      ).as('taken'),
    )
    .execute()
  // The database's own integers.
  return Object.fromEntries(rows.map(({ key, ...count }) => [key, { ...count, taken: Number(count.taken) }]))
}

async function readOffer(tx: Tx, tour_date_id: number): Promise<CityOffer> {
  const tour_date = await findTourDateOrDraft(tx, tour_date_id)
  if (!tour_date) throw new Error(`A registration names tour date ${tour_date_id}, which is not there`)
  const lists = await loadLists(tx, tour_date)
  const { event_id, season_id } = tour_date
  return { tour_date, ...lists, settings: await loadSettings(tx, { tour_date_id, event_id, season_id }) }
}

/** Everything about a city that the rules of a registration read. */
export async function loadCity(tx: Tx, tour_date_id: number, now: Instant): Promise<City> {
  const [{ small_below, ...version }, places] = await Promise.all([
    loadVersion(tx, tour_date_id),
    loadPlaces(tx, tour_date_id, now),
  ])
  const offer = await offerOf({ ...version, tour_date_id }, () => readOffer(tx, tour_date_id))
  if (small_below === null) return { ...offer, places }
  // Until its recount, a city uses the limit its places were counted with.
  return { ...offer, settings: { ...offer.settings, small_registration_dancers: small_below }, places }
}

/** Which of these cities list the address as an exception, with one query. TOUR-013. */
export async function exceptionsOf(tx: Tx, email: string, tour_date_ids: readonly number[]): Promise<Set<number>> {
  if (tour_date_ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('tour_date_exceptions')
    .select('tour_date_id')
    .where('email', '=', email.toLowerCase())
    .where('tour_date_id', 'in', tour_date_ids)
    .execute()
  return new Set(rows.map(({ tour_date_id }) => tour_date_id))
}

/** On the city's list of exceptions: its closings do not hold for this address. OFF-008. */
export const isException = async (tx: Tx, tour_date_id: number, email: string): Promise<boolean> =>
  (await tx
    .selectFrom('tour_date_exceptions')
    .select('email')
    .where('tour_date_id', '=', tour_date_id)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()) !== undefined

/**
 * Inserts or updates the capacity rows of cities with their current limits; claimed places stay. Call it after creating
 * a city or changing its limits. COMP-081, OFF-005.
 */
export async function openPlaces(tx: Tx, ...tour_date_ids: readonly number[]): Promise<void> {
  await putLimits(tx, tour_date_ids)
  await openTotals(tx, tour_date_ids)
  // A limit that was raised makes room for those who wait.
  if (tour_date_ids.length > 0) await addWaitingListJob(tx, ...tour_date_ids)
}
