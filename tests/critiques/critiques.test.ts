import { listCritiqueMarks } from '@callboard/server/critiques/queries.ts'
import { listRoutineHomework } from '@callboard/server/homework/queries.ts'
import { listSheetsShown } from '@callboard/server/judging/inputs-queries.ts'
import { listSheetTexts } from '@callboard/server/results/portal-queries.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addItem, insertSheet } from '../scenarios/critiques.ts'
import { danceAll, enterSolos, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'
import { openSurvey } from '../scenarios/survey.ts'

const stage = await openStage({ now: '2024-11-05T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studio = await season.studio({ dancers: 2 })
const rival = await season.studio()

const write = async (method: 'POST' | 'PUT' | 'DELETE', place: string, body?: object) => {
  const reply = await call(office, method, `/v1/office/${place}`, body)
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.statusCode === 204 ? {} : reply.json()
}
const inTx = db.transaction()

describe('the vocabulary', () => {
  test('OFF-031 items stand below others, four levels deep; one that is used stays', async () => {
    const add = (name: string, parent_id: number | null) =>
      call(office, 'POST', '/v1/office/critique-items', { name, parent_id, event_id: null })
    const ids: number[] = []
    for (const name of ['Technique', 'Turns', 'Pirouette', 'Spotting']) {
      const reply = await add(name, ids.at(-1) ?? null)
      ids.push(reply.json().id)
    }
    expect((await add('Too deep', ids[3] ?? 0)).json().code).toBe('critique.item_level')
    expect((await add(' ', null)).json().code).toBe('critique.item_name')
    expect((await add('turns', ids[0] ?? 0)).statusCode).toBe(409)
    const { rows } = (await call(office, 'GET', '/v1/office/critique-items')).json()
    const own = rows.filter(({ id }: { id: number }) => ids.includes(id))
    expect(own.map(({ name, level }: { name: string; level: number }) => [name, level])).toEqual([
      ['Technique', 1],
      ['Turns', 2],
      ['Pirouette', 3],
      ['Spotting', 4],
    ])
    const usedReply = await call(office, 'DELETE', `/v1/office/critique-items/${ids[0]}`)
    expect(usedReply.json()).toMatchObject({
      code: 'critique.item_used',
      message: expect.stringContaining('Technique'),
    })
    await write('DELETE', `critique-items/${ids[3]}`)
    await write('PUT', `critique-items/${ids[0]}`, { name: 'Skill', active: false, position: 3 })
    const { rows: later } = (await call(office, 'GET', '/v1/office/critique-items')).json()
    const left = later.filter(({ id }: { id: number }) => ids.includes(id))
    expect(left).toMatchObject([
      { id: ids[0], name: 'Skill', active: false, position: 3 },
      { name: 'Turns', active: true },
      { name: 'Pirouette' },
    ])
    expect(left).toHaveLength(3)
    expect((await call(studio.user_id, 'GET', '/v1/office/critique-items')).statusCode).toBe(403)
  })
})

describe('critiques of a city', () => {
  let tour_date_id = 0
  let routine_id = 0
  let client_id = ''
  let seat_id = 0
  beforeEach(async () => {
    tour_date_id = await season.city()
    const { routines } = await enterSolos(stage, studio, tour_date_id, ['Bluebird'])
    routine_id = routines[0] ?? 0
    const block_id = await danceAll(stage, office, tour_date_id)
    const { seats } = await seatPanel(stage, tour_date_id, block_id, 1)
    seat_id = seats[0] ?? 0
    client_id = await insertSheet(stage, routine_id, seat_id)
  })
  const read = async () => (await call(office, 'GET', `/v1/office/critiques?tour_date_id=${tour_date_id}`)).json()

  test('OFF-031 RES-008 the office types text, note, good and bad items; the judge’s sheet keeps its own', async () => {
    const skill = await addItem(stage, `Skill ${tour_date_id}`)
    const turns = await addItem(stage, 'Turns', skill, 2)
    expect((await read()).entries[0].sheets[0]).toMatchObject({ critique: 'Clean lines', good: [], bad: [] })
    const body = { critique: ' Use the floor ', note: 'Nerves', good: [skill], bad: [turns] }
    await write('PUT', `critiques/${client_id}`, body)
    expect((await read()).entries[0].sheets[0]).toMatchObject({
      ...{ critique: 'Use the floor', note: 'Nerves', good: [skill], bad: [turns] },
    })
    const sheet = await db
      .selectFrom('score_sheets')
      .where('client_id', '=', client_id)
      .select(['critique', 'points', 'revision'])
      .executeTakeFirstOrThrow()
    expect(sheet).toEqual({ critique: 'Clean lines', points: 9_500, revision: 1 })

    // The studio's critique reads the same, each item with the levels above it.
    const marks = await inTx.execute((tx) => listCritiqueMarks(tx, [routine_id]))
    expect(marks.map(({ good, level_1, level_2 }) => [good, level_1, level_2])).toEqual([
      [true, `Skill ${tour_date_id}`, null],
      [false, `Skill ${tour_date_id}`, 'Turns'],
    ])
    const [shownSheet] = await inTx.execute((tx) => listSheetsShown(tx, [routine_id]))
    expect(shownSheet).toMatchObject({ critique: 'Use the floor', note: 'Nerves' })
    const [portalText] = await inTx.execute((tx) => listSheetTexts(tx, [client_id]))
    expect(portalText).toMatchObject({ critique: 'Use the floor', note: 'Nerves' })
  })

  test('OFF-031 the office is told when studios already read the critiques that it changes', async () => {
    expect((await read()).is_released).toBe(false)
    await db.updateTable('tour_dates').set({ critiques: true, coda: true }).where('id', '=', tour_date_id).execute()
    expect((await read()).is_released).toBe(true)
  })

  test('OFF-031 an unknown item or sheet is refused; owners cannot write', async () => {
    const body = { critique: '', note: '', good: [2_000_000], bad: [] }
    const unknownItem = await call(office, 'PUT', `/v1/office/critiques/${client_id}`, body)
    expect(unknownItem.json().code).toBe('critique.item_unknown')
    const nowhere = await call(office, 'PUT', `/v1/office/critiques/${crypto.randomUUID()}`, { ...body, good: [] })
    expect(nowhere.statusCode).toBe(404)
    expect((await call(studio.user_id, 'PUT', `/v1/office/critiques/${client_id}`, body)).statusCode).toBe(403)
  })

  test('the name of a child who is deleted goes from critiques, notes and texts of the survey', async () => {
    const child = studio.dancers[0] ?? 0
    const { fname, lname } = await db
      .selectFrom('persons')
      .where('id', '=', child)
      .select(['fname', 'lname'])
      .executeTakeFirstOrThrow()
    const name = `${fname} ${lname}`
    await write('PUT', `critiques/${client_id}`, { critique: `${name} shines.`, note: name, good: [], bad: [] })
    await db
      .updateTable('score_sheets')
      .set({ critique: `Well, ${name}` })
      .where('client_id', '=', client_id)
      .execute()
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'text', feedback: true }])
    const registration = await db
      .selectFrom('registrations')
      .where('tour_date_id', '=', tour_date_id)
      .select('id')
      .executeTakeFirstOrThrow()
    const answer = { survey_question_id: ids[0] ?? 0, feedback: `${name}!`, updated: stage.clock.now() }
    await db
      .insertInto('survey_answers')
      .values({ registration_id: registration.id, value: JSON.stringify(`Thanks from ${name}`), ...answer })
      .execute()
    await sql`select forget_mentions(${studio.user_id}, ${child})`.execute(db)
    const texts = JSON.stringify([
      await db.selectFrom('critique_texts').selectAll().execute(),
      await db.selectFrom('score_sheets').selectAll().execute(),
      await db.selectFrom('survey_answers').selectAll().execute(),
      await db.selectFrom('audit_log').where('action', '=', 'change critique').selectAll().execute(),
    ])
    expect(texts).not.toContain(lname)
    expect(texts).toContain('Thanks from Deleted person')
  })

  test('RES-008 a mark typed over with a text of its own keeps the items once it is confirmed', async () => {
    const item = await addItem(stage, `Musicality ${tour_date_id}`)
    await write('PUT', `critiques/${client_id}`, { critique: 'By the office', note: '', good: [item], bad: [] })
    const typedId = crypto.randomUUID()
    const mark = { registration_routine_id: routine_id, seat_id, revision: 2, client_id: typedId, points: 9_000 }
    await write('POST', 'scores', { ...mark, critique: 'Read off the paper' })
    const texts = async () => (await read()).entries[0].sheets[0]
    expect(await texts()).toMatchObject({ critique: 'By the office', good: [item] })
    const colleague = await addAccount(stage, `second-${tour_date_id}@example.com`)
    const decision = { client_ids: [typedId], decision: 'confirm' }
    expect((await call(colleague, 'POST', '/v1/office/scores/decide', decision)).statusCode).toBe(200)
    expect(await texts()).toMatchObject({ critique: 'Read off the paper', good: [item], bad: [] })
    // The office takes the item away: it does not come back from the mark before.
    await write('PUT', `critiques/${typedId}`, { critique: 'Read off the paper', note: '', good: [], bad: [] })
    expect(await texts()).toMatchObject({ good: [], bad: [] })
    expect(await inTx.execute((tx) => listCritiqueMarks(tx, [routine_id]))).toEqual([])
  })

  test('RES-009 homework of a routine follows its bad marks until the office sets it by hand', async () => {
    const item = await addItem(stage, `Feet ${tour_date_id}`)
    const video = {
      ...{ name: 'Point your feet', staff: 'Lee', group: 'Foundation', search_text: '', active: true },
      ...{ video: null, performance_division_ids: [], critique_item_ids: [item] },
    }
    const suggested_id = (await write('POST', 'homework', video)).id
    const other_id = (await write('POST', 'homework', { ...video, name: 'Breathe', critique_item_ids: [] })).id
    const ids = () =>
      inTx.execute(async (tx) => {
        const marks = await listCritiqueMarks(tx, [routine_id])
        return (await listRoutineHomework(tx, [routine_id], marks)).map(({ id }) => id)
      })
    expect(await ids()).toEqual([])
    await write('PUT', `critiques/${client_id}`, { critique: '', note: '', good: [], bad: [item] })
    expect(await ids()).toEqual([suggested_id])
    await write('PUT', `routines/${routine_id}/homework`, { homework_ids: [other_id] })
    expect(await ids()).toEqual([other_id])
    expect((await read()).entries[0].homework_ids).toEqual([other_id])
    await write('PUT', `routines/${routine_id}/homework`, { homework_ids: [] })
    expect(await ids()).toEqual([suggested_id])
  })
})

