import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { openStage } from '../kit.ts'
import { addAccount, openSeason, reviewed } from '../scenarios/small-city.ts'
import { enterCity, openSurvey } from '../scenarios/survey.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z', connections: 6 })
const { db, call } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studio = await season.studio({ dancers: 2 })
const rival = await season.studio()
const over = { starts: '2024-09-13' }
let tour_date_id = 0
let registration_id = 0

const path = '/v1/dance360/survey'
const status = async (who = studio.user_id) =>
  (await call(who, 'GET', `${path}/status?registration_id=${registration_id}`)).json()
const questionsOf = (who = studio.user_id, more = '') =>
  call(who, 'GET', `${path}/questions?registration_id=${registration_id}${more}`)
const put = (questions: object, more: object = {}) =>
  call(studio.user_id, 'PUT', `${path}/answers`, { registration_id, questions, ...more })
const submit = (id = registration_id, who = studio.user_id) =>
  call(who, 'POST', `${path}/submit`, { registration_id: id })
const row = () =>
  db
    .selectFrom('registrations')
    .where('id', '=', registration_id)
    .select(['survey_version', 'survey_submitted'])
    .executeTakeFirstOrThrow()

beforeEach(async () => {
  await db.updateTable('survey_versions').set({ state: 'closed' }).execute()
  await db.updateTable('events').set({ surveys_on: true, is_nationals: false }).execute()
  await db.updateTable('seasons').set({ current: true }).execute()
  tour_date_id = await season.city({ ...over, city: 'Sacramento' })
  registration_id = (await enterCity(stage, tour_date_id, studio)).id
})

