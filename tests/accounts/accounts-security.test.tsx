// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { codeAt } from '@callboard/server/accounts/one-time-codes.ts'
import { insertAccount, insertStaff } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { setSignedInCookie } from '../ui/signed-in-cookie.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const created = instant('2024-01-01')
const people = { ines: 0, ravi: 0, fresh: 0 }

beforeAll(async () => {
  await stage.db.transaction().execute(async (tx) => {
    const account = async (email: string, more: object = {}) =>
      (await insertAccount(tx, { email, fname: 'Ines', lname: 'Moreau', ...more }, created)).user_id
    people.ines = await account('ines@example.com')
    people.ravi = await account('ravi@example.com')
    people.fresh = await account('fresh@example.com', { role: 'office' })
    await insertStaff(tx, created)
  })
})

const patient = { timeout: 30_000 }

async function open(path: string, user_id = 0) {
  const jar = { cookie: user_id ? (await stage.sessionOf(user_id)).cookie : '' }
  const fetch = vi.fn(async (url: string, init?: RequestInit) => {
    const reply = await stage.fetchAs(jar.cookie)(url, init)
    const set = /callboard_session=([\w-]*)/.exec(reply.headers.get('set-cookie') ?? '')
    if (set) jar.cookie = set[1] ? `callboard_session=${set[1]}` : ''
    return reply
  })
  vi.stubGlobal('fetch', fetch)
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await screen.findByRole('heading', { level: 1 }, patient)
  return { fetch, place: () => window.location.pathname }
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const pressed = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }, patient))
const says = (text: string | RegExp) => screen.findByText(text, {}, patient)

/** The secret as the dialog shows it for typing. */
const shownSecret = async () => (await says(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)).textContent?.replaceAll(' ', '') ?? ''

async function setUp() {
  await pressed('Set up')
  const dialog = await screen.findByRole('dialog', {}, patient)
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'Rehearsal7' } })
  press('Continue')
  expect(await screen.findByTitle(/QR code/, {}, patient)).toBeTruthy()
  const secret = await shownSecret()
  type('Code', codeAt(secret, Date.now()))
  press('Turn on')
  await screen.findByRole('dialog', { name: 'Keep your recovery codes' }, patient)
  return secret
}

function fillSignIn(email: string) {
  type('Email', email)
  type('Password', 'Rehearsal7')
  press('Sign in')
}

test('SEC-020 a second step is set up with password, QR code and a first code; then signing in asks for it', async () => {
  await open('/account', people.ines)
  const secret = await setUp()
  expect(screen.getAllByText(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)).toHaveLength(10)
  press('I saved them')
  expect(await says(/^On, since/)).toBeTruthy()
  expect(await says(/10 recovery codes are left/)).toBeTruthy()

  cleanup()
  const { place } = await open('/signin')
  fillSignIn('ines@example.com')
  expect(await screen.findByRole('heading', { level: 1, name: 'One more step' }, patient)).toBeTruthy()
  type('Code', '12')
  press('Sign in')
  expect(await says('The six digits in your app, or a recovery code')).toBeTruthy()
  type('Code', '000000')
  press('Sign in')
  expect(await screen.findAllByText(/This code is wrong/, {}, patient)).not.toHaveLength(0)
  type('Code', codeAt(secret, Date.now() + 30_000))
  press('Sign in')
  await waitFor(() => expect(place()).toBe('/'), patient)
})

test('SEC-020 the office without a second step is led to set it up, and then to the office', async () => {
  const { place } = await open('/signin')
  fillSignIn('fresh@example.com')
  await waitFor(() => expect(place()).toBe('/account'), patient)
  expect(await says(/The office requires a second step/)).toBeTruthy()
  await setUp()
  press('I saved them')
  const link = await screen.findByRole('link', { name: 'go to the office' }, patient)
  fireEvent.click(link)
  await waitFor(() => expect(place()).toBe('/office'), patient)
})

test('SEC-020 to the office without a second step the desk is closed in the browser too', async () => {
  const { cookie } = await stage.sessionOf(people.fresh)
  await stage.db
    .updateTable('sessions')
    .set({ lacks_second_factor: true })
    .where('user_id', '=', people.fresh)
    .execute()
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', '/office')
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await waitFor(() => expect(window.location.pathname).toBe('/account'), patient)
})

test('an account page lists where one is signed in; others are signed out one by one or all', async () => {
  await stage.sessionOf(people.ravi)
  await stage.sessionOf(people.ravi)
  await open('/account', people.ravi)
  expect(await says(', this one')).toBeTruthy()
  const buttons = () => screen.queryAllByRole('button', { name: /^Sign out An unknown device/ })
  await waitFor(() => expect(buttons()).toHaveLength(2), patient)
  fireEvent.click(buttons()[0] as HTMLElement)
  await pressed('Yes, sign out')
  await waitFor(() => expect(buttons()).toHaveLength(1), patient)
  press('Sign out everywhere else')
  await pressed('Yes, sign out')
  await waitFor(() => expect(buttons()).toHaveLength(0), patient)
})

test('a person and an account are deleted from the account page; the account asks for the password', async () => {
  const { user_id } = await stage.db
    .transaction()
    .execute((tx) => insertAccount(tx, { email: 'leaves@example.com', fname: 'Lea', lname: 'Vester' }, created))
  const child = { fname: 'Odile', lname: 'Fontaine', birthdate: '2014-03-03', gender_id: 1, person_type_id: 1 }
  await stage.call(user_id, 'POST', '/v1/mybtf/roster', { person: child, mybtf_user_id: user_id, skipFuzzy: true })
  const { place } = await open('/account', user_id)
  await pressed('Delete a person')
  const option = await screen.findByRole<HTMLOptionElement>('option', { name: 'Fontaine, Odile, born 2014' }, patient)
  type('Person', option.value)
  press('Delete permanently')
  expect(await says('Deleted. We no longer have any data about this person.')).toBeTruthy()
  expect(await stage.db.selectFrom('persons').select('id').where('lname', '=', 'Fontaine').execute()).toEqual([])
  const copy = screen.getByRole<HTMLAnchorElement>('link', { name: 'Save a copy' })
  expect(copy.getAttribute('href')).toBe(`/v1/mybtf/${user_id}/export`)

  await pressed('Delete my account')
  const dialog = await screen.findByRole('dialog', { name: 'Delete my account' }, patient)
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'Wrong123' } })
  press('Delete permanently')
  expect(await screen.findAllByText('Authentication failed', {}, patient)).not.toHaveLength(0)
  const again = within(await screen.findByRole('dialog', { name: 'Delete my account' }, patient))
  fireEvent.change(again.getByLabelText('Password'), { target: { value: 'Rehearsal7' } })
  await waitFor(() => expect(again.getByLabelText<HTMLInputElement>('Password').value).toBe('Rehearsal7'), patient)
  const button = again.getByRole<HTMLButtonElement>('button', { name: 'Delete permanently' })
  await waitFor(() => expect(button.disabled).toBe(false), patient)
  fireEvent.click(button)
  await waitFor(() => expect(place()).toBe('/'), patient)
  expect(await stage.db.selectFrom('users').select('id').where('id', '=', user_id).execute()).toEqual([])
})

test('a visitor’s page makes no call that answers 401', async () => {
  setSignedInCookie(false)
  const { fetch } = await open('/signin')
  const urls = fetch.mock.calls.map(([url]) => String(url))
  expect(urls.filter((url) => url.includes('authenticate'))).toEqual([])
})
