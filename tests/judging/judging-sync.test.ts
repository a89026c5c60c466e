import { instant } from '@callboard/domain/kernel/instant.ts'
import { tabulate } from '@callboard/domain/results/tabulate.ts'
import fc from 'fast-check'
import { loadJudgedCity } from '@callboard/server/judging/inputs-queries.ts'
import { shareBlocksOf } from '@callboard/server/judging/panel-queries.ts'
import { insertSheets } from '@callboard/server/judging/sheet-queries.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, app } = stage
const season = await openSeason(stage)
const desk = await addAccount(stage)
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
type Answer = { client_id: string; status: string; message: string; entry_is_out: boolean }
async function sendForAnswers(token: string, sheets: readonly Sheet[]): Promise<Answer[]> {
  const headers = deviceHeaders(token)
  const reply = await app.inject({ method: 'POST', url: '/v1/judging/sheets', headers, payload: { sheets } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().sheets
}
const send = async (token: string, sheets: readonly Sheet[]): Promise<string[]> =>
  (await sendForAnswers(token, sheets)).map(({ status }) => status)
const storedState = async () => {
  const rows = await db
    .selectFrom('score_sheets')
    .select(['client_id', 'registration_routine_id', 'revision', 'points', 'contested'])
    .orderBy('client_id')
    .execute()
  return rows
}
const lockBlock = () => call(desk, 'PUT', `/v1/office/blocks/${morning}/lock`, { locked: true })

/** Every sheet of both devices in any order, cut into batches anywhere, some of them sent again. */
const schedulesOf = (sheets: readonly (readonly [Device, Sheet])[], numRuns: number) =>
  fc.sample(fc.tuple(fc.shuffledSubarray([...sheets, ...sheets], { minLength: 4 }), fc.integer({ min: 1, max: 5 })), {
    numRuns,
    seed: 7,
  })
type Device = 'first' | 'second'

/** Sends a schedule, a device's sheets in batches, as they come. */
async function play(tokens: Record<Device, string>, whole: readonly (readonly [Device, Sheet])[], size: number) {
  for (let at = 0; at < whole.length; at += size) {
    for (const device of ['first', 'second'] as const) {
      const batch = whole.slice(at, at + size).flatMap(([from, one]) => (from === device ? [one] : []))
      if (batch.length > 0) await send(tokens[device], batch)
    }
  }
}

test('batches of a device and the one that replaced it, in any order, cut anywhere and sent again, end in one state', async () => {
  const old = await pairDirectly(stage, desk, seat_id)
  const replaced_at = instant('2024-09-30T13:00:00Z')
  await db.updateTable('judge_devices').where('id', '=', old.id).set({ replaced_at }).execute()
  const tokens = { first: old.token, second: (await pairDirectly(stage, desk, seat_id, 'Tablet 2')).token }
  const sheets: readonly (readonly [Device, Sheet])[] = [
    ['first', sheet(0, 1, 9_000)],
    ['first', sheet(0, 2, 9_100)],
    ['first', sheet(1, 1, 8_500)],
    ['first', sheet(1, 2, 8_600)],
    ['second', sheet(0, 2, 9_300)],
    ['second', sheet(1, 3, 8_700)],
    ['second', sheet(1, 4, 8_800)],
  ]
  const states = new Set<string>()
  for (const [schedule, size] of schedulesOf(sheets, 200)) {
    await db.deleteFrom('score_sheets').execute()
    await play(tokens, [...schedule, ...sheets], size)
    states.add(JSON.stringify(await storedState()))
  }
  expect(states.size).toBe(1)
  const ids = new Set((await storedState()).flatMap((row) => (row.contested ? [row.client_id] : [])))
  const revisionsOf = (device: Device) =>
    sheets.flatMap(([from, { client_id, revision }]) => (from === device && ids.has(client_id) ? [revision] : []))
  // All that the replaced device still sends, and the one revision that both sent.
  expect(revisionsOf('first')).toEqual([1, 2, 1, 2])
  expect(revisionsOf('second')).toEqual([2])
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
  const reply = await call(desk, 'POST', '/v1/office/scores/choose', body)
  expect(reply.statusCode, reply.body).toBe(200)
  const entry = reply.json().entries.find(({ id }: { id: number }) => id === routines[0])
  expect(entry.cells[0]).toMatchObject({ state: 'marked', points: 9_000, next_revision: 3 })
})

test('marks of a tablet whose clock is a day off are ordered by revision, never by time', async () => {
  const { id, token } = await pairDirectly(stage, desk, seat_id)
  const [tomorrow, yesterday] = ['2024-10-02T16:00:00Z', '2024-09-30T16:00:00Z']
  const first = { ...sheet(0, 1, 9_000), marked_at: tomorrow }
  const second = { ...sheet(0, 2, 9_100), marked_at: yesterday }
  // The clock was set back between the two, and the later mark comes first.
  expect(await send(token, [second, first])).toEqual(['stored', 'stored'])
  expect(await countedMark()).toBe(9_100)

  const beat = async (clock: string) => {
    const payload = { battery: null, queued_sheets: 0, app_version: '1', clock }
    const request = { method: 'POST', url: '/v1/judging/heartbeat', headers: deviceHeaders(token), payload } as const
    expect((await app.inject(request)).json()).toEqual({ now: stage.clock.now(), replaced: false })
    const row = db.selectFrom('judge_devices').where('id', '=', id).select(['last_seen', 'clock_offset_ms'])
    return row.executeTakeFirstOrThrow()
  }
  const last_seen = stage.clock.now()
  expect(await beat('2024-10-02T16:00:00Z')).toEqual({ last_seen, clock_offset_ms: -86_400_000 })
  // A tablet without a battery for its clock begins in 1970.
  expect(await beat('1970-01-01T00:00:00Z')).toMatchObject({ last_seen, clock_offset_ms: 2_000_000_000 })
})

test('a device whose seat another one took hears so with its next heartbeat, and the other one does not', async () => {
  const old = await pairDirectly(stage, desk, seat_id)
  const neighbor = await pairDirectly(stage, desk, panel.seats[1] ?? 0, 'Neighbor')
  const isReplaced = async (token: string) => {
    const payload = { battery: null, queued_sheets: 0, app_version: '1', clock: stage.clock.now() }
    const request = { method: 'POST', url: '/v1/judging/heartbeat', headers: deviceHeaders(token), payload } as const
    const reply = await app.inject(request)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().replaced
  }
  expect(await isReplaced(old.token)).toBe(false)
  const offer = (await call(desk, 'POST', '/v1/office/devices', { seat_id, label: 'Tablet 2' })).json()
  // A code alone takes no seat away.
  expect(await isReplaced(old.token)).toBe(false)
  const { pairing_id, code } = offer
  const { token } = (await call(0, 'POST', '/v1/judging/pair', { pairing_id, code })).json()
  expect([await isReplaced(old.token), await isReplaced(token), await isReplaced(neighbor.token)]).toEqual([
    ...[true, false, false],
  ])
})

test('late sheets of a replaced device are contested and shown; of a revoked one refused', async () => {
  const old = await pairDirectly(stage, desk, seat_id)
  expect(await send(old.token, [sheet(0, 1, 9_000)])).toEqual(['stored'])
  const offer = (await call(desk, 'POST', '/v1/office/devices', { seat_id, label: 'Tablet 1' })).json()
  const { pairing_id, code } = offer
  const paired = await call(0, 'POST', '/v1/judging/pair', { pairing_id, code })
  expect(paired.statusCode).toBe(200)
  expect(await send(old.token, [sheet(1, 1, 9_100)])).toEqual(['contested'])
  expect(await send(paired.json().token, [sheet(1, 1, 9_000)])).toEqual(['contested'])
  const scores = (await call(desk, 'GET', `/v1/office/scores?tour_date_id=${order.tour_date_id}`)).json()
  const { cells } = scores.entries.find(({ id }: { id: number }) => id === sheet(1, 1, 9_100).registration_routine_id)
  const choices: { points: number; origin: string }[] = cells[0].contested
  expect(choices.map(({ points, origin }) => `${points} ${origin}`).toSorted()).toEqual([
    '9000 Tablet 1',
    '9100 Tablet 1, replaced',
  ])
  await call(desk, 'DELETE', `/v1/office/devices/${old.id}`)
  const headers = deviceHeaders(old.token)
  const reply = await app.inject({ method: 'POST', url: '/v1/judging/sheets', headers, payload: { sheets: [] } })
  expect(reply.statusCode).toBe(401)
})

/** The total of a morning entry: as the office’s grid shows it, and as results tabulate it, with how complete it is. */
async function totalsOf(routine: number) {
  const grid = (await call(desk, 'GET', `/v1/office/scores?tour_date_id=${order.tour_date_id}`)).json()
  const shownEntry = grid.entries.find(({ id }: { id: number }) => id === routines[routine])
  const { entries, panels, blocks } = await db.transaction().execute((tx) => loadJudgedCity(tx, order.tour_date_id))
  const none = { levels: [], placements: [], studio_awards: [], auditions: [], picks: [] }
  const scored = tabulate({ ...none, entries, panels, blocks }).entries.find(({ id }) => id === routines[routine])
  return [shownEntry.total, scored?.total, scored?.tabulation]
}

test('a late sheet moves no total: an earlier revision leaves it, a later one holds it back until the office chooses', async () => {
  const old = await pairDirectly(stage, desk, seat_id)
  const colleagues = await Promise.all(panel.seats.slice(1).map((seat) => pairDirectly(stage, desk, seat, 'Colleague')))
  for (const { token } of colleagues) await send(token, [sheet(0, 1, 9_000), sheet(1, 1, 9_000)])
  expect(await send(old.token, [sheet(1, 1, 8_000)])).toEqual(['stored'])
  const offer = (await call(desk, 'POST', '/v1/office/devices', { seat_id, label: 'Tablet 1' })).json()
  const { pairing_id, code } = offer
  const { token } = (await call(0, 'POST', '/v1/judging/pair', { pairing_id, code })).json()

  expect(await send(token, [sheet(0, 2, 8_000)])).toEqual(['stored'])
  expect(await totalsOf(0)).toEqual([26_000, 26_000, 'complete'])
  expect(await send(old.token, [sheet(0, 1, 9_900)])).toEqual(['contested'])
  expect(await totalsOf(0)).toEqual([26_000, 26_000, 'complete'])

  expect(await totalsOf(1)).toEqual([26_000, 26_000, 'complete'])
  const late = sheet(1, 2, 9_900)
  expect(await send(old.token, [late])).toEqual(['contested'])
  expect(await totalsOf(1)).toEqual([null, null, 'contested'])
  const choice = { client_id: late.client_id, reason: 'The judge said so' }
  expect((await call(desk, 'POST', '/v1/office/scores/choose', choice)).statusCode).toBe(200)
  expect(await totalsOf(1)).toEqual([27_900, 27_900, 'complete'])
  expect(await totalsOf(0)).toEqual([26_000, 26_000, 'complete'])
})

test('a late sheet that the tabulator chose is the office’s word: the next one does not contest it again', async () => {
  const old = await pairDirectly(stage, desk, seat_id)
  const replaced_at = instant('2024-09-30T13:00:00Z')
  await db.updateTable('judge_devices').where('id', '=', old.id).set({ replaced_at }).execute()
  const { token } = await pairDirectly(stage, desk, seat_id, 'Tablet 2')
  const late = sheet(0, 1, 9_000)
  expect(await send(old.token, [late])).toEqual(['contested'])
  const body = { client_id: late.client_id, reason: 'The judge said so' }
  expect((await call(desk, 'POST', '/v1/office/scores/choose', body)).statusCode).toBe(200)
  expect(await send(token, [sheet(0, 3, 9_200)])).toEqual(['stored'])
  const rows = (await storedState()).toSorted((one, other) => one.revision - other.revision)
  expect(rows.map(({ revision, contested }) => [revision, contested])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ])
})

test('a sheet for a real entry of another panel or another city is refused with its sentence, and none is stored', async () => {
  const noon = order.blocks[1] ?? 0
  const noonPanel = await makePanel(stage, order.tour_date_id, { name: 'Panel B', blocks: [noon] })
  const moveTo = (block_id: number) =>
    db
      .updateTable('running_order_entries')
      .where('registration_routine_id', '=', routines[3] ?? 0)
      .set({ block_id })
      .execute()
  await moveTo(noon)
  const otherOrder = await makeJudgedOrder(stage, season, desk)
  const otherPanel = await makePanel(stage, otherOrder.tour_date_id, { blocks: otherOrder.blocks })
  const { token } = await pairDirectly(stage, desk, seat_id)
  const ofOtherPanel = sheet(3, 1, 9_000)
  const ofOtherCity = { ...sheet(0, 1, 9_000), registration_routine_id: otherOrder.routines[0] ?? 0 }
  const refusal = { status: 'refused', message: 'This seat does not judge this entry.', entry_is_out: false }
  expect(await sendForAnswers(token, [ofOtherPanel, ofOtherCity])).toEqual([
    { client_id: ofOtherPanel.client_id, ...refusal },
    { client_id: ofOtherCity.client_id, ...refusal },
  ])
  expect(await storedState()).toEqual([])
  // Each is judged where it belongs.
  const there = async (seat: number | undefined, one: Sheet) =>
    send((await pairDirectly(stage, desk, seat ?? 0)).token, [one])
  expect(await there(noonPanel.seats[0], ofOtherPanel)).toEqual(['stored'])
  expect(await there(otherPanel.seats[0], ofOtherCity)).toEqual(['stored'])
  await db.deleteFrom('score_sheets').execute()
  await moveTo(evening)
})

test('sheets of an unknown entry, a scratched one and a locked block come back with their sentence', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  const setState = (state: 'scratched' | 'planned') =>
    db
      .updateTable('running_order_entries')
      .where('registration_routine_id', '=', routines[1] ?? 0)
      .set({ state })
      .execute()
  await setState('scratched')
  const unknown = { ...sheet(0, 1, 9_000), registration_routine_id: 2_000_000 }
  const out = sheet(1, 1, 9_000)
  const answers = await sendForAnswers(token, [unknown, out])
  expect(answers.map(({ status, entry_is_out }) => [status, entry_is_out])).toEqual([
    ['refused', false],
    ['refused', true],
  ])
  await setState('planned')
  expect(await send(token, [out])).toEqual(['stored'])
  expect((await lockBlock()).statusCode).toBe(200)
  expect(await send(token, [sheet(0, 1, 9_000), sheet(2, 1, 9_000)])).toEqual(['locked', 'stored'])
})

