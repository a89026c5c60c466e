// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { MantineProvider } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { App } from '../../web/src/app.tsx'
import { signedIn, signedOut, staff } from '../../web/src/shell/guards.ts'
import { paths } from '../../web/src/shell/paths.ts'
import { makeRouter } from '../../web/src/routes.tsx'
import { sessionQuery, takeRememberedRoute, watchSession, type SignedIn } from '../../web/src/shell/session.ts'
import { send } from '../../web/src/api/call.ts'
import { ErrorBoundary } from '../../web/src/ui/ErrorBoundary.tsx'
import { dialogs, notice } from '../../web/src/ui/dialogs.ts'
import { TextField } from '../../web/src/ui/fields.tsx'
import { Form } from '../../web/src/ui/Form.tsx'

const grace: SignedIn = {
  id: 1,
  email: 'grace@example.com',
  confirmed: true,
  role: 'user',
  studio_id: 1,
  studio_account: true,
  previous_studio_id: null,
  pending_email: null,
  lacks_second_factor: false,
  person: { fname: 'Grace', lname: 'Lee' },
  studio: { name: 'Stage Door Dance Academy' },
  hints: {},
}

function queriesFor(user: SignedIn | null) {
  const queries = new QueryClient()
  queries.setQueryData(sessionQuery.queryKey, user)
  return queries
}

async function open(user: SignedIn | null, path = '/no-such-place') {
  window.history.replaceState(null, '', path)
  const queries = queriesFor(user)
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await screen.findByRole('main')
  return router
}

