// @vitest-environment jsdom
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertIndependent, insertStudio, insertUnclaimedStudio } from '@callboard/server/dev/build-people.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const created = instant('2024-01-01')
const credentials = { email: 'ines@example.com', password: 'Rehearsal7' }
let ines = 0
let grace = 0

beforeAll(async () => {
  await stage.db.transaction().execute(async (tx) => {
    grace = (
      await insertStudio(tx, {
        email: 'grace@example.com',
        name: 'Larkspur Dance',
        owner: ['Grace', 'Oyelaran'],
        city: 'Portland',
        state_id: 38,
        created,
        roster: [],
      })
    ).user_id
    const hollow = { name: 'Hollow Creek', email: 'front.desk@example.com', city: 'Eugene', state_id: 38, created }
    await insertUnclaimedStudio(tx, hollow)
    const iris = { fname: 'Iris', lname: 'Vandermeer', birthdate: calendarDate('2006-05-21'), person_type_id: 1 }
    await insertIndependent(tx, { ...iris, email: 'iris@example.com' }, created)
  })
  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  ines = (await stage.call(0, 'POST', '/v1/mybtf/signup', { person, user: credentials })).json().user.id
  await stage.db.updateTable('users').set({ confirmed: true }).where('id', '=', ines).execute()
})

const patient = { timeout: 30_000 }

