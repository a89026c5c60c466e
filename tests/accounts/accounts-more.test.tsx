// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertIndependent, insertStudio, insertUnclaimedStudio } from '@callboard/server/dev/build-people.ts'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const created = instant('2024-01-01')
let grace = { user_id: 0, studio_id: 0 }
let iris = 0

beforeAll(async () => {
  await db.transaction().execute(async (tx) => {
    const larkspur = { name: 'Larkspur Conservatory of Dance', owner: ['Grace', 'Oyelaran'] as const, roster: [] }
    const place = { city: 'Portland', state_id: 38, created }
    grace = await insertStudio(tx, { ...larkspur, ...place, email: 'grace@example.com' })
    await insertUnclaimedStudio(tx, { name: 'Hollow Creek', email: 'front.desk@example.com', ...place })
    const dancer = { fname: 'Iris', lname: 'Vandermeer', birthdate: calendarDate('2006-05-21'), person_type_id: 1 }
    iris = (await insertIndependent(tx, { ...dancer, email: 'iris@example.com' }, created)).user_id
  })
})

const patient = { timeout: 30_000 }

async function open(path: string, user_id = 0) {
  const jar = { cookie: user_id ? (await stage.sessionOf(user_id)).cookie : '' }
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    calls.push(`${init?.method} ${url}`)
    const reply = await stage.fetchAs(jar.cookie)(url, init)
    // Keeps HttpOnly cookies as a browser does.
    const set = /callboard_session=([\w-]*)/.exec(reply.headers.get('set-cookie') ?? '')
    if (set) jar.cookie = set[1] ? `callboard_session=${set[1]}` : ''
    return reply
  })
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await screen.findByRole('heading', { level: 1 }, patient)
  return { router, place: () => window.location.pathname, asked: () => calls }
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const says = (text: string | RegExp) => screen.findByText(text, {}, patient)
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, patient)

/** The link in the last mail of this kind. */
async function linkOf(template: string, path: RegExp) {
  const mail = await db
    .selectFrom('mails')
    .select('text')
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return path.exec(mail.text)?.[0] ?? ''
}

/** A new account whose address nobody has confirmed, and the link of its mail. */
async function newcomer(email: string) {
  const person = { fname: 'Ida', lname: 'Berg', person_type_id: 3 }
  const reply = await stage.call(0, 'POST', '/v1/mybtf/signup', { person, user: { email, password: 'Rehearsal7' } })
  return { user_id: reply.json().user.id as number, link: await linkOf('confirm_email', /\/confirm\/[\w-]+/) }
}

test('ACC-012 ACC-013 ACC-014 ERR-026 an unconfirmed account is redirected to one page, which can send the mail again', async () => {
  const { user_id } = await newcomer('first@example.com')
  for (const path of ['/account', '/roster', '/dashboard']) {
    const { place } = await open(path, user_id)
    await waitFor(() => expect(place()).toBe('/awaiting-confirmation'), patient)
    cleanup()
  }
  await open('/awaiting-confirmation', user_id)
  await heading('Please confirm your address')
  expect(screen.getByText('first@example.com')).toBeTruthy()
  const before = (await db.selectFrom('mails').select('id').execute()).length
  press('Send the email again')
  const sentDialog = within(await screen.findByRole('dialog', { name: 'Confirmation Email Sent!' }, patient))
  expect(sentDialog.getByText(/inbox.*junk or spam/)).toBeTruthy()
  await stage.runJobs()
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(before + 1)
})

test.each(['/awaiting-confirmation', '/signup/user'])(
  'an email that is not confirmed yet is said to be so on %s, as often as it is checked; the page stays',
  async (path) => {
    const email = `early${path.length}@example.com`
    const { place } =
      path === '/signup/user' ? await signUpIndividual(email) : await open(path, (await newcomer(email)).user_id)
    for (let time = 0; time < 2; time++) {
      fireEvent.click(await screen.findByRole('link', { name: /confirmed my email/ }, patient))
      expect(screen.queryByText(/not confirmed yet/)).toBeNull()
      const answer = await says(/Your email is not confirmed yet/)
      expect(answer.closest('output')).not.toBeNull()
      expect(place()).toBe(path)
    }
    expect(screen.getByRole('button', { name: /resend|again/ })).toBeTruthy()
    await db.updateTable('users').set({ confirmed: true }).where('email', '=', email).execute()
    fireEvent.click(screen.getByRole('link', { name: /confirmed my email/ }))
    await waitFor(() => expect(place()).toBe('/'), patient)
  },
)

