import { instant } from '@callboard/domain/kernel/instant.ts'
import { plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { expect, test } from 'vitest'
import type { RegistrationRecord } from '../../web/src/wizard/registration-calls.ts'
import { factsOf, priceOf } from '../../web/src/wizard/registration-facts.ts'
import { openStage } from '../kit.ts'
import { addAccount, openSeason, peopleBody, reviewed, routineBody, type Studio } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const admin = await addAccount(stage, 'prices@example.com', 'admin')
const started = stage.clock.time

const open = (id: number) => `/v1/dance360/registrations/${id}`
const read = async (studio: Studio, id: number) => (await studio.call('GET', open(id))).json()
const readEdit = async (studio: Studio, id: number) => (await studio.call('GET', `${open(id)}/edit`)).json()
const complete = (studio: Studio, id: number) =>
  studio.call('PUT', '/v1/mybtf/complete-registration', { registration_id: id })

/** Reviewed, promised by check: the next call completes it. */
async function ready(city: number) {
  const studio = await season.studio({ dancers: 4, teachers: 0 })
  const two = { ...studio, dancers: studio.dancers.slice(0, 2) }
  const { id, review } = await reviewed(two, city, [studio.dancers.slice(0, 1)])
  await review()
  await studio.call('PUT', open(id), { paying_by_check: true })
  return { studio, id: id as number }
}

async function completed(city: number) {
  const one = await ready(city)
  const reply = await complete(one.studio, one.id)
  expect(reply.statusCode, reply.body).toBe(200)
  await stage.db.updateTable('registrations').set({ confirmed: true }).where('id', '=', one.id).execute()
  return one
}

const url = `/v1/office/events/${plainEvent.id}/prices`
type LevelRow = { level_id: number; price: number | null }
type CategoryRow = { category_id: number; fee_per_dancer: number | null }

/** Every price of the event so many cents dearer. */
async function raisePrices(by: number) {
  const { levels, categories } = (await stage.call(admin, 'GET', `${url}?season_id=${thisSeason.id}`)).json()
  const dearer = (price: number | null) => (price === null ? null : price + by)
  const reply = await stage.call(admin, 'PUT', url, {
    season_id: thisSeason.id,
    levels: levels.map((row: LevelRow) => ({ ...row, price: dearer(row.price), base: { price: row.price } })),
    categories: categories.map((row: CategoryRow) => {
      return { ...row, fee_per_dancer: dearer(row.fee_per_dancer), base: { fee_per_dancer: row.fee_per_dancer } }
    }),
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** The fees that the wizard works out itself, from its own reading of the city. */
async function priceInBrowser(record: RegistrationRecord, tour_date_id: number) {
  const city = (await stage.call(admin, 'GET', `/v1/dance360/tour-dates/${tour_date_id}/city`)).json()
  return priceOf(record, factsOf(record, city, stage.clock.time), record).fees
}

const lists = (city: number) =>
  stage.db.selectFrom('price_lists').where('tour_date_id', '=', city).selectAll().execute()

test('FEE-025 an edit keeps the prices of the completion, also for people and routines that come with it', async () => {
  const city = await season.city()
  const { studio, id } = await completed(city)
  const before = await read(studio, id)
  await raisePrices(1_000)

  const newEdit = await readEdit(studio, id)
  expect([newEdit.lines, newEdit.fees]).toEqual([before.lines, before.fees])
  const [first = 0, , third = 0] = studio.dancers
  const place = before.attendees[first].fee
  await studio.call(
    'PUT',
    '/v1/dance360/workshop/attendees',
    peopleBody(id, { dancers: [...studio.dancers.slice(0, 3)] }),
  )
  const edit = await readEdit(studio, id)
  expect(edit.attendees[third].fee).toBe(place)
  expect(edit.fees.total).toBe(before.fees.total + place)
  expect(await priceInBrowser(edit, city)).toEqual(edit.fees)
  const { fee } = before.routines[0]
  expect((await studio.call('POST', '/v1/dance360/routines', routineBody(id, [third]))).statusCode).toBe(200)
  await studio.call('PUT', open(id), { waiver: true, competitionCodeWaiver: true })
  await studio.call('PUT', open(id), { reviewed: true })
  await studio.call('PUT', open(id), { paying_by_check: true })
  const { version } = await readEdit(studio, id)

  stage.clock.time = instant('2024-10-03T09:00:00Z')
  const reply = await studio.call('PUT', `${open(id)}/edit-complete`, { version })
  stage.clock.time = started
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await read(studio, id)).fees.total).toBe(before.fees.total + place + fee)
  expect(await lists(city)).toHaveLength(1)

  // A registration that is completed now has the prices of now.
  const late = await completed(city)
  expect((await read(late.studio, late.id)).fees.total).toBe(before.fees.total + 3_000)
  expect(await lists(city)).toHaveLength(2)
})

test('FEE-025 A30 with `reprice_on_edit` an edit has the prices of now', async () => {
  const city = await season.city()
  const { studio, id } = await completed(city)
  const before = await read(studio, id)
  await raisePrices(1_000)
  await stage.db.insertInto('settings').values({ name: 'reprice_on_edit', value: 'true', tour_date_id: city }).execute()
  expect((await readEdit(studio, id)).fees.total).toBe(before.fees.total + 3_000)
  // The promise stays until an edit is submitted.
  expect((await read(studio, id)).fees).toEqual(before.fees)
})

test('FEE-025 registrations that are completed at once share one list of prices', async () => {
  const city = await season.city()
  const all = await Promise.all([1, 2, 3, 4].map(() => ready(city)))
  const replies = await Promise.all(all.map(({ studio, id }) => complete(studio, id)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await lists(city)).toHaveLength(1)
  const rows = await stage.db
    .selectFrom('registrations')
    .where('tour_date_id', '=', city)
    .select('price_list_id')
    .execute()
  expect(new Set(rows.map(({ price_list_id }) => price_list_id)).size).toBe(1)
})
