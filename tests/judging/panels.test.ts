import { beforeEach, expect, test } from 'vitest'
import { makePanel } from '../scenarios/judging.ts'
import { openScores } from './scores-kit.ts'

const { stage, desk, second, makeCity, ...acts } = await openScores()
const { ok, refusalOf, type, decide, totalOf, read, mark } = acts
const { db, call } = stage

type City = Awaited<ReturnType<typeof makeCity>>
let order: City['order']
let panel: City['panel']
let [one, other] = [0, 0]

beforeEach(async () => {
  ;({ order, panel, one, other } = await makeCity())
})

test('a panel needs the seats that make a total, and stays as it is once it has scores', async () => {
  const seats = [1, 2].map((position) => ({ position, judge_id: null }))
  const draft = {
    tour_date_id: order.tour_date_id,
    name: 'B',
    kind: 'competition',
    counted: 3,
    dropping: 'lowest',
    scale_id: 1,
  }
  expect(await refusalOf(call(desk, 'POST', '/v1/office/panels', { ...draft, seats }))).toBe('panel.too_few_seats')
  await mark(one, [9_000])
  const change = { ...draft, version: 1, seats: [1, 2, 3, 4].map((position) => ({ position, judge_id: null })) }
  await ok(call(desk, 'PUT', `/v1/office/panels/${panel.id}`, change))
  expect(await refusalOf(call(desk, 'PUT', `/v1/office/panels/${panel.id}`, change))).toBe('judging.changed_meanwhile')
  const fewer = { ...change, version: 2, seats: change.seats.slice(1) }
  expect(await refusalOf(call(desk, 'PUT', `/v1/office/panels/${panel.id}`, fewer))).toBe('panel.has_sheets')
  const assign = call(desk, 'PUT', `/v1/office/blocks/${order.blocks[0]}/panel`, { panel_id: null })
  expect(await refusalOf(assign)).toBe('block.has_sheets')
})

/** Moves an entry to the end of a block of this order. */
async function place(id: number, block_id = 0) {
  const path = '/v1/office/running-order'
  const { tour_date_id } = order
  const { version } = (await call(desk, 'GET', `${path}?tour_date_id=${tour_date_id}`)).json()
  const moves = [{ kind: 'place', id, block_id, before_id: null }]
  return call(desk, 'PUT', path, { tour_date_id, version, moves, reason: 'A judge left' })
}

test('a panel that goes from four to three in the middle of a block is a new panel for the entries to come', async () => {
  const [, noon = 0] = order.blocks
  await mark(one, [9_000, 9_100, 9_200, 8_000])
  const three = [1, 2, 3].map((position) => ({ position, judge_id: null }))
  const draft = { kind: 'competition', counted: 3, dropping: 'lowest', scale_id: 1, seats: three }
  const smaller = { ...draft, name: 'Panel A', version: 1 }
  expect(await refusalOf(call(desk, 'PUT', `/v1/office/panels/${panel.id}`, smaller))).toBe('panel.has_sheets')
  const reply = await ok<{ panels: { id: number; name: string }[] }>(
    call(desk, 'POST', '/v1/office/panels', { tour_date_id: order.tour_date_id, ...draft, name: 'Panel of three' }),
  )
  const panel_id = reply.panels.find(({ name }) => name === 'Panel of three')?.id
  const assign = (block_id = 0) => call(desk, 'PUT', `/v1/office/blocks/${block_id}/panel`, { panel_id })
  expect(await refusalOf(assign(order.blocks[0]))).toBe('block.has_sheets')
  await ok(assign(noon))

  expect((await place(other, noon)).statusCode).toBe(200)
  const seats = await db
    .selectFrom('judge_seats')
    .where('panel_id', '=', panel_id ?? 0)
    .select('id')
    .orderBy('id')
    .execute()
  const ids: string[] = []
  for (const [index, { id }] of seats.entries()) {
    const client_id = crypto.randomUUID()
    ids.push(client_id)
    await ok(type(desk, other, 0, 9_000 + 100 * index, { client_id, seat_id: id }))
  }
  const grid = await ok(decide(second, ids))
  // Both totals are made of three marks: of four the lowest is dropped, of three none.
  expect([totalOf(grid, one), totalOf(grid, other)]).toEqual([27_300, 27_300])
})

test('an entry with marks does not move to a block of another panel, where they would count nowhere', async () => {
  const [morning = 0, noon = 0, evening = 0] = order.blocks
  await makePanel(stage, order.tour_date_id, { name: 'Panel B', blocks: [evening] })
  await db.insertInto('judged_blocks').values({ block_id: noon, panel_id: panel.id }).execute()
  const before = await mark(one, [9_000, 9_100, 9_200, 9_300])
  const reply = await place(one, evening)
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    { code: 'order.judged', message: 'Entry 1 has marks of its panel. Move it to a block that this panel judges.' },
  ])
  await db.deleteFrom('judged_blocks').where('block_id', '=', evening).execute()
  expect((await place(one, evening)).json().code).toBe('order.judged')
  for (const block_id of [noon, morning]) {
    expect((await place(one, block_id)).statusCode).toBe(200)
    expect(totalOf(await read(), one)).toBe(totalOf(before, one))
  }
  expect((await place(other, evening)).statusCode).toBe(200)
})

test('OFF-030 an independent is named by the person who registered, among those to recuse from and in a recusal', async () => {
  const { registration_id } = await db
    .selectFrom('registration_routines')
    .where('id', '=', one)
    .select('registration_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('registrations').set({ studio_id: null }).where('id', '=', registration_id).execute()
  const { fname, lname } = await db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('persons as p', 'p.id', 'u.person_id')
    .where('r.id', '=', registration_id)
    .select(['p.fname', 'p.lname'])
    .executeTakeFirstOrThrow()
  const recusals = [{ seat_id: panel.seats[0], registration_id, reason: 'Family' }]
  await ok(call(desk, 'PUT', `/v1/office/panels/${panel.id}/recusals`, { version: 1, recusals }))
  const city = (await call(desk, 'GET', `/v1/office/panels?tour_date_id=${order.tour_date_id}`)).json()
  const studio = `${fname} ${lname}`
  expect(city.registrations).toContainEqual({ id: registration_id, studio })
  expect(city.panels[0].recusals).toMatchObject([{ registration_id, studio }])
})

test('a judge of two seats is refused at the second of them', async () => {
  const judges = await db.insertInto('judges').values({ name: 'Paloma Reyes' }).returning('id').execute()
  const judge_id = judges[0]?.id ?? 0
  const seats = [1, 2, 3].map((position) => ({ position, judge_id: position === 2 ? null : judge_id }))
  const draft = { name: 'B', kind: 'competition', counted: 3, dropping: 'lowest', scale_id: 1, seats }
  const reply = await call(desk, 'POST', '/v1/office/panels', { tour_date_id: order.tour_date_id, ...draft })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    { code: 'panel.judge_twice', field: 'seats.2.judge_id' },
  ])
})

test('a panel of another city does not judge a block, and the refusal says so', async () => {
  const foreign = await makeCity()
  const assign = call(desk, 'PUT', `/v1/office/blocks/${order.blocks[1]}/panel`, { panel_id: foreign.panel.id })
  expect(await refusalOf(assign)).toBe('panel.other_city')
})
