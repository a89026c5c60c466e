// @vitest-environment jsdom
import { cents } from '@callboard/domain/kernel/money.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { QueryClient } from '@tanstack/react-query'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertPayment } from '@callboard/server/payments/queries.ts'
import { postPayment } from '@callboard/server/registrations/postings.ts'
import { insertRegistration, type RegistrationInput } from '@callboard/server/dev/build-registrations.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { eventHostAddress } from '../../web/src/event-area/EditButton.tsx'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'

const start = instant('2024-10-01T16:00:00Z')
const stage = await openStage({ now: start })
const { db, clock } = stage
const { registration, grace, marlowe, tour_date_id, event_id } = await completedCity(stage)
const { id } = registration

const setCity = (values: object) => db.updateTable('tour_dates').set(values).where('id', '=', tour_date_id).execute()
const setEvent = (values: object) => db.updateTable('events').set(values).where('id', '=', event_id).execute()
const setRegistration = (values: object) => db.updateTable('registrations').set(values).where('id', '=', id).execute()
const pristine = await db.selectFrom('tour_dates').selectAll().where('id', '=', tour_date_id).executeTakeFirstOrThrow()

/** A completed registration of another studio in the same city. */
async function another(values: Partial<RegistrationInput>) {
  const { user_id, studio_id, person_ids } = marlowe
  const whose = { tour_date_id, user_id, studio_id, dancers: person_ids.slice(0, 1), at: start }
  const registrationRow = await inTransaction(db, (tx) =>
    insertRegistration(tx, { ...whose, state: 'completed', ...values }),
  )
  return { id: registrationRow.id, user_id }
}
const out = (of: { id: number }) =>
  db.updateTable('registrations').set({ deleted: true }).where('id', '=', of.id).execute()

beforeEach(async () => {
  clock.time = start
  const { venue_id, hotel_id, add_ons } = pristine
  await setCity({ no_competition: false, venue_id, hotel_id, add_ons })
  await setEvent({ is_nationals: false })
  await setRegistration({ completed: true, confirmed: false, paying_by_check: false })
})
const calledUrls: string[] = []

async function visit(path: string, user_id = grace.user_id) {
  const cookie = user_id ? (await stage.sessionOf(user_id)).cookie : ''
  const ask = stage.fetchAs(cookie)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    calledUrls.push(url)
    return ask(url, init)
  })
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  return router
}
type Router = Awaited<ReturnType<typeof visit>>
const arrives = (router: Router, path: string) =>
  waitFor(() => expect(router.getState().shown?.path).toBe(path), { timeout: 30_000 })

/** The event area on one of its tabs, once it is there. */
async function open(tab: string, heading: string, of = { id, user_id: grace.user_id }) {
  const router = await visit(`/event/${of.id}/${tab}`, of.user_id)
  await screen.findByRole('heading', { level: 1, name: heading }, { timeout: 30_000 })
  return router
}
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Your event' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const card = (name: string) => screen.queryByRole('heading', { level: 2, name })?.closest('li')?.textContent

test('WIZ-034 EVT-011 an unfinished registration leads from every tab to the wizard', async () => {
  await setRegistration({ completed: false })
  for (const tab of ['overview', 'payments', 'confirmation']) {
    await arrives(await visit(`/event/${id}/${tab}`), `/registration/${id}`)
    cleanup()
  }
})

test('EVT-012 another’s registration, and one that does not exist, lead home', async () => {
  await arrives(await visit(`/event/${id}/overview`, marlowe.user_id), '/')
  cleanup()
  await arrives(await visit('/event/999999/overview'), '/')
  cleanup()
  await arrives(await visit('/event/abc/overview'), '/')
})

test('EVT-001 a visitor signs in first', async () => {
  await arrives(await visit(`/event/${id}/overview`, 0), '/signin')
})

test('EVT-032 each tab can be opened by its own address', async () => {
  for (const [tab, heading] of [
    ['overview', 'Overview'],
    ['payments', 'Payments'],
    ['confirmation', 'Confirmation'],
    ['media-pass', 'Media pass'],
  ] as const) {
    await open(tab, heading)
    cleanup()
  }
  await arrives(await visit(`/event/${id}`), `/event/${id}/overview`)
})

test('EVT-003 M119 the payments tab is PAY BALANCE in red while something is owed', async () => {
  await open('overview', 'Overview')
  expect(screen.getByRole('link', { name: 'PAY BALANCE' }).dataset['red']).toBe('true')
})

test('EVT-015 without routines the bar of the music is empty', async () => {
  const withoutRoutines = await another({})
  await open('overview', 'Overview', withoutRoutines)
  expect(card('Music')).toContain('No routines entered')
  expect(screen.getByRole('progressbar', { name: 'Music ready' }).getAttribute('value')).toBe('0')
  await out(withoutRoutines)
})

