import { readCityPrices } from '@callboard/contract/tours/city-prices.ts'
import {
  listDue,
  listSeasonRegistrations,
  listTours,
  readCallBoard,
  readCity,
  readEvent,
} from '@callboard/contract/tours/tour-dates.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertCities, insertCity } from '@callboard/server/dev/build-cities.ts'
import { insertAccount, insertStudio, inventDancers } from '@callboard/server/dev/build-people.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { insertEvents, insertSeasons, lastSeason, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const created = instant('2024-01-01')

let studio: Awaited<ReturnType<typeof insertStudio>>
let exempt: Awaited<ReturnType<typeof insertAccount>>
let city: number
let soldOut: number

beforeAll(async () => {
  await stage.db.transaction().execute(async (tx) => {
    await insertSeasons(tx, [lastSeason, thisSeason])
    await insertEvents(
      tx,
      [plainEvent, { ...plainEvent, id: 8, name: 'Northlight', subdomain: 'northlight' }],
      [40, 41],
    )
    city = await insertCity(tx)
    soldOut = await insertCity(tx, {
      city: 'Spokane',
      state: 'WA',
      starts: '2024-11-22',
      regenabled: false,
      exceptions: ['grace@example.com'],
    })
    await insertCities(tx, [
      { city: 'Portland', state: 'OR', starts: '2023-11-17', season_id: 40 },
      { event_id: 8, city: 'Buffalo', state: 'NY', starts: '2025-02-28' },
    ])
    const roster = inventDancers(3)
    const studioValues = {
      email: 'grace@example.com',
      name: 'Larkspur',
      city: 'Portland',
      state_id: 38,
      roster,
      created,
    }
    studio = await insertStudio(tx, { ...studioValues, owner: ['Grace', 'Oyelaran'] })
    exempt = await insertAccount(tx, { email: 'vip@example.com', fname: 'Vi', lname: 'Park', exempt: true }, created)
  })
})

/** The answer, held to exactly the shape the contract prints. */
async function read<Shape extends z.core.$ZodType>(
  user_id: number,
  url: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const reply = await stage.call(user_id, 'GET', url)
  expect(reply.statusCode, reply.body).toBe(200)
  const body: unknown = reply.json()
  const parsed = z.parse(shape, body)
  expect(parsed).toEqual(body)
  return parsed
}

const tours = (user_id: number, query = 'event_id=7&current_season_id=41') =>
  read(user_id, `/v1/mybtf/tours?${query}`, listTours.reply)

test('API-058 TOUR-020 TOUR-021 TOUR-024 the cities of the current season, also to a visitor, and no others', async () => {
  const dates = await tours(0)
  expect(dates.map(({ id }) => id)).toEqual([city, soldOut])
  expect(await tours(0, 'event_id=7')).toHaveLength(2)
  expect(await tours(0, 'event_id=7&current_season_id=40')).toEqual([])
  expect(await tours(0, 'event_id=8')).toHaveLength(1)
})

test('TOUR-025 TOUR-026 TOUR-027 TOUR-028 a date says everything of itself', async () => {
  const [date] = await tours(0)
  expect(date).toMatchObject({
    event: { id: 7, name: 'Meridian', subdomain: 'meridian' },
    event_city: { name: 'Portland', state: 'OR' },
    season: { start_year: 2024, end_year: 2025 },
    start_date: '2024-11-15',
    end_date: '2024-11-17',
    cutoff_start_date: '2024-10-04T00:00:00.000Z',
    late_start_date: '2024-11-01T00:00:00.000Z',
    venue: { name: 'Expo Pavilion' },
    hotel: { room: { reservations_link: 'https://portland.hotels.example/callboard' } },
    settings: { regenabled: true, compenabled: true },
    web: { critiques: false },
    mybtf: { music_upload: true },
  })
})

test('TOUR-002 A16 its deadlines are the last minutes that still hold, seven hours past the date', async () => {
  const [date] = await tours(0)
  expect(date?.deadlines).toEqual({
    early_rate: '2024-10-04T06:59:00.000Z',
    regular_rate: '2024-11-01T06:59:00.000Z',
    rate: 'discount',
    rate_ends: '2024-10-04T06:59:00.000Z',
  })
})

