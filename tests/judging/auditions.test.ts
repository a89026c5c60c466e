import { rankAuditions } from '@callboard/domain/results/audition-ranks.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { loadJudgedCity } from '@callboard/server/judging/inputs-queries.ts'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder } from '../scenarios/judging.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const [desk = 0, second = 0] = await Promise.all(
  ['Haddad', 'Osei'].map(async (lname) => {
    const account = { email: `${lname}@example.com`, fname: 'Noor', lname, role: 'office' as const }
    return (await db.transaction().execute((tx) => insertAccount(tx, account, created))).user_id
  }),
)

type Cell = { seat_id: number; state: string; points: number | null; client_id: string | null }
type Auditions = {
  panels: { id: number; kind: string; seats: { id: number; position: number }[] }[]
  dancers: { attendee_id: number; cells: Cell[] }[]
}
let tour_date_id = 0
let dancers: number[] = []

/** A city where two dancers audition, with a panel of three judges in ballet and one in jazz. */
beforeEach(async () => {
  const order = await makeJudgedOrder(stage, season, desk)
  tour_date_id = order.tour_date_id
  const attendees = await db
    .selectFrom('attendees')
    .where('registration_id', '=', order.registration_id)
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  dancers = attendees.map(({ id }) => id)
  const vip = await db.selectFrom('vip_types').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db.updateTable('attendees').where('id', 'in', dancers).set({ vip_type_id: vip.id }).execute()
  for (const kind of ['ballet', 'jazz']) {
    const seats = [1, 2, 3].map((position) => ({ position, judge_id: null }))
    const panel = { tour_date_id, name: kind, kind, counted: 3, dropping: 'none', scale_id: 1, seats }
    const reply = await call(desk, 'POST', '/v1/office/panels', panel)
    expect(reply.statusCode, reply.body).toBe(200)
  }
})

const read = async (): Promise<Auditions> => {
  const reply = await call(desk, 'GET', `/v1/office/audition-sheets?tour_date_id=${tour_date_id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const type = (by: number, attendee_id: number, seat_id: number, points: number | null, more: object = {}) =>
  call(by, 'POST', '/v1/office/audition-sheets', {
    ...{ client_id: crypto.randomUUID(), attendee_id, seat_id, revision: 1, points, ...more },
  })
const decide = (by: number, client_ids: readonly string[], decision = 'confirm') =>
  call(by, 'POST', '/v1/office/audition-sheets/decide', { client_ids, decision })
const ranks = async () => {
  const city = await db.transaction().execute((tx) => loadJudgedCity(tx, tour_date_id))
  return rankAuditions(city.dancers, city.audition_panels)
}

/** Types a mark of each seat of a discipline, and confirms them. */
async function mark(attendee_id: number, kind: string, marks: readonly number[]) {
  const { panels } = await read()
  const seats = panels.find((panel) => panel.kind === kind)?.seats ?? []
  const ids: string[] = []
  for (const [index, points] of marks.entries()) {
    const client_id = crypto.randomUUID()
    ids.push(client_id)
    const reply = await type(desk, attendee_id, seats[index]?.id ?? 0, points, { client_id })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  return ids
}

test('PROG-022 a Best Dancer audition is the sum of three judges in ballet and three in jazz, once confirmed', async () => {
  const [one = 0, other = 0] = dancers
  const ids = [
    ...(await mark(one, 'ballet', [9_000, 9_100, 9_200])),
    ...(await mark(one, 'jazz', [9_500, 9_400, 9_300])),
    ...(await mark(other, 'ballet', [9_900, 9_900, 9_900])),
    ...(await mark(other, 'jazz', [9_900, 9_900])),
  ]
  const { panels, dancers: rows } = await read()
  expect(panels.map(({ kind, seats }) => [kind, seats.length])).toEqual([
    ['ballet', 3],
    ['jazz', 3],
  ])
  expect(
    rows.find(({ attendee_id }) => attendee_id === one)?.cells.map(({ points, state }) => [points, state]),
  ).toEqual([9_000, 9_100, 9_200, 9_500, 9_400, 9_300].map((points) => [points, 'to_confirm']))
  // Nothing counts before a second person has confirmed it.
  expect(await ranks()).toEqual([])
  expect((await decide(desk, ids)).json().code).toBe('sheet.own')
  expect((await decide(second, ids)).statusCode).toBe(200)
  expect(await ranks()).toEqual([
    { attendee_id: one, sums: { ballet: 27_300, jazz: 28_200, solo: null }, total: 55_500, place: 1 },
    // Two of three judges in jazz are no score, so there is no place.
    { attendee_id: other, sums: { ballet: 29_700, jazz: null, solo: null }, total: null, place: null },
  ])
})

test('PROG-022 a panel of an audition with fewer than three judges is refused while three marks count', async () => {
  const seats = [1, 2].map((position) => ({ position, judge_id: null }))
  const panel = { tour_date_id, name: 'Two', kind: 'ballet', counted: 3, dropping: 'none', scale_id: 1, seats }
  expect((await call(desk, 'POST', '/v1/office/panels', panel)).json().code).toBe('panel.too_few_seats')
})

test('a mark is checked, sent twice stored once, and rejected leaves the seat empty', async () => {
  const [one = 0] = dancers
  const { panels } = await read()
  const seat_id = panels[0]?.seats[0]?.id ?? 0
  const codeOf = async (reply: ReturnType<typeof call>) => (await reply).json().code
  expect(await codeOf(type(desk, one, seat_id, 10_050))).toBe('mark.too_high')
  expect(await codeOf(type(desk, one, seat_id, 9_025))).toBe('mark.between_steps')
  expect(await codeOf(type(desk, one, seat_id, 1_000))).toBe('mark.unusual')
  const client_id = crypto.randomUUID()
  expect((await type(desk, one, seat_id, 9_000, { client_id })).statusCode).toBe(200)
  expect((await type(desk, one, seat_id, 9_000, { client_id })).statusCode).toBe(200)
  expect(await codeOf(type(desk, one, seat_id, 9_100, { client_id }))).toBe('sheet.another_content')
  expect(await codeOf(type(desk, one, seat_id, 9_100))).toBe('sheet.changed_meanwhile')
  expect((await decide(second, [client_id], 'reject')).statusCode).toBe(200)
  expect((await read()).dancers[0]?.cells[0]).toMatchObject({ state: 'missing', points: null })
  expect(await codeOf(decide(second, [client_id]))).toBe('sheet.not_to_confirm')
})

test('a dancer of no program is not scored, and an owner reads none of it', async () => {
  const order = await makeJudgedOrder(stage, season, desk)
  const stranger = await db
    .selectFrom('attendees')
    .where('registration_id', '=', order.registration_id)
    .select('id')
    .executeTakeFirstOrThrow()
  const seat_id = (await read()).panels[0]?.seats[0]?.id ?? 0
  expect((await type(desk, stranger.id, seat_id, 9_000)).json().code).toBe('sheet.not_judged_here')
  const path = `/v1/office/audition-sheets?tour_date_id=${tour_date_id}`
  expect((await call(order.studio.user_id, 'GET', path)).statusCode).toBe(403)
})
