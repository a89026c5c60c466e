// @vitest-environment jsdom
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../../web/src/api/call.ts'
import { showFailure } from '../../web/src/api/failure.ts'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { rememberLeft, rememberRoute, takeRememberedRoute, watchSession } from '../../web/src/shell/session.ts'
import { dialogs } from '../../web/src/ui/dialogs.ts'
import { openStage } from '../kit.ts'
import { heading } from '../registrations/wizard-kit.tsx'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const stage = await openStage({ now: '2024-09-03T16:00:00Z' })
const { grace } = await smallCity(stage.db)
let stop: (() => void) | undefined
afterEach(() => stop?.())

/** The roster, open in a browser that has kept something of people besides. */
async function openRoster() {
  const { cookie } = await stage.sessionOf(grace.user_id)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', '/roster')
  const queries = new QueryClient()
  const router = makeRouter(queries)
  stop = watchSession(queries, () => void router.open())
  render(<App queries={queries} router={router} nonce="" />)
  await heading('My Roster')
  await screen.findByText('Ana', { exact: false }, { timeout: 30_000 })
  localStorage.setItem('callboard.unsaved.1', JSON.stringify({ changes: { people: [{ person: { fname: 'Ana' } }] } }))
  localStorage.setItem('callboard.at.1', 'dancers')
  sessionStorage.setItem('callboard.routine.1', JSON.stringify({ attendees: [1, 2] }))
  localStorage.setItem('somebody.else', 'stays')
  // Read by the document and never asked for.
  vi.stubGlobal('openingReplies', new Map([['GET /v1/mybtf/due', { reply: Promise.resolve(Response.json([])) }]]))
  const end = () => stage.endSessions()
  return { queries, router, end }
}

async function allGone({ queries }: Awaited<ReturnType<typeof openRoster>>) {
  await waitFor(() => expect(window.location.pathname).toBe('/signin'), { timeout: 30_000 })
  expect(Reflect.get(globalThis, 'openingReplies')).toHaveProperty('size', 0)
  expect(document.body.textContent).not.toContain('Ana')
  const read = queries.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  expect(JSON.stringify(read.map(({ state }) => state.data))).not.toContain('Ana')
  const storageEntries = [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
  expect(JSON.stringify(storageEntries)).not.toMatch(/Ana|attendees|dancers/)
  expect(localStorage.getItem('somebody.else')).toBe('stays')
}

test('ROST-031 ACC-011 signing out leaves nothing of the roster in the browser', async () => {
  const rosterScreen = await openRoster()
  fireEvent.click(screen.getByRole('button', { name: 'Larkspur Dance Conservatory' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await allGone(rosterScreen)
})

test('ROST-031 a session that is over takes the roster off the screen with the next call, and keeps the way back', async () => {
  const rosterScreen = await openRoster()
  await rosterScreen.end()
  await rosterScreen.queries.invalidateQueries()
  await allGone(rosterScreen)
  expect(takeRememberedRoute()).toBe('/roster')
})

test('ROST-031 a session that ends by time keeps the form for the same account, and the sign-in page says why', async () => {
  const rosterScreen = await openRoster()
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Zelda' } })
  await rosterScreen.end()
  setSignedInCookie(false)
  await rosterScreen.queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  await allGone(rosterScreen)
  expect(await screen.findByText(/Your session ended after 7 days/)).toBeTruthy()
  expect(screen.queryByDisplayValue('Zelda')).toBeNull()
  cleanup()

  stop?.()
  setSignedInCookie(true)
  await openRoster()
  expect(screen.getByDisplayValue('Zelda')).toBeTruthy()
  expect(screen.getByText('We kept what you typed.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Larkspur Dance Conservatory' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Zelda'))
})

test('ROST-031 a form that is sent after the session ended leads to the sign-in page, with no dialog on top', async () => {
  const rosterScreen = await openRoster()
  for (const [label, value] of [
    ['First name', 'Zelda'],
    ['Last name', 'Quist'],
    ['Gender', '1'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await rosterScreen.end()
  setSignedInCookie(false)
  fireEvent.click(screen.getByRole('button', { name: 'Add to roster' }))
  expect(await screen.findByText(/Your session ended after 7 days/)).toBeTruthy()
  expect(dialogs.open()).toEqual([])
  setSignedInCookie(true)
})

test('ROST-031 several calls that meet the end of a session at once say it with no dialog', async () => {
  const rosterScreen = await openRoster()
  await rosterScreen.end()
  const calls = [call('GET /v1/mybtf/roster', {}), call('GET /v1/mybtf/roster', {})]
  const results = await Promise.all(calls.map((reply) => reply.catch((error: unknown) => error)))
  for (const error of results) await showFailure(error, () => undefined)
  expect(results).toMatchObject([{ endedSession: true }, { endedSession: true }])
  expect(dialogs.open()).toEqual([])
  await allGone(rosterScreen)
})

test('ROST-031 signing out in another window ends it here too', async () => {
  const rosterScreen = await openRoster()
  await rosterScreen.end()
  rememberRoute('/')
  window.dispatchEvent(new StorageEvent('storage', { key: 'callboard.session-ended', newValue: '1' }))
  await allGone(rosterScreen)
  expect(
    await screen.findByText(
      'You were signed out: in another window, on another device, or by a change of your account. Sign in again to continue.',
    ),
  ).toBeTruthy()
})

test('ACC-006 a voluntary sign-in returns to the last screen, skipping the sign-in screens', () => {
  rememberLeft('/register?event=meridian')
  for (const onTheWay of ['/signin', '/signup/user', '/forgot-password', '/confirm/abc']) rememberLeft(onTheWay)
  expect(takeRememberedRoute()).toBe('/register?event=meridian')
})