test('TOUR-029 the exception list is never sent; an account on it sees only its own exception', async () => {
  for (const user_id of [0, studio.user_id, exempt.user_id]) {
    const reply = await stage.call(user_id, 'GET', '/v1/mybtf/tours?event_id=7')
    expect(reply.body).not.toContain('grace@example.com')
    expect(reply.body).not.toContain('exceptions')
  }
  const exemptions = async (user_id: number) => (await tours(user_id)).map(({ is_exempt }) => is_exempt)
  expect(await exemptions(0)).toEqual([undefined, undefined])
  expect(await exemptions(studio.user_id)).toEqual([false, true])
  expect(await exemptions(exempt.user_id)).toEqual([true, true])
})

test('API-059 TOUR-008 TOUR-020 an account’s own registrations of the season, never another’s', async () => {
  const of = (user_id: number, query: string) =>
    stage.call(user_id, 'GET', `/v1/mybtf/user-event-season-registrations?${query}`)
  const { id } = await stage.db
    .insertInto('registrations')
    .values({
      tour_date_id: city,
      user_id: studio.user_id,
      studio_id: studio.studio_id,
      ancillary: false,
      full_rates: false,
      late_rates: false,
      left_off: 'teachers',
      created,
      updated: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  const url = `/v1/mybtf/user-event-season-registrations?mybtf_user_id=${studio.user_id}&event_id=7&season_id=41`
  expect(await read(studio.user_id, url, listSeasonRegistrations.reply)).toEqual([
    { id, tour_date_id: city, completed: false, confirmed: false, editing: false, left_off: 'teachers' },
  ])
  expect((await of(0, 'event_id=7')).statusCode).toBe(401)
  expect((await of(exempt.user_id, `mybtf_user_id=${studio.user_id}&event_id=7`)).statusCode).toBe(404)
  expect((await of(exempt.user_id, 'event_id=7')).json()).toEqual([])
  expect((await of(studio.user_id, 'event_id=7&season_id=40')).json()).toEqual([])
  expect((await of(studio.user_id, 'event_id=8')).json()).toEqual([])
})

test('VAR-009 an event by id or subdomain, with its flags; a change of a flag is in the next answer', async () => {
  const byId = await read(0, '/v1/mybtf/events/7', readEvent.reply)
  expect(byId).toMatchObject({ subdomain: 'meridian', current_season_id: 41, results_portal: true })
  expect(await read(0, '/v1/mybtf/events/Meridian', readEvent.reply)).toEqual(byId)
  expect((await stage.call(0, 'GET', '/v1/mybtf/events/nowhere')).statusCode).toBe(404)

  await stage.db.updateTable('events').set({ coming_soon: true, no_observers: true }).where('id', '=', 8).execute()
  const { settings } = await read(0, '/v1/mybtf/events/northlight', readEvent.reply)
  expect(settings).toMatchObject({ coming_soon: true, no_observers: true })
})

test('any signed-in account reads a city with all facts of its rules', async () => {
  const url = `/v1/dance360/tour-dates/${city}/city`
  const answer = await read(studio.user_id, url, readCity.reply)
  expect(answer.workshop_levels.find(({ id }) => id === 4)?.prices.late).toEqual({
    full: 33_500,
    one_day: 20_500,
    virtual: 17_000,
  })
  expect(answer.settings.deposit_per_routine).toBe(5_000)
  expect(answer.places['routines']).toEqual({ places: null, taken: 0, waiting: 0 })
  expect((await stage.call(0, 'GET', url)).statusCode).toBe(401)
  expect((await stage.call(studio.user_id, 'GET', '/v1/dance360/tour-dates/99999/city')).statusCode).toBe(404)
})

test('anybody reads what a city costs: levels at every rate, categories, and the rate of now', async () => {
  const url = `/v1/mybtf/tours/${city}/prices`
  const prices = await read(0, url, readCityPrices.reply)
  expect(prices).toMatchObject({ city: 'Portland', subdomain: 'meridian', rate: 'discount', independents: false })
  expect(prices.levels.find(({ id }) => id === 4)?.prices.late.full).toBe(33_500)
  expect(prices.categories.length).toBeGreaterThan(0)
  expect((await stage.call(0, 'GET', '/v1/mybtf/tours/99999/prices')).statusCode).toBe(404)
  await stage.db.updateTable('tour_dates').set({ independents_compete: true }).where('id', '=', city).execute()
  expect((await read(0, url, readCityPrices.reply)).independents).toBe(true)
})

test('a setting of one city moves its deadline alone', async () => {
  const setting = { name: 'rate_grace_hours', tour_date_id: soldOut, value: '0' }
  await stage.db.insertInto('settings').values(setting).execute()
  const dates = await tours(0)
  expect(dates.map(({ deadlines }) => deadlines.early_rate.slice(11, 16))).toEqual(['06:59', '23:59'])
})

test('the call board: the season’s tours and cities, with what is open', async () => {
  const board = await read(0, '/v1/mybtf/call-board', readCallBoard.reply)
  expect(board.events.map(({ name }) => name)).toEqual(['Meridian', 'Northlight'])
  expect(board.cities.map(({ city, status }) => [city, status])).toEqual([
    ['Portland', 'Register'],
    ['Spokane', 'Sold Out'],
    ['Buffalo', 'Coming Soon'],
  ])
})

test('lists the next due dates: balances before bookings, drafts by their rate; none of other accounts', async () => {
  const url = '/v1/mybtf/due'
  const { due, paid } = await stage.db.transaction().execute(async (tx) => {
    const [soon = 0, later = 0] = await insertCities(tx, [
      { event_id: 8, city: 'Milwaukee', state: 'WI', starts: '2024-10-18' },
      { event_id: 8, city: 'Burlington', state: 'VT', starts: '2025-04-11' },
    ])
    const registrationValues = {
      user_id: studio.user_id,
      studio_id: studio.studio_id,
      dancers: studio.person_ids,
      at: created,
    }
    return {
      due: await insertRegistration(tx, { ...registrationValues, tour_date_id: soon, state: 'completed' }),
      paid: await insertRegistration(tx, {
        ...registrationValues,
        tour_date_id: later,
        state: 'completed',
        paid: 'all',
      }),
    }
  })
  const list = await read(studio.user_id, url, listDue.reply)
  expect(list.map(({ city, next }) => [city, next])).toEqual([
    ['Milwaukee', 'pay'],
    ['Portland', 'finish'],
    ['Burlington', 'come'],
  ])
  // The due date is fixed at completion and does not move once it has passed.
  expect(list[0]).toMatchObject({ registration_id: due.id, pay_by: '2024-09-05', overdue: true })
  expect(list[0]?.owed).toBeGreaterThan(0)
  expect(list[1]).toMatchObject({ tour_date_id: city, rate_ends: '2024-10-04T06:59:00.000Z', owed: 0, overdue: false })
  expect(list[2]).toMatchObject({ registration_id: paid.id, owed: 0 })
  expect(list.map(({ kept_places }) => kept_places)).toEqual([null, null, null])

  // A place that is kept ends sooner than anything else is due.
  const ends = instant('2024-09-01T12:00:00Z')
  const entry = {
    registration_id: paid.id,
    tour_date_id: paid.tour_date_id,
    joined_at: created,
    title: 'Salt Road',
    takes_part: false,
  }
  await stage.db
    .insertInto('waiting_entries')
    .values({ ...entry, state: 'offered', offer_ends: ends })
    .execute()
  const [first] = await read(studio.user_id, url, listDue.reply)
  expect(first).toMatchObject({ registration_id: paid.id, next: 'come', kept_places: { ends, is_accepted: false } })
  expect(await read(exempt.user_id, url, listDue.reply)).toEqual([])
  expect((await stage.call(0, 'GET', url)).statusCode).toBe(401)
})

test('the prices of a city leave out what nobody can choose there', async () => {
  const pricesOf = (id: number) => read(0, `/v1/mybtf/tours/${id}/prices`, readCityPrices.reply)
  const kinds = ({ levels }: Awaited<ReturnType<typeof pricesOf>>) => levels.find(({ id }) => id === 4)?.prices.full
  expect(kinds(await pricesOf(city))).toMatchObject({ full: 31_000, virtual: null })

  const [virtual, intensive] = await stage.db.transaction().execute(async (tx) => {
    await insertEvents(tx, [{ ...plainEvent, id: 9, name: 'Deep', subdomain: 'deep', is_intensive: true }], [41])
    return insertCities(tx, [
      { city: 'Everywhere', state: '', starts: '2025-04-05', virtual_only: true, allows_virtual: true },
      {
        event_id: 9,
        city: 'Seattle',
        state: 'WA',
        starts: '2024-12-27',
        intensives: [['Contemporary', 400, 360]],
      },
    ])
  })
  expect(kinds(await pricesOf(virtual ?? 0))).toMatchObject({ full: null, one_day: null, virtual: expect.any(Number) })
  expect(await pricesOf(intensive ?? 0)).toMatchObject({
    levels: [],
    categories: [],
    group_size: 5,
    intensives: [{ name: 'Contemporary', price: 40_000, group_price: 36_000 }],
  })
})
