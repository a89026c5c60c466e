import { contestedSheets } from '@callboard/domain/judging/sheet.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, app } = stage
const season = await openSeason(stage)
const { user_id: desk } = await db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'desk@example.com', fname: 'Noor', lname: 'Haddad', role: 'office' }, created),
  )
const order = await makeJudgedOrder(stage, season, desk)
const [morning = 0, , evening = 0] = order.blocks
const panel = await makePanel(stage, order.tour_date_id, { seats: 3, blocks: [morning, evening] })
const [seat_id = 0] = panel.seats
const { routines } = order

beforeEach(async () => {
  await db.deleteFrom('score_sheets').execute()
  await db.deleteFrom('sheet_reopenings').execute()
  await db.deleteFrom('judge_devices').execute()
  await db.updateTable('judged_blocks').set({ locked_at: null, locked_by: null }).execute()
})

type Sheet = { client_id: string; registration_routine_id: number; revision: number; points: number }
const sheet = (routine: number, revision: number, points: number): Sheet => ({
  client_id: crypto.randomUUID(),
  registration_routine_id: routines[routine] ?? 0,
  revision,
  points,
})
async function send(token: string, sheets: readonly Sheet[]): Promise<string[]> {
  const headers = deviceHeaders(token)
  const reply = await app.inject({ method: 'POST', url: '/v1/judging/sheets', headers, payload: { sheets } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().sheets.map(({ status }: { status: string }) => status)
}
const storedState = async () => {
  const rows = await db
    .selectFrom('score_sheets')
    .select(['client_id', 'registration_routine_id', 'revision', 'points', 'contested'])
    .orderBy('client_id')
    .execute()
  return rows
}
const lockBlock = () => call(desk, 'PUT', `/v1/office/blocks/${morning}/lock`, { locked: true })

test('any order and repetition of sheets contests the same ones, whichever came first', () => {
  const revision = fc.record({ client_id: fc.uuid(), revision: fc.integer({ min: 1, max: 4 }), late: fc.boolean() })
  fc.assert(
    fc.property(
      fc
        .uniqueArray(revision, { selector: ({ client_id }) => client_id, maxLength: 8 })
        .chain((sheets) =>
          fc.tuple(fc.constant(sheets), fc.shuffledSubarray([...sheets, ...sheets], { minLength: sheets.length })),
        ),
      ([sheets, schedule]) => {
        // Each arrival is judged beside what is stored; contested sheets stay so.
        const arrived = new Map<string, (typeof sheets)[number]>()
        const contested = new Set<string>()
        for (const one of [...schedule, ...sheets]) {
          arrived.set(one.client_id, one)
          for (const id of contestedSheets([...arrived.values()])) contested.add(id)
        }
        expect([...contested].toSorted()).toEqual([...contestedSheets(sheets)].toSorted())
      },
    ),
    { numRuns: 200 },
  )
})

test('batches of two devices in any order, cut anywhere and sent again, end in one state', async () => {
  const first = await pairDirectly(stage, desk, seat_id)
  const sheets = [sheet(0, 1, 9_000), sheet(0, 2, 9_100), sheet(1, 1, 8_500), sheet(1, 2, 8_600)]
  const schedules = fc.sample(
    fc.tuple(fc.shuffledSubarray([...sheets, ...sheets], { minLength: 4 }), fc.integer({ min: 1, max: 5 })),
    { numRuns: 12, seed: 7 },
  )
  const states = new Set<string>()
  for (const [schedule, size] of schedules) {
    await db.deleteFrom('score_sheets').execute()
    const whole = [...schedule, ...sheets]
    for (let at = 0; at < whole.length; at += size) await send(first.token, whole.slice(at, at + size))
    states.add(JSON.stringify(await storedState()))
  }
  expect(states.size).toBe(1)
  expect((await storedState()).map(({ contested }) => contested)).toEqual([false, false, false, false])
})

test('a sheet sent again is a duplicate; a revision of two authors contests both; the tabulator chooses', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  const own = sheet(0, 1, 9_000)
  expect(await send(token, [own])).toEqual(['stored'])
  expect(await send(token, [own])).toEqual(['duplicate'])
  expect(await send(token, [{ ...own, points: 9_100 }])).toEqual(['refused'])
  const rival = sheet(0, 1, 8_000)
  expect(await send(token, [rival])).toEqual(['contested'])
  expect((await storedState()).map(({ contested }) => contested)).toEqual([true, true])
  const body = { client_id: own.client_id, reason: 'The judge said so' }
  const reply = await call(desk, 'POST', '/v1/office/sheets/choose', body)
  expect(reply.statusCode, reply.body).toBe(200)
  const entry = reply.json().entries.find(({ id }: { id: number }) => id === routines[0])
  expect(entry.cells[0]).toMatchObject({ state: 'marked', points: 9_000, next_revision: 3 })
})

test('late sheets of a replaced device are contested, shown and not counted; of a revoked one refused', async () => {
  const old = await pairDirectly(stage, desk, seat_id)
  expect(await send(old.token, [sheet(0, 1, 9_000)])).toEqual(['stored'])
  const offer = (await call(desk, 'POST', '/v1/office/devices', { seat_id })).json()
  const { pairing_id, code } = offer
  expect((await call(0, 'POST', '/v1/judging/pair', { pairing_id, code })).statusCode).toBe(200)
  expect(await send(old.token, [sheet(1, 1, 9_100)])).toEqual(['contested'])
  await call(desk, 'DELETE', `/v1/office/devices/${old.id}`)
  const headers = deviceHeaders(old.token)
  const reply = await app.inject({ method: 'POST', url: '/v1/judging/sheets', headers, payload: { sheets: [] } })
  expect(reply.statusCode).toBe(401)
})

test('sheets of another panel, a scratched entry and a locked block come back with their sentence', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  await db
    .updateTable('running_order_entries')
    .where('registration_routine_id', '=', routines[1] ?? 0)
    .set({ state: 'scratched' })
    .execute()
  expect(
    await send(token, [{ ...sheet(0, 1, 9_000), registration_routine_id: 2_000_000 }, sheet(1, 1, 9_000)]),
  ).toEqual(['refused', 'refused'])
  await db
    .updateTable('running_order_entries')
    .where('registration_routine_id', '=', routines[1] ?? 0)
    .set({ state: 'planned' })
    .execute()
  expect((await lockBlock()).statusCode).toBe(200)
  expect(await send(token, [sheet(0, 1, 9_000), sheet(2, 1, 9_000)])).toEqual(['locked', 'stored'])
})