test('a lock races with batches over real connections: every stored sheet was stored before the lock', async () => {
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

test('a reopened seat of a locked block takes one revision of a batch, and no other', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  await send(token, [sheet(0, 1, 9_000)])
  expect((await lockBlock()).statusCode).toBe(200)
  const reopening = { registration_routine_id: routines[0], seat_id, reason: 'Typed wrong' }
  expect((await call(desk, 'POST', '/v1/office/scores/reopen', reopening)).statusCode).toBe(200)
  expect(await send(token, [sheet(0, 2, 9_100), sheet(0, 3, 9_200)])).toEqual(['stored', 'locked'])
  expect(await send(token, [sheet(0, 3, 9_300)])).toEqual(['locked'])
  // Nor is an end on stage taken back there.
  const { entries } = (await call(desk, 'GET', `/v1/office/stage?tour_date_id=${order.tour_date_id}`)).json()
  expect(new Set(entries.map((entry: { is_locked: boolean }) => entry.is_locked))).toEqual(new Set([true, false]))
})

/** Resolves once a connection waits for a lock with such a statement. */
async function waitUntilBlocked(statement: string): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query ilike ${statement}`.execute(db)
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`nothing waits with ${statement}`)
}

/** The mark of the first entry at the first seat, as an answer of the office shows it. */
const cellIn = (grid: { entries: { id: number; cells: { points: number | null }[] }[] }) =>
  grid.entries.find(({ id }) => id === routines[0])?.cells[0]?.points
const countedMark = async () =>
  cellIn((await call(desk, 'GET', `/v1/office/scores?tour_date_id=${order.tour_date_id}`)).json())

test('a sheet between its check and its row holds the lock back, whose answer then shows it', async () => {
  const { token } = await pairDirectly(stage, desk, seat_id)
  const { sending, locking } = await db.transaction().execute(async (tx) => {
    await sql`lock table score_sheets in share mode`.execute(tx)
    const sending = send(token, [sheet(0, 1, 9_000)])
    await waitUntilBlocked('insert into "score_sheets"%')
    const locking = lockBlock()
    await waitUntilBlocked('%"judged_blocks"%')
    return { sending, locking }
  })
  expect(cellIn((await locking).json())).toBe(9_000)
  expect(await sending).toEqual(['stored'])
})

/** Checks, lets a lock come in between, and stores: the order of the product, with its guard or without. */
async function storeAround(isGuarded: boolean) {
  const [registration_routine_id = 0] = routines
  const locking = await db.transaction().execute(async (tx) => {
    if (isGuarded) await shareBlocksOf(tx, [registration_routine_id])
    const isLocked = tx.selectFrom('judged_blocks').where('block_id', '=', morning).select('locked_at')
    expect((await isLocked.executeTakeFirstOrThrow()).locked_at).toBeNull()
    const lockAnswer = lockBlock()
    await (isGuarded ? waitUntilBlocked('%"judged_blocks"%') : lockAnswer)
    const content = { points: 9_000, criteria: null, abstained: null, critique: '', note: '', switches: [] }
    const origin = { source: 'tablet' as const, received_at: stage.clock.now(), contested: false }
    const ids = { client_id: crypto.randomUUID(), registration_routine_id, seat_id }
    await insertSheets(tx, [{ ...ids, revision: 1, ...content, ...origin }])
    return { lockAnswer }
  })
  return { shownByLock: cellIn((await locking.lockAnswer).json()), counted: await countedMark() }
}

test('with the guard the lock’s answer shows every mark that counts', async () => {
  expect(await storeAround(true)).toEqual({ shownByLock: 9_000, counted: 9_000 })
})

test('control: without the guard a mark counts that the lock’s answer never showed', async () => {
  expect(await storeAround(false)).toEqual({ shownByLock: null, counted: 9_000 })
})

test('OFF-030 an import between its check and its rows holds the lock back, which is then refused for what waits', async () => {
  const marks = [sheet(0, 1, 9_000), sheet(1, 1, 9_100)].map(({ revision: _, ...mark }) => ({ ...mark, seat_id }))
  const importMarks = (more: readonly object[]) =>
    call(desk, 'POST', '/v1/office/scores/import', { tour_date_id: order.tour_date_id, marks: more })
  const { importing, locking } = await db.transaction().execute(async (tx) => {
    await sql`lock table score_sheets in share mode`.execute(tx)
    const importing = importMarks(marks)
    await waitUntilBlocked('insert into "score_sheets"%')
    const locking = lockBlock()
    await waitUntilBlocked('%"judged_blocks"%')
    return { importing, locking }
  })
  expect((await importing).statusCode).toBe(200)
  // A second person has yet to confirm them.
  expect([(await locking).statusCode, (await locking).json().code]).toEqual([422, 'block.unresolved'])
  await db.deleteFrom('score_sheets').execute()
  expect((await lockBlock()).statusCode).toBe(200)
  expect((await importMarks(marks)).json().code).toBe('sheet.locked')
  expect(await storedState()).toEqual([])
})
