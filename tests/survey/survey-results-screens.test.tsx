// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { addAccount, openSeason, type Studio } from '../scenarios/small-city.ts'
import { enterCity, openSurvey, seatJudges } from '../scenarios/survey.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const studios = [await season.studio(), await season.studio()]
const lumina = { ...plainEvent, id: 8, name: 'Lumina', subdomain: 'lumina' }
await db.transaction().execute((tx) => insertEvents(tx, [lumina], [thisSeason.id]))
const office = await addAccount(stage)
const city = { sacramento: 0, modesto: 0 }
let version = 0
let ratingId = 0
let lists: [judges: number, speakers: number] = [0, 0]

async function visit(path: string) {
  cleanup()
  const { cookie } = await stage.sessionOf(office)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.scrollTo = () => {}
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

async function answer(studio: Studio | undefined, tour_date_id: number, questions: object) {
  if (!studio) throw new Error('There is no studio')
  const { id: registration_id } = await enterCity(stage, tour_date_id, studio)
  const reply = await call(studio.user_id, 'PUT', '/v1/dance360/survey/answers', { registration_id, questions })
  expect(reply.statusCode, reply.body).toBe(200)
  await db.updateTable('registrations').set({ survey_submitted: true }).where('id', '=', registration_id).execute()
}

beforeEach(async () => {
  await db.updateTable('survey_versions').set({ state: 'closed' }).execute()
  city.sacramento = await season.city({ starts: '2024-09-13', city: 'Sacramento' })
  city.modesto = await season.city({ starts: '2024-09-20', city: 'Modesto' })
  const [ada = 0, ben = 0] = await seatJudges(stage, [city.sacramento, city.modesto], ['Ada Blum', 'Ben Costa'])
  const survey = await openSurvey(stage, [
    { group: 1, type: 'rating' },
    { group: 3, type: 'judge_list' },
    { group: 4, type: 'judge_list' },
    { group: 7, type: 'text' },
  ])
  version = survey.version
  const [rating = 0, list = 0, speakers = 0, text = 0] = survey.ids
  ratingId = rating
  lists = [list, speakers]
  await answer(studios[0], city.sacramento, {
    ...{ [rating]: { value: 5 }, [text]: { value: 'More water' } },
    [list]: {
      value: [
        { id: ada, rating: 2 },
        { id: ben, rating: 5 },
      ],
    },
    [speakers]: {
      value: [
        { id: ada, rating: 4 },
        { id: ben, rating: 3 },
      ],
    },
  })
  await answer(studios[1], city.modesto, {
    [rating]: { value: 2 },
    [list]: { value: [{ id: ada, rating: 1 }] },
    [speakers]: { value: [{ id: ada, rating: 4 }] },
  })
})

const judges = () => screen.findByRole('grid', { name: 'Question 2 of group 3' })
const speakers = () => screen.findByRole('grid', { name: 'Question 3 of group 4' })
const rows = async (table = judges) =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))
const here = () => window.location.pathname + window.location.search

test('OFF-034 the results show each judge, in the order asked for, and are narrowed to a city in the address', async () => {
  await visit('/office/survey')
  fireEvent.click(await screen.findByRole('link', { name: new RegExp(`^Results: Survey ${version}:`) }))
  await screen.findByRole('heading', { name: `Results of survey ${version}` })
  await screen.findByText('2 registrations have begun the survey, 2 have submitted it.')
  expect(await rows()).toEqual([
    ['Ada Blum', '2', '1.50'],
    ['Ben Costa', '1', '5.00'],
  ])
  expect(screen.getByText('2 answers, mean 3.50')).toBeTruthy()
  expect(screen.getByText('Bronze: 0, Silver: 1, Gold: 0, High-Gold: 0, Platinum: 1')).toBeTruthy()
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])

  const mean = async () => within(await judges()).getByRole('columnheader', { name: 'Mean' })
  for (const direction of ['ascending', 'descending']) {
    fireEvent.click(within(await mean()).getByRole('button'))
    await waitFor(async () => expect((await mean()).getAttribute('aria-sort')).toBe(direction))
  }
  await waitFor(async () => expect((await rows()).map(([name]) => name)).toEqual(['Ben Costa', 'Ada Blum']))
  expect(here()).toContain(`sort_${lists[0]}=mean&order_${lists[0]}=desc`)

  fireEvent.change(screen.getByLabelText('City'), { target: { value: String(city.modesto) } })
  await screen.findByText('1 registration has begun the survey, 1 has submitted it.')
  await waitFor(async () => expect(await rows()).toEqual([['Ada Blum', '1', '1.00']]))
  expect(here()).toContain(`tour_date_id=${city.modesto}`)
  expect(screen.getByText('No answers yet')).toBeTruthy()
  const sheet = screen.getByRole('link', { name: 'Download spreadsheet' })
  expect(sheet.getAttribute('href')).toBe(
    `/v1/office/survey-answers.csv?version=${version}&tour_date_id=${city.modesto}`,
  )
})

