import type { ProductSettings } from '@callboard/domain/tours/settings/registry.ts'
import { insertCity } from '@callboard/server/dev/build-cities.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { beforeAll, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const { admin, grace, tour_date_id, event_id, season_id } = await smallCity(db)

type Row = Record<string, unknown> & { id: number }
const asAdmin = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
  const reply = await stage.call(admin.user_id, method, `/v1/office${path}`, body)
  return { status: reply.statusCode, body: reply.json() }
}
const setting: keyof ProductSettings = 'waiting_offer_hours'
let boston = 0
let canceled = 0

beforeAll(async () => {
  await db.transaction().execute(async (tx) => {
    boston = await insertCity(tx, { city: 'Boston', state: 'MA', starts: '2025-03-07', venue: 'Harbor Hall' })
    canceled = await insertCity(tx, { city: 'Larkspur', state: 'CA', starts: '2025-04-04', canceled: true })
  })
  const track = { id: null, name: 'Ballet track', price: 50_000, group_price: 45_000, offered: true }
  await asAdmin('PUT', `/tour-dates/${boston}`, { intensives: [track] })
  await asAdmin('PUT', '/settings', { season_id, name: setting, value: 5 })
  const fees = [
    { season_id, name: 'media_pass_fee', value: 12_000 },
    { season_id, name: 'deposit_per_routine', value: 6_000 },
    { tour_date_id: boston, name: 'photoshoot_fee', value: 10_000 },
  ]
  for (const fee of fees) await asAdmin('PUT', '/settings', fee)
  await asAdmin('POST', '/waiver-types', { name: 'Season waiver', event_id: null, season_id, text: 'I agree.' })
})

const plan = {
  season: { start_year: 2025, end_year: 2026, age_year: 2026 },
  shift_weeks: 52,
  price_rule: { kind: 'percent', value: 400, round_to: 500 },
  with_venues: true,
}
const preview = (change: object = {}) => asAdmin('POST', `/seasons/${season_id}/copy-preview`, { ...plan, ...change })
const copy = (change: object = {}) => asAdmin('POST', `/seasons/${season_id}/copy`, { ...plan, ...change })
const citiesOf = async (id: number): Promise<Row[]> => (await asAdmin('GET', `/tour-dates?season_id=${id}`)).body.rows
const seasons = async (): Promise<Row[]> => (await asAdmin('GET', '/seasons')).body.rows
const pricesOf = async (id: number) => (await asAdmin('GET', `/events/${event_id}/prices?season_id=${id}`)).body

test('OFF-002 OFF-003 OFF-010 a preview shows days, deadlines and prices, and writes nothing', async () => {
  const before = [await seasons(), await citiesOf(season_id)]
  const { status, body } = await preview({
    cities: [
      { tour_date_id: boston, start_date: null },
      { tour_date_id, start_date: '2025-12-05' },
    ],
  })
  expect(status).toBe(200)
  const row = (id: number) => body.cities.find((city: { tour_date_id: number }) => city.tour_date_id === id)
  expect(row(boston)).toMatchObject({
    city: 'Boston, MA',
    is_copied: true,
    is_there: false,
    old_start_date: '2025-03-07',
    start_date: '2026-03-06',
    end_date: '2026-03-08',
    wrong: null,
  })
  // 52 weeks between, although clocks changed on another day: the last minute is at the same clock time.
  const early = row(boston)
  expect(Date.parse(early.deadlines.early_rate) - Date.parse(early.old_deadlines.early_rate)).toBe(364 * 86_400_000)
  expect(row(tour_date_id)).toMatchObject({ start_date: '2025-12-05', is_copied: true })
  expect(row(canceled)).toMatchObject({ canceled: true, is_copied: false })
  const { rows, stay } = body.prices[0]
  expect([body.prices.length, stay]).toEqual([1, false])
  expect(rows).toContainEqual({ name: 'Mini', kind: 'full', tier: 'discount', old_price: 22_500, price: 23_500 })
  expect(rows).toContainEqual({ name: 'Solo', kind: 'per_dancer', tier: null, old_price: 12_500, price: 13_000 })
  expect(body.fees).toEqual([
    { label: 'Media season pass', set_for: 'Season', old_price: 12_000, price: 12_500 },
    { label: 'Photoshoot', set_for: expect.stringContaining('Boston, MA'), old_price: 10_000, price: 10_500 },
  ])
  expect([await seasons(), await citiesOf(season_id)]).toEqual(before)
})

test.each([
  [{ season: { ...plan.season, end_year: 2028 } }, 'office.season_years', 'season.end_year'],
  [{ season: { start_year: 2024, end_year: 2025, age_year: 2025 } }, 'office.season_years', 'season.start_year'],
  [{ price_rule: { ...plan.price_rule, value: 20_000 } }, 'office.price_rule', 'price_rule.value'],
])('OFF-002 OFF-010 a season from %j is refused at its field', async (change, code, field) => {
  for (const call of [preview, copy]) expect(await call(change)).toMatchObject({ status: 422, body: { code, field } })
})

