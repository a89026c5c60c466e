import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { begin, created, openSeason, peopleBody, routineBody } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const season = await openSeason(stage)
const event_id = 7
const { user_id: admin } = await stage.db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'head@example.com', fname: 'Adele', lname: 'Moss', role: 'admin' }, created),
  )
const [studio, tour_date_id] = [await season.studio({ dancers: 3 }), await season.city()]
const [a = 0, b = 0] = studio.dancers
const { id } = await begin(studio, tour_date_id)
await studio.call('PUT', '/v1/dance360/workshop/attendees', peopleBody(id, studio))
await studio.call('POST', '/v1/dance360/routines', routineBody(id, [a]))

const write = async (table: string, row: object) => {
  const reply = await stage.call(admin, 'PUT', `/v1/office/static/${table}`, { rows: [row] })
  return { status: reply.statusCode, body: reply.json() }
}
const cityOf = async () => (await studio.call('GET', `/v1/dance360/tour-dates/${tour_date_id}/city`)).json()
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
const ofProduct = async (table: string) =>
  (await stage.call(0, 'GET', `/v1/mybtf/static-data-dynamic?tables=${table}`)).json()[table]

/** A city of another brand, which sees nothing of these lists. */
async function otherCity() {
  await stage.db
    .transaction()
    .execute((tx) => insertEvents(tx, [{ ...plainEvent, id: 21, name: 'Radix', subdomain: 'radix' }], [thisSeason.id]))
  return season.city({ event_id: 21 })
}

test('OFF-013 a brand renames a division: new routines take its own, routines of before keep theirs, other brands see nothing', async () => {
  const before = namesOf(await ofProduct('performance_divisions'))
  const [first] = (await cityOf()).performance_divisions
  const own = { id: 90, name: 'Rising stars', level: 1, is_ballet: false, event_id, replaces: first.id }
  expect((await write('performance_divisions', own)).status).toBe(200)
  const { performance_divisions } = await cityOf()
  expect(performance_divisions).toContainEqual({ ...first, offered: false })
  expect(performance_divisions).toContainEqual({
    id: 90,
    name: 'Rising stars',
    level: 1,
    is_ballet: false,
    offered: true,
  })
  expect(namesOf(await ofProduct('performance_divisions'))).toEqual(before)

  const { routines } = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  const [routine] = routines
  expect(routine.performance_division_id).toBe(first.id)
  const change = { ...routineBody(id, [a]), routine: { name: 'Renamed', choreographer: 'Mia Sol' } }
  const sameDivision = await studio.call('PUT', `/v1/dance360/routines/${routine.id}`, change)
  expect(sameDivision.statusCode, sameDivision.body).toBe(200)
  const refusal = await studio.call('POST', '/v1/dance360/routines', routineBody(id, [b]))
  expect(refusal.json()).toMatchObject({ code: 'routine.incomplete', field: 'performance_division_id' })
  const ownDivision = await studio.call('POST', '/v1/dance360/routines', {
    ...routineBody(id, [b]),
    performance_division_id: 90,
  })
  expect(ownDivision.statusCode, ownDivision.body).toBe(200)
})

test('OFF-013 a brand hides an age division, and its own one takes the place', async () => {
  const [routine] = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json().routines
  const { level_id, name, minimum_age } = routine.age_division
  const own = { level_id: 90, name: 'Petite', minimum_age, is_showcase: false, event_id, replaces: level_id }
  expect((await write('age_divisions', own)).status).toBe(200)
  const { age_divisions } = await cityOf()
  expect(namesOf(age_divisions)).toContain('Petite')
  expect(namesOf(age_divisions)).not.toContain(name)
  // Entered anew, the division follows from the brand's list.
  const { routines } = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  const quote = (await studio.call('POST', `/v1/dance360/registrations/${id}/quote`, {})).statusCode
  expect(quote).toBe(200)
  const saved = await studio.call('PUT', `/v1/dance360/routines/${routines[0].id}`, routineBody(id, [a]))
  expect(saved.json().routine.age_division).toMatchObject({ level_id: 90, name: 'Petite' })

  expect((await write('age_divisions', { ...own, hidden: true })).status).toBe(200)
  expect(namesOf((await cityOf()).age_divisions)).not.toContain('Petite')
  expect(namesOf(await ofProduct('age_divisions'))).toContain(name)
  expect((await write('age_divisions', own)).status).toBe(200)
})

