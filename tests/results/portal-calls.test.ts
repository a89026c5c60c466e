import { instant } from '@callboard/domain/kernel/instant.ts'
import { sharePaths } from '@callboard/domain/share-links/share-link.ts'
import { describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import {
  addAward,
  answer,
  danceAll,
  enterSolos,
  giveMark,
  judgeAudition,
  release,
  seatPanel,
} from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { app, db, call } = stage
const season = await openSeason(stage)
const two = [await addAccount(stage, 'one@example.com'), await addAccount(stage, 'two@example.com')] as const
const admin = await addAccount(stage, 'admin@example.com', 'admin')
const [studio, rival] = [await season.studio({ dancers: 4 }), await season.studio({ dancers: 1 })] as const

const tour_date_id = await season.city()
const { registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch', 'Cedar'])
const [ash = 0] = routines
const { seats } = await seatPanel(stage, tour_date_id, await danceAll(stage, two[0], tour_date_id), 4)
for (const [index, entry] of routines.entries()) {
  for (const [position, seat] of seats.entries())
    await giveMark(stage, entry, seat, 9_000 + 100 * index + 50 * position)
}
await addAward(stage, two[0], tour_date_id, { scope: { group_by: [] } })
await addAward(stage, two[0], tour_date_id, { name: 'Teen Best Dancer', kind: 'audition' })
const attendees = await db
  .selectFrom('attendees as a')
  .innerJoin('persons as p', 'p.id', 'a.person_id')
  .where('a.registration_id', '=', registration_id)
  .select(['a.id', 'p.fname', 'p.lname'])
  .orderBy('a.id')
  .limit(2)
  .execute()
await judgeAudition(stage, two, { tour_date_id, attendee_ids: attendees.map(({ id }) => id) })
const item = await db
  .insertInto('critique_items')
  .values({ name: 'Technique', level: 1, position: 1 })
  .returning('id')
  .executeTakeFirstOrThrow()
const sheets = await db
  .selectFrom('score_sheets')
  .where('registration_routine_id', '=', ash)
  .select('client_id')
  .orderBy('seat_id')
  .limit(3)
  .execute()
const marks = sheets.map(({ client_id }, index) => ({ client_id, critique_item_id: item.id, good: index < 2 }))
await db.insertInto('critique_marks').values(marks).execute()
for (const part of ['results', 'critiques', 'data']) await release(stage, two, tour_date_id, { part })

const read = async (url: string) => answer(studio.call('GET', url))
const linkTo = async (body: object): Promise<{ token: string; url: string }> =>
  answer(studio.call('POST', '/v1/dance360/share-links', { registration_id, ...body }))
const byLink = (token: string, url: string) => app.inject({ url, headers: { 'x-share-token': token } })

const routineUrl = `/v1/dance360/coda/routine?routine_id=${ash}&event_id=7&registration_id=${registration_id}`
const dataUrl = `/v1/dance360/coda/data?registration_id=${registration_id}`
const scoresUrl = `/v1/mybtf/get-scoresv2?registrations_routine_id=${ash}`
const listUrl = `/v1/mybtf/registration/${registration_id}/scores`

describe('the calls of the portal answer what the catalogue names', () => {
  test('API-071 C091 a critique record of one routine', async () => {
    const record = await read(routineUrl)
    expect(record).toMatchObject({
      ...{ routine_id: ash, name: 'Ash', total_score: 273, dropped_score: 90, canceled: false },
      ...{ competition_award: 'Gold', choreographer: 'Sam Vale', attendees: ['Amara Dufresne'] },
      ...{ age_division: 'Mini', category: 'Solo', performance_division: 'Contemporary' },
      homework: [],
    })
    expect(record.judges).toHaveLength(4)
    expect(Object.keys(record.judges[0]).toSorted()).toEqual(
      expect.arrayContaining(['bad', 'good', 'headshot', 'name', 'note', 'position', 'score', 'signature']),
    )
  })

  test('API-072 RES-019 C092 counts, means, levels, places, and the share of good marks', async () => {
    const data = await read(dataUrl)
    expect(data).toMatchObject({ routine_count: 3, average: 276, places: { first: 1, second: 1, third: 1 } })
    expect(data.by_division).toEqual([{ name: 'Contemporary', average: 276, count: 3 }])
    expect(data.awards.find(({ count }: { count: number }) => count > 0)).toEqual({ name: 'Gold', count: 3 })
    expect(data.level1).toEqual([{ name: 'Technique', good: 2, bad: 1, good_percent: 67 }])
  })

  test('API-075 C095 the scores of a routine', async () => {
    expect(await read(scoresUrl)).toEqual({
      scores: [1, 2, 3, 4].map((position) => ({
        ...{ position, judge: `Judge ${position}`, score: 89.5 + 0.5 * position, dropped: position === 1 },
      })),
      ...{ total_score: 273, dropped_score: 90, canceled: false, place: 3, award: 'Gold' },
    })
  })

  test('API-076 C096 the scores of each routine of a registration', async () => {
    const rows = await read(listUrl)
    expect(rows.map(({ id }: { id: number }) => id).toSorted()).toEqual(routines.toSorted())
    const row = rows.find(({ id }: { id: number }) => id === ash)
    expect(row.date_routine).toEqual({ scores: await read(scoresUrl) })
  })

  test.each([
    ['API-071', routineUrl],
    ['API-072', dataUrl],
    ['API-075', scoresUrl],
    ['API-076', listUrl],
  ])('%s answers nobody else', async (_, url) => {
    expect((await call(0, 'GET', url)).statusCode).toBe(401)
    expect([403, 404]).toContain((await rival.call('GET', url)).statusCode)
  })

  test('RES-014 best dancers have each judge’s ballet and jazz mark, and the audition score', async () => {
    const { best_dancers } = await read(`/v1/dance360/coda/results?registration_id=${registration_id}`)
    const [first, second] = attendees
    const discipline = (kind: string, least: number) => ({
      total: 3 * least + 1.5,
      judges: [1, 2, 3].map((position) => ({
        ...{ position, judge: `${kind} judge ${position}`, score: least + 0.5 * (position - 1) },
      })),
    })
    const rowOf = (dancer: typeof first, ballet: number, jazz: number) => ({
      ...{ award: 'Teen Best Dancer', dancer: `${dancer?.fname} ${dancer?.lname}` },
      ...{ ballet: discipline('ballet', ballet), jazz: discipline('jazz', jazz), solo: { total: null, judges: [] } },
      audition_score: 3 * (ballet + jazz) + 3,
    })
    expect(best_dancers).toEqual([
      { ...rowOf(first, 90.5, 94.5), place: 1 },
      { ...rowOf(second, 89.5, 93.5), place: 2 },
    ])
    const { token } = await linkTo({ path: 'results', routine_ids: [ash] })
    const linked = await byLink(token, `/v1/dance360/coda/results?registration_id=${registration_id}`)
    expect(linked.json().best_dancers).toEqual([])
  })
})

test('RES-041 the flags of a tour date say what is released, and what its event is without', async () => {
  const cityFlags = async () => {
    const { web, mybtf } = (await read(`/v1/dance360/registrations/${registration_id}`)).tour_date
    return { ...web, coda: mybtf.coda }
  }
  expect(await cityFlags()).toEqual({
    ...{ critiques: true, results: true, no_critiques: false, no_competition: false, coda: true },
  })
  const url = `/v1/office/tour-dates/${tour_date_id}`
  await answer(call(admin, 'PUT', url, { no_critiques: true, no_competition: true }))
  for (const part of ['results', 'critiques', 'data']) {
    await answer(call(two[0], 'POST', `/v1/office/results/${part}/withdraw`, { tour_date_id, reason: 'Typed twice' }))
    if (part === 'results') {
      expect(await cityFlags()).toMatchObject({ results: false, critiques: true, coda: true })
    }
  }
  expect(await cityFlags()).toEqual({
    ...{ critiques: false, results: false, no_critiques: true, no_competition: true, coda: false },
  })
  await answer(call(admin, 'PUT', url, { no_critiques: false, no_competition: false }))
  for (const part of ['results', 'critiques', 'data']) {
    await db
      .updateTable('result_versions')
      .where('part', '=', part as 'data')
      .set({ withdrawn_at: null })
      .execute()
  }
})

test('TOK-008 a link is made of path, event, coda, hash and data, and opens its own page alone', async () => {
  const data = JSON.stringify({ event_id: 7, registration_id })
  const pages = {
    critiques: `/v1/dance360/coda/critiques?registration_id=${registration_id}`,
    data: dataUrl,
    results: `/v1/dance360/coda/results?registration_id=${registration_id}`,
    homework: '/v1/dance360/coda/homework',
  }
  for (const [path, own] of Object.entries(pages)) {
    const query = new URLSearchParams({ path, event_id: '7', coda: 'true', hash: 'top', data })
    const { token, url } = await read(`/v1/dance360/generate-url-token?${query}`)
    expect(url).toMatch(new RegExp(`/coda/${path}/${token}#top$`))
    for (const page of Object.values(pages)) {
      const { statusCode } = await byLink(token, page)
      expect([path, page, statusCode]).toEqual([path, page, page === own ? 200 : 401])
    }
  }
})

test('TOK-008 API-006 API-071 an event that is not the registration’s is refused, in a link and in a critique', async () => {
  const linkOf = async (event_id: number, data: object) => {
    const text = JSON.stringify({ registration_id, ...data })
    const query = new URLSearchParams({ path: 'critiques', event_id: String(event_id), data: text })
    return (await studio.call('GET', `/v1/dance360/generate-url-token?${query}`)).statusCode
  }
  const statuses = [
    await linkOf(7, {}),
    await linkOf(8, {}),
    await linkOf(7, { event_id: 8 }),
    await linkOf(8, { event_id: 7 }),
  ]
  expect(statuses).toEqual([200, 404, 404, 404])
  const body = { path: 'critiques', registration_id, event_id: 8 }
  expect((await studio.call('POST', '/v1/dance360/share-links', body)).statusCode).toBe(404)
  expect((await studio.call('GET', routineUrl.replace('event_id=7', 'event_id=8'))).statusCode).toBe(404)
})

test('TOK-005 a link to results ends with its days', async () => {
  const { token } = await linkTo({ path: 'results' })
  const url = `/v1/dance360/coda/results?registration_id=${registration_id}`
  expect((await byLink(token, url)).statusCode).toBe(200)
  stage.clock.time = instant('2025-11-10T16:00:01Z')
  expect((await byLink(token, url)).statusCode).toBe(401)
  stage.clock.time = instant('2024-11-10T16:00:00Z')
})

test('RES-033 CONST-026 critiques of a season before the setting are recordings: marks stay, words go', async () => {
  const critiques = `/v1/dance360/coda/critiques?registration_id=${registration_id}`
  const judgeOf = async () => {
    const { source, routines: rows } = await read(critiques)
    const { judges } = rows.find(({ routine_id }: { routine_id: number }) => routine_id === ash)
    const { score, teacher_critique, note, good } = judges[0]
    return { source, score, teacher_critique, note, good: good.length }
  }
  const sheetWords = { source: 'sheets', score: 90, teacher_critique: 'Critique 9000', note: 'Note 9000', good: 1 }
  expect(await judgeOf()).toEqual(sheetWords)
  const setSource = (value: number) =>
    answer(call(admin, 'PUT', '/v1/office/settings', { name: 'critique_source_min_season', value }))
  await setSource(42)
  expect(await judgeOf()).toEqual({ source: 'recordings', score: 90, teacher_critique: '', note: '', good: 0 })
  await setSource(41)
  expect(await judgeOf()).toEqual(sheetWords)
})

test('TOK-004 every public page of the specification can have a link', () => {
  const pages = 'critiques homework waivers access-codes music results data best-dancers core-performers proteges'
  expect(sharePaths).toEqual(expect.arrayContaining([...pages.split(' '), 'the-cast-experience']))
})