async function signUpIndividual(email: string) {
  const page = await open('/signup/user')
  await waitFor(() => expect(screen.getByLabelText('I am a…').querySelectorAll('option')).toHaveLength(4), patient)
  const entry = { 'First name': 'Ida', 'Last name': 'Berg', 'I am a…': '1', Email: email, 'Repeat email': email }
  for (const [label, value] of Object.entries({ ...entry, Password: 'Rehearsal7', 'Repeat password': 'Rehearsal7' })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  press('Sign up')
  await heading('Thank you')
  return page
}

test('an invitation that was used, withdrawn or has expired is named as such', async () => {
  await open('/invitation/anything')
  await heading('This invitation cannot be used')
  expect(screen.getByText(/This invitation was used, withdrawn, or has expired/)).toBeTruthy()
})

test('ACC-013 a visitor has no address to confirm', async () => {
  const { place } = await open('/awaiting-confirmation')
  await waitFor(() => expect(place()).toBe('/signin'), patient)
})

test('ACC-016 ACC-017 ERR-026 the link confirms, and leads to where the person was going', async () => {
  const { user_id, link } = await newcomer('second@example.com')
  const first = await open('/roster', user_id)
  await waitFor(() => expect(first.place()).toBe('/awaiting-confirmation'), patient)
  cleanup()
  const { place } = await open(link, user_id)
  await says('Your email has been confirmed')
  await waitFor(() => expect(place()).toBe('/roster'), patient)
})

test('ACC-017 with nowhere remembered it leads to the start', async () => {
  const { user_id, link } = await newcomer('third@example.com')
  const { place } = await open(link, user_id)
  await waitFor(() => expect(place()).toBe('/'), patient)
})

test('ACC-016 ACC-086 confirming while signed out says so, and signs nobody in', async () => {
  const { user_id, link } = await newcomer('fourth@example.com')
  await open(link)
  await heading('Your email has been confirmed')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
  const user = await db.selectFrom('users').where('id', '=', user_id).select('confirmed').executeTakeFirstOrThrow()
  expect(user.confirmed).toBe(true)
  cleanup()
  const { place } = await open('/account')
  await waitFor(() => expect(place()).toBe('/signin'), patient)
})

test('ACC-016 a link that is no longer good offers the way to a new one', async () => {
  await open('/confirm/not-a-token')
  expect(screen.getByRole('link', { name: 'Sign in to get a new email' }).getAttribute('href')).toBe('/signin')
})

async function openStudioForm() {
  await open('/signup/studio')
  screen.getByRole('button', { name: 'Create a new studio' }).focus()
  press('Create a new studio')
  await heading('A new studio')
  expect(document.activeElement?.id).toBe('content')
}

test('ACC-043 ACC-044 ACC-045 ACC-047 M039 signing up a studio asks for studio, account and owner, and goes back', async () => {
  await openStudioForm()
  const handlers = within(screen.getByRole('radiogroup', { name: 'Tell us who handles your registration' }))
  expect(handlers.getAllByRole('radio')).toEqual(
    ['The owner', 'Another contact'].map((name) => handlers.getByLabelText(name)),
  )
  // Only another contact is asked for a role.
  expect(screen.queryByLabelText('Role')).toBeNull()
  fireEvent.click(handlers.getByLabelText('Another contact'))
  expect(await screen.findByLabelText('Role')).toBeTruthy()
  fireEvent.click(handlers.getByLabelText('The owner'))
  for (const label of ['Studio name', 'Address', 'Phone', 'Email', /^Website/]) {
    expect(screen.getByLabelText(label)).toBeTruthy()
  }
  const account = ['Account email', 'Repeat account email', 'Password', 'Repeat password']
  for (const label of account) expect(screen.getByLabelText(label)).toBeTruthy()
  expect(screen.getByText('at least 6 characters, 1 capital letter, 1 number')).toBeTruthy()
  for (const label of ['First name', 'Last name', /^Personal email/, /^Cell/]) {
    expect(screen.getByLabelText(label)).toBeTruthy()
  }
  expect(screen.getByRole('button', { name: 'Sign up' })).toBeTruthy()
  press('Back')
  expect(await screen.findByRole('button', { name: 'Create a new studio' })).toBeTruthy()
})

test('ACC-031 a studio name that was searched for is carried into the form of a new one', async () => {
  await open('/signup/studio')
  fireEvent.change(screen.getByRole('combobox', { name: /^Find your studio/ }), { target: { value: ' Copper Lane ' } })
  press('Create a new studio')
  await heading('A new studio')
  expect(screen.getByLabelText<HTMLInputElement>('Studio name').value).toBe('Copper Lane')
})

async function fillStudio(email: string) {
  type('Studio name', 'Juniper Street Dance')
  type('Address', '5 Juniper Street')
  type('City', 'Salem')
  type(/^Zip/, '97301')
  type('Phone', '5035550182')
  type('Email', 'desk@example.com')
  type('Account email', email)
  type('Repeat account email', email)
  type('Password', 'Rehearsal7')
  type('Repeat password', 'Rehearsal7')
  type('First name', 'Noor')
  type('Last name', 'Haddad')
  const states = await screen.findByLabelText(/^State/)
  await waitFor(() => expect(states.querySelectorAll('option').length).toBeGreaterThan(10), patient)
  fireEvent.change(states, { target: { value: '38' } })
}

test('ACC-036 M033 creating a studio whose account is there already moves to setting it up, its address filled in', async () => {
  await openStudioForm()
  await fillStudio('front.desk@example.com')
  press('Sign up')
  await says('It looks like we already have an account set up for you!')
  expect(screen.getByLabelText<HTMLInputElement>(/email/).value).toBe('front.desk@example.com')
})

test('ACC-030 M037 a new studio is thanked, with its mail sent and the way to another one', async () => {
  await openStudioForm()
  await fillStudio('juniper@example.com')
  press('Sign up')
  await heading('Thank you')
  expect(screen.getByText(/A confirmation email was sent to/).textContent).toContain('juniper@example.com')
  expect(screen.getByRole('button', { name: 'resend confirmation email' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /confirmed my email/ }).getAttribute('href')).toBe('/awaiting-confirmation')
})

test('ACC-041 ACC-042 M034 the link of the mail claims the studio: a password, signed in, and its account page', async () => {
  const studio = await db
    .selectFrom('studios')
    .where('name', '=', 'Hollow Creek')
    .select('id')
    .executeTakeFirstOrThrow()
  const email = 'front.desk@example.com'
  await stage.call(0, 'POST', `/v1/mybtf/studios/${studio.id}/sendSetupEmail`, { email })
  const mail = await db.selectFrom('mails').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const { place, asked } = await open(/\/signup\/setup-password\/[\w-]+/.exec(mail.text)?.[0] ?? '')
  await heading('Hollow Creek')
  expect(screen.getByText(email)).toBeTruthy()
  type(/^(New )?Password$/, 'Encore2025')
  type(/^(Confirm|Repeat) password$/i, 'Encore2025')
  press('Claim the studio')
  await says('You have claimed your studio! Please update your studio information!')
  expect(place()).toBe('/account')
  // Nor was the link asked a second time, now that it is used.
  expect(asked().filter((call) => call.startsWith('PUT') && call.endsWith('setupAccount'))).toHaveLength(1)
})

test('ACC-041 a signed-in person is not shown the claim', async () => {
  const { place } = await open('/signup/setup-password/anything', grace.user_id)
  await waitFor(() => expect(place()).toBe('/'), patient)
})

test('ACC-067 an independent chooses the studio that they dance with', async () => {
  const tour_date_id = await (await openSeason(stage)).city()
  const { id } = (await stage.call(iris, 'POST', '/v1/mybtf/registration', { tour_date_id })).json()
  const { place } = await open(`/change-studio?event=7&registration_id=${id}`, iris)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CONFIRM' }).disabled).toBe(true)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'larksp' } })
  fireEvent.click(await screen.findByRole('option', { name: /Larkspur/ }, patient))
  await says(/You dance with/)
  press('CONFIRM')
  await waitFor(() => expect(place()).toBe(`/registration/${id}`), patient)
  const row = await db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ studio_id: grace.studio_id, independent: false })
})

