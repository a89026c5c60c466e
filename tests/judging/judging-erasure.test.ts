import { instant } from '@callboard/domain/kernel/instant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel } from '../scenarios/judging.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const desk = await addAccount(stage)

test('a dancer who is forgotten leaves no name in critiques, notes, reasons and the audit of judging', async () => {
  const { tour_date_id, registration_id, routines, studio, blocks } = await makeJudgedOrder(stage, season, desk)
  const panel = await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })
  const [seat_id = 0] = panel.seats
  const [registration_routine_id = 0] = routines
  const [person_id = 0] = studio.dancers
  const person = db.selectFrom('persons').where('id', '=', person_id).select(['fname', 'lname'])
  const { fname, lname } = await person.executeTakeFirstOrThrow()
  const text = `Ask ${fname} ${lname} to breathe`
  const at = instant('2024-11-02T15:00:00Z')
  await db
    .insertInto('score_sheets')
    .values({
      ...{ client_id: crypto.randomUUID(), registration_routine_id, seat_id, revision: 1, points: 9_000 },
      ...{ criteria: null, abstained: null, source: 'tablet', received_at: at },
      ...{ critique: text, note: text, reason: text },
    })
    .execute()
  const attendees = db.selectFrom('attendees').where('person_id', '=', person_id).select('id')
  const { id: attendee_id } = await attendees.executeTakeFirstOrThrow()
  await db
    .insertInto('audition_sheets')
    .values({
      ...{ client_id: crypto.randomUUID(), attendee_id, seat_id, revision: 1, points: null, abstained: text },
      ...{ entered_by: desk, received_at: at },
    })
    .execute()
  await db
    .insertInto('deductions')
    .values({ registration_routine_id, code: 'other', points: 1, reason: text, entered_at: at, entered_by: desk })
    .execute()
  await db
    .insertInto('sheet_reopenings')
    .values({ registration_routine_id, seat_id, reason: text, opened_at: at, opened_by: desk })
    .execute()
  await db.insertInto('recusals').values({ seat_id, registration_id, reason: text }).execute()
  await stage.call(desk, 'POST', '/v1/office/deductions', {
    ...{ registration_routine_id, code: 'prop', points: 100, reason: text },
  })

  const texts = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', critique, note, reason) as text from score_sheets
      union all select abstained from audition_sheets
      union all select reason from deductions
      union all select reason from sheet_reopenings
      union all select reason from recusals
      union all select after::text from audit_log where entity = 'judging'`.execute(db)
    return rows.map((row) => row.text)
  }
  const before = await texts()
  expect(before).toHaveLength(7)
  expect(before.every((one) => one.includes(lname))).toBe(true)
  await sql`select forget_mentions(${studio.user_id}, ${person_id})`.execute(db)
  expect((await texts()).filter((one) => one.includes(lname))).toEqual([])
})

test('a dancer who is forgotten leaves no name in contested sheets, which the tabulator can still choose', async () => {
  const { tour_date_id, routines, studio, blocks } = await makeJudgedOrder(stage, season, desk)
  const [seat_id = 0] = (await makePanel(stage, tour_date_id, { blocks: blocks.slice(0, 1) })).seats
  const [registration_routine_id = 0] = routines
  const [person_id = 0] = studio.dancers
  const person = db.selectFrom('persons').where('id', '=', person_id).select(['fname', 'lname'])
  const { fname, lname } = await person.executeTakeFirstOrThrow()
  const text = `${fname} ${lname} holds the balance`
  const sheets = [9_000, 9_100].map((points) => ({
    ...{ client_id: crypto.randomUUID(), registration_routine_id, seat_id, revision: 1, points, contested: true },
    ...{ criteria: null, abstained: null, source: 'tablet' as const, received_at: instant('2024-11-02T15:00:00Z') },
    ...{ critique: text, note: text },
  }))
  await db.insertInto('score_sheets').values(sheets).execute()
  const scores = async () => (await stage.call(desk, 'GET', `/v1/office/scores?tour_date_id=${tour_date_id}`)).body
  const critiques = async () =>
    (await stage.call(desk, 'GET', `/v1/office/critiques?tour_date_id=${tour_date_id}`)).body
  const allSheets = async () => JSON.stringify(await db.selectFrom('score_sheets').selectAll().execute())
  expect(await allSheets()).toContain(text)
  await sql`select forget_mentions(${studio.user_id}, ${person_id})`.execute(db)
  await sql`select forget_person(${person_id})`.execute(db)
  for (const read of [scores, critiques, allSheets]) expect(await read()).not.toContain(lname)

  const choice = { client_id: sheets[1]?.client_id, reason: 'The judge said so' }
  expect((await stage.call(desk, 'POST', '/v1/office/scores/choose', choice)).statusCode).toBe(200)
  for (const read of [scores, critiques, allSheets]) expect(await read()).not.toContain(lname)
  expect(await critiques()).toContain('Deleted person holds the balance')
})