test('EVT-003 M120 EVT-013 when all is paid it is PAYMENT, and the balance card says so', async () => {
  const paidRegistration = await another({ paid: 'all' })
  await open('overview', 'Overview', paidRegistration)
  expect(screen.getByRole('link', { name: 'PAYMENT' }).dataset['red']).toBeUndefined()
  expect(card('Balance')).toContain('Paid in full')
  cleanup()
  const extra = { registration_id: paidRegistration.id, payment_method_id: 9, amount: cents(500), timestamp: start }
  await inTransaction(db, async (tx) => postPayment(tx, await insertPayment(tx, extra), start))
  await open('overview', 'Overview', paidRegistration)
  expect(card('Balance')).toContain('Paid in full, $5.00 overpaid')
  await out(paidRegistration)
})

test('EVT-013 EVT-014 EVT-015 EVT-030 the cards say what is owed, signed and uploaded', async () => {
  await open('overview', 'Overview')
  expect(card('Balance')).toMatch(/^Balance\$2,475\.00Pay by /)
  expect(card('Waivers')).toContain('0/9')
  expect(card('Music')).toContain('0/2ready')
})

test('EVT-013 nationals have no balance card', async () => {
  await setEvent({ is_nationals: true })
  await open('overview', 'Overview')
  expect(card('Balance')).toBeUndefined()
  expect(card('Waivers')).toContain('0/9')
})

test('EVT-015 EVT-033 a city without competition has no music card', async () => {
  await setCity({ no_competition: true })
  await open('overview', 'Overview')
  expect(card('Music')).toBeUndefined()
})

test('EVT-018 venue and hotel show their address, rate and booking, or COMING SOON!', async () => {
  await open('overview', 'Overview')
  expect(screen.getByRole('region', { name: 'Venue' }).textContent).toContain('Expo Pavilion')
  expect(screen.getByRole('region', { name: 'Hotel' }).textContent).toContain('Room rate')
  expect(screen.getByRole('link', { name: /Book a room/ }).getAttribute('href')).toMatch(/^https?:/)
  cleanup()
  await setCity({ venue_id: null, hotel_id: null })
  await open('overview', 'Overview')
  expect(screen.getAllByText('COMING SOON!')).toHaveLength(2)
})

test('EVT-019 the same house is one card', async () => {
  await setCity({ venue_id: pristine.hotel_id })
  await open('overview', 'Overview')
  expect(screen.getByRole('region', { name: 'Venue and hotel' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Hotel' })).toBeNull()
})

test('EVT-020 M128 news are dated; without any one is up to date', async () => {
  await db.deleteFrom('news').where('tour_date_id', '=', tour_date_id).execute()
  await open('overview', 'Overview')
  expect(screen.getByText('You are all up to date!')).toBeTruthy()
  cleanup()
  await db
    .insertInto('news')
    .values({ tour_date_id, date: '2024-09-27' as never, text: 'Bring layers' })
    .execute()
  await open('overview', 'Overview')
  expect(screen.getByRole('region', { name: 'News' }).textContent).toContain('Fri, Sep 27, 2024Bring layers')
})

const hey =
  'Hey there! It looks like you just registered! Please give us 1-3 days to review your registration and then the edit button will become available.'

test('EVT-021 M056 a new registration shows a notice until the office confirms it', async () => {
  await open('overview', 'Overview')
  expect(screen.getByText(hey)).toBeTruthy()
  cleanup()
  await setRegistration({ confirmed: true })
  await open('overview', 'Overview')
  expect(screen.queryByText(hey)).toBeNull()
})

test('EVT-008 EDIT-009 EDIT is a button and no address, gone once the event has begun', async () => {
  await open('overview', 'Overview')
  expect(screen.getByRole('button', { name: 'EDIT' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'EDIT' })).toBeNull()
  expect(tabs().at(-1)).toBe('EDIT')
  cleanup()
  clock.time = instant('2024-11-16T20:00:00Z')
  await open('overview', 'Overview')
  expect(screen.queryByRole('button', { name: 'EDIT' })).toBeNull()
})

test('EVT-027 a registration that pays later is PENDING', async () => {
  await setRegistration({ paying_by_check: true })
  await open('overview', 'Overview')
  expect(screen.getByText('PENDING: your check is expected')).toBeTruthy()
  expect(card('Balance')).toContain('Your check is due by')
})

test('EVT-014 EVT-015 after the event nothing but money is asked for', async () => {
  clock.time = instant('2024-12-20T16:00:00Z')
  const paidRegistration = await another({})
  await db
    .updateTable('registrations')
    .set({ receivable: cents(0) })
    .where('id', '=', paidRegistration.id)
    .execute()
  await open('overview', 'Overview', paidRegistration)
  expect(card('Waivers')).toContain('The event is over')
  expect(screen.queryByText(/yet to sign/)).toBeNull()
  expect(screen.queryByText(/are missing/)).toBeNull()
  await out(paidRegistration)
})

test('M118 a history without payments says so', async () => {
  const unpaid = await another({})
  await open('payments', 'Payments', unpaid)
  fireEvent.click(screen.getByRole('tab', { name: 'History' }))
  expect(await screen.findByText("You don't have any payments.")).toBeTruthy()
  await out(unpaid)
})

test('EVT-022 REV-029 the confirmation is the current one, or a dated one', async () => {
  await open('confirmation', 'Confirmation')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'As of' })
  await waitFor(() => expect([...select.options].map(({ text }) => text)).toEqual(['Current', '9/20/2024']))
  const paper = await screen.findByRole('article', { name: 'Registration confirmation' })
  expect(paper.textContent).toContain('As of 10/1/2024')
  expect(paper.textContent).toContain('小龍 李')
  fireEvent.change(select, { target: { value: select.options[1]?.value } })
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('As of 9/20/2024'))
})

