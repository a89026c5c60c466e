// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import {
  addAward,
  answer,
  danceAll,
  enterSolos,
  giveMark,
  judgeAudition,
  pickAward,
  release,
  seatPanel,
} from '../scenarios/results.ts'
import { insertMedia, seatOf } from '../scenarios/media.ts'
import { created, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z' })
const { db, clock } = stage
const season = await openSeason(stage)
const account = (email: string) =>
  db
    .transaction()
    .execute((tx) => insertAccount(tx, { email, fname: 'Noor', lname: 'Haddad', role: 'office' }, created))
    .then(({ user_id }) => user_id)
const two = [await account('one@example.com'), await account('two@example.com')] as const
const studio = await season.studio({ dancers: 4 })
let tour_date_id = 0
let registration_id = 0
let routines: readonly number[] = []

async function visit(path: string, user_id: number) {
  cleanup()
  const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
  vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

beforeEach(async () => {
  clock.time = instant('2024-11-10T16:00:00Z')
  await db.updateTable('seasons').set({ is_portal: true }).execute()
  tour_date_id = await season.city()
  ;({ registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch', 'Cedar']))
  const block_id = await danceAll(stage, two[0], tour_date_id)
  const { seats } = await seatPanel(stage, tour_date_id, block_id, 4)
  for (const entry of routines) for (const seat of seats) await giveMark(stage, entry, seat, 9_500)
  await addAward(stage, two[0], tour_date_id, {})
})

const portal = (place: string) => `/event/${registration_id}/coda/${place}`
const here = () => window.location.pathname + window.location.search
const releaseParts = async (...parts: readonly string[]) => {
  for (const part of parts) await release(stage, two, tour_date_id, { part })
}

describe('SEC-005 RES-039 the guards of the results portal', () => {
  test('a portal that is not enabled leads to the overview; the preview flag opens it without a score', async () => {
    await visit(portal('results'), studio.user_id)
    await waitFor(() => expect(here()).toBe(`/event/${registration_id}/overview`))
    expect(screen.queryByRole('link', { name: 'Results portal' })).toBeNull()
    await visit(`${portal('results')}?preview=1`, studio.user_id)
    await screen.findByText('Results will be available after the event.')
    expect(document.body.textContent).not.toMatch(/285|95/)
  })

  test('an enabled one opens at Critiques, and the plain screens lead into it', async () => {
    await releaseParts('results')
    await visit(`/event/${registration_id}/coda`, studio.user_id)
    await waitFor(() => expect(here()).toBe(portal('critiques')))
    expect(await screen.findByRole('link', { name: 'Results portal' })).toBeTruthy()
    await visit(`/event/${registration_id}/results`, studio.user_id)
    await waitFor(() => expect(here()).toBe(portal('results')))
  })

  test('a season without a portal has plain screens, and its portal leads to them', async () => {
    await db.updateTable('seasons').set({ is_portal: false }).execute()
    await releaseParts('critiques')
    await visit(portal('critiques'), studio.user_id)
    await waitFor(() => expect(here()).toBe(`/event/${registration_id}/critiques`))
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
    const few = await enterSolos(stage, other, tour_date_id, [])
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
    await releaseParts('data')
    await visit(portal('data'), studio.user_id)
    await screen.findByText('Analyzing your data...')
    await screen.findByRole('heading', { name: 'Top genres' })
    expect(screen.queryByText('Analyzing your data...')).toBeNull()
  })
})

test('RES-001 RES-002 the portal is dark, names its provider and has its tabs in order', async () => {
  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  const frame = await screen.findByRole('region', { name: 'Results portal' })
  await waitFor(() => expect(frame.textContent).toMatch(/by Meridian/))
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark'))
  const tabs = within(screen.getByRole('navigation', { name: 'Results portal' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'Critiques',
    'Data',
    'Results',
    'Homework library',
    'Feedback',
    'Resources',
  ])
})

test('RES-007 RES-008 RES-009 RES-011 a critique shows the routine, its scores and each judge', async () => {
  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  const critique = await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(critique.textContent).toMatch(/Total 285/)
  expect(critique.textContent).toMatch(/High Gold/)
  expect(critique.textContent).toMatch(/Dropped score 95/)
  expect(within(critique).getByText(/^Dancers: /)).toBeTruthy()
  const judges = within(within(critique).getByRole('list', { name: 'Judges of Ash' })).getAllByRole('listitem')
  expect(judges.map((judge) => judge.textContent)).toEqual([
    'Judge 1Judge 1: 95Critique 9500Note: Note 9500',
    'Judge 2Judge 2: 95Critique 9500Note: Note 9500',
    'Judge 3Judge 3: 95Critique 9500Note: Note 9500',
    'Judge 4Judge 4: 95, droppedCritique 9500Note: Note 9500',
  ])
  expect(within(critique).getByText('Video critiques are not available for this routine.')).toBeTruthy()
})

test.each([
  ['critiques', 'Score sheets', '/v1/reports/online-score-sheets/'],
  ['results', 'Download PDF', '/v1/reports/tour-results/'],
] as const)('RES-034 the owner of %s downloads the paper', async (part, name, path) => {
  await releaseParts(part)
  await visit(portal(part), studio.user_id)
  const openWindow = vi.fn<(url: string) => void>()
  vi.stubGlobal('open', openWindow)
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(openWindow).toHaveBeenCalled())
  const url = openWindow.mock.calls[0]?.[0] ?? ''
  expect(url.startsWith(path)).toBe(true)
  const reply = await stage.app.inject({ url })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('RES-034 a paper of results that the office took back meanwhile is answered by a sentence', async () => {
  await releaseParts('results')
  await visit(portal('results'), studio.user_id)
  const openWindow = vi.fn<(url: string) => void>()
  vi.stubGlobal('open', openWindow)
  const button = await screen.findByRole('button', { name: 'Download PDF' })
  const withdrawal = { tour_date_id, reason: 'Wrong totals' }
  expect((await stage.call(two[0], 'POST', '/v1/office/results/results/withdraw', withdrawal)).statusCode).toBe(200)
  fireEvent.click(button)
  await screen.findByText('Results will be available after the event.')
  expect(openWindow).not.toHaveBeenCalled()
})

test('RES-013 RES-015 RES-042 results show scores, places, awards with their blurb and scholarships', async () => {
  const choice = await addAward(stage, two[0], tour_date_id, { name: 'Judges’ choice', kind: 'choice' })
  const grant = await addAward(stage, two[0], tour_date_id, { name: 'Summer', kind: 'scholarship' })
  const nobody = { id: null, registration_routine_id: null, person_id: null, studio_id: null }
  const pick = (award_id: number, picks: readonly object[]) =>
    pickAward(stage, two[0], { tour_date_id, award_id }, picks)
  await pick(choice, [{ ...nobody, registration_routine_id: routines[0], place: 1, blurb: 'Brave', amount: null }])
  await pick(grant, [{ ...nobody, person_id: studio.dancers[0], place: 2, blurb: '', amount: 25_000 }])
  await releaseParts('results')
  await visit(portal('results'), studio.user_id)
  const routine = await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(routine.textContent).toMatch(/Place 1 of \d: Overall/)
  expect(within(routine).getAllByRole('row')).toHaveLength(5)
  const special = screen.getByRole('region', { name: 'Special awards' })
  expect(special.textContent).toMatch(/Judges’ choice: Ash/)
  expect(special.textContent).toMatch(/Brave/)
  expect(screen.getByRole('region', { name: 'Scholarships' }).textContent).toMatch(/Runner-up, \$250/)
})

test('RES-030 RES-031 TOK-011 a changed selection makes another link, which is copied', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  await releaseParts('critiques')
  await visit(portal('critiques'), studio.user_id)
  fireEvent.click(await screen.findByLabelText('Share critiques'))
  screen.getByText('Generating New Link...')
  const begin = performance.now()
  const first = await screen.findByLabelText<HTMLInputElement>('Link to these critiques')
  expect(performance.now() - begin).toBeGreaterThan(250)
  expect(first.value).toMatch(/\/coda\/critiques\/[\w-]+$/)
  const firstUrl = first.value
  fireEvent.click(screen.getByLabelText(/^Share \d Birch$/))
  screen.getByText('Generating New Link...')
  const second = await screen.findByLabelText<HTMLInputElement>('Link to these critiques')
  expect(second.value).not.toBe(firstUrl)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied!' })
  expect(copied).toEqual([second.value])
  await waitFor(() => screen.getByRole('button', { name: 'Copy' }), { timeout: 1_500 })

  await visit(new URL(second.value).pathname, 0)
  await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(screen.queryByRole('article', { name: /^\d Birch$/ })).toBeNull()
  expect(screen.queryByLabelText('Share critiques')).toBeNull()
})

test('RES-003 RES-004 Feedback leads to the survey, and Resources say that they come', async () => {
  await releaseParts('results')
  await visit(portal('feedback'), studio.user_id)
  const survey = await screen.findByRole('link', { name: 'Open the survey' })
  expect(survey.getAttribute('href')).toBe(`/event/${registration_id}/survey`)
  fireEvent.click(screen.getByRole('link', { name: 'Resources' }))
  await screen.findByText('COMING SOON')
})

test('RES-006 a season without a portal has critiques of its own, with a share mode', async () => {
  await db.updateTable('seasons').set({ is_portal: false }).execute()
  await releaseParts('critiques')
  await visit(`/event/${registration_id}/critiques`, studio.user_id)
  await screen.findByRole('article', { name: /^\d Ash$/ })
  expect(screen.queryByRole('navigation', { name: 'Results portal' })).toBeNull()
  fireEvent.click(screen.getByLabelText('Share critiques'))
  const address = await screen.findByDisplayValue(/\/critiques\/[\w-]+$/)
  expect((address as HTMLInputElement).value).not.toMatch(/coda/)
})

test('RES-032 critiques that wait are promised within three business days after the event', async () => {
  await releaseParts('results')
  await visit(portal('critiques'), studio.user_id)
  await screen.findByText('Critiques come within three business days after the event.')
})

test('RES-019 data shows counts, means, levels, places and the share of good marks', async () => {
  const item = await db
    .insertInto('critique_items')
    .values({ name: 'Technique', level: 1, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sheets = await db
    .selectFrom('score_sheets')
    .where('registration_routine_id', '=', routines[0] ?? 0)
    .select('client_id')
    .execute()
  const marks = sheets.map(({ client_id }, index) => ({ client_id, critique_item_id: item.id, good: index < 3 }))
  await db.insertInto('critique_marks').values(marks).execute()
  await releaseParts('data')
  await visit(portal('data'), studio.user_id)
  const glance = within(await screen.findByRole('region', { name: 'At a glance' }))
  const figures = glance
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent])
  expect(figures).toEqual([
    ['Routines', '3'],
    ['Average score', '285'],
    ['First places', '3'],
    ['Second places', '0'],
    ['Third places', '0'],
  ])
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(rows('Average by performance division')).toEqual([expect.stringMatching(/3 routines285$/)])
  expect(rows('Adjudicated awards')).toHaveLength(5)
  expect(rows('Adjudicated awards')).toContain('High Gold3')
  expect(rows('Marked good by the judges')).toEqual(['Technique75%'])
})

test('RES-014 best dancers show each judge’s ballet and jazz mark, and the audition score', async () => {
  const attendee = await db
    .selectFrom('attendees')
    .where('registration_id', '=', registration_id)
    .select('id')
    .executeTakeFirstOrThrow()
  await judgeAudition(stage, two, { tour_date_id, attendee_ids: [attendee.id] })
  await addAward(stage, two[0], tour_date_id, { name: 'Teen Best Dancer', kind: 'audition' })
  await releaseParts('results')
  await visit(portal('results'), studio.user_id)
  const dancers = within(await screen.findByRole('region', { name: 'Best Dancers' }))
  expect(dancers.getByRole('article').textContent).toMatch(/Audition score 558Place 1: Teen Best Dancer/)
  const cells = dancers.getAllByRole('row').map(({ textContent }) => textContent)
  const judges = (kind: string, marks: readonly number[]) => marks.map((mark, at) => `${kind} judge ${at + 1}${mark}`)
  expect(cells).toEqual([
    ...['BalletScore', ...judges('ballet', [90.5, 91, 91.5]), 'Total273'],
    ...['JazzScore', ...judges('jazz', [94.5, 95, 95.5]), 'Total285'],
  ])
})

describe('the flag of the query that opens a portal early', () => {
  test.each([
    ['?preview=1', '/coda/results?preview=1'],
    ['?preview=0', '/overview'],
    ['?preview=true', '/overview'],
  ])('CONST-027 %s', async (query, place) => {
    await visit(`${portal('results')}${query}`, studio.user_id)
    await waitFor(() => expect(here()).toBe(`/event/${registration_id}${place}`))
  })
})

describe('TOK-002 TOK-010 TOK-016 TOK-017 links open below the root and below /coda', () => {
  test.each(['critiques', 'results', 'data'])('%s', async (path) => {
    await releaseParts('critiques', 'results', 'data')
    const link = await answer(studio.call('POST', '/v1/dance360/share-links', { path, registration_id }))
    const heading = { critiques: 'Critiques', results: 'Results', data: 'Data' }[path] ?? ''
    for (const root of ['', '/coda']) {
      await visit(`${root}/${path}/${link.token}`, 0)
      await screen.findByRole('heading', { name: heading, level: 1 })
      await visit(`${root}/${path}/nobodys`, 0)
      await waitFor(() => expect(here()).toBe('/'))
    }
    const other = path === 'results' ? 'critiques' : 'results'
    await visit(`/${other}/${link.token}`, 0)
    await waitFor(() => expect(here()).toBe('/'))
  })
})

describe('recordings of critiques', () => {
  const media = async (entry: number, position: number, more: object = {}) =>
    insertMedia(stage, {
      ...{ tour_date_id, registration_routine_id: entry, seat_id: await seatOf(stage, entry, position) },
      ...{ duration_ms: 65_000, peaks: Buffer.alloc(400, 90), ...more },
    })
  const played: string[] = []
  beforeEach(() => {
    played.length = 0
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      played.push(`${new URL(this.src).pathname.slice(0, 10)} ${this.currentTime} ${this.playbackRate}`)
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  })

  test('RES-008 a recording plays one at a time, at a chosen speed, and marks lead to their place', async () => {
    const [ash = 0] = routines
    await media(ash, 1)
    await media(ash, 2)
    const item = await db
      .insertInto('critique_items')
      .values({ name: `Turns ${tour_date_id}`, parent_id: null, level: 1, event_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { client_id } = await db
      .selectFrom('score_sheets')
      .where('registration_routine_id', '=', ash)
      .where('seat_id', '=', await seatOf(stage, ash, 1))
      .select('client_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('critique_marks')
      .values({ client_id, critique_item_id: item.id, good: true, at_ms: 42_000 })
      .execute()
    await releaseParts('critiques')
    await visit(portal('critiques'), studio.user_id)
    const article = within(await screen.findByRole('article', { name: /Ash/ }))
    const [first, second] = article.getAllByRole('button', { name: /^Play Judge/ })
    fireEvent.click(article.getByRole('button', { name: new RegExp(`0:42 Good: Turns ${tour_date_id}`) }))
    await article.findByRole('button', { name: /^Pause Judge 1/ })
    expect(played).toEqual(['/v1/files/ 42 1'])
    fireEvent.change(article.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } })
    fireEvent.click(second as HTMLElement)
    await article.findByRole('button', { name: /^Pause Judge 2/ })
    expect(played).toEqual(['/v1/files/ 42 1', '/v1/files/ 0 1.5'])
    expect(first?.getAttribute('aria-label')).toMatch(/^Play Judge 1/)
    const [range] = article.getAllByRole('slider')
    expect(range?.getAttribute('aria-valuetext')).toBe('0:00 of 1:05')
  })

  test('RES-010 RES-011 a video is watched with a judge; without one the sentence says so', async () => {
    const [ash = 0] = routines
    await media(ash, 1, { kind: 'judge_video', content_type: 'video/mp4' })
    await releaseParts('critiques')
    await visit(portal('critiques'), studio.user_id)
    const article = within(await screen.findByRole('article', { name: /Ash/ }))
    fireEvent.click(article.getByRole('button', { name: 'Watch with Judge 1' }))
    expect((await article.findByLabelText(/^Video of/)).getAttribute('src')).toMatch(/^\/v1\/files\//)
    expect(article.queryByText('Video critiques are not available for this routine.')).toBeNull()
    const other = within(screen.getByRole('article', { name: /Birch/ }))
    other.getByText('Video critiques are not available for this routine.')
  })
})
