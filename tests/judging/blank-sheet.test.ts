import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { pdfPages } from '../pdf-text.ts'
import { makeJudgedOrder, makePanel } from '../scenarios/judging.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { call, db } = stage
const office = await addAccount(stage)
const { tour_date_id, blocks, studio } = await makeJudgedOrder(stage, await openSeason(stage), office)

test('OFF-030 a seat’s paper sheet has its entries and lines to write on, and names no dancer and no studio', async () => {
  const [morning = 0] = blocks
  const { seats } = await makePanel(stage, tour_date_id, { blocks: [morning] })
  const read = (seat: number) => call(office, 'GET', `/v1/office/judge-sheets/${seat}`)
  const reply = await read(seats[1] ?? 0)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = (await pdfPages(reply.rawPayload)).join('\n')
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
  const refusal = await read(idle.seats[0] ?? 0)
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'sheet.nothing_to_judge'])
})