test('OFF-013 a level that a brand replaced takes nobody in, and attendees who are in it stay', async () => {
  const level = (await cityOf()).workshop_levels.find((one: { id: number }) => one.id === 1)
  const levelRows = (await stage.call(admin, 'GET', '/v1/office/static/workshop_levels')).json().rows
  const product = levelRows.find((one: { id: number }) => one.id === 1)
  const own = { ...product, id: 90, id_v: '90v', level: 'Tiny', plural_name: 'Tinies', event_id, replaces: 1 }
  expect((await write('workshop_levels', own)).status).toBe(200)
  await stage.db
    .insertInto('level_prices')
    .columns(['event_id', 'season_id', 'level_id', 'tier', 'kind', 'price'])
    .expression((from) =>
      from
        .selectFrom('level_prices')
        .where('event_id', '=', event_id)
        .where('level_id', '=', 1)
        .select(['event_id', 'season_id', from.val(90).as('level_id'), 'tier', 'kind', 'price']),
    )
    .execute()
  const { workshop_levels } = await cityOf()
  const of = (level_id: number) => workshop_levels.find((one: { id: number }) => one.id === level_id)
  expect(of(1)).toEqual({ ...level, status: 'not_available' })
  expect(of(90)).toMatchObject({ level: 'Tiny', status: 'open', prices: level.prices })
  const { attendees } = (await studio.call('GET', `/v1/dance360/registrations/${id}`)).json()
  expect(attendees[a]).toMatchObject({ workshop_level_id: 1 })
})

test('OFF-013 a row stays with its brand, and stands for one row of the product once', async () => {
  const own = { id: 90, name: 'Rising stars', level: 1, is_ballet: false, event_id, replaces: 1 }
  expect((await write('performance_divisions', { ...own, event_id: null, replaces: null })).body).toMatchObject({
    code: 'office.brand_row',
    field: 'rows.0.event_id',
  })
  expect((await write('performance_divisions', { ...own, id: 91, name: 'Another' })).status).toBe(409)
  const unknown = { ...own, id: 91, name: 'Another', event_id: 4_711, replaces: null }
  expect((await write('performance_divisions', unknown)).status).toBe(422)
  const audit = await stage.db.selectFrom('audit_log').where('action', '=', 'change list').select('entity').execute()
  expect(new Set(audit.map(({ entity }) => entity))).toEqual(
    new Set(['performance_divisions', 'age_divisions', 'workshop_levels']),
  )
})

test('OFF-013 awards, classes and homework offer the brand’s list: its added and renamed rows, no hidden one', async () => {
  const ask = async (path: string, by = admin) => (await stage.call(by, 'GET', path)).json()
  const offersOf = async (city: number) => {
    const { age_divisions, performance_divisions } = await ask(`/v1/office/awards?tour_date_id=${city}`)
    const { levels } = await ask(`/v1/office/survey-answers?tour_date_id=${city}`)
    return { ages: namesOf(age_divisions), divisions: namesOf(performance_divisions), levels: namesOf(levels) }
  }
  const products = namesOf(await ofProduct('performance_divisions'))
  const hiddenRow = { id: 92, name: 'Not here', level: 2, is_ballet: false, event_id, replaces: 2, hidden: true }
  expect((await write('performance_divisions', hiddenRow)).status).toBe(200)
  const addedRow = { level_id: 93, name: 'Adults', minimum_age: 30, is_showcase: false, event_id }
  expect((await write('age_divisions', addedRow)).status).toBe(200)

  const own = await offersOf(tour_date_id)
  expect(own.ages).toEqual(expect.arrayContaining(['Petite', 'Adults']))
  expect(own.divisions).toContain('Rising stars')
  expect(own.divisions).not.toContain('Not here')
  expect(own.divisions).not.toContain(products[1])
  expect(own.levels).toContain('Tiny')
  expect(own.levels).not.toContain('Mini')

  const elsewhere = await offersOf(await otherCity())
  expect(elsewhere.ages).not.toContain('Adults')
  expect(elsewhere.divisions.toSorted()).toEqual(products.toSorted())
  expect(elsewhere.levels).toContain('Mini')

  const library = namesOf((await ask('/v1/office/homework')).performance_divisions)
  expect(library).toContain('Rising stars (Meridian)')
  expect(library).not.toContain('Not here (Meridian)')
})
