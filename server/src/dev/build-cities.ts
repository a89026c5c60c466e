import { addDays, calendarDate, type CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { minutesAfter, startOf } from '@callboard/domain/kernel/instant.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import { instantAt } from '@callboard/domain/kernel/zoned-time.ts'
import type { AddOn, ChoiceKind } from '@callboard/domain/tours/city.ts'
import { dateOfLastMinute } from '@callboard/domain/tours/rate-deadline.ts'
import { defaultSettings } from '@callboard/domain/tours/settings/registry.ts'
import type { Insertable } from 'kysely'
import type { Tx, Schema } from '../platform/db/connect.ts'
import { openPlaces } from '../tours/queries.ts'

type Dates = 'start_date' | 'end_date' | 'cutoff_start_date' | 'cutoff_end_date' | 'late_start_date' | 'late_end_date'
type Columns = Omit<
  Insertable<Schema['tour_dates']>,
  Dates | 'event_id' | 'season_id' | 'event_city_id' | 'venue_id' | 'hotel_id'
>

export type CityInput = Columns & {
  event_id?: number
  season_id?: number
  city: string
  state: string
  /** The first day, 'YYYY-MM-DD'. */
  starts: string
  nights?: number
  /** The first day on which the early rate no longer holds, as the office writes it. */
  early?: string
  late?: string | null
  /** Rates end at midnight of the city, as the office enters them; otherwise at the date's midnight in UTC and the grace. */
  ends_at_local_midnight?: boolean
  venue?: string | null
  hotel?: string | null
  levels?: readonly Omit<Insertable<Schema['tour_date_levels']>, 'tour_date_id'>[]
  categories?: readonly Omit<Insertable<Schema['tour_date_categories']>, 'tour_date_id'>[]
  intensives?: readonly (readonly [name: string, price: number, group_price: number | null])[]
  choices?: readonly (readonly [kind: ChoiceKind, name: string])[]
  exceptions?: readonly string[]
  news?: readonly (readonly [date: string, text: string])[]
}

const zoneOf: Readonly<Record<string, string>> = {
  AK: 'America/Anchorage',
  AZ: 'America/Phoenix',
  HI: 'Pacific/Honolulu',
  ...Object.fromEntries(['CO', 'ID', 'NM', 'UT', 'WY', 'MT'].map((state) => [state, 'America/Denver'])),
  ...Object.fromEntries(['IL', 'MO', 'NE', 'TN', 'TX', 'WI', 'MN', 'OK'].map((state) => [state, 'America/Chicago'])),
  ...Object.fromEntries(
    ['NY', 'OH', 'PA', 'GA', 'NC', 'FL', 'CT', 'RI', 'VT', 'ON'].map((state) => [state, 'America/New_York']),
  ),
}

const usualAddOns: AddOn[] = ['media_pass', 'vip_experience', 'photoshoot', 'comp_room']

const dayOf = (input: CityInput): CalendarDate => calendarDate(input.starts)

function rowOf(input: CityInput, ids: { city: number; venue: number | null; hotel: number | null }) {
  const { event_id = 7, season_id = 41, city: _, state, starts: __, nights = 2, early, late, ...rest } = input
  const {
    venue: _v,
    hotel: _h,
    levels: _l,
    categories: _c,
    intensives: _i,
    choices: _o,
    exceptions: _e,
    news: _n,
    ends_at_local_midnight: _m,
    ...columns
  } = rest
  const start_date = dayOf(input)
  const time_zone = zoneOf[state] ?? 'America/Los_Angeles'
  const endOf = (day: CalendarDate) =>
    input.ends_at_local_midnight
      ? dateOfLastMinute(minutesAfter(instantAt(time_zone, `${day}T00:00`), -1), defaultSettings)
      : startOf(day)
  const cutoff = endOf(early ? calendarDate(early) : addDays(start_date, -43))
  const lateDay = late === undefined ? addDays(start_date, -14) : late && calendarDate(late)
  const late_date = lateDay === null || lateDay === '' ? null : endOf(lateDay)
  return {
    add_ons: usualAddOns,
    ...columns,
    event_id,
    season_id,
    event_city_id: ids.city,
    venue_id: ids.venue,
    hotel_id: ids.hotel,
    time_zone,
    start_date,
    end_date: addDays(start_date, nights),
    cutoff_start_date: cutoff,
    cutoff_end_date: cutoff,
    late_start_date: late_date,
    late_end_date: late_date,
  }
}

/** Inserts cities with places, totals, limits and news. Returns their ids in input order. */
export async function insertCities(tx: Tx, cities: readonly CityInput[]): Promise<number[]> {
  const cityIds = await insertNames(tx, cities)
  const venues = await insertVenues(tx, cities)
  const rows = cities.map((input) =>
    rowOf(input, {
      city: cityIds.get(`${input.city}, ${input.state}`) ?? 0,
      venue: venues.get(venueKey(input)) ?? null,
      hotel: venues.get(hotelKey(input)) ?? null,
    }),
  )
  const inserted = await tx.insertInto('tour_dates').values(rows).returning('id').execute()
  const ids = inserted.map(({ id }) => id)
  await insertDetails(tx, cities, ids)
  await openPlaces(tx, ...ids)
  return ids
}

export async function insertCity(tx: Tx, input: Partial<CityInput> = {}): Promise<number> {
  const [id] = await insertCities(tx, [{ ...portland, ...input }])
  if (id === undefined) throw new Error('A city was inserted and has no id')
  return id
}

/** Main city of the demonstration; its early rate ends two days after the demonstration's start. */
export const portland: CityInput = {
  city: 'Portland',
  state: 'OR',
  starts: '2024-11-15',
  early: '2024-10-04',
  late: '2024-11-01',
  payment_date: calendarDate('2024-10-25'),
}

async function insertNames(tx: Tx, cities: readonly CityInput[]): Promise<Map<string, number>> {
  const names = new Map(cities.map(({ city: name, state }) => [`${name}, ${state}`, { name, state }]))
  const rows = await tx
    .insertInto('event_cities')
    .values([...names.values()])
    .onConflict((conflict) =>
      conflict.columns(['name', 'state']).doUpdateSet({ state: (from) => from.ref('excluded.state') }),
    )
    .returning(['id', 'name', 'state'])
    .execute()
  return new Map(rows.map(({ id, name, state }) => [`${name}, ${state}`, id]))
}

const venueKey = ({ city, venue = venueNames[city.length % venueNames.length] }: CityInput) =>
  venue && `${city}: ${venue}`
const hotelKey = ({ city, hotel = hotelNames[city.length % hotelNames.length] }: CityInput) =>
  hotel && `${city}: ${hotel}`
const nameIn = (key: string) => key.replace(/^.*?: /, '')

const venueNames = ['Convention Center', 'Riverfront Hall', 'Grand Ballrooms', 'Expo Pavilion', 'Civic Auditorium']
const hotelNames = ['The Wayfarer', 'Union Station Hotel', 'The Alder House', 'Parkside Inn']

async function insertVenues(tx: Tx, cities: readonly CityInput[]): Promise<Map<string | null | undefined, number>> {
  const places = new Map<string, Insertable<Schema['venues']>>()
  for (const input of cities) {
    const venue = venueKey(input)
    if (venue) places.set(venue, venueRow(input, nameIn(venue)))
    const hotel = hotelKey(input)
    if (hotel) places.set(hotel, hotelRow(input, nameIn(hotel)))
  }
  if (places.size === 0) return new Map()
  const rows = await tx
    .insertInto('venues')
    .values([...places.values()])
    .returning('id')
    .execute()
  return new Map([...places.keys()].map((key, i) => [key, rows[i]?.id ?? 0]))
}

const slugOf = ({ city }: CityInput) => city.toLowerCase().replace(/[^a-z]+/g, '-')

const venueRow = (input: CityInput, name: string): Insertable<Schema['venues']> => ({
  name,
  address: `${100 + input.city.length * 12} Front Street, ${input.city}, ${input.state}`,
  phone: '(555) 555-0140',
  website: `https://${slugOf(input)}.venues.example`,
  room_rates: null,
  reservations_link: null,
})

const hotelRow = (input: CityInput, name: string): Insertable<Schema['venues']> => ({
  name,
  address: `${20 + input.city.length * 8} Station Square, ${input.city}, ${input.state}`,
  phone: '(555) 555-0170',
  website: `https://${slugOf(input)}.hotels.example`,
  room_rates: '$189 a night for up to four people, until three weeks before the event',
  reservations_link: `https://${slugOf(input)}.hotels.example/callboard`,
})

async function insertDetails(tx: Tx, cities: readonly CityInput[], ids: readonly number[]) {
  const each = <Row extends object>(rowsOf: (input: CityInput) => readonly Row[] | undefined) =>
    cities.flatMap((input, i) => (rowsOf(input) ?? []).map((row) => ({ ...row, tour_date_id: ids[i] ?? 0 })))

  const levels = each(({ levels }) => levels)
  if (levels.length) await tx.insertInto('tour_date_levels').values(levels).execute()
  const categories = each(({ categories }) => categories)
  if (categories.length) await tx.insertInto('tour_date_categories').values(categories).execute()
  const exceptions = each(({ exceptions }) => exceptions?.map((email) => ({ email })))
  if (exceptions.length) await tx.insertInto('tour_date_exceptions').values(exceptions).execute()
  const news = each(({ news }) => news?.map(([date, text]) => ({ date: calendarDate(date), text })))
  if (news.length) await tx.insertInto('news').values(news).execute()
  const intensives = each(({ intensives }) =>
    intensives?.map(([name, price, group]) => ({
      name,
      price: dollars(price),
      group_price: group === null ? null : dollars(group),
    })),
  )
  if (intensives.length) await tx.insertInto('intensives').values(intensives).execute()
  const choices = each(({ choices }) => choices?.map(([kind, name]) => ({ kind, name })))
  if (choices.length) await tx.insertInto('city_choices').values(choices).execute()
}