async function open(path: string, user_id = 0) {
  const jar = { cookie: user_id ? (await stage.sessionOf(user_id)).cookie : '' }
  const fetch = vi.fn(async (url: string | URL | Request, init?: RequestInit) => {
    const reply = await stage.fetchAs(jar.cookie)(url, init)
    // Keeps HttpOnly cookies as a browser does.
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
  return { router, fetch, place: () => window.location.pathname }
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const says = (text: string | RegExp) => screen.findByText(text, {}, patient)

test('ACC-005 ACC-006 signing in leads to the root', async () => {
  const { place } = await open('/signin')
  type('Email', credentials.email)
  type('Password', credentials.password)
  press('Sign in')
  await waitFor(() => expect(place()).toBe('/'), patient)
})

test('ACC-007 ACC-008 M026 a failed sign-in says so in place; an empty one says what is required', async () => {
  const { place } = await open('/signin')
  press('Sign in')
  expect(await screen.findAllByText('Required')).toHaveLength(2)
  type('Email', credentials.email)
  type('Password', 'Wrong123')
  press('Sign in')
  expect(await says('Invalid email / password')).toBeTruthy()
  expect(place()).toBe('/signin')
  expect(screen.getByLabelText('Password', { selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Password', { selector: 'input' }))
  expect(screen.getByRole('button', { name: 'Show password' }).tabIndex).toBe(0)
})

test('a new studio is led to its roster, by import first, and then to a city', async () => {
  await open('/dashboard', grace)
  await screen.findByRole('heading', { name: 'Welcome, Grace. Who is coming?' }, patient)
  const links = ['Import your roster', 'Add people by hand', 'Choose a city'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  expect(links).toEqual(['/roster/import', '/roster', '/register'])
})

test('ACC-010 a session the server does not know is a visitor’s', async () => {
  const { place } = await open('/account')
  await waitFor(() => expect(place()).toBe('/signin'), patient)
})

test('ACC-022 the two kinds of account are one choice', async () => {
  await open('/signup')
  const hrefs = ['Studio account', 'Individual account'].map((name) =>
    screen.getByRole('link', { name: new RegExp(name) }).getAttribute('href'),
  )
  expect(hrefs).toEqual(['/signup/studio', '/signup/user'])
})

function fillIndividual(email: string) {
  type('First name', 'Ida')
  type('Last name', 'Berg')
  type('I am a…', '1')
  type('Email', email)
  type('Repeat email', email)
  type('Password', 'Rehearsal7')
  type('Repeat password', 'Rehearsal7')
}

test('ACC-002 ACC-023 ACC-024 ACC-028 ACC-029 ACC-090 UI-029 the individual form asks, and says what is wrong', async () => {
  await open('/signup/user')
  await waitFor(
    () =>
      expect([...screen.getByLabelText('I am a…').querySelectorAll('option')].map((o) => o.textContent)).toEqual([
        'Choose…',
        'Dancer',
        'Teacher',
        'Parent',
      ]),
    patient,
  )
  press('Sign up')
  expect((await screen.findAllByText('Required')).length).toBe(7)
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  fillIndividual('ida@example.com')
  type('Repeat email', 'other@example.com')
  type('Repeat password', 'Rehearsal8')
  type('Password', 'rehearsal')
  press('Sign up')
  expect(await says('Emails must match')).toBeTruthy()
  expect(screen.getByText('Passwords must match')).toBeTruthy()
  expect(screen.getByText('Passwords must have at least 6 characters, 1 capital letter and 1 number.')).toBeTruthy()
})

test('ACC-014 ACC-030 ACC-017 after signing up comes the thank-you; once confirmed it goes on by itself', async () => {
  const { place } = await open('/signup/user')
  await waitFor(() => expect(screen.getByLabelText('I am a…').querySelectorAll('option')).toHaveLength(4), patient)
  fillIndividual('ida@example.com')
  screen.getByRole('button', { name: 'Sign up' }).focus()
  press('Sign up')
  await screen.findByRole('heading', { name: 'Thank you' }, patient)
  await waitFor(() => expect(document.activeElement?.id).toBe('content'), patient)
  expect(screen.getByRole('link', { name: /confirmed my email/ })).toBeTruthy()
  press('resend confirmation email')
  expect(await says('Confirmation Email Sent!')).toBeTruthy()
  press('OK')
  await stage.db.updateTable('users').set({ confirmed: true }).where('email', '=', 'ida@example.com').execute()
  await waitFor(() => expect(place()).toBe('/'), { timeout: 30_000 })
})

test('ACC-026 M011 an address that has an account is answered by Sorry!', async () => {
  await open('/signup/user')
  await waitFor(() => expect(screen.getByLabelText('I am a…').querySelectorAll('option')).toHaveLength(4), patient)
  fillIndividual(credentials.email)
  press('Sign up')
  expect(await screen.findByRole('dialog', { name: 'Sorry!' }, patient)).toBeTruthy()
})

const search = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })

test('ACC-032 ACC-033 M032 the search is debounced; no match shows a message', async () => {
  const { fetch } = await open('/signup/studio')
  for (const text of ['n', 'no', 'nop', 'nope']) search(text)
  expect(await says('No studios found.')).toBeTruthy()
  const searchUrls = fetch.mock.calls.map(([url]) => url as string).filter((url) => url.includes('searchText'))
  expect(searchUrls).toEqual(['/v1/mybtf/studios?searchText=nope'])
})

test('ACC-031 ACC-034 ACC-038 ACC-039 M035 M036 an unclaimed studio is set up through its own address', async () => {
  await open('/signup/studio')
  search('hollow')
  await screen.findByRole('option', { name: /Hollow Creek/ }, patient)
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  await screen.findByRole('heading', { level: 1, name: 'Hollow Creek' }, patient)
  type(/email/, 'me@example.com')
  press('Send instructions')
  expect(
    (await screen.findAllByText('The email you provided does not match the email on the account.', {}, patient)).length,
  ).toBeGreaterThan(0)
  type(/email/, 'front.desk@example.com')
  press('Send instructions')
  expect(await says('We have sent instructions to front.desk@example.com')).toBeTruthy()
})

test('ACC-035 a claimed studio offers to sign in', async () => {
  const { place } = await open('/signup/studio')
  search('lark')
  fireEvent.click(await screen.findByRole('option', { name: /Larkspur/ }, patient))
  await says('This studio already has an account. Sign in?')
  press('Sign in')
  await waitFor(() => expect(place()).toBe('/signin'), patient)
})

test('ACC-032 the list closes 150 ms after the field is left', async () => {
  await open('/signup/studio')
  search('lark')
  await screen.findByRole('option', { name: /Larkspur/ }, patient)
  fireEvent.blur(screen.getByRole('combobox'))
  expect(screen.queryByRole('option')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(screen.queryByRole('option')).toBeNull()
})

test('ACC-018 ACC-019 ERR-026 M027 a forgotten password: one field, and Email Sent', async () => {
  await open('/forgot-password')
  type('Email', credentials.email)
  press('SEND EMAIL')
  expect(await says('Email Sent')).toBeTruthy()
  expect(screen.getByText(/spam/)).toBeTruthy()
})

test('ACC-020 ERR-026 M030 a reset leads to the sign-in page with a word', async () => {
  await stage.call(0, 'POST', '/v1/mybtf/forgot', { email: 'iris@example.com' })
  await stage.runJobs()
  const mail = await stage.db
    .selectFrom('mails')
    .select('text')
    .where('template', '=', 'reset_password')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { place } = await open(/\/reset-password\/[\w-]+/.exec(mail.text)?.[0] ?? '')
  type('New Password', 'Encore2025')
  type('Confirm Password', 'Encore2025')
  press('Save')
  expect(await says('Please sign in with your new password')).toBeTruthy()
  expect(place()).toBe('/signin')
  cleanup()
  await open(/\/reset-password\/[\w-]+/.exec(mail.text)?.[0] ?? '')
  await screen.findByText('This link has been used already or has expired. Please ask for a new one.')
  expect(screen.queryByLabelText('New Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password')
})

test('ACC-058 ACC-060 ACC-062 M025 a wrong password shows an error at the password field of the dialog', async () => {
  await open('/account', ines)
  fireEvent.click(await screen.findByRole('button', { name: 'Change email' }, patient))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }, patient))
  fireEvent.change(dialog.getByLabelText('New email'), { target: { value: 'new@example.com' } })
  fireEvent.change(dialog.getByLabelText('Repeat new email'), { target: { value: 'new@example.com' } })
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'Wrong123' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => {
    const field = dialog.getByLabelText('Password')
    const described = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described).toContain('Authentication failed')
  }, patient)
})

test('ACC-060 a new address waits on the account page until its link is followed, and can be canceled', async () => {
  await open('/account', ines)
  fireEvent.click(await screen.findByRole('button', { name: 'Change email' }, patient))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }, patient))
  fireEvent.change(dialog.getByLabelText('New email'), { target: { value: 'new@example.com' } })
  fireEvent.change(dialog.getByLabelText('Repeat new email'), { target: { value: 'new@example.com' } })
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'Rehearsal7' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await says('Waiting for new@example.com')).toBeTruthy()
  press('Cancel the change')
  await waitFor(() => expect(screen.queryByText('Waiting for new@example.com')).toBeNull(), patient)
})

