// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { dollars } from '@callboard/domain/kernel/money.ts'
import { QueryClient } from '@tanstack/react-query'
import { insertAccount } from '@callboard/server/dev/build-people.ts'
import type { Schema } from '@callboard/server/platform/db/connect.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Insertable } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { completedCity } from '../scenarios/completed.ts'
import { created } from '../scenarios/small-city.ts'
import { filledForm } from '../scenarios/waivers.ts'
import { holdAnswers } from '../ui/hold-answers.ts'

const stage = await openStage({ now: instant('2024-10-01T16:00:00Z') })
const { db } = stage
const { registration, marlowe, tour_date_id, event_id } = await completedCity(stage)
const { user_id: admin } = await db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'admin@example.com', fname: 'Adele', lname: 'Moss', role: 'admin' }, created),
  )
const { user_id: clerk } = await db
  .transaction()
  .execute((tx) =>
    insertAccount(tx, { email: 'clerk@example.com', fname: 'Cleo', lname: 'Park', role: 'office' }, created),
  )
const patience = { timeout: 30_000 }
afterEach(cleanup)

async function open(path: string, title: string | RegExp) {
  const { cookie } = await stage.sessionOf(admin)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App queries={queries} router={makeRouter(queries)} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: title }, patience)
}
const dialog = (name: string) => screen.findByRole('dialog', { name }, patience).then((one) => within(one))
const press = (name: string | RegExp) => screen.findByRole('button', { name }, patience).then(fireEvent.click)
const type = (label: string | RegExp, value: string, of: Pick<typeof screen, 'getByLabelText'> = screen) =>
  fireEvent.change(of.getByLabelText(label), { target: { value } })