test('EVT-022 EVT-023 the printable version opens through a token', async () => {
  await open('confirmation', 'Confirmation')
  const replace = vi.fn<(url: string) => void>()
  vi.stubGlobal('open', () => ({ location: { replace }, close: () => {} }))
  fireEvent.click(screen.getByRole('button', { name: 'Printable version' }))
  await waitFor(() => expect(replace).toHaveBeenCalledOnce())
  const [url = ''] = replace.mock.calls[0] ?? []
  const page = await stage.app.inject(url)
  expect(page.body).toContain('Registration confirmation')
})

test('EVT-024 ATT-052 without a media pass the page says where to add one; one is awaited, then shown in the page', async () => {
  calledUrls.length = 0
  await open('media-pass', 'Media pass')
  screen.getByText('No one in this registration has a media pass')
  screen.getByText('To add one, press EDIT and choose your dancers under Media season pass in the review.')
  cleanup()
  await setCity({ add_ons: [] })
  await open('media-pass', 'Media pass')
  expect(screen.queryByText(/press EDIT/)).toBeNull()
  cleanup()
  const ofId = db.updateTable('attendees').where('registration_id', '=', id)
  await ofId.set({ media_pass: true }).execute()
  await open('media-pass', 'Media pass')
  screen.getByText('Your media pass is not ready yet')
  // Nothing is asked for that is not there.
  expect(calledUrls.filter((url) => url.includes('/media-pass/'))).toEqual([])
  cleanup()
  const key = `media-passes/${tour_date_id}/abcdefghijkl.pdf`
  await stage.files.put(key, Buffer.from('%PDF-1.7'), 'application/pdf')
  const pass = { tour_date_id, key, name: 'Media pass.pdf', size: 8, added: start }
  await db.insertInto('city_media_passes').values(pass).execute()
  await open('media-pass', 'Media pass')
  expect((await screen.findByTitle('Media pass')).getAttribute('src')).toBe(`/v1/reports/media-pass/${id}`)
})

