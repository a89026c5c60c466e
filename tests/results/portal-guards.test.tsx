// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, enterSolos } from '../scenarios/results.ts'
import { openSurvey } from '../scenarios/survey.ts'
import { here, openPortal } from './portal-kit.tsx'

const { city, portal, releaseParts, season, stage, studio, visit } = await openPortal()
const { db } = stage

const portalTabs = () => within(screen.getByRole('navigation', { name: 'Results portal' })).getAllByRole('link')
const colorScheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')

describe('SEC-005 RES-039 the guards of the results portal', () => {
  test('a portal that is not enabled leads to the overview; the preview flag opens it without a score', async () => {
    await visit(portal('results'), studio.user_id)
    await waitFor(() => expect(here()).toBe(`/event/${city.registration_id}/overview`))
    expect(screen.queryByRole('link', { name: 'Results portal' })).toBeNull()
    await visit(`${portal('results')}?preview=1`, studio.user_id)
    await screen.findByText('Results will be available after the event.')
    expect(document.body.textContent).not.toMatch(/285|95/)
    for (const tab of portalTabs()) expect(tab.getAttribute('href')).toMatch(/\?preview=1$/)
  })

  test('an enabled one opens at Critiques, and the plain screens lead into it', async () => {
    await releaseParts('results')
    await visit(`/event/${city.registration_id}/coda`, studio.user_id)
    await waitFor(() => expect(here()).toBe(portal('critiques')))
    expect(await screen.findByRole('link', { name: 'Results portal' })).toBeTruthy()
    await visit(`/event/${city.registration_id}/results`, studio.user_id)
    await waitFor(() => expect(here()).toBe(portal('results')))
  })

  test('a season without a portal has plain screens, and its portal leads to them', async () => {
    await db.updateTable('seasons').set({ is_portal: false }).execute()
    await releaseParts('critiques')
    await visit(portal('critiques'), studio.user_id)
    await waitFor(() => expect(here()).toBe(`/event/${city.registration_id}/critiques`))
    await screen.findByRole('article', { name: /^\d Ash$/ })
    expect(screen.getByLabelText('Share critiques')).toBeTruthy()
    expect(screen.queryByText(/^by /)).toBeNull()
  })
})

describe('ERR-027 RES-024 RES-025 RES-040 messages of the portal', () => {
  test('each part that waits says so, word for word', async () => {
    await releaseParts('results')
    await visit(portal('critiques'), studio.user_id)
    await screen.findByText(
      'Scores and Critiques will be available after the event. We will notify you via email once it is enabled.',
    )
    expect(screen.getByText(/within three business days after the event/)).toBeTruthy()
    await visit(portal('data'), studio.user_id)
    await screen.findByText('Data has not been activated yet.')
    await visit(portal('homework'), studio.user_id)
    await screen.findByText('No homework videos.')
    await visit(portal('resources'), studio.user_id)
    await screen.findByText('COMING SOON')
  })

  test('a registration without routines, without results, with too few for data', async () => {
    const other = await season.studio()
    const few = await enterSolos(stage, other, city.tour_date_id, [])
    await releaseParts('results', 'critiques', 'data')
    const at = (place: string) => `/event/${few.registration_id}/coda/${place}`
    await visit(at('critiques'), other.user_id)
    await screen.findByText('Sorry, you did not have any routines for this city.')
    await visit(at('results'), other.user_id)
    await screen.findByText('This registration did not have any results for this event.')
    await visit(at('data'), other.user_id)
    await screen.findByText('Data is only available for registrations with 3 or more routines.')
  })

  test('RES-022 while data loads it says that it is analyzed', async () => {
    await releaseParts('results', 'data')
    await visit(portal('data'), studio.user_id)
    const waiting = await screen.findByText('Analyzing your data...')
    // By it the footer stays out of sight, which the data would push away.
    expect(waiting.hasAttribute('data-waiting')).toBe(true)
    await screen.findByRole('heading', { name: 'Top genres' })
    expect(screen.queryByText('Analyzing your data...')).toBeNull()
  })
})