test('an administrator invites somebody, changes a role and ends an account, each from the list', async () => {
  await open('/office/accounts', 'Accounts')
  await press('Invite')
  const invite = await dialog('Invite to the office')
  type('Email', 'new@example.com', invite)
  type('First name', 'Nell', invite)
  type('Last name', 'Ames', invite)
  fireEvent.click(invite.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('Invitation emailed to new@example.com', undefined, patience)
  fireEvent.click(screen.getByRole('radio', { name: 'Invited' }))
  await screen.findByText('Nell Ames', undefined, patience)

  fireEvent.click(screen.getByRole('radio', { name: 'Office' }))
  await press('Change role of Cleo Park')
  const role = await dialog('Role of Cleo Park')
  fireEvent.click(role.getByRole('radio', { name: 'Administrator' }))
  type('Reason', 'Runs the season', role)
  fireEvent.click(role.getByRole('button', { name: 'Change role' }))
  await waitFor(async () => {
    const row = await db.selectFrom('users').select('role').where('id', '=', clerk).executeTakeFirst()
    expect(row).toEqual({ role: 'admin' })
  }, patience)

  await press('End account of Cleo Park')
  const end = await dialog('End the account of Cleo Park?')
  type('Reason', 'Left in October', end)
  fireEvent.click(end.getByRole('button', { name: 'End account' }))
  await screen.findByText('The account of Cleo Park has ended', undefined, patience)
  fireEvent.click(screen.getByRole('radio', { name: 'Ended' }))
  await screen.findByText(/^Ended /, undefined, patience)
})

test('a group mail is written to a city, previewed and scheduled', async () => {
  const { name: brand } = await db
    .selectFrom('events')
    .select('name')
    .where('id', '=', event_id)
    .executeTakeFirstOrThrow()
  await open('/office/group-mails/new', 'New group email')
  await screen.findByRole('option', { name: brand }, patience)
  type('Brand', String(event_id))
  const cities = await screen.findByRole('group', { name: 'Cities of the season' }, patience)
  await within(cities).findAllByRole('checkbox', undefined, patience)
  await press('All cities')
  await screen.findByText(/accounts?$/, undefined, patience)
  type('Subject', 'See you in {city}')
  type('Text', 'Hello , see you')
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text')
  await press('{city}')
  expect(text.value).toBe('Hello , see you{city}')
  await waitFor(() => expect(document.activeElement).toBe(text))
  text.setSelectionRange(6, 6)
  await press('{first_name}')
  expect(text.value).toBe('Hello {first_name}, see you{city}')
  await press('Save as draft')
  const preview = await screen.findByTitle('The email as its first recipient sees it', undefined, patience)
  expect(preview.getAttribute('src')).toMatch(/^\/v1\/office\/group-mails\/\d+\/html$/)

  await press('Send…')
  const send = await dialog('Send this email?')
  fireEvent.click(send.getByRole('radio', { name: 'At a time' }))
  type('Day', '2024-10-05', send)
  fireEvent.click(send.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('Everyone who matches when it goes out gets it.', undefined, patience)
  const mail = await db.selectFrom('group_mails').select(['state', 'send_at', 'time_zone']).executeTakeFirstOrThrow()
  expect(mail.state).toBe('scheduled')
  expect(mail.send_at?.slice(0, 10)).toBe('2024-10-05')
})

test('entries are narrowed by division, and their export is saved with a schedule', async () => {
  await open('/office/entries', 'Entries')
  await screen.findByText(/Paper Lanterns/, undefined, patience)
  await screen.findByRole('option', { name: 'Every division' }, patience)
  await waitFor(
    () => expect(screen.getByLabelText('Performance division').children.length).toBeGreaterThan(3),
    patience,
  )
  type('Performance division', '3')
  await waitFor(() => expect(screen.queryByText(/Paper Lanterns/)).toBeNull(), patience)
  screen.getByText(/Undertow/)

  await press('Save export')
  const save = await dialog('Save this export')
  type('Name', 'Third division', save)
  type('Email me a link', 'daily', save)
  fireEvent.click(save.getByRole('button', { name: 'Save' }))
  const note = await screen.findByText(/^Export saved\. It is listed under/, undefined, patience)
  expect(within(note).getByRole('link', { name: 'Exports' }).getAttribute('href')).toBe('/office/exports')
  const saved = await db.selectFrom('saved_exports').select(['name', 'filters', 'schedule']).executeTakeFirst()
  expect(saved).toMatchObject({ name: 'Third division', schedule: 'daily', filters: { performance_division_id: 3 } })
  cleanup()
  await open('/office/exports', 'Exports')
  await screen.findByText('Third division', undefined, patience)
})

test('OFF-026 claimed credits are searched and decided on a list of their own', async () => {
  await db
    .insertInto('credits')
    .values({ registration_id: registration.id, from: 'Voucher 12', amount: dollars(50) })
    .execute()
  await open('/office/credits', 'Credits')
  await screen.findByText('Voucher 12', undefined, patience)
  type('Search', 'nothing like it')
  await screen.findByText('No credit matches', undefined, patience)
  type('Search', 'vouch')
  await press(/^Verify the credit of/)
  await screen.findByText('No credit matches', undefined, patience)
  type('Search', '')
  await screen.findByText('Nothing to verify', undefined, patience)
  type('Status', 'verified')
  await screen.findByText('Voucher 12', undefined, patience)
})

test('ERR-031 mails that are sent again wait each for their own answer, and a second press sends nothing', async () => {
  const mail = {
    subject: 'Sent again',
    text: 'Hello',
    html: '<p>Hello</p>',
    template: 'test',
    state: 'failed' as const,
  }
  const names = ['first@example.com', 'second@example.com']
  await db
    .insertInto('mails')
    .values(names.map((to) => ({ ...mail, to, created: stage.clock.now() })))
    .execute()
  await open('/office/mails', 'Emails')
  const [first, second] = await Promise.all(
    names.map((to) =>
      screen.findByRole<HTMLButtonElement>('button', { name: `Send the email to ${to} again` }, patience),
    ),
  )
  const { calls, answer } = holdAnswers('/retry')
  if (!first || !second) throw new Error('Two mails have failed')
  fireEvent.click(first)
  await waitFor(() => expect(first.disabled).toBe(true), patience)
  expect(second.disabled).toBe(false)
  // Two presses that a busy phone delivers together, before the first is drawn as waiting.
  fireEvent.click(second)
  expect(second.disabled).toBe(false)
  fireEvent.click(second)
  await waitFor(() => expect(second.disabled).toBe(true), patience)
  // The first one still waits, though it is no longer the latest.
  expect(first.disabled).toBe(true)
  fireEvent.click(first)
  answer()
  await waitFor(() => expect(first.isConnected || second.isConnected).toBe(false), patience)
  expect(new Set(calls).size).toBe(2)
  expect(calls).toHaveLength(2)
  const states = db.selectFrom('mails').select('state').where('to', 'in', names)
  expect((await states.execute()).map(({ state }) => state)).toEqual(['queued', 'queued'])
})

test('OFF-035 OFF-043 waivers, and those of a city, are lists like the others: searched, ordered, saved as views', async () => {
  await open('/office/waivers', 'Waivers')
  await screen.findByRole('button', { name: 'New waiver' }, patience)
  await screen.findByLabelText('Search', undefined, patience)
  cleanup()
  const { city } = (await stage.call(admin, 'GET', `/v1/office/tour-dates/${tour_date_id}/waivers`)).json()
  await open(`/office/tour-dates/${tour_date_id}/waivers?q=nobody`, `Waivers for ${city}`)
  await screen.findByText('No one matches', undefined, patience)
  await press('Save view')
  await dialog('Save this view')
})

test.each([
  ['/office/audit?action=confirm+registration', 'Audit'],
  ['/office/dues?tab=all', 'Money due'],
  ['/office/people?q=ana', 'People'],
  ['/office/money?season=41', 'Money by city'],
  ['/office/lists?list=age_divisions', 'Shared lists'],
  ['/office/tour-dates/CITY/money?sort=balance', /^Money for/],
  ['/office/tour-dates/CITY/reports?sort=1', /./],
  ['/office/tour-dates/CITY/access-codes?sort=code', /^Access codes/],
  ['/office/tour-dates/CITY/critiques?missing=true', /^Critiques/],
  ['/office/tour-dates/CITY/recordings?missing=true', /^Recordings/],
])('%s offers to save its view', async (path, heading) => {
  await open(path.replace('CITY', String(tour_date_id)), heading)
  await screen.findByRole('button', { name: 'Save view' }, patience)
})

test('the page of a registration and the settings have an index of their sections', async () => {
  await open(`/office/registrations/${registration.id}`, /./)
  const index = within(await screen.findByRole('navigation', { name: 'Sections of this registration' }, patience))
  fireEvent.click(index.getByRole('button', { name: 'Office history' }))
  expect(document.activeElement?.textContent).toBe('Office history')
  cleanup()
  await open('/office/settings', 'Settings')
  const settings = within(await screen.findByRole('navigation', { name: 'Sections of the settings' }, patience))
  await waitFor(() => expect(settings.getAllByRole('button').length).toBeGreaterThan(4), patience)
})

test('OFF-013 a brand renames and hides rows of a shared list', async () => {
  await open(`/office/lists?list=performance_divisions&brand=${event_id}`, 'Shared lists')
  await press('Rename Jazz for this brand')
  const rename = await dialog('Jazz')
  type('Division', 'Jazz Funk', rename)
  fireEvent.click(rename.getByRole('button', { name: 'Save' }))
  await screen.findByText('Instead of Jazz', undefined, patience)
  await press('Hide Tap from this brand')
  await screen.findByText('Hidden here', undefined, patience)
  await press('Show Tap again')
  await screen.findByText('Instead of Tap', undefined, patience)
  // The product's own list is as it was.
  type('Brand', '')
  await waitFor(() => expect(screen.queryByText('Jazz Funk')).toBeNull(), patience)
  screen.getByText('Tap')
})

/** A waiver of somebody in the city, signed for another studio that entered the same person. */
async function signForeignWaiver() {
  const { id: _, ...row } = await db
    .selectFrom('registrations')
    .where('id', '=', registration.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { user_id, studio_id } = marlowe
  const { id: registration_id } = await db
    .insertInto('registrations')
    .values({ ...(row as Insertable<Schema['registrations']>), user_id, studio_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { person_id } = await db
    .selectFrom('attendees')
    .where('registration_id', '=', registration.id)
    .orderBy('id')
    .select('person_id')
    .executeTakeFirstOrThrow()
  const type = await db.selectFrom('waiver_types').select('id').executeTakeFirstOrThrow()
  const waiver = { person_id, waiver_type_id: type.id, season_id: 41, signed_at: created }
  const request = {
    ...waiver,
    registration_id,
    version: 1,
    created,
    expires_at: created,
    signer_name: 'Sable Halloran',
  }
  const { id: request_id } = await db
    .insertInto('waiver_requests')
    .values({ ...request, form: JSON.stringify(filledForm), parent_relationship: 'Mother', is_self: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('waivers')
    .values({ ...waiver, request_id, user_id })
    .execute()
}

test('WAIV-025 OFF-035 a waiver signed for another studio is missing all the same, and the office looks into it', async () => {
  await signForeignWaiver()
  const waivers = `/office/tour-dates/${tour_date_id}/waivers`
  const { city, signed } = (await stage.call(admin, 'GET', `/v1${waivers}`)).json()
  expect(signed).toBe(0)
  await open(waivers, `Waivers for ${city}`)
  await press(/^See the waiver of .+ signed for Marlowe Street Studio$/)
  const proof = await screen.findByRole('dialog', { name: /^Participant waiver: / }, patience)
  await within(proof).findByText('Marlowe Street Studio', undefined, patience)
  expect(within(proof).getAllByText('Sable Halloran').length).toBeGreaterThan(0)
})