test('each table of the results has an order of its own, in the address', async () => {
  await visit(`/office/survey/${version}/results?sort_${lists[0]}=mean&order_${lists[0]}=desc`)
  const names = async (table: typeof judges) => (await rows(table)).map(([name]) => name)
  expect(await names(judges)).toEqual(['Ben Costa', 'Ada Blum'])
  expect(await names(speakers)).toEqual(['Ada Blum', 'Ben Costa'])
  fireEvent.click(within(await speakers()).getByRole('button', { name: 'Ratings' }))
  await waitFor(async () => expect(await names(speakers)).toEqual(['Ben Costa', 'Ada Blum']))
  expect(await names(judges)).toEqual(['Ben Costa', 'Ada Blum'])
  expect(here()).toContain(`order_${lists[0]}=desc&sort_${lists[1]}=ratings&order_${lists[1]}=asc`)
})

test('an event keeps the city that is its own, and leaves any other', async () => {
  const fresno = await season.city({ starts: '2024-09-13', city: 'Fresno', event_id: lumina.id })
  await answer(studios[0], fresno, { [ratingId]: { value: 4 } })
  await visit(`/office/survey/${version}/results?tour_date_id=${city.modesto}`)
  await screen.findByText('1 registration has begun the survey, 1 has submitted it.')
  const choose = (value: number) => fireEvent.change(screen.getByLabelText('Event'), { target: { value: `${value}` } })
  choose(plainEvent.id)
  await waitFor(() => expect(here()).toContain(`event_id=${plainEvent.id}`))
  expect(here()).toContain(`tour_date_id=${city.modesto}`)
  choose(lumina.id)
  await waitFor(() => expect(here()).toContain(`event_id=${lumina.id}`))
  expect(here()).not.toContain('tour_date_id')
})

test('SURV-010 counts of ratings stand above the labels of the event; events that differ have a legend', async () => {
  const fresno = await season.city({ starts: '2024-09-13', city: 'Fresno', event_id: lumina.id })
  await answer(studios[0], fresno, { [ratingId]: { value: 4 } })
  const labels = ['Bronze', 'Silver', 'Gold', 'High-Gold', 'Luminary']
  const reply = await call(office, 'PUT', '/v1/office/survey-labels', { event_id: lumina.id, labels })
  expect(reply.statusCode, reply.body).toBe(200)
  await visit(`/office/survey/${version}/results?event_id=${plainEvent.id}`)
  expect(within(await judges()).getByRole('columnheader', { name: 'From Bronze to Platinum' })).toBeTruthy()
  expect(within(await judges()).getAllByText('High-Gold')).toHaveLength(2)
  expect(screen.getByText('Ratings are 1 Bronze, 2 Silver, 3 Gold, 4 High-Gold, 5 Platinum')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Event'), { target: { value: '' } })
  await screen.findByText('Ratings of Lumina: 1 Bronze, 2 Silver, 3 Gold, 4 High-Gold, 5 Luminary')
  expect(within(await judges()).getByRole('columnheader', { name: 'From 1 to 5' })).toBeTruthy()
  expect(within(await judges()).queryByText('High-Gold')).toBeNull()
})

test('OFF-034 the survey page of a city leads to its results, and those to the texts of the city', async () => {
  await visit(`/office/tour-dates/${city.sacramento}/survey`)
  fireEvent.click(await screen.findByRole('link', { name: 'Results' }))
  await screen.findByText('1 registration has begun the survey, 1 has submitted it.')
  expect(await rows()).toHaveLength(2)
  fireEvent.click(screen.getByRole('link', { name: 'Read the texts of this city' }))
  await screen.findByText('More water')
  await visit(`/office/survey/${version}`)
  fireEvent.click(await screen.findByRole('link', { name: 'Results' }))
  await screen.findByText('Choose a city to read its texts, or download the spreadsheet.')
})