describe('the homework library', () => {
  const draft = {
    ...{ name: 'Clean turns', staff: 'Noor Haddad', group: 'Performance', search_text: 'spotting', active: true },
    ...{ video: 'https://youtu.be/dQw4w9WgXcQ', performance_division_ids: [1], critique_item_ids: [] },
  }

  test('API-073 RES-026 OFF-033 accounts read what the office keeps: staff, divisions, group, player', async () => {
    const { id } = await write('POST', 'homework', draft)
    const hiddenVideo = await write('POST', 'homework', { ...draft, name: 'Unfinished', active: false })
    const reply = await studio.call('GET', `/v1/dance360/coda/homework?mybtf_user_id=${studio.user_id}`)
    const rows: { id: number }[] = reply.json()
    expect(rows.find((row) => row.id === id)).toEqual({
      ...{ id, name: 'Clean turns', staff: 'Noor Haddad', group: 'Performance', search_text: 'spotting' },
      performance_divisions: [{ id: 1, name: 'Jazz' }],
      video: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    })
    expect(rows.some((row) => row.id === hiddenVideo.id)).toBe(false)
    await write('PUT', `homework/${id}`, { ...draft, name: 'Cleaner turns' })
    await write('DELETE', `homework/${hiddenVideo.id}`)
    const { rows: library } = (await call(office, 'GET', '/v1/office/homework')).json()
    const names = library.map(({ name }: { name: string }) => name)
    expect(names).toContain('Cleaner turns')
    expect(names).not.toContain('Unfinished')
    const wrong = await call(office, 'POST', '/v1/office/homework', { ...draft, video: 'https://example.com/v.mp4' })
    expect(wrong.json()).toMatchObject({ code: 'homework.video', field: 'video' })
    expect((await studio.call('POST', '/v1/office/homework', draft)).statusCode).toBe(403)
  })

  test('API-073 the library is for accounts and links to it', async () => {
    const path = '/v1/dance360/coda/homework'
    expect((await rival.call('GET', `${path}?mybtf_user_id=${studio.user_id}`)).statusCode).toBe(404)
    expect((await call(0, 'GET', path)).statusCode).toBe(401)
  })
})
