import { awardLabels } from '@callboard/domain/survey/availability.ts'
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addAccount, openSeason, type Studio } from '../scenarios/small-city.ts'
import { enterCity, openSurvey, seatJudges } from '../scenarios/survey.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studios = await Promise.all([season.studio(), season.studio(), season.studio()])
const over = { starts: '2024-09-13' }

type Ratings = { mean: number | null; ratings: number[] }
type Entry = Ratings & { id: number; name: string; tour_date_id: number | null }
type Results = Ratings & { answers: number; not_applicable: number; entries: Entry[] }

const city = { sacramento: 0, modesto: 0, other: 0 }
let version = 0
let ids: number[] = []
const judge = { ada: 0, ben: 0 }
const jazz = { sacramento: 0, modesto: 0 }

async function addClass(tour_date_id: number): Promise<number> {
  const row = { tour_date_id, name: 'Jazz', position: 0 }
  return (await db.insertInto('workshop_classes').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Saves answers of a new registration, in the order of the questions; null: none to this question. */
async function answer(studio: Studio, tour_date_id: number, values: readonly (object | null)[], submits = true) {
  const { id: registration_id } = await enterCity(stage, tour_date_id, studio)
  const questions = Object.fromEntries(values.flatMap((value, at) => (value ? [[ids[at] ?? 0, value]] : [])))
  const reply = await call(studio.user_id, 'PUT', '/v1/dance360/survey/answers', { registration_id, questions })
  expect(reply.statusCode, reply.body).toBe(200)
  if (submits) {
    await db.updateTable('registrations').set({ survey_submitted: true }).where('id', '=', registration_id).execute()
  }
  return registration_id
}

const rated = (ratings: Record<number, number>) => ({
  value: Object.entries(ratings).map(([id, rating]) => ({ id: Number(id), rating })),
})

const read = async (query = '') => {
  const reply = await call(office, 'GET', `/v1/office/survey-results?version=${version}${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  const { questions, ...more } = reply.json() as { questions: { results: Results }[]; cities: object[] }
  return { ...more, results: questions.map(({ results }) => results) }
}
const sheet = (query = '', by = office) => call(by, 'GET', `/v1/office/survey-answers.csv?version=${version}${query}`)
const linesOf = async (query = '') => (await sheet(query)).body.replace('\uFEFF', '').trim().split('\r\n')

beforeAll(async () => {
  const other = { ...plainEvent, id: 8, name: 'Lumina', subdomain: 'lumina' }
  await db.transaction().execute((tx) => insertEvents(tx, [other], [thisSeason.id]))
  city.sacramento = await season.city({ ...over, city: 'Sacramento' })
  city.modesto = await season.city({ ...over, city: 'Modesto' })
  city.other = await season.city({ ...over, city: 'Fresno', event_id: 8 })
  jazz.sacramento = await addClass(city.sacramento)
  jazz.modesto = await addClass(city.modesto)
  ;[judge.ada = 0, judge.ben = 0] = await seatJudges(stage, [city.sacramento, city.modesto], ['Ada Blum', 'Ben Costa'])
  const survey = await openSurvey(stage, [
    { group: 1, type: 'rating', not_applicable: 'Not there', feedback: true },
    { group: 3, type: 'judge_list', feedback: true },
    { group: 4, type: 'workshop_list' },
    { group: 7, type: 'text', required: false },
  ])
  ;({ version, ids } = survey)
  const [one, two, three] = studios as [Studio, Studio, Studio]
  await answer(one, city.sacramento, [
    { value: 5, feedback: '=HYPERLINK("http://bad.example")' },
    { ...rated({ [judge.ada]: 5, [judge.ben]: 2 }), feedback: '@Ben spoke, too softly' },
    rated({ [jazz.sacramento]: 4 }),
    { value: '-2+3 more breaks' },
  ])
  await answer(two, city.sacramento, [{ not_applicable: true }, rated({ [judge.ada]: 4 }), null, null])
  await answer(three, city.modesto, [{ value: 2 }, rated({ [judge.ada]: 1 }), rated({ [jazz.modesto]: 1 }), null])
  await answer(one, city.other, [{ value: 3, feedback: 'A draft' }, null, null, { value: 'Not sent yet' }], false)
  const deletedId = await answer(two, city.modesto, [{ value: 1 }, rated({ [judge.ben]: 1 }), null, { value: 'Gone' }])
  await db.updateTable('registrations').set({ deleted: true }).where('id', '=', deletedId).execute()
})

describe('results', () => {
  test('OFF-034 each judge and class has its own mean and spread; those without a rating are left out', async () => {
    const { results } = await read()
    expect(results).toEqual([
      { answers: 4, not_applicable: 1, mean: 333, ratings: [0, 1, 1, 0, 1], entries: [] },
      {
        ...{ answers: 3, not_applicable: 0, mean: 300, ratings: [1, 1, 0, 1, 1] },
        entries: [
          { id: judge.ada, name: 'Ada Blum', tour_date_id: null, mean: 333, ratings: [1, 0, 0, 1, 1] },
          { id: judge.ben, name: 'Ben Costa', tour_date_id: null, mean: 200, ratings: [0, 1, 0, 0, 0] },
        ],
      },
      {
        ...{ answers: 2, not_applicable: 0, mean: 250, ratings: [1, 0, 0, 1, 0] },
        entries: [
          { id: jazz.sacramento, name: 'Jazz', tour_date_id: city.sacramento, mean: 400, ratings: [0, 0, 0, 1, 0] },
          { id: jazz.modesto, name: 'Jazz', tour_date_id: city.modesto, mean: 100, ratings: [1, 0, 0, 0, 0] },
        ],
      },
      { answers: 2, not_applicable: 0, mean: null, ratings: [0, 0, 0, 0, 0], entries: [] },
    ])
  })

  test.each([
    ['a city', () => `&tour_date_id=${city.modesto}`, [1, 1, 1, 0], [['Ada Blum', 100]]],
    ['an event', () => '&event_id=8', [1, 0, 0, 1], []],
    [
      'another event',
      () => '&event_id=7',
      [3, 3, 2, 1],
      [
        ['Ada Blum', 333],
        ['Ben Costa', 200],
      ],
    ],
    ['a city that is not of the event', () => `&event_id=8&tour_date_id=${city.modesto}`, [0, 0, 0, 0], []],
  ])('OFF-034 are narrowed to %s', async (_, query, answers, judges) => {
    const { results, cities } = await read(query())
    expect(results.map((of) => of.answers)).toEqual(answers)
    expect(results[1]?.entries.map(({ name, mean }) => [name, mean])).toEqual(judges)
    expect(cities).toHaveLength(3)
  })

  test('SURV-010 the cities of a version say how many registrations began and submitted it, and the labels of their ratings', async () => {
    const own = [...awardLabels.slice(0, 4), 'Spotlight']
    const labels = { event_id: 7, labels: own }
    expect((await call(office, 'PUT', '/v1/office/survey-labels', labels)).statusCode).toBe(200)
    const { cities } = await read()
    expect(cities).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          tour_date_id: city.sacramento,
          event_id: 7,
          begun: 2,
          submitted: 2,
          rating_labels: own,
        }),
        expect.objectContaining({ tour_date_id: city.modesto, begun: 1, submitted: 1 }),
        expect.objectContaining({
          tour_date_id: city.other,
          event_id: 8,
          begun: 1,
          submitted: 0,
          rating_labels: awardLabels,
        }),
      ]),
    )
    const page = await call(office, 'GET', `/v1/office/survey-answers?tour_date_id=${city.sacramento}`)
    expect(page.json().versions).toEqual([version])
  })

  test('a version that does not exist has neither results nor a spreadsheet; owners read none', async () => {
    for (const path of ['survey-results', 'survey-answers.csv']) {
      expect((await call(office, 'GET', `/v1/office/${path}?version=999999`)).statusCode).toBe(404)
      const { user_id } = studios[0] as Studio
      expect((await call(user_id, 'GET', `/v1/office/${path}?version=${version}`)).statusCode).toBe(403)
    }
  })
})

describe('the spreadsheet', () => {
  test('OFF-034 has a line for each answer, without names and without formulas', async () => {
    const reply = await sheet(`&tour_date_id=${city.sacramento}`)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain(`filename="Survey ${version}.csv"`)
    const place = 'Meridian,"Sacramento, OR",2024-09-13'
    const [rating, judges, classes, text] = [1, 2, 3, 4].map(
      (at) => `${place},Question ${at} of group ${[1, 3, 4, 7][at - 1]}`,
    )
    expect(await linesOf(`&tour_date_id=${city.sacramento}`)).toEqual([
      'Event,City,First day,Question,Judge or class,Rating,Text,Comments,Not applicable',
      `${rating},,5,,"'=HYPERLINK(""http://bad.example"")",`,
      `${rating},,,,,yes`,
      `${judges},Ada Blum,4,,,`,
      `${judges},Ada Blum,5,,,`,
      `${judges},Ben Costa,2,,,`,
      `${judges},,,,"'@Ben spoke, too softly",`,
      `${classes},Jazz,4,,,`,
      `${text},,,'-2+3 more breaks,,`,
    ])
    const names = await db.selectFrom('studios').select('name').execute()
    for (const { name } of names) expect(reply.body).not.toContain(name)
  })

  test('OFF-034 has texts of submitted surveys alone, and no answer of a deleted registration', async () => {
    const lines = (await linesOf()).slice(1)
    expect(lines.filter((line) => line.startsWith('Lumina') || line.includes('Fresno'))).toEqual([
      expect.stringMatching(/,Question 1 of group 1,,3,,,$/),
    ])
    expect(lines).toHaveLength(8 + 3 + 1)
    expect((await linesOf('&event_id=8')).slice(1)).toHaveLength(1)
    expect(lines.join('\n')).not.toMatch(/Gone|draft|Not sent yet/)
  })

  test('of 5,000 answers is sent in parts and whole', async () => {
    const registration = await enterCity(stage, city.modesto, studios[0] as Studio)
    const many = await openSurvey(
      stage,
      Array.from({ length: 5_000 }, () => ({ group: 2, type: 'rating' as const })),
      8,
    )
    await db
      .insertInto('survey_answers')
      .values(
        many.ids.map((survey_question_id) => ({
          ...{ registration_id: registration.id, survey_question_id, value: '4', updated: stage.clock.now() },
        })),
      )
      .execute()
    const { body } = await call(office, 'GET', `/v1/office/survey-answers.csv?version=${many.version}`)
    expect(body.match(/\r\n/g)).toHaveLength(5_001)
    expect(body.match(/\uFEFF/g)).toHaveLength(1)
  })
})
