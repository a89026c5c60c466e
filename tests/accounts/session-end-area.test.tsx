// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../web/src/api/call.ts'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { watchSession } from '../../web/src/shell/session.ts'
import { eventually } from '../eventually.ts'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { registration, grace, office, tour_date_id } = await completedCity(stage)
const event = `/event/${registration.id}`
let stop = () => {}
let errors: unknown[] = []
let queries = new QueryClient()
beforeEach(() => {
  errors = []
})
afterEach(async () => {
  // A late answer of this page would end the session of the next one.
  await eventually(() => expect(queries.isFetching()).toBe(0))
  stop()
  setSignedInCookie(true)
})

/** A page with its data; every error that React meets while it draws is in `errors`. */
async function openPage(path: string, user_id: number) {
  const { cookie } = await stage.sessionOf(user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  queries = new QueryClient()
  const router = makeRouter(queries)
  stop = watchSession(queries, () => void router.open())
  const note = (error: unknown) => void errors.push(error)
  render(<App nonce="" queries={queries} router={router} />, { onRecoverableError: note, onCaughtError: note })
  await screen.findByRole('heading', { level: 1 })
  await eventually(() => expect([document.querySelector('[data-waiting]'), queries.isFetching()]).toEqual([null, 0]))
  expect(window.location.pathname + window.location.search).toBe(path)
}

async function endSession() {
  setSignedInCookie(false)
  await stage.endSessions()
  await call('GET /v1/mybtf/roster', {}).catch(() => undefined)
}

const pagesOfStudio = ['overview', 'payments', 'waivers', 'music', 'survey', 'coda/results?preview=1'].map(
  (tab) => `${event}/${tab}`,
)
const pagesOfOffice = ['/scores', '/judging', ''].map((place) => `/office/tour-dates/${tour_date_id}${place}`)
test.each([
  ...[...pagesOfStudio, '/dashboard'].map((path) => [path, grace.user_id] as const),
  ...[...pagesOfOffice, '/office/entries'].map((path) => [path, office.user_id] as const),
])('ROST-031 %s gives way to the sign-in page without an error when its session ends', async (path, user_id) => {
  await openPage(path, user_id)
  await endSession()
  await screen.findByText(/Your session ended after 7 days/)
  expect(errors).toEqual([])
})

test('ROST-031 signing out of the area of an event leads to the sign-in page without an error', async () => {
  await openPage(`${event}/overview`, grace.user_id)
  fireEvent.click(screen.getByRole('button', { name: 'Larkspur Dance Conservatory' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByRole('heading', { name: /Sign in/i, level: 1 })
  expect(errors).toEqual([])
})