test('a lock races with batches over real connections: whatever is stored was stored before the lock', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  for (let round = 0; round < 8; round += 1) {
    await db.deleteFrom('score_sheets').execute()
    await db.updateTable('judged_blocks').set({ locked_at: null, locked_by: null }).execute()
    const before = sheet(0, 1, 9_000)
    const [answers, lock] = await Promise.all([send(token, [before, sheet(1, 1, 9_000)]), lockBlock()])
    expect(lock.statusCode, lock.body).toBe(200)
    const [answer] = answers
    const rows = await storedState()
    expect(rows.length).toBe(answer === 'stored' ? 2 : 0)
    if (answer === 'stored') {
      // The answer of the lock holds every stored sheet: none slipped in behind it.
      const entry = lock.json().entries.find(({ id }: { id: number }) => id === routines[0])
      expect(entry.cells[0].points).toBe(9_000)
    }
  }
})

test('control: without the shared block a batch slips in behind the lock', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  const lockFirst = db.transaction().execute(async (tx) => {
    await tx.selectFrom('judged_blocks').where('block_id', '=', morning).select('block_id').forUpdate().execute()
    // The product waits here for the lock; a plain read, as below, does not.
    const waiting = send(token, [sheet(0, 1, 9_000)])
    const { locked_at } = await db
      .selectFrom('judged_blocks')
      .where('block_id', '=', morning)
      .select('locked_at')
      .executeTakeFirstOrThrow()
    const isAnswered = await Promise.race([
      waiting.then(() => true),
      new Promise((resolve) => setTimeout(() => resolve(false), 300)),
    ])
    await tx
      .updateTable('judged_blocks')
      .where('block_id', '=', morning)
      .set({ locked_at: stage.clock.now(), locked_by: desk })
      .execute()
    return { locked_at, isAnswered, waiting }
  })
  const { locked_at, isAnswered, waiting } = await lockFirst
  expect(locked_at, 'a plain read would have let the sheet in').toBeNull()
  expect(isAnswered).toBe(false)
  expect(await waiting).toEqual(['locked'])
})
