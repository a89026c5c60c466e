// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'
import { enterCity, openSurvey } from '../scenarios/survey.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const studio = await season.studio({ dancers: 2 })
const office = await addAccount(stage)
let registration_id = 0
let tour_date_id = 0

async function visit(path: string, user_id: number) {
  cleanup()
  const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
  vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
  window.scrollTo = () => {}
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

async function violations() {
  const { violations: axeViolations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return axeViolations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

beforeEach(async () => {
  localStorage.clear()
  await db.updateTable('survey_versions').set({ state: 'closed' }).execute()
  await db.updateTable('events').set({ surveys_on: true }).execute()
  tour_date_id = await season.city({ starts: '2024-09-13', city: 'Sacramento' })
  registration_id = (await enterCity(stage, tour_date_id, studio)).id
})

const tracker = () =>
  within(screen.getByRole('navigation', { name: 'Pages of the survey' }))
    .getAllByRole('listitem')
    .findIndex((item) => item.getAttribute('aria-current') === 'step')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Whether each save of answers from now on names the version. */
function watchVersions() {
  const hasVersion: boolean[] = []
  const before = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const text = typeof init?.body === 'string' ? init.body : '{}'
    if (url.endsWith('/v1/dance360/survey/answers')) hasVersion.push('version' in JSON.parse(text))
    return before(url, init)
  })
  return hasVersion
}
const page = (number: number) => screen.findByRole('heading', { name: `Page ${number} of 5` })
const group = (name: string) => screen.getByRole('group', { name })
const rate = (question: string, label: string) => fireEvent.click(within(group(question)).getByLabelText(label))

const fiveGroups = [
  { group: 1, type: 'rating' },
  { group: 2, type: 'rating', not_applicable: 'We did not compete' },
  { group: 3, type: 'workshop_list' },
  { group: 4, type: 'text' },
  { group: 5, type: 'rating' },
  { group: 8, type: 'text', required: false },
] as const

test('SURV-001 SURV-003 SURV-004 SURV-005 SURV-006 SURV-007 SURV-017 SURV-022 a studio answers five pages and gets its code', async () => {
  await db
    .insertInto('workshop_classes')
    .values(['Jazz with Noor', 'Tap with Lee'].map((name, position) => ({ tour_date_id, name, position })))
    .execute()
  await openSurvey(stage, fiveGroups)
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await screen.findByText('Loading your survey...')
  await page(1)
  expect(await violations()).toEqual([])
  expect(screen.getByRole('link', { name: 'Survey' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  const hasVersion = watchVersions()

  // Nothing goes on while a required question lacks an answer.
  press('Next')
  await waitFor(() => expect(screen.getAllByText('Required')).toHaveLength(2))
  expect(group('Question 1 of group 1').hasAttribute('data-error')).toBe(true)
  expect(tracker()).toBe(0)
  rate('Question 1 of group 1', 'Gold')
  fireEvent.click(screen.getByLabelText('We did not compete'))
  press('Next')
  await page(2)
  expect(tracker()).toBe(1)

  // A list wants each of its entries rated.
  const list = 'Question 3 of group 3'
  const entry = (name: string) => within(screen.getByRole('radiogroup', { name }))
  fireEvent.click(entry('Jazz with Noor').getByLabelText('Platinum'))
  press('Next')
  await waitFor(() => expect(within(group(list)).getByText('Required')).toBeTruthy())
  press('Back')
  await page(1)
  const gold: HTMLInputElement = within(group('Question 1 of group 1')).getByLabelText('Gold')
  expect(gold.checked).toBe(true)
  press('Next')
  await page(2)
  expect((entry('Jazz with Noor').getByLabelText('Platinum') as HTMLInputElement).checked).toBe(true)
  fireEvent.click(entry('Tap with Lee').getByLabelText('Bronze'))
  press('Next')
  await page(3)

  // The version is named while the registration has none.
  expect(hasVersion).toEqual([true, false, false])

  // A later visit opens the page of the first open question.
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await page(3)
  const laterVersions = watchVersions()
  fireEvent.change(screen.getByLabelText('Question 4 of group 4'), { target: { value: 'More water' } })
  press('Next')
  await page(4)
  expect(laterVersions).toEqual([false])
  rate('Question 5 of group 5', 'High-Gold')
  press('Next')
  await page(5)
  expect(await violations()).toEqual([])
  press('Submit')
  expect(await screen.findByText(/Submitting your survey/)).toBeTruthy()
  await screen.findByRole('heading', { name: 'Thank you!' })
  expect(screen.getByDisplayValue('MERIDIANSURVEY50')).toBeTruthy()
  expect(screen.getByText(/takes \$50\.00 off your next Meridian registration/)).toBeTruthy()

  const answerRows = await db
    .selectFrom('survey_answers')
    .where('registration_id', '=', registration_id)
    .orderBy('survey_question_id')
    .select(['value', 'not_applicable'])
    .execute()
  expect(answerRows.slice(0, 2)).toEqual([
    { value: 3, not_applicable: false },
    { value: 'We did not compete', not_applicable: true },
  ])
  // SURV-023: it stays submitted.
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await screen.findByDisplayValue('MERIDIANSURVEY50')
})

test('SURV-022 answers of a page that was left with Back are kept when the page before it is saved', async () => {
  const questions = [
    { group: 1, type: 'rating' },
    { group: 2, type: 'rating' },
    { group: 4, type: 'text' },
  ] as const
  await openSurvey(stage, questions)
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await page(1)
  for (const question of ['Question 1 of group 1', 'Question 2 of group 2']) rate(question, 'Gold')
  press('Next')
  await page(2)
  press('Next')
  await page(3)
  fireEvent.change(screen.getByLabelText('Question 3 of group 4'), { target: { value: 'More water' } })
  press('Back')
  await page(2)
  press('Next')
  await page(3)
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await page(3)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Question 3 of group 4').value).toBe('More water')
})

test('SURV-006 taking the mark off a group clears its answers', async () => {
  await openSurvey(stage, fiveGroups)
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await page(1)
  const toggle = screen.getByLabelText('We did not compete')
  fireEvent.click(toggle)
  await waitFor(() => expect(group('Question 2 of group 2').hasAttribute('disabled')).toBe(true))
  fireEvent.click(toggle)
  await waitFor(() => expect(group('Question 2 of group 2').hasAttribute('disabled')).toBe(false))
  expect(within(group('Question 2 of group 2')).queryByRole('radio', { checked: true })).toBeNull()

  // A stored mark goes with its answers too, and what is required is asked for again.
  rate('Question 1 of group 1', 'Gold')
  fireEvent.click(toggle)
  press('Next')
  await page(2)
  const selectAnswers = () =>
    db.selectFrom('survey_answers').where('registration_id', '=', registration_id).select(['value', 'not_applicable'])
  const na = { value: 'We did not compete', not_applicable: true }
  expect(await selectAnswers().orderBy('survey_question_id').execute()).toEqual([
    { value: 3, not_applicable: false },
    na,
  ])
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await page(3)
  for (const back of [2, 1]) {
    press('Back')
    await page(back)
  }
  expect(screen.getByLabelText<HTMLInputElement>('We did not compete').checked).toBe(true)
  fireEvent.click(screen.getByLabelText('We did not compete'))
  press('Next')
  await waitFor(() => expect(within(group('Question 2 of group 2')).getByText('Required')).toBeTruthy())
  rate('Question 2 of group 2', 'Bronze')
  press('Next')
  await page(2)
  const [, second] = await selectAnswers().orderBy('survey_question_id').execute()
  expect(second).toMatchObject({ not_applicable: false })
  expect(typeof second?.value).toBe('number')
})

test('OFF-034 the office begins a survey, adds a question, opens it, and keeps the classes of a city', async () => {
  await visit('/office/survey', office)
  fireEvent.click(await screen.findByRole('button', { name: 'New survey' }))
  const dialog = await screen.findByRole('dialog', { name: 'New survey' })
  await within(dialog).findByRole('option', { name: '2024–2025' })
  await within(dialog).findByRole('option', { name: 'Meridian' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Begin' }))
  const { version } = await eventually(() =>
    db.selectFrom('survey_versions').where('state', '=', 'draft').select('version').executeTakeFirstOrThrow(),
  )
  await visit(`/office/survey/${version}`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Add question' }))
  const form = await screen.findByRole('dialog', { name: 'Add a question' })
  fireEvent.change(within(form).getByLabelText('Question'), { target: { value: 'How was the floor?' } })
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }))
  // The field has the same text until its dialog is gone.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('How was the floor?')
  expect(await violations()).toEqual([])
  const questions = db.selectFrom('survey_questions').where('version', '=', version)
  expect(await questions.select(['question', 'survey_question_group_id']).execute()).toEqual([
    { question: 'How was the floor?', survey_question_group_id: 1 },
  ])

  await visit('/office/survey', office)
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Open: Survey ${version}:`) }))
  await screen.findByRole('button', { name: new RegExp(`^Close: Survey ${version}:`) })
  expect(await violations()).toEqual([])

  await visit(`/office/tour-dates/${tour_date_id}/survey`, office)
  const classes = await screen.findByRole('textbox', { name: 'Classes' })
  expect(screen.getByText('Meridian', { selector: 'header *' })).toBeTruthy()
  fireEvent.change(classes, { target: { value: 'Jazz with Noor | Teen\nTap with Lee | Toddler' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('No such level: Toddler.')
  fireEvent.change(classes, { target: { value: 'Jazz with Noor | Teen\nTap with Lee' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Classes saved')
  expect(await violations()).toEqual([])
  const rows = await db
    .selectFrom('workshop_classes')
    .where('tour_date_id', '=', tour_date_id)
    .orderBy('position')
    .select(['name', 'level_ids'])
    .execute()
  const teen = await db.selectFrom('workshop_levels').where('level', '=', 'Teen').select('id').execute()
  expect(rows).toEqual([
    { name: 'Jazz with Noor', level_ids: [expect.toBeOneOf(teen.map(({ id }) => id))] },
    { name: 'Tap with Lee', level_ids: [] },
  ])
  const survey = db.selectFrom('survey_versions').where('version', '=', version).select(['event_id', 'state'])
  expect(await survey.executeTakeFirstOrThrow()).toEqual({ event_id: null, state: 'open' })
})

test('SURV-011 SURV-012 ERR-027 the page says why there is nothing to answer', async () => {
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await screen.findByText('Surveys will be available within a few days after the event!')
  await db.updateTable('events').set({ surveys_on: false }).execute()
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await screen.findByText('Sorry, surveys are not available for this event.')
})

test('SURV-010 a rating of an event without labels has numbers', async () => {
  await db.insertInto('survey_labels').values({ event_id: 7, labels: [] }).execute()
  await openSurvey(stage, [{ group: 1, type: 'rating' }])
  await visit(`/event/${registration_id}/survey`, studio.user_id)
  await page(1)
  const labels = within(group('Question 1 of group 1'))
    .getAllByRole('radio')
    .map((radio) => radio.parentElement?.textContent)
  expect(labels).toEqual(['1', '2', '3', '4', '5'])
  await db.deleteFrom('survey_labels').execute()
})

test('SURV-019 TOK-016 a link opens the survey signed out; a link to another page leads home', async () => {
  await openSurvey(stage, [{ group: 1, type: 'rating' }])
  const link = async (path: string) => {
    const reply = await studio.call('POST', '/v1/dance360/share-links', { path, registration_id })
    return reply.json().token
  }
  await visit(`/survey/${await link('survey')}`, 0)
  await page(1)
  expect(screen.queryByRole('button', { name: 'Share a link' })).toBeNull()
  rate('Question 1 of group 1', 'Silver')
  press('Next')
  await page(2)
  await visit(`/survey/${await link('music')}`, 0)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})
