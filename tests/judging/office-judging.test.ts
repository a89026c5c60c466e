import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { beforeEach, expect, test } from 'vitest'
import { pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { openScores } from './scores-kit.ts'

const { stage, season, desk, second, makeCity, ...acts } = await openScores()
const { ok, refusalOf, seat, type, decide, cellOf, totalOf, read, mark } = acts
const { db, call } = stage

type City = Awaited<ReturnType<typeof makeCity>>
let order: City['order']
let panel: City['panel']
let [one, other] = [0, 0]

beforeEach(async () => {
  ;({ order, panel, one, other } = await makeCity())
})

test('OFF-030 RES-016 RES-044 scores typed by one person count once a second has confirmed them; of four the lowest is dropped', async () => {
  const client_id = crypto.randomUUID()
  const grid = await ok(type(desk, one, 0, 9_500, { client_id }))
  expect(cellOf(grid, one, 0)).toMatchObject({ state: 'to_confirm', points: 9_500, next_revision: 2 })
  expect(await refusalOf(decide(desk, [client_id]))).toBe('sheet.own')
  await ok(decide(second, [client_id]))
  expect(await refusalOf(decide(second, [client_id]))).toBe('sheet.not_to_confirm')
  for (const [index, points] of [9_000, 9_700, 9_000].entries()) {
    const id = crypto.randomUUID()
    await ok(type(desk, one, index + 1, points, { client_id: id }))
    await ok(decide(second, [id]))
  }
  const complete = await read()
  expect(totalOf(complete, one)).toBe(28_200)
  // Of the two equal marks the one of the last seat goes.
  expect([0, 1, 2, 3].map((index) => cellOf(complete, one, index).dropped)).toEqual([false, false, false, true])
})

test('OFF-051 a typed score is audited with its entry and its judge, by name', async () => {
  await ok(type(desk, one, 1, 9_150))
  const { rows } = (await call(desk, 'GET', '/v1/office/audit')).json()
  const row = rows.find(({ action }: { action: string }) => action === 'enter score')
  expect(auditSentence(row)).toMatch(/ typed a mark of 91\.5 from paper for \d+ \S.* in \S.+, judge 2( \(.+\))?\.$/)
})

test('the database itself refuses that one person types and confirms', async () => {
  const client_id = crypto.randomUUID()
  await ok(type(desk, one, 0, 9_500, { client_id }))
  const write = db.updateTable('score_sheets').where('client_id', '=', client_id).set({ confirmed_by: desk }).execute()
  await expect(write).rejects.toThrow(/sheet_is_confirmed_by_another/)
})

test('a sheet sent twice is stored once; another content under its id is refused; a mark nobody saw is not typed over', async () => {
  const client_id = crypto.randomUUID()
  await ok(type(desk, one, 0, 9_500, { client_id }))
  await ok(type(desk, one, 0, 9_500, { client_id }))
  expect(await refusalOf(type(desk, one, 0, 9_400, { client_id }))).toBe('sheet.another_content')
  expect(await refusalOf(type(desk, one, 0, 9_400))).toBe('sheet.changed_meanwhile')
  expect(cellOf(await read(), one, 0)).toMatchObject({ points: 9_500, next_revision: 2 })
})

test('an unusual mark asks once; above the scale or between its steps it is refused', async () => {
  expect(await refusalOf(type(desk, one, 0, 950))).toBe('mark.unusual')
  await ok(type(desk, one, 0, 950, { accept_unusual: true }))
  expect(await refusalOf(type(desk, one, 1, 10_050))).toBe('mark.too_high')
  expect(await refusalOf(type(desk, one, 1, 9_025))).toBe('mark.between_steps')
})

test('a rejected score leaves the cell as it was', async () => {
  const client_id = crypto.randomUUID()
  await ok(type(desk, one, 0, 9_500, { client_id }))
  const grid = await ok(decide(second, [client_id], 'reject'))
  expect(cellOf(grid, one, 0)).toMatchObject({ state: 'missing', points: null, next_revision: 1 })
})

const importMarks = (by: number, marks: readonly object[], more: object = {}) =>
  call(by, 'POST', '/v1/office/scores/import', { tour_date_id: order.tour_date_id, marks, ...more })
const importedMark = (registration_routine_id: number, index: number, points: number) => ({
  ...{ client_id: crypto.randomUUID() as string, registration_routine_id, seat_id: seat(index), points },
})

test('OFF-030 an imported sheet is stored once and whole, and counts when a second person has confirmed it', async () => {
  const marks = [9_500, 9_000, 9_200].map((points, index) => importedMark(one, index, points))
  const grid = await ok(importMarks(desk, marks))
  expect(cellOf(grid, one, 0)).toMatchObject({ state: 'to_confirm', points: 9_500, sheet: { source: 'import' } })
  expect(totalOf(grid, one)).toBeNull()
  await ok(importMarks(desk, marks))
  const ids = marks.map(({ client_id }) => client_id)
  expect(await refusalOf(decide(desk, ids))).toBe('sheet.own')
  expect(totalOf(await ok(decide(second, ids)), one)).toBe(27_700)
})

test.each([
  ['a mark between the steps', () => importedMark(other, 0, 9_025), 'mark.between_steps'],
  ['a mark above the scale', () => importedMark(other, 0, 10_050), 'mark.too_high'],
  ['an unusual mark', () => importedMark(other, 0, 950), 'mark.unusual'],
  ['a mark far from the others of its entry', () => importedMark(one, 1, 7_500), 'mark.unusual'],
  ['a seat that has marked', () => importedMark(one, 3, 9_000), 'sheet.changed_meanwhile'],
  ['a seat that comes twice', () => importedMark(one, 0, 9_100), 'sheet.changed_meanwhile'],
  ['an entry of another block', () => importedMark(order.routines[2] ?? 0, 0, 9_000), 'sheet.not_judged_here'],
])('of an import with %s nothing is stored', async (_, wrong, code) => {
  await ok(type(desk, one, 3, 9_000))
  expect(await refusalOf(importMarks(desk, [importedMark(one, 0, 9_000), wrong()]))).toBe(code)
  expect(cellOf(await read(), one, 0).state).toBe('missing')
})

test('the grid says which marks the judge has read through', async () => {
  const device = await pairDirectly(stage, desk, seat(0))
  const client_id = crypto.randomUUID()
  const headers = deviceHeaders(device.token)
  const sheets = [{ client_id, registration_routine_id: one, revision: 1, points: 9_000 }]
  await ok(stage.app.inject({ method: 'POST', url: '/v1/judging/sheets', headers, payload: { sheets } }))
  expect(cellOf(await read(), one, 0).sheet).toMatchObject({ verified_at: null })
  const payload = { client_ids: [client_id] }
  await stage.app.inject({ method: 'POST', url: '/v1/judging/verify', headers, payload })
  expect(cellOf(await read(), one, 0).sheet?.verified_at).toEqual(expect.any(String))
})

test('a mark in parts adds up, and the second person sees its parts', async () => {
  const criteria = [
    { name: 'Technique', max_points: 6_000 },
    { name: 'Artistry', max_points: 4_000 },
  ]
  const { id: scale_id } = await db
    .insertInto('score_scales')
    .values({ name: `Parts ${order.tour_date_id}`, criteria: JSON.stringify(criteria) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('panels').where('id', '=', panel.id).set({ scale_id }).execute()
  const parts = { Technique: 5_500, Artistry: 3_800 }
  expect(await refusalOf(type(desk, one, 0, 9_300))).toBe('mark.criteria_missing')
  expect(await refusalOf(type(desk, one, 0, 9_400, { criteria: parts }))).toBe('mark.criteria_missing')
  const high = { Technique: 6_050, Artistry: 3_250 }
  expect(await refusalOf(type(desk, one, 0, 9_300, { criteria: high }))).toBe('mark.too_high')
  await ok(type(desk, one, 0, 9_300, { criteria: parts }))
  const grid = await ok(call(second, 'GET', `/v1/office/scores?tour_date_id=${order.tour_date_id}`))
  expect(cellOf(grid, one, 0)).toMatchObject({ state: 'to_confirm', points: 9_300, sheet: { criteria: parts } })
})

test('OFF-030 an import stores marks in parts, and none whose parts do not add up', async () => {
  const criteria = [
    { name: 'Technique', max_points: 6_000 },
    { name: 'Artistry', max_points: 4_000 },
  ]
  const { id: scale_id } = await db
    .insertInto('score_scales')
    .values({ name: `Parts ${order.tour_date_id}`, criteria: JSON.stringify(criteria) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('panels').where('id', '=', panel.id).set({ scale_id }).execute()
  const parts = { Technique: 5_500, Artistry: 3_800 }
  const sheet = { ...importedMark(one, 0, 9_300), criteria: parts }
  expect(await refusalOf(importMarks(desk, [importedMark(one, 0, 9_300)]))).toBe('mark.criteria_missing')
  expect(await refusalOf(importMarks(desk, [{ ...sheet, points: 9_400 }]))).toBe('mark.criteria_missing')
  await ok(importMarks(desk, [sheet]))
  const otherParts = { Technique: 5_400, Artistry: 3_900 }
  expect(await refusalOf(importMarks(desk, [{ ...sheet, criteria: otherParts }]))).toBe('sheet.another_content')
  expect(cellOf(await read(), one, 0)).toMatchObject({ state: 'to_confirm', points: 9_300, sheet: { criteria: parts } })
})

test('a substitute is the mean of the other marks, with its reason', async () => {
  await mark(one, [9_500, 9_000])
  const body = { registration_routine_id: one, seat_id: seat(2), client_id: crypto.randomUUID(), reason: 'Ill' }
  const grid = await ok(call(desk, 'POST', '/v1/office/scores/substitute', body))
  expect(cellOf(grid, one, 2)).toMatchObject({ state: 'marked', points: 9_250, sheet: { reason: 'Ill' } })
  expect(totalOf(grid, one)).toBe(27_750)
  const again = { ...body, client_id: crypto.randomUUID() }
  expect(await refusalOf(call(desk, 'POST', '/v1/office/scores/substitute', again))).toBe('sheet.no_substitute')
})

test('an abstention and a recusal leave three of four seats, so nothing is dropped', async () => {
  await mark(one, [9_500, 9_000, 8_800])
  const client_id = crypto.randomUUID()
  await ok(type(desk, one, 3, null, { client_id, abstained: 'Taught the dancer' }))
  expect(totalOf(await ok(decide(second, [client_id])), one)).toBe(27_300)

  const recusals = [{ seat_id: seat(3), registration_id: order.registration_id, reason: 'Family' }]
  await ok(call(desk, 'PUT', `/v1/office/panels/${panel.id}/recusals`, { version: 1, recusals }))
  const grid = await mark(other, [9_000, 9_000, 9_000])
  expect(cellOf(grid, other, 3).state).toBe('recused')
  expect(totalOf(grid, other)).toBe(27_000)
  expect(await refusalOf(type(desk, other, 3, 9_000))).toBe('sheet.recused')
})

test('OFF-031 a recusal says which totals it changes; marks of a recused judge are shown as recused', async () => {
  await mark(one, [9_500, 9_000, 8_800, 9_000])
  await db
    .updateTable('judged_blocks')
    .where('block_id', '=', order.blocks[0] ?? 0)
    .set({ locked_at: stage.clock.now(), locked_by: desk })
    .execute()
  const effect = () =>
    ok(
      call(
        desk,
        'GET',
        `/v1/office/panels/${panel.id}/recusal-effect?seat_id=${seat(0)}&registration_id=${order.registration_id}`,
      ),
    )
  const expectedEffect = {
    entries: [{ id: one, total_counted: 27_500, total_recused: 26_800 }],
    locked_blocks: ['Morning'],
    is_released: false,
  }
  expect(await effect()).toMatchObject(expectedEffect)
  const recusals = [{ seat_id: seat(0), registration_id: order.registration_id, reason: 'Family' }]
  await ok(call(desk, 'PUT', `/v1/office/panels/${panel.id}/recusals`, { version: 1, recusals }))
  const grid = await read()
  expect(totalOf(grid, one)).toBe(26_800)
  expect(cellOf(grid, one, 0)).toMatchObject({ state: 'recused', points: 9_500, dropped: false })
  // The same, read before it is taken back.
  expect(await effect()).toMatchObject(expectedEffect)
})

test('scores of two entries that a judge mixed up are swapped in one act', async () => {
  await mark(one, [9_500, 9_000, 9_000, 9_000])
  await mark(other, [8_000])
  const body = { one_id: one, other_id: other, seat_ids: [seat(0), seat(1)], reason: 'Mixed up' }
  const grid = await ok(call(desk, 'POST', '/v1/office/scores/swap', body))
  expect([cellOf(grid, one, 0).points, cellOf(grid, other, 0).points]).toEqual([8_000, 9_500])
  // The second seat had marked one of them alone, so that entry is without its mark now.
  expect([cellOf(grid, one, 1).state, cellOf(grid, other, 1).points]).toEqual(['missing', 9_000])
  const rows = db.selectFrom('audit_log').where('action', '=', 'swap scores')
  const columns = ['actor_user_id', 'entity', 'entity_id', 'before', 'after', 'at'] as const
  expect(await rows.select(columns).execute()).toEqual([
    {
      ...{ actor_user_id: desk, entity: 'judging', entity_id: String(order.tour_date_id), before: null },
      after: { entry: one, other_entry: other, judge_seat_ids: [seat(0), seat(1)], reason: 'Mixed up' },
      at: stage.clock.now(),
    },
  ])
})

test('a swap of an entry with itself, or of a contested score, says so', async () => {
  await mark(one, [9_500, 9_000, 9_000, 9_000])
  const swap = async (other_id: number) => {
    const body = { one_id: one, other_id, seat_ids: [seat(0)], reason: 'Mixed up' }
    return (await call(desk, 'POST', '/v1/office/scores/swap', body)).json()
  }
  expect(await swap(one)).toMatchObject({ code: 'swap.same_entry', message: 'Choose two different entries.' })
  await db
    .updateTable('score_sheets')
    .where('registration_routine_id', '=', one)
    .where('seat_id', '=', seat(0))
    .set({ contested: true })
    .execute()
  expect((await swap(other)).code).toBe('swap.contested')
})

test.each(['canceled', 'scratched', 'no_show'] as const)(
  'an entry that is %s keeps its marks and has no total',
  async (state) => {
    await mark(one, [9_000, 9_000, 9_000])
    await db.updateTable('running_order_entries').where('registration_routine_id', '=', one).set({ state }).execute()
    const grid = await read()
    expect(cellOf(grid, one, 0)).toMatchObject({ state: 'marked', points: 9_000 })
    expect(grid.entries.find(({ id }) => id === one)).toMatchObject({ state, total: null })
  },
)

test('deductions come off the total, are taken back, and overtime once', async () => {
  await mark(one, [9_000, 9_000, 9_000])
  await db
    .updateTable('running_order_entries')
    .where('registration_routine_id', '=', one)
    .set({ measured_seconds: 165 + 15 + 3 })
    .execute()
  expect((await read()).entries.find(({ id }) => id === one)?.proposed_overtime).toBe(300)
  const body = { registration_routine_id: one, code: 'overtime', points: 300, reason: 'Measured time' }
  const grid = await ok(call(desk, 'POST', '/v1/office/deductions', body))
  const entry = grid.entries.find(({ id }) => id === one)
  expect(entry).toMatchObject({ total: 26_700, proposed_overtime: null })
  expect(await refusalOf(call(desk, 'POST', '/v1/office/deductions', body))).toBe('taken')
  const freed = await ok(call(desk, 'DELETE', `/v1/office/deductions/${entry?.deductions[0]?.id}`))
  expect(totalOf(freed, one)).toBe(27_000)
})

test('a deduction has a reason, and is at most the highest total of its panel', async () => {
  await mark(one, [9_000, 9_000, 9_000])
  const deduct = (body: object) =>
    call(desk, 'POST', '/v1/office/deductions', { registration_routine_id: one, code: 'costume', ...body })
  expect((await deduct({ points: 100_000, reason: 'Straps' })).json()).toMatchObject({
    ...{ code: 'deduction.too_high', field: 'points' },
    message: 'The highest total of this panel is 300 points. Deduct no more than that.',
  })
  expect((await deduct({ points: 500 })).json()).toMatchObject({ field: 'reason' })
  expect((await deduct({ points: 500, reason: '  ' })).json()).toMatchObject({ field: 'reason' })
  const elsewhere = { registration_routine_id: order.routines[2], points: 500, reason: 'Straps' }
  expect((await deduct(elsewhere)).json().code).toBe('block.without_panel')
  expect(totalOf(await read(), one)).toBe(27_000)
  const grid = await ok(deduct({ points: 500, reason: 'Straps' }))
  expect(grid.entries.find(({ id }) => id === one)).toMatchObject({
    total: 26_500,
    deductions: [{ code: 'costume', points: 500, reason: 'Straps' }],
  })
})

test('a locked block takes no score but a reopened one, once; it is not locked with scores to confirm', async () => {
  const block = order.blocks[0] ?? 0
  const lock = (body: object) => call(desk, 'PUT', `/v1/office/blocks/${block}/lock`, body)
  const client_id = crypto.randomUUID()
  await ok(type(desk, one, 0, 9_500, { client_id }))
  expect(await refusalOf(lock({ locked: true }))).toBe('block.unresolved')
  await ok(decide(second, [client_id]))
  await ok(lock({ locked: true }))
  expect(await refusalOf(type(desk, one, 0, 9_000, { revision: 2 }))).toBe('sheet.locked')
  const deduction = { registration_routine_id: one, code: 'prop', points: 100, reason: 'Left on stage' }
  expect(await refusalOf(call(desk, 'POST', '/v1/office/deductions', deduction))).toBe('block.locked')
  const reopen = { registration_routine_id: one, seat_id: seat(0), reason: 'Typed wrong' }
  await ok(call(desk, 'POST', '/v1/office/scores/reopen', reopen))
  const next = crypto.randomUUID()
  await ok(type(desk, one, 0, 9_000, { revision: 2, client_id: next }))
  await ok(decide(second, [next]))
  expect(await refusalOf(type(desk, one, 0, 9_100, { revision: 3 }))).toBe('sheet.locked')
  expect(await refusalOf(lock({ locked: false, reason: '' }))).toBe('required')
  await ok(lock({ locked: false, reason: 'A late entry' }))
  await ok(type(desk, one, 0, 9_100, { revision: 3 }))
})

test('a routine with scores cannot be deleted', async () => {
  await mark(one, [9_000])
  const remove = db.deleteFrom('registration_routines').where('id', '=', one).execute()
  await expect(remove).rejects.toThrow(/entry_is_judged|entry_is_in_order/)
  await db
    .updateTable('running_order_entries')
    .where('registration_routine_id', '=', one)
    .set({ entry_number: null })
    .execute()
  const judged = db.deleteFrom('registration_routines').where('id', '=', one).execute()
  await expect(judged).rejects.toThrow(/entry_is_judged/)
})

test('an owner cannot remove a routine that has a number, nor one without a number that has scores', async () => {
  await mark(one, [9_000])
  const { user_id } = order.studio
  const reopened = { completed: false, confirmed: false, reviewed: false }
  await db.updateTable('registrations').where('id', '=', order.registration_id).set(reopened).execute()
  const remove = () => call(user_id, 'DELETE', `/v1/dance360/routines/${one}?registration_id=${order.registration_id}`)
  expect(await refusalOf(remove())).toBe('routine.scheduled')
  await db
    .updateTable('running_order_entries')
    .where('registration_routine_id', '=', one)
    .set({ entry_number: null })
    .execute()
  const reply = await remove()
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    { code: 'routine.judged', message: expect.stringContaining('ask the office to scratch it') },
  ])
})

test('an owner cannot delete a registration that was judged, and reads why', async () => {
  await mark(one, [9_000])
  const path = `/v1/mybtf/delete-registration/${order.registration_id}`
  const reply = await call(order.studio.user_id, 'DELETE', path)
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    {
      code: 'registration.judged',
      message:
        'Judges have scored this registration, so it cannot be deleted. Please ask the office to scratch its routines.',
    },
  ])
})