test('OFF-003 a city whose days do not hold stops the whole act', async () => {
  await db
    .updateTable('tour_dates')
    .set({ late_end_date: '2025-06-01' as never })
    .where('id', '=', boston)
    .execute()
  const wrong = (await preview()).body.cities.find((city: { tour_date_id: number }) => city.tour_date_id === boston)
  expect(wrong.wrong).toBe('The regular rate ends after the event.')
  const before = await seasons()
  expect(await copy()).toMatchObject({ status: 422, body: { code: 'office.dates' } })
  expect(await seasons()).toEqual(before)
  await db
    .updateTable('tour_dates')
    .set({ late_end_date: null, late_start_date: null })
    .where('id', '=', boston)
    .execute()
})

test('OFF-002 OFF-003 OFF-010 OFF-051 a season is made from another in one act, as drafts, and undone', async () => {
  const { status, body } = await copy()
  expect([status, body.cities]).toEqual([200, 2])
  const season = (await seasons()).find(({ id }) => id === body.season_id)
  expect(season).toMatchObject({ ...plan.season, current: false, is_portal: true })
  const cities = await citiesOf(body.season_id)
  expect(cities.map(({ city, start_date, published }) => [city, start_date, published])).toEqual(
    expect.arrayContaining([['Boston, MA', '2026-03-06', false]]),
  )
  expect(cities.length).toBe(2)
  const newBoston = cities.find(({ city }) => city === 'Boston, MA')?.id ?? 0
  expect((await asAdmin('GET', `/tour-dates/${newBoston}`)).body).toMatchObject({
    venue: { name: 'Harbor Hall' },
    intensives: [{ name: 'Ballet track', price: 52_000, group_price: 47_000, offered: true }],
  })
  const [old, next] = [await pricesOf(season_id), await pricesOf(body.season_id)]
  expect(next.levels.length).toBe(old.levels.length)
  expect(next.categories.find(({ category_id }: { category_id: number }) => category_id === 1)).toMatchObject({
    fee_per_dancer: 13_000,
  })
  const setAt = async (place: string) => (await asAdmin('GET', `/settings?${place}`)).body.set
  // Fees follow the price rule; deposits stay.
  expect(await setAt(`season_id=${body.season_id}`)).toEqual({
    [setting]: 5,
    media_pass_fee: 12_500,
    deposit_per_routine: 6_000,
  })
  expect(await setAt(`tour_date_id=${newBoston}`)).toEqual({ photoshoot_fee: 10_500 })
  const waivers = db.selectFrom('waiver_types').where('season_id', '=', body.season_id).select(['name', 'version'])
  expect(await waivers.execute()).toEqual([{ name: 'Season waiver', version: 1 }])

  expect(await copy()).toMatchObject({ status: 422, body: { code: 'office.season_copied' } })
  const listed = (await asAdmin('GET', '/season-copies')).body.rows
  expect(listed).toMatchObject([
    { id: body.id, from_season: '2024–2025', season: '2025–2026', cities: 2, registrations: 0 },
  ])

  expect(await asAdmin('POST', `/season-copies/${body.id}/undo`)).toMatchObject({ status: 200, body: { cities: 2 } })
  expect(await citiesOf(body.season_id)).toEqual([])
  expect(await pricesOf(body.season_id)).toEqual({ levels: [], categories: [] })
  expect((await citiesOf(season_id)).length).toBe(3)
  expect((await asAdmin('GET', '/season-copies')).body.rows).toEqual([])
  expect((await asAdmin('POST', `/season-copies/${body.id}/undo`)).status).toBe(404)
  const audit = await db.selectFrom('audit_log').where('entity', '=', 'season').orderBy('id').select('action').execute()
  expect(audit.map(({ action }) => action).slice(-2)).toEqual(['copy season', 'undo season copy'])
})

test('OFF-002 prices that the season has already stay, also when the act is undone', async () => {
  const target = (await seasons()).find(({ start_year }) => start_year === 2025)?.id ?? 0
  const categories = [{ category_id: 1, fee_per_dancer: 7_700 }]
  await asAdmin('PUT', `/events/${event_id}/prices`, { season_id: target, categories })
  expect((await preview()).body.prices).toMatchObject([{ stay: true }])
  const { body } = await copy()
  expect(await pricesOf(target)).toEqual({ levels: [], categories })
  await asAdmin('POST', `/season-copies/${body.id}/undo`)
  expect(await pricesOf(target)).toEqual({ levels: [], categories })
  await asAdmin('PUT', `/events/${event_id}/prices`, {
    season_id: target,
    categories: [{ category_id: 1, fee_per_dancer: null }],
  })
})

test('OFF-002 a season in which somebody registered cannot be undone', async () => {
  const { body } = await copy({ cities: [{ tour_date_id: boston, start_date: '2025-03-14' }] })
  const [city] = await citiesOf(body.season_id)
  expect((await asAdmin('POST', `/tour-dates/${city?.id}/publish`)).status).toBe(200)
  expect(
    (await stage.call(grace.user_id, 'POST', '/v1/mybtf/registration', { tour_date_id: city?.id })).statusCode,
  ).toBe(200)
  const refusal = await asAdmin('POST', `/season-copies/${body.id}/undo`)
  expect(refusal).toMatchObject({ status: 422, body: { code: 'office.undo_registered', registrations: 1 } })
  expect((await citiesOf(body.season_id)).length).toBe(1)
})
