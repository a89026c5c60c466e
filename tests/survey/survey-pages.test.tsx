// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { openSeason } from '../scenarios/small-city.ts'
import { enterCity, openSurvey } from '../scenarios/survey.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const season = await openSeason(stage)
const studio = await season.studio({ dancers: 2 })
let registration_id = 0
let root = ''

async function visit(path: string, user_id = studio.user_id) {
  cleanup()
  const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
  vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
  window.history.pushState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const page = (number: number) => screen.findByRole('heading', { name: `Page ${number} of 5` })
const rating = (question: string, label: string) =>
  within(screen.getByRole('group', { name: question })).getByLabelText<HTMLInputElement>(label)
const rate = (question: string, label: string) => fireEvent.click(rating(question, label))
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Question 3 of group 4')
const here = () => window.location.pathname + window.location.search

const questions = [
  { group: 1, type: 'rating' },
  { group: 3, type: 'rating' },
  { group: 4, type: 'text' },
  { group: 5, type: 'rating' },
] as const

/** Answers the first two pages: page 3 is open then. */
async function answerTwoPages() {
  await page(1)
  rate('Question 1 of group 1', 'Gold')
  press('Next')
  await page(2)
  rate('Question 2 of group 3', 'Silver')
  press('Next')
  await page(3)
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await db.updateTable('survey_versions').set({ state: 'closed' }).execute()
  const tour_date_id = await season.city({ starts: '2024-09-13', city: 'Sacramento' })
  registration_id = (await enterCity(stage, tour_date_id, studio)).id
  root = `/event/${registration_id}/survey`
  await openSurvey(stage, questions)
})

const storedValues = async () => {
  const rows = await db
    .selectFrom('survey_answers')
    .where('registration_id', '=', registration_id)
    .orderBy('survey_question_id')
    .select('value')
    .execute()
  return rows.map(({ value }) => value)
}

describe('the page in the address', () => {
  test('SURV-003 SURV-004 SURV-022 Back and Forward of the browser go through the pages with all that was typed', async () => {
    await visit(root)
    await answerTwoPages()
    expect(here()).toBe(`${root}?page=3`)
    fireEvent.change(text(), { target: { value: 'More water' } })

    window.history.back()
    await page(2)
    expect(here()).toBe(`${root}?page=2`)
    expect(rating('Question 2 of group 3', 'Silver').checked).toBe(true)
    window.history.back()
    await page(1)
    expect(rating('Question 1 of group 1', 'Gold').checked).toBe(true)
    window.history.go(2)
    await page(3)
    expect(text().value).toBe('More water')
  })

  test('SURV-022 a reload stays on the page and keeps its text', async () => {
    await visit(root)
    await answerTwoPages()
    press('Back')
    await page(2)
    press('Next')
    await page(3)
    fireEvent.change(text(), { target: { value: 'More water' } })
    press('Back')
    await page(2)
    await visit(here())
    await page(2)
    expect(here()).toBe(`${root}?page=2`)
    press('Next')
    await page(3)
    expect(text().value).toBe('More water')
  })

  test('SURV-003 SURV-007 no address leads past a page with an open required question', async () => {
    await visit(`${root}?page=4`)
    await page(1)
    await waitFor(() => expect(here()).toBe(`${root}?page=1`))
    await answerTwoPages()
    await visit(`${root}?page=5`)
    await page(3)
    await waitFor(() => expect(here()).toBe(`${root}?page=3`))
    await visit(`${root}?page=two`)
    await page(3)
    await waitFor(() => expect(here()).toBe(`${root}?page=3`))
    await visit(`${root}?page=1`)
    await page(1)
    expect(here()).toBe(`${root}?page=1`)
  })

  test('SURV-004 SURV-007 a change on an earlier page that Forward left is saved by the next Next', async () => {
    await visit(root)
    await answerTwoPages()
    window.history.back()
    await page(2)
    rate('Question 2 of group 3', 'Platinum')
    window.history.forward()
    await page(3)
    fireEvent.change(text(), { target: { value: 'More water' } })
    press('Next')
    await page(4)
    expect(await storedValues()).toEqual([3, 5, 'More water'])
  })

  test('SURV-003 without a page it opens at the first open question, and Back leaves the survey', async () => {
    await visit(root)
    await answerTwoPages()
    await visit(`/event/${registration_id}/overview`)
    fireEvent.click(await screen.findByRole('link', { name: 'Survey' }))
    await page(3)
    await waitFor(() => expect(here()).toBe(`${root}?page=3`))
    window.history.back()
    await waitFor(() => expect(here()).toBe(`/event/${registration_id}/overview`))
  })

  test('SURV-019 a link has its page in the address too', async () => {
    const reply = await studio.call('POST', '/v1/dance360/share-links', { path: 'survey', registration_id })
    const link = `/survey/${reply.json().token}`
    await visit(`${link}?page=3`, 0)
    await answerTwoPages()
    expect(here()).toBe(`${link}?page=3`)
    fireEvent.change(text(), { target: { value: 'More water' } })
    window.history.back()
    await page(2)
    await visit(`${link}?page=3`, 0)
    await page(3)
    expect(text().value).toBe('More water')
  })
})