test('EVT-031 CODE-001 CODE-003 CODE-007 waivers, music, access codes and the confirmation are managed here; codes where something is virtual', async () => {
  await open('waivers', 'Waivers')
  expect(tabs()).not.toContain('Access codes')
  expect((await screen.findAllByRole('button', { name: /^SIGN for/ })).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('link', { name: 'Music' }))
  expect(await screen.findByText('Paper Lanterns')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Confirmation' }))
  expect(await screen.findByRole('button', { name: 'Printable version' })).toBeTruthy()
  cleanup()

  await setCity({ allows_virtual: true })
  const person = await db
    .selectFrom('attendees as a')
    .innerJoin('persons as p', 'p.id', 'a.person_id')
    .where('a.registration_id', '=', id)
    .select(['a.id', 'p.fname', 'p.lname'])
    .orderBy('a.id')
    .executeTakeFirstOrThrow()
  await db.updateTable('attendees').set({ virtual: true, access_code: 'WREN-01' }).where('id', '=', person.id).execute()
  await open('access-codes', 'Access codes')
  expect(tabs()).toContain('Access codes')
  expect(await screen.findByText('WREN-01')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: `Email the code of ${person.fname} ${person.lname}` }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: 'wren@example.com' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Email Sent')).toBeTruthy()
  const mailQuery = db.selectFrom('mails').select('text').where('to', '=', 'wren@example.com')
  expect((await mailQuery.executeTakeFirstOrThrow()).text).toContain('WREN-01')
  await db.updateTable('attendees').set({ virtual: false, access_code: null }).where('id', '=', person.id).execute()
  await setCity({ allows_virtual: false })
})

test('ACC-071 EVT-029 My Events leads to the event area', async () => {
  const router = await visit('/registrations/incomplete')
  fireEvent.click(await screen.findByRole('link', { name: 'View Portland, OR' }, { timeout: 30_000 }))
  await arrives(router, `/event/${id}/overview`)
})

test('ACC-070 the dashboard says what to do next for each city', async () => {
  await visit('/dashboard')
  const next = await screen.findByRole('list', { name: 'Next for Portland, OR' }, { timeout: 30_000 })
  const [pay, waivers, music, office] = within(next).getAllByRole('listitem')
  expect(pay?.textContent).toMatch(/^\$2,475\.00 due by /)
  expect(waivers?.textContent).toBe('9 waivers to sign')
  expect(music?.textContent).toBe('2 routines need their music')
  expect(office?.textContent).toBe('The office is reviewing it')
})

test('UI-004 the event’s own contact dialog names its address, with the city in the subject', async () => {
  await open('overview', 'Overview')
  const { name, support_email } = await db
    .selectFrom('events')
    .select(['name', 'support_email'])
    .where('id', '=', event_id)
    .executeTakeFirstOrThrow()
  fireEvent.click(screen.getByRole('button', { name: `Contact ${name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Contact ${name}` }))
  const link = dialog.getByRole('link', { name: support_email })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(`mailto:${support_email}?subject=${name} `)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('EDIT-004 COMP-013 EDIT leads into the wizard; the browser asks before an edit is left, and what was registered before has a table of its own', async () => {
  await setRegistration({ confirmed: true })
  const router = await open('overview', 'Overview')
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'EDIT' }))
  await screen.findByText(/^You are editing a completed registration/)
  expect(window.location.pathname).toMatch(new RegExp(`^/registration/${id}(/|$)`))
  await waitFor(() => expect(leave()).toBe(true))
  void router.navigate(`/registration/${id}/competition`)
  const previousRoutines = await screen.findByRole('grid', { name: 'Previously registered routines' })
  expect(within(previousRoutines).getAllByRole('row').length).toBeGreaterThan(1)
  expect(screen.getByText('No new routines')).toBeTruthy()
})

test.each([
  ['the event’s own host', 'https://meridian.callboard.example/registration/7', true],
  ['this host', 'https://callboard.example/registration/7', false],
  ['none, where no hosts are set', null, false],
  ['another company’s host', 'https://meridian.elsewhere.example/registration/7', false],
  ['a host that only begins alike', 'https://callboard.example.evil.example/registration/7', false],
  ['another registration', 'https://meridian.callboard.example/registration/8', false],
  ['another page', 'https://meridian.callboard.example/signin?to=/registration/7', false],
  ['without a lock', 'http://meridian.callboard.example/registration/7', false],
  ['a script', 'javascript:alert(1)', false],
])('EDIT-014 WIZ-028 the address of an edit is followed only to the event’s host: %s', (_, url, follows) => {
  const here = { protocol: 'https:', hostname: 'callboard.example' }
  expect(eventHostAddress(url, 7, here)).toBe(follows ? url : null)
})

test('OFF-020 the overview tells the office’s change with its message until it is put away, the payments page keeps it', async () => {
  const line = {
    key: 'routine:1',
    label: 'First Light',
    before: cents(9_000),
    after: null,
    because: ['Solo, early rate'],
  }
  const effect = {
    people: [{ kind: 'removed' as const, name: 'Ana Ruiz', what: [] }],
    ...{ routines: [], others: [], lines: [line] },
    ...{ total_before: cents(60_000), total: cents(51_000), balance: cents(-4_000) },
  }
  const row = { registration_id: id, made_by: 'office' as const, created: start, effect: JSON.stringify(effect) }
  await db
    .insertInto('registration_changes')
    .values({ ...row, message: 'Get well soon' })
    .execute()
  await open('overview', 'Overview')
  const notice = within(await screen.findByRole('region', { name: 'Changes by the office' }))
  notice.getByText('Get well soon')
  notice.getByText('Ana Ruiz was removed.')
  notice.getByText(/^Your total was \$600\.00 and is now \$510\.00\. Overpaid after this change: \$40\.00\.$/)
  expect(notice.getByRole('link', { name: 'See every amount' }).getAttribute('href')).toMatch(/payments\?pay=false$/)
  fireEvent.click(notice.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes by the office' })).toBeNull())
  cleanup()

  await open('payments?pay=false', 'Payments')
  const history = within(await screen.findByRole('region', { name: 'Changes to your registration' }))
  history.getByText('Changed by the office')
  history.getByText('Get well soon')
  const amounts = history.getByRole('row', { name: /First Light/ })
  expect(amounts.textContent).toBe('First LightSolo, early rate$90.00–')
  await db.deleteFrom('registration_changes').execute()
})