test('a studio’s own account is not asked which studio it dances with', async () => {
  await open('/change-studio?event=7', grace.user_id)
  expect(await says(/This account registers Larkspur Conservatory/)).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to My Account' }).getAttribute('href')).toBe('/account')
})

test('ACC-067 a visitor signs in first', async () => {
  const { place } = await open('/change-studio?event=7')
  await waitFor(() => expect(place()).toBe('/signin'), patient)
})

test('UI-002 UI-031 the user menu of a studio with a long name shows three words of it', async () => {
  await open('/account', grace.user_id)
  expect(await screen.findByRole('button', { name: /Larkspur Conservatory of…/ }, patient)).toBeTruthy()
})

async function saveMethods() {
  const bill_to = { firstName: 'Grace', lastName: 'Oyelaran', address: '18 Mercer Street', city: 'Portland' }
  const whole = JSON.stringify({ ...bill_to, zip: '97209', state_id: 38, country_id: 1 })
  const row = (billing_id: string, payment_method_id: number, last_four: string, brand: string) => ({
    user_id: grace.user_id,
    billing_id,
    payment_method_id,
    gateway_customer_id: billing_id,
    last_four,
    brand,
    expiration_date: brand && '1028',
    bill_to: whole,
    created,
  })
  await db
    .insertInto('payment_profiles')
    .values([row('m_card', 1, '1111', 'visa'), row('m_bank', 6, '6789', '')])
    .execute()
}

test('ACC-065 the account page lists what is kept to pay with, and takes one away when that is confirmed', async () => {
  await saveMethods()
  await open('/account', grace.user_id)
  await says('Bank account ending in 6789')
  expect(screen.getByText('Visa ending in 1111').textContent).toContain('Grace Oyelaran, through 10/28')
  const left = async () =>
    (await db.selectFrom('payment_profiles').select('last_four').execute()).map((r) => r.last_four)

  press('Remove Visa ending in 1111')
  const removalDialog = () => screen.findByRole('dialog', { name: 'Remove Visa ending in 1111?' }, patient)
  fireEvent.click(within(await removalDialog()).getByRole('button', { name: 'No, keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await left()).toEqual(['1111', '6789'])

  press('Remove Visa ending in 1111')
  fireEvent.click(within(await removalDialog()).getByRole('button', { name: 'Yes, remove it' }))
  await waitFor(() => expect(screen.queryByText('Visa ending in 1111')).toBeNull(), patient)
  expect(await left()).toEqual(['6789'])
  expect(screen.getByText('Bank account ending in 6789')).toBeTruthy()
})
