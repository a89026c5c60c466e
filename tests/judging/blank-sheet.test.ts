import type { OrderEntryState } from '@callboard/domain/running-order/entry-state.ts'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { pdfPages } from '../pdf-text.ts'
import { makeJudgedOrder, makePanel } from '../scenarios/judging.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { call, db } = stage
const office = await addAccount(stage)
const { tour_date_id, blocks, studio, routines, registration_id } = await makeJudgedOrder(
  stage,
  await openSeason(stage),
  office,
)

const read = (seat = 0) => call(office, 'GET', `/v1/office/judge-sheets/${seat}`)
const textOf = async ({ rawPayload }: { rawPayload: Buffer }) => (await pdfPages(rawPayload)).join('\n')

test('OFF-030 a seat’s paper sheet has its entries and lines to write on, and names no dancer and no studio', async () => {
  const [morning = 0] = blocks
  const { seats } = await makePanel(stage, tour_date_id, { blocks: [morning] })
  const reply = await read(seats[1])
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = await textOf(reply)
  expect(text).toContain('Judge sheet: Panel A, judge 2')
  for (const part of ['Morning', 'Bluebird', 'Undertow', '________', 'Signature']) expect(text).toContain(part)
  expect(text, 'of another block').not.toContain('Lanterns')
  const people = await db.selectFrom('persons').where('id', 'in', studio.dancers).select(['fname', 'lname']).execute()
  const { name } = await db
    .selectFrom('studios')
    .where('id', '=', studio.studio_id)
    .select('name')
    .executeTakeFirstOrThrow()
  for (const part of [name, ...people.map(({ fname, lname }) => `${fname} ${lname}`)]) expect(text).not.toContain(part)

  const idle = await makePanel(stage, tour_date_id, { name: 'Panel B' })
  const refusal = await read(idle.seats[0])
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'sheet.nothing_to_judge'])
})

test('OFF-030 a seat that is recused reads Do not judge instead of lines, and what was scratched is on no sheet', async () => {
  const [, , evening = 0] = blocks
  const [, , lanterns = 0, tidal = 0] = routines
  const { seats } = await makePanel(stage, tour_date_id, { name: 'Panel C', blocks: [evening] })
  const [recusedSeat = 0, otherSeat = 0] = seats
  await db.insertInto('recusals').values({ seat_id: recusedSeat, registration_id }).execute()
  expect(await textOf(await read(recusedSeat))).toMatch(/Lanterns[^_]*Do not judge[^_]*Tidal[^_]*Do not judge/)
  const before = await textOf(await read(otherSeat))
  expect(before).toMatch(/Lanterns[^]*____[^]*Tidal[^]*____/)
  expect(before).not.toContain('Do not judge')

  const setState = (state: OrderEntryState, id: number) =>
    db.updateTable('running_order_entries').where('registration_routine_id', '=', id).set('state', state).execute()
  await setState('scratched', lanterns)
  await setState('no_show', tidal)
  expect((await read(otherSeat)).json().code).toBe('sheet.nothing_to_judge')
  await setState('planned', tidal)
  const after = await textOf(await read(otherSeat))
  expect(after).toContain('Tidal')
  expect(after).not.toContain('Lanterns')
})