describe('RES-041 a city whose switch says that there are no critiques', () => {
  beforeEach(async () => {
    await releaseParts('results', 'critiques')
    await db.updateTable('tour_dates').set({ no_critiques: true }).where('id', '=', city.tour_date_id).execute()
  })
  const none = 'There are no critiques for this event.'

  test('has no tab of them and promises none; the portal opens at the results', async () => {
    await visit(`/event/${city.registration_id}/coda`, studio.user_id)
    await waitFor(() => expect(here()).toBe(portal('results')))
    await waitFor(() => expect(portalTabs().map(({ textContent }) => textContent)).not.toContain('Critiques'))
    await visit(portal('critiques'), studio.user_id)
    await screen.findByText(none)
    expect(document.body.textContent).not.toMatch(/will be available|business days|Critique 9500/)
    expect(screen.queryByRole('button', { name: 'Score sheets' })).toBeNull()
  })

  test('says so in calls, links and score sheets, and in a season without a portal', async () => {
    const { registration_id, routines } = city
    const readCritiques = async () =>
      answer(studio.call('GET', `/v1/dance360/coda/critiques?registration_id=${registration_id}`))
    expect(await readCritiques()).toMatchObject({ no_critiques: true, released: false, routines: [] })
    const url = `/v1/dance360/coda/routine?registration_id=${registration_id}&routine_id=${routines[0]}`
    const { token: paper } = await answer(studio.call('POST', '/v1/reports/token', { registration_id }))
    const sheets = `/v1/reports/online-score-sheets/${paper}?format=html`
    for (const reply of [await studio.call('GET', url), await studio.call('GET', sheets)]) {
      expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([422, 'critiques.none', none])
    }
    const { token } = await answer(
      studio.call('POST', '/v1/dance360/share-links', { path: 'critiques', registration_id }),
    )
    await visit(`/coda/critiques/${token}`, 0)
    await screen.findByText(none)
    await db.updateTable('seasons').set({ is_portal: false }).execute()
    await visit(`/event/${registration_id}/critiques`, studio.user_id)
    await screen.findByText(none)
    expect(screen.getByRole('link', { name: 'Results' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Critiques' })).toBeNull()
  })
})

describe('the flag of the query that opens a portal early', () => {
  test.each([
    ['?preview=1', '/coda/results?preview=1'],
    ['?preview=0', '/overview'],
    ['?preview=true', '/overview'],
  ])('CONST-027 %s', async (query, place) => {
    await visit(`${portal('results')}${query}`, studio.user_id)
    await waitFor(() => expect(here()).toBe(`/event/${city.registration_id}${place}`))
  })

  test('stays when the portal opens at its first tab', async () => {
    await visit(`/event/${city.registration_id}/coda?preview=1`, studio.user_id)
    await waitFor(() => expect(here()).toBe(`${portal('critiques')}?preview=1`))
  })
})

describe('TOK-002 TOK-010 TOK-016 TOK-017 links open below the root and below /coda', () => {
  test.each(['critiques', 'results', 'data'])('%s', async (path) => {
    await releaseParts('critiques', 'results', 'data')
    const link = await answer(
      studio.call('POST', '/v1/dance360/share-links', { path, registration_id: city.registration_id }),
    )
    const heading = { critiques: 'Critiques', results: 'Results', data: 'Data' }[path] ?? ''
    for (const root of ['', '/coda']) {
      await visit(`${root}/${path}/${link.token}`, 0)
      await screen.findByRole('heading', { name: heading, level: 1 })
      await screen.findByText(/^Meridian, /)
      await waitFor(() => expect(colorScheme()).toBe(root ? 'dark' : 'light'))
      // TOK-006: neither papers nor further links.
      expect(screen.queryByRole('button', { name: /Score sheets|Download PDF|Share/ })).toBeNull()
      expect(screen.queryByLabelText(/^Share/)).toBeNull()
      await visit(`${root}/${path}/nobodys`, 0)
      await waitFor(() => expect(here()).toBe('/'))
    }
    const other = path === 'results' ? 'critiques' : 'results'
    await visit(`/${other}/${link.token}`, 0)
    await waitFor(() => expect(here()).toBe('/'))
  })
})

test('RES-001 RES-002 the portal is dark, names its provider and has its tabs in order', async () => {
  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  const frame = await screen.findByRole('region', { name: 'Results portal' })
  await waitFor(() => expect(frame.textContent).toMatch(/by Meridian/))
  await waitFor(() => expect(colorScheme()).toBe('dark'))
  expect(portalTabs().map((tab) => tab.textContent)).toEqual([
    'Critiques',
    'Data',
    'Results',
    'Homework library',
    'Feedback',
    'Resources',
  ])
})

test('on a phone the open tab of the portal is brought into sight, and ends with more behind them are marked', async () => {
  const sizes = [
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900),
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390),
  ]
  const places = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  places.mockImplementation(function (this: HTMLElement) {
    return DOMRect.fromRect({ x: this.textContent === 'Feedback' ? 500 : 0 })
  })
  try {
    await releaseParts('results')
    await visit(portal('feedback'), studio.user_id)
    const tabs = await screen.findByRole('navigation', { name: 'Results portal' })
    await waitFor(() => expect(tabs.scrollLeft).toBe(500 - 48))
    expect(tabs.dataset['overflow']).toBe('left right')
    tabs.scrollLeft = 510
    fireEvent.scroll(tabs)
    expect(tabs.dataset['overflow']).toBe('left')
    tabs.scrollLeft = 0
    fireEvent.scroll(tabs)
    expect(tabs.dataset['overflow']).toBe('right')
  } finally {
    for (const mock of [places, ...sizes]) mock.mockRestore()
  }
})

describe('RES-003 Feedback', () => {
  const openFeedback = async () => {
    await releaseParts('results')
    await visit(portal('feedback'), studio.user_id)
  }
  const event = (flags: { is_nationals?: boolean; is_aftermath?: boolean; surveys_on?: boolean }) =>
    db.updateTable('events').set(flags).execute()

  beforeEach(() => openSurvey(stage, [{ group: 1, type: 'rating' }]))
  afterEach(async () => {
    await event({ is_nationals: false, is_aftermath: false, surveys_on: true })
    await db.updateTable('survey_versions').set({ state: 'closed' }).execute()
  })

  test('RES-004 leads to the survey, and Resources say that they come', async () => {
    const isOver = { start_date: calendarDate('2024-11-08'), end_date: calendarDate('2024-11-09') }
    await db.updateTable('tour_dates').set(isOver).where('id', '=', city.tour_date_id).execute()
    await openFeedback()
    await screen.findByText('Tell Meridian how the event was.')
    const survey = await screen.findByRole('link', { name: 'Open the survey' })
    expect(survey.getAttribute('href')).toBe(`/event/${city.registration_id}/survey`)
    fireEvent.click(screen.getByRole('link', { name: 'Resources' }))
    await screen.findByText('COMING SOON')
  })

  test('SURV-012 says when the survey opens while it waits', async () => {
    await openFeedback()
    await screen.findByText('Surveys will be available within a few days after the event!')
    expect(screen.getByRole('link', { name: 'Open the survey' })).toBeTruthy()
  })

  test.each<[string, Parameters<typeof event>[0]]>([
    ['SURV-020 VAR-011 of nationals', { is_nationals: true }],
    ['SURV-020 VAR-011 of an aftermath', { is_aftermath: true }],
    ['SURV-011 of an event with surveys off', { surveys_on: false }],
  ])('%s invites to no survey', async (_, flags) => {
    await event(flags)
    await openFeedback()
    await screen.findByText('Sorry, surveys are not available for this event.')
    expect(screen.queryByRole('link', { name: 'Open the survey' })).toBeNull()
    expect(screen.queryByText(/how the event was/)).toBeNull()
    // RES-002: the tab stays.
    expect(portalTabs().map((tab) => tab.textContent)).toContain('Feedback')
  })
})

test('RES-032 critiques that wait are promised within three business days after the event', async () => {
  await releaseParts('results')
  await visit(portal('critiques'), studio.user_id)
  await screen.findByText('Critiques come within three business days after the event.')
})