const places = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('UI-001 UI-002 the top navigation of a signed-in account shows every section and the account’s name', async () => {
  await open(grace)
  await eventually(() =>
    expect(places()).toEqual([
      ['Register', '/register'],
      ['My Dashboard', '/dashboard'],
      ['My Events', '/registrations/incomplete'],
      ['My Roster', '/roster'],
    ]),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stage Door Dance…' }))
  expect(screen.getByRole('link', { name: 'My Account' }).getAttribute('href')).toBe('/account')
  screen.getByRole('button', { name: 'Sign Out' })
})

test('UI-001 a visitor is offered SIGN IN / SIGN UP, and no office', async () => {
  await open(null)
  expect(screen.getByRole('link', { name: 'SIGN IN / SIGN UP' }).getAttribute('href')).toBe('/signin')
  expect(places()).toEqual([['Register', '/register']])
})

test('the office is in the navigation of those who work in it', async () => {
  await open({ ...grace, role: 'office' })
  await eventually(() => expect(places().at(-1)).toEqual(['Office', '/office']))
})

test('UI-003 the footer leads to privacy and terms, and opens the contact dialog', async () => {
  await open(null)
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy')
  expect(footer.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms')
  fireEvent.click(footer.getByRole('button', { name: 'Contact' }))
  await screen.findByRole('dialog', { name: 'Contact us' })
  act(() => dialogs.cancelAll())
})

test('? lists the shortcuts of the page, but not while one types; a button of the footer does the same', async () => {
  await open(null, '/signin')
  const email = await screen.findByLabelText('Email')
  fireEvent.keyDown(email, { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: '?' })
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  within(list).getByText('Go from cell to cell')
  expect(within(list).queryByText('Ctrl+Enter')).toBeNull()
  fireEvent.keyDown(list, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Keyboard shortcuts' }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
})

test('UI-020 a path that leads nowhere shows the not-found page', async () => {
  await open(null)
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
})

test('a screen that fails while it is drawn says so in the product’s words; tried again it has what was typed', async () => {
  const logs = (['error', 'warn'] as const).map((kind) => vi.spyOn(console, kind).mockImplementation(() => {}))
  const router = await open(null, '/signup/user')
  const lists = ['GET /v1/mybtf/people-lists', {}]
  const offer = (person_types: unknown) =>
    act(() => void router.options.context.queries.setQueryData(lists, { person_types }))
  await screen.findByLabelText('First name')
  offer([{ id: 3, name: 'Parent', group: 'user' }])
  const fieldValues: [RegExp, string][] = [
    [/^First name/, 'Ana'],
    [/^I am a/, '3'],
    [/^Email/, 'ana@example.com'],
    [/^Password/, 'Rehearsal7'],
  ]
  const values = () => fieldValues.map(([label]) => screen.queryByLabelText<HTMLInputElement>(label)?.value)
  for (const [label, value] of fieldValues) fireEvent.change(screen.getByLabelText(label), { target: { value } })

  offer('nothing a list can be drawn from')
  await screen.findByRole('heading', { level: 1, name: 'Oops...' })
  screen.getByText('Something went wrong! What you typed is kept: try again.')
  screen.getByRole('button', { name: 'Reload the page' })
  // It fails once more, and then it does not.
  const failures = () => logs[0]?.mock.calls.length ?? 0
  const earlier = failures()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  // Data that came while it is drawn would mend it half-way.
  await waitFor(() => expect(failures()).toBeGreaterThan(earlier))
  await screen.findByText(/What you typed is kept/)
  offer([{ id: 3, name: 'Parent', group: 'user' }])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(values()).toEqual(fieldValues.map(([, value]) => value)))
  for (const log of logs) log.mockRestore()
})

test('UI-025 focus is never lost: a new screen takes it over, and a dialog gives it back to the button that waited', async () => {
  const router = await open(null)
  const link = await screen.findByRole('link', { name: 'Go to the home page' })
  // At first Tab begins at the top, where the content can be skipped to.
  expect(document.activeElement).toBe(document.body)
  link.focus()
  await act(() => router.navigate(paths.terms))
  await screen.findByRole('heading', { level: 1, name: /Terms/ })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))

  const button = screen.getByRole('button', { name: 'Contact' })
  button.focus()
  // As a browser does when a button is disabled while it waits.
  button.blur()
  act(() => void notice({ title: 'Sent', message: 'It is on its way.' }))
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('the back button puts a dialog away and stays on the screen', async () => {
  const router = await open(null, '/first')
  await act(() => router.navigate('/second'))
  let result: Promise<string> | undefined
  act(() => {
    result = notice({ title: 'Sorry!', message: 'The city is full.' })
  })
  await screen.findByText('The city is full.')
  act(() => window.history.back())
  expect(await result).toBe('canceled')
  await waitFor(() => expect(window.location.pathname).toBe('/second'))
  expect(router.getState().shown?.path).toBe('/second')
  let lower: Promise<string> | undefined
  act(() => {
    lower = notice({ title: 'Lower', message: 'Opened first.' })
    result = notice({ title: 'Upper', message: 'Opened last.' })
  })
  await screen.findByText('Opened last.')
  act(() => window.history.back())
  expect(await result).toBe('canceled')
  await waitFor(() => expect(window.location.pathname).toBe('/second'))
  screen.getByText('Opened first.')
  act(() => window.history.back())
  expect(await lower).toBe('canceled')
  await waitFor(() => expect(window.location.pathname).toBe('/second'))
  // With nothing on top the button leaves the screen.
  act(() => window.history.back())
  await waitFor(() => expect(router.getState().shown?.path).toBe('/first'))
})

const visit = (user: SignedIn | null, href = '/roster') => ({
  context: { queries: queriesFor(user) },
  address: { href },
})
const leadsTo = (entering: Promise<void>) =>
  entering.then(
    () => 'in',
    (answer: { href?: string; isNotFound?: boolean }) => answer.href ?? 'not found',
  )

test('SEC-001 a visitor signs in first and comes back; an unconfirmed person is sent to confirm', async () => {
  expect(await leadsTo(signedIn(visit(null)))).toBe(paths.signin)
  expect(takeRememberedRoute()).toBe('/roster')
  expect(takeRememberedRoute()).toBe('/')
  expect(await leadsTo(signedIn(visit({ ...grace, confirmed: false })))).toBe(paths.awaitingConfirmation)
  expect(await leadsTo(signedIn(visit(grace)))).toBe('in')
})

test('SEC-002 a signed-in account continues to the remembered screen, never to another site', async () => {
  expect(await leadsTo(signedOut(visit(grace)))).toBe('/')
  await leadsTo(signedIn(visit(null, '/roster')))
  expect(await leadsTo(signedOut(visit(grace)))).toBe('/roster')
  expect(await leadsTo(signedOut(visit(null)))).toBe('in')
  sessionStorage.setItem('callboard.after-sign-in', '//elsewhere.example')
  expect(takeRememberedRoute()).toBe('/')
})

test('the office does not exist for anybody else', async () => {
  expect(await leadsTo(staff(visit(grace, '/office')))).toBe('not found')
  expect(await leadsTo(staff(visit({ ...grace, role: 'admin' }, '/office')))).toBe('in')
})

test('ACC-009 a 401 to any call clears the session', async () => {
  const queries = queriesFor(grace)
  const stop = watchSession(queries)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'signed_out', message: 'x' }, { status: 401 })))
  await send('GET', '/v1/x', {}).catch(() => {})
  stop()
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull()
})

test('a failing part of a screen keeps the input beside it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const Part = () => {
    if (broken) throw new Error('broken')
    return <p>The bill</p>
  }
  const Screen = () => {
    const [text, setText] = useState('')
    return (
      <>
        <input aria-label="Name" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <ErrorBoundary what="The bill">
          <Part />
        </ErrorBoundary>
      </>
    )
  }
  render(<Screen />, { wrapper: MantineProvider })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ana' } })
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  screen.getByText('The bill')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana')
})

test('a part of a form that fails takes nothing of it along', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Preview = ({ name }: { name: string }) => {
    if (name === 'Swan') throw new Error('broken')
    return <p>Preview of {name}</p>
  }
  const Screen = () => {
    const [name, setName] = useState('')
    const [mended, mend] = useState(false)
    return (
      <>
        <button onClick={() => mend(true)}>Mend</button>
        <Form draft="development only" error={null} pending={false} onSubmit={() => {}}>
          <TextField label="Name" value={name} onChange={setName} error={undefined} />
          <Preview name={mended ? `${name} Lake` : name} />
        </Form>
      </>
    )
  }
  render(<Screen />, { wrapper: MantineProvider })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Swan' } })
  screen.getByText('This form could not be shown. What you have typed is still there.')
  fireEvent.click(screen.getByRole('button', { name: 'Mend' }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  screen.getByText('Preview of Swan Lake')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Swan')
  logged.mockRestore()
})