describe('the owner answers', () => {
  test('API-068 SURV-008 SURV-015 a question holds its fields and the answer so far', async () => {
    const { version, ids } = await openSurvey(stage, [
      { group: 1, type: 'rating', not_applicable: 'Not there', feedback: true },
      { group: 5, type: 'text', required: false },
    ])
    const [rating = 0, text = 0] = ids
    const other = await season.studio()
    const { id: other_id } = await enterCity(stage, tour_date_id, other)
    const otherAnswers = { registration_id: other_id, questions: { [rating]: { value: 1 } } }
    expect((await call(other.user_id, 'PUT', `${path}/answers`, otherAnswers)).statusCode).toBe(200)
    expect((await questionsOf(studio.user_id, '&event_id=8')).statusCode).toBe(404)
    const before = (await questionsOf(studio.user_id, `&event_id=7&version=${version}`)).json()
    expect(before.map(({ id }: { id: number }) => id)).toEqual([rating, text])
    expect(before[0]).toEqual({
      ...{ id: rating, question: 'Question 1 of group 1', required: true, survey_question_group_id: 1 },
      ...{ survey_question_type: 'rating', not_applicable: 'Not there', feedback: true, version, answer: null },
    })
    const saved = await put({ [rating]: { value: 4, feedback: ' Long lines ' } })
    expect(saved.json()).toEqual({ survey_version: version })
    const [after] = (await questionsOf()).json()
    expect(after.answer).toEqual({
      ...{ id: rating, type: 'rating', value: 4, not_applicable: false, feedback: 'Long lines' },
    })
  })

  test('the account’s copy of its data has its answers, and those of nobody else', async () => {
    const { ids } = await openSurvey(stage, [{ group: 5, type: 'text', feedback: true }])
    await put({ [ids[0] ?? 0]: { value: 'More tap, please', feedback: 'Cold hall' } })
    const copyOf = async (id: number) => (await call(id, 'GET', `/v1/mybtf/${id}/export`)).json()
    const { survey_answers } = await copyOf(studio.user_id)
    expect(survey_answers).toContainEqual(
      expect.objectContaining({ registration_id, value: 'More tap, please', feedback: 'Cold hall' }),
    )
    expect((await copyOf(rival.user_id)).survey_answers).toEqual([])
  })

  test('API-070 SURV-017 SURV-018 the first save binds the version; another one is refused', async () => {
    const { version, ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
    const [id = 0] = ids
    expect(await row()).toEqual({ survey_version: null, survey_submitted: false })
    expect((await put({ [id]: { value: 1 } }, { version: version + 1 })).json().code).toBe('survey.version')
    expect((await put({ [id]: { value: 1 } }, { version })).statusCode).toBe(200)
    expect(await row()).toEqual({ survey_version: version, survey_submitted: false })

    // The office opens other questions: this registration goes on with its own.
    await db.updateTable('survey_versions').set({ state: 'closed' }).execute()
    const next = await openSurvey(stage, [{ group: 1, type: 'text' }])
    expect((await put({ [next.ids[0] ?? 0]: { value: 'x' } })).json()).toMatchObject({ code: 'survey.question' })
    expect((await put({ [id]: { value: 2 } })).json()).toEqual({ survey_version: version })
    expect((await questionsOf(studio.user_id, `&version=${next.version}`)).json().code).toBe('survey.version')
    const record = await call(studio.user_id, 'GET', `/v1/dance360/registrations/${registration_id}`)
    expect(record.json()).toMatchObject({ survey_version: version, survey_submitted: false })
  })

  test('SURV-009 SURV-016 API-069 classes of the city are rated by name; one of another city is refused', async () => {
    const { ids } = await openSurvey(stage, [
      { group: 3, type: 'workshop_list' },
      { group: 4, type: 'judge_list' },
    ])
    const [list = 0] = ids
    // Without a class and a judge there is nothing to ask.
    expect((await questionsOf()).json()).toEqual([])
    const classes = ['Jazz with Noor', 'Tap with Lee'].map((name) => ({ name, level_ids: [1] }))
    const saved = await call(office, 'PUT', '/v1/office/workshop-classes', { tour_date_id, classes })
    expect(saved.statusCode, saved.body).toBe(200)
    const entries = (await call(studio.user_id, 'GET', `${path}/workshops?registration_id=${registration_id}`)).json()
    expect(entries.map(({ name }: { name: string }) => name)).toEqual(['Jazz with Noor', 'Tap with Lee'])

    const elsewhere = await season.city(over)
    await call(office, 'PUT', '/v1/office/workshop-classes', {
      ...{ tour_date_id: elsewhere, classes: [{ name: 'Hip-Hop', level_ids: [] }] },
    })
    const foreign = await db
      .selectFrom('workshop_classes')
      .where('tour_date_id', '=', elsewhere)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await put({ [list]: { value: [{ id: foreign.id, rating: 5 }] } })).json().code).toBe('survey.list_entry')

    await put({ [list]: { value: [{ id: entries[0].id, rating: 5 }] } })
    expect((await submit()).json()).toMatchObject({ code: 'survey.missing', message: 'Required' })
    await put({ [list]: { value: entries.map(({ id }: { id: number }) => ({ id, rating: 5 })) } })
    const [question] = (await questionsOf()).json()
    expect(question.answer.value).toEqual(entries.map((entry: object) => ({ ...entry, rating: 5 })))
    const removed = await call(office, 'PUT', '/v1/office/workshop-classes', { tour_date_id, classes: [] })
    expect(removed.json().code).toBe('survey.class_rated')
  })

  test('SURV-016 API-069 the judges are those who sit on a panel of the city, without those in training', async () => {
    const { ids } = await openSurvey(stage, [{ group: 4, type: 'judge_list' }])
    const scale = await db.selectFrom('score_scales').select('id').executeTakeFirstOrThrow()
    const judges = await db
      .insertInto('judges')
      .values(['Ada Blum', 'Ben Costa', 'Cleo Dunn', 'Dov Elias'].map((name) => ({ name })))
      .returning('id')
      .execute()
    const [ada = 0, ben = 0, cleo = 0, dov = 0] = judges.map(({ id }) => id)
    const seat = async (city: number, name: string, judge_ids: readonly number[]) => {
      const { id: panel_id } = await db
        .insertInto('panels')
        .values({ tour_date_id: city, name, scale_id: scale.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const seats = judge_ids.map((judge_id, at) => ({
        panel_id,
        position: at + 1,
        judge_id,
        shadow: judge_id === cleo,
      }))
      await db.insertInto('judge_seats').values(seats).execute()
    }
    await seat(tour_date_id, 'Main', [ben, ada, cleo])
    await seat(tour_date_id, 'Second', [ada])
    await seat(await season.city(over), 'Main', [dov])
    const seated = (await call(studio.user_id, 'GET', `${path}/judges?registration_id=${registration_id}`)).json()
    expect(seated.map(({ name }: { name: string }) => name)).toEqual(['Ada Blum', 'Ben Costa'])
    await put({ [ids[0] ?? 0]: { value: seated.map(({ id }: { id: number }) => ({ id, rating: 3 })) } })
    expect((await submit()).statusCode).toBe(200)
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['SURV-011 surveys are off', () => db.updateTable('events').set({ surveys_on: false }).execute(), 'unavailable'],
    ['SURV-011 the season is over', () => db.updateTable('seasons').set({ current: false }).execute(), 'unavailable'],
    ['SURV-020 nationals', () => db.updateTable('events').set({ is_nationals: true }).execute(), 'unavailable'],
    [
      'SURV-012 no version is open',
      () => db.updateTable('survey_versions').set({ state: 'closed' }).execute(),
      'waiting',
    ],
  ])('%s: nothing can be answered', async (_, change, expectedStatus) => {
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
    await change()
    expect((await status()).status).toBe(expectedStatus)
    expect((await put({ [ids[0] ?? 0]: { value: 3 } })).json()).toMatchObject({ code: `survey.${expectedStatus}` })
    expect((await submit()).json()).toMatchObject({ code: `survey.${expectedStatus}` })
    const reply = (await questionsOf()).json()
    if (expectedStatus === 'waiting') expect(reply).toEqual([])
    else expect(reply.message).toBe('Sorry, surveys are not available for this event.')
  })

  test('API-068 API-069 API-070 nobody reads or answers the survey of another account', async () => {
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
    const body = { registration_id, questions: { [ids[0] ?? 0]: { value: 3 } } }
    const replies = await Promise.all([
      questionsOf(rival.user_id),
      call(rival.user_id, 'PUT', `${path}/answers`, body),
      call(rival.user_id, 'GET', `${path}/judges?registration_id=${registration_id}`),
      call(rival.user_id, 'GET', `${path}/workshops?registration_id=${registration_id}`),
      submit(registration_id, rival.user_id),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    expect((await questionsOf(0)).statusCode).toBe(401)
  })
})

describe('the reward', () => {
  async function answerAndSubmit() {
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
    await put({ [ids[0] ?? 0]: { value: 5 } })
    return submit()
  }

  test('SURV-005 SURV-013 SURV-014 SURV-023 a studio earns $50 once, however often it submits', async () => {
    const first = await answerAndSubmit()
    expect(first.json()).toEqual({ promo_code: 'MERIDIANSURVEY50', amount: 5_000 })
    expect((await submit()).json()).toEqual(first.json())
    expect(await row()).toMatchObject({ survey_submitted: true })
    expect(await status()).toMatchObject({ status: 'submitted', reward: first.json() })
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }], 7)
    expect((await put({ [ids[0] ?? 0]: { value: 1 } })).json().code).toBe('survey.submitted')
    const codes = await db.selectFrom('promo_codes').where('code', '=', 'MERIDIANSURVEY50').select('id').execute()
    expect(codes).toHaveLength(1)
  })

  test('SURV-023 two submissions at once make one code', async () => {
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
    await put({ [ids[0] ?? 0]: { value: 5 } })
    const { submissions } = await db.transaction().execute(async (tx) => {
      // Each comes as far as it may before one is recorded.
      await sql`lock table survey_submissions in share mode`.execute(tx)
      const three = [submit(), submit(), submit()]
      await eventually(async () => {
        const { rows: blocked } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(blocked).toHaveLength(3)
      })
      return { submissions: three }
    })
    const replies = await Promise.all(submissions)
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    const rows = await db
      .selectFrom('survey_submissions')
      .where('registration_id', '=', registration_id)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('SURV-013 an account that is no studio earns $10', async () => {
    const user_id = await addAccount(stage, 'iris@example.com', 'user')
    const iris = { user_id, studio_id: null, dancers: studio.dancers.slice(0, 1) }
    const { id } = await enterCity(stage, tour_date_id, iris)
    const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
    await call(user_id, 'PUT', `${path}/answers`, { registration_id: id, questions: { [ids[0] ?? 0]: { value: 5 } } })
    expect((await submit(id, user_id)).json()).toEqual({ promo_code: 'MERIDIANSURVEY10', amount: 1_000 })
  })

  test('SURV-021 A59 the code takes $50 off a later registration of the account, and of nobody else', async () => {
    await answerAndSubmit()
    const later = await season.city({ starts: '2024-11-22' })
    const apply = async (who: typeof studio) => {
      const { id, review } = await reviewed(who, later)
      await review()
      return who.call('PUT', '/v1/dance360/promo-codes', { registration_id: id, promo_codes: ['meridiansurvey50'] })
    }
    const own = await apply(studio)
    expect(own.json().promo_codes).toMatchObject([{ code: 'MERIDIANSURVEY50', amount: 5_000 }])
    const other = await apply(rival)
    expect([other.statusCode, other.json().code]).toEqual([404, 'promo.unknown'])
  })
})

test('SURV-019 TOK-014 a link answers without an account; a link to another page does not', async () => {
  const { ids } = await openSurvey(stage, [{ group: 1, type: 'rating' }])
  const link = async (to: string) => {
    const reply = await studio.call('POST', '/v1/dance360/share-links', { path: to, registration_id })
    return { 'x-share-token': reply.json().token }
  }
  const headers = await link('survey')
  const payload = { registration_id, questions: { [ids[0] ?? 0]: { value: 2 } } }
  const inject = (of: Record<string, string>) =>
    stage.app.inject({ method: 'PUT', url: `${path}/answers`, headers: of, payload })
  expect((await inject(headers)).statusCode).toBe(200)
  expect((await inject(await link('music'))).statusCode).toBe(401)
  const submitted = await stage.app.inject({
    ...{ method: 'POST', url: `${path}/submit`, headers, payload: { registration_id } },
  })
  expect(submitted.json().promo_code).toBe('MERIDIANSURVEY50')
})

describe('the office writes it', () => {
  const draft = {
    ...{ question: 'How was the floor?', required: true, survey_question_group_id: 2 },
    ...{ survey_question_type: 'rating', not_applicable: null, feedback: false },
  }
  const write = async (method: 'POST' | 'PUT' | 'DELETE', place: string, body?: object) => {
    const reply = await call(office, method, `/v1/office/${place}`, body)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  test('OFF-034 a version is written, opened and read by owners; its first answer fixes it', async () => {
    const { version } = await write('POST', 'survey-versions', { season_id: 41, event_id: null, from: null })
    const empty = await call(office, 'PUT', `/v1/office/survey-versions/${version}`, { state: 'open' })
    expect(empty.json().code).toBe('survey.version_empty')
    await write('POST', 'survey-questions', { version, ...draft })
    const two = await write('POST', 'survey-questions', { version, ...draft, question: 'And the sound?' })
    const [first, second] = two.rows
    const movedVersion = await write('PUT', `survey-questions/${second.id}`, {
      ...draft,
      question: 'And the sound?',
      before_id: first.id,
    })
    expect([movedVersion.version, movedVersion.rows.map(({ id }: { id: number }) => id)]).toEqual([
      version,
      [second.id, first.id],
    ])
    await write('PUT', `survey-versions/${version}`, { state: 'open' })
    expect((await questionsOf()).json()).toHaveLength(2)

    await put({ [first.id]: { value: 4 } })
    const changedVersion = await write('PUT', `survey-questions/${first.id}`, {
      ...draft,
      question: 'How was the stage?',
    })
    expect(changedVersion).toMatchObject({ state: 'draft' })
    expect(changedVersion.version).not.toBe(version)
    const texts = (rows: { question: string }[]) => rows.map(({ question }) => question)
    expect(texts(changedVersion.rows)).toEqual(['And the sound?', 'How was the stage?'])
    const firstVersion = (await call(office, 'GET', `/v1/office/survey-questions?version=${version}`)).json()
    expect(texts(firstVersion.rows)).toEqual(['And the sound?', 'How was the floor?'])
    expect(firstVersion.rows[1].results).toEqual({ answers: 1, not_applicable: 0, mean: 400, ratings: [0, 0, 0, 1, 0] })

    const second_open = await call(office, 'PUT', `/v1/office/survey-versions/${changedVersion.version}`, {
      state: 'open',
    })
    expect([second_open.statusCode, second_open.json().code]).toEqual([422, 'survey.version_open'])
    expect((await call(studio.user_id, 'GET', '/v1/office/survey-versions')).statusCode).toBe(403)
  })

  test('OFF-034 an event’s own version comes before the season’s', async () => {
    await openSurvey(stage, [{ group: 1, type: 'rating' }])
    const own = await openSurvey(stage, [{ group: 1, type: 'text' }], 7)
    expect(await status()).toMatchObject({ version: own.version })
  })

  test('SURV-010 VAR-017 labels differ by event: the product’s, its own, none', async () => {
    const labels = async () => (await status()).rating_labels
    expect(await labels()).toEqual(['Bronze', 'Silver', 'Gold', 'High-Gold', 'Platinum'])
    const own = ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Spotlight']
    await write('PUT', 'survey-labels', { event_id: 7, labels: own })
    expect(await labels()).toEqual(own)
    await write('PUT', 'survey-labels', { event_id: 7, labels: [] })
    expect(await labels()).toEqual([])
    await write('PUT', 'survey-labels', { event_id: 7, labels: null })
    expect((await labels())[4]).toBe('Platinum')
  })

  test('OFF-034 the office reads a city’s texts without names once they are submitted', async () => {
    const { ids } = await openSurvey(stage, [{ group: 6, type: 'text' }])
    await put({ [ids[0] ?? 0]: { value: 'More water, please' } })
    const read = async () =>
      (await call(office, 'GET', `/v1/office/survey-answers?tour_date_id=${tour_date_id}`)).json()
    expect(await read()).toMatchObject({ registrations: 1, begun: 1, submitted: 0, texts: [] })
    await submit()
    expect(await read()).toMatchObject({ submitted: 1, texts: [{ text: 'More water, please' }] })
  })
})