test('ACC-057 the account page shows the address with its state', async () => {
  const { person_id } = await stage.db
    .selectFrom('users')
    .select('person_id')
    .where('id', '=', ines)
    .executeTakeFirstOrThrow()
  const address = { address: '18 Mercer Street', city: 'Portland', state_id: 38, country_id: 1, zip: '97209' }
  await stage.db
    .insertInto('addresses')
    .values({ ...address, person_id, entered_by: ines, is_parent: false })
    .execute()
  await open('/account', ines)
  await screen.findByText('18 Mercer Street, Portland, OR 97209', undefined, patient)
})

test('ACC-043 ACC-046 ACC-047 ACC-057 the studio is read on the account page, and edited there', async () => {
  await open('/account', grace)
  await screen.findByRole('button', { name: 'Edit studio' }, patient)
  for (const label of ['Owner', 'City', 'State / province', 'Country', 'Zip'])
    expect(screen.getByText(label)).toBeTruthy()
  press('Edit studio')
  expect(screen.queryByLabelText('Account email')).toBeNull()
  expect(screen.queryByLabelText('Role')).toBeNull()
  fireEvent.click(screen.getByLabelText('Another contact'))
  const roles = [
    'Choose…',
    'Teacher',
    'Studio Director',
    'Office Manager',
    'Competition Director',
    'Registration Contact',
  ]
  await waitFor(() => {
    expect([...screen.getByLabelText('Role').querySelectorAll('option')].map((o) => o.textContent)).toEqual(roles)
  }, patient)
  fireEvent.click(screen.getByLabelText('The owner'))
  type('Studio name', 'Larkspur Conservatory')
  press('Save')
  expect((await screen.findAllByText('Larkspur Conservatory', {}, patient)).length).toBeGreaterThan(0)
})

test('ACC-072 ACC-073 ACC-075 UI-020 CONST-032 the pages of facts, and the one for what is not there', async () => {
  await open('/privacy')
  expect(await says('Last modified August 25, 2018')).toBeTruthy()
  expect(await says(/children under 13/)).toBeTruthy()
  cleanup()
  await open('/terms')
  expect(await says('Last modified August 25, 2018')).toBeTruthy()
  expect(await says(/State of California/)).toBeTruthy()
  cleanup()
  await open('/nope')
  expect(screen.getByText(/does not exist/)).toBeTruthy()
})

test('ACC-074 OFF-037 UI-021 while the office has the site closed it shows the notice, and to the office itself', async () => {
  const become = (role: 'office' | 'admin') =>
    stage.db.updateTable('users').set({ role }).where('id', '=', ines).execute()
  const close = (value: boolean) => stage.call(ines, 'PUT', '/v1/office/settings', { name: 'maintenance', value })
  await become('admin')
  expect((await close(true)).statusCode).toBe(200)
  await open('/terms')
  expect(await says(/We are working on the site/)).toBeTruthy()
  expect(screen.queryByText('Last modified August 25, 2018')).toBeNull()
  cleanup()
  await become('office')
  await open('/terms', ines)
  expect(await says('Last modified August 25, 2018')).toBeTruthy()
  expect((await close(false)).statusCode).toBe(403)
  await become('admin')
  await close(false)
  cleanup()
  await open('/terms')
  expect(await says('Last modified August 25, 2018')).toBeTruthy()
})
