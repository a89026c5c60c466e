// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { smallCity } from '@callboard/server/dev/scenario-small-city.ts'
import { inTransaction } from '@callboard/server/platform/db/transaction.ts'
import { insertException } from '@callboard/server/ledger/exception-queries.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { uploadsTo } from '../registrations/upload-kit.ts'
import sharp from 'sharp'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const { marlowe, office, tour_date_id, event_id } = await smallCity(db)
const { id } = await inTransaction(db, (tx) =>
  insertRegistration(tx, {
    tour_date_id,
    user_id: marlowe.user_id,
    studio_id: marlowe.studio_id,
    dancers: marlowe.person_ids.slice(0, 1),
    at: instant('2024-09-20T10:00:00Z'),
    state: 'completed',
  }),
)

const beAn = (role: 'admin' | 'office') =>
  db.updateTable('users').set({ role }).where('id', '=', office.user_id).execute()
beforeEach(() => beAn('admin'))
const patient = { timeout: 30_000 }
const keys: string[] = []

async function open(path: string, heading: string | RegExp) {
  const answer = stage.fetchAs((await stage.sessionOf(office.user_id)).cookie)
  keys.length = 0
  // A page opened second replaces the first.
  cleanup()
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const key = (init.headers as Record<string, string> | undefined)?.['idempotency-key']
    if (key) keys.push(key)
    return answer(url, init)
  })
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  const router = makeRouter(queries)
  render(<App queries={queries} router={router} nonce="" />)
  await screen.findByRole('heading', { level: 1, name: heading }, patient)
  return { place: () => window.location.pathname }
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }, patient))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }, patient))
const fill = (within_: ReturnType<typeof within>, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(within_.getByLabelText(label), { target: { value } })
  }
}

test('OFF-051 an administrator finds an account and resets its second factor, with a reason; not their own', async () => {
  const factor = { secret: 'KEPT', confirmed_at: stage.clock.now(), created: stage.clock.now() }
  const both = [marlowe.user_id, office.user_id].map((user_id) => ({ user_id, ...factor }))
  await db
    .insertInto('second_factors')
    .values(both)
    .onConflict((on) => on.doNothing())
    .execute()
  await open('/office/accounts', 'Accounts')
  const reset = /^Reset second step of /
  await screen.findByRole('button', { name: 'Reset second step of Desmond Marlowe' }, patient)
  expect(screen.queryByRole('button', { name: 'Reset second step of Wanda Abernathy' })).toBeNull()
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', marlowe.user_id)
    .executeTakeFirstOrThrow()
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: email } })
  await waitFor(() => expect(screen.queryByText('office@callboard.example')).toBeNull(), patient)
  await press(reset)
  const resetDialog = await dialog('Reset the second step of Desmond Marlowe?')
  fireEvent.click(resetDialog.getByRole('button', { name: 'Reset second step' }))
  await resetDialog.findByText('Please say why, and how you verified their identity.', {}, patient)
  fireEvent.change(resetDialog.getByLabelText('Reason'), { target: { value: 'Phone lost; called back' } })
  fireEvent.click(resetDialog.getByRole('button', { name: 'Reset second step' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: reset })).toBeNull(), patient)
  const left = await db.selectFrom('second_factors').select('user_id').execute()
  expect(left.map(({ user_id }) => user_id)).not.toContain(marlowe.user_id)
})

test('OFF-051 an administrator gives an account a role in the office, with a reason; not their own', async () => {
  await open('/office/accounts', 'Accounts')
  await press('Change role of Desmond Marlowe')
  expect(screen.queryByRole('button', { name: 'Change role of Wanda Abernathy' })).toBeNull()
  const roleDialog = await dialog('Role of Desmond Marlowe')
  fireEvent.click(roleDialog.getByLabelText('Administrator'))
  fireEvent.click(roleDialog.getByRole('button', { name: 'Change role' }))
  await roleDialog.findByText('Please say why.', {}, patient)
  fireEvent.change(roleDialog.getByLabelText('Reason'), { target: { value: 'Runs the tour from now on' } })
  fireEvent.click(roleDialog.getByRole('button', { name: 'Change role' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patient)
  const row = db.selectFrom('users').select('role').where('id', '=', marlowe.user_id)
  expect(await row.executeTakeFirst()).toEqual({ role: 'admin' })
  await db.updateTable('users').set({ role: 'user' }).where('id', '=', marlowe.user_id).execute()
})

test('OFF-001 an event begins in a dialog and opens, its address made of its name', async () => {
  const { place } = await open('/office/events', 'Events')
  await press('New event')
  const eventDialog = await dialog('New event')
  fireEvent.click(eventDialog.getByRole('button', { name: 'Create draft' }))
  expect(await eventDialog.findByText('Required')).toBeTruthy()
  fill(eventDialog, { Name: 'Northern Lights', 'Support address': 'hello@northern.example' })
  expect(eventDialog.getByLabelText<HTMLInputElement>('Subdomain').value).toBe('northern-lights')
  fireEvent.click(eventDialog.getByRole('button', { name: 'Create draft' }))
  await screen.findByRole('heading', { level: 1, name: 'Northern Lights' }, patient)
  const event = await db
    .selectFrom('events')
    .where('subdomain', '=', 'northern-lights')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(place()).toBe(`/office/events/${event.id}`)
  expect(event).toMatchObject({ name: 'Northern Lights', support_email: 'hello@northern.example' })
})

test('OFF-002 a season begins, and becomes the current one', async () => {
  await open('/office/events', 'Events')
  await press('New season')
  const seasonDialog = await dialog('New season')
  fill(seasonDialog, { 'First year': '2033', 'Last year': '2034', 'Ages are counted on January 1 of': '2034' })
  fireEvent.click(seasonDialog.getByRole('button', { name: 'Create season' }))
  await press('Change season 2033–2034')
  const change = await dialog('Season 2033–2034')
  fireEvent.click(change.getByLabelText(/^The current season/))
  fireEvent.click(change.getByRole('button', { name: 'Save season' }))
  const current = () =>
    db.selectFrom('seasons').where('current', '=', true).select(['id', 'start_year', 'age_year']).execute()
  await waitFor(async () => expect(await current()).toMatchObject([{ start_year: 2033, age_year: 2034 }]), patient)
  await db.updateTable('seasons').set({ current: false }).execute()
  await db.updateTable('seasons').set({ current: true }).where('id', '=', 41).execute()
})

test('OFF-003 a city is opened, and has its venue and hotel with room rate and reservations', async () => {
  const { place } = await open('/office/tour-dates', 'Cities')
  await press('New city')
  const cityDialog = await dialog('New city')
  await waitFor(
    () => expect(cityDialog.getByLabelText('Event').querySelectorAll('option').length).toBeGreaterThan(1),
    patient,
  )
  fill(cityDialog, {
    Event: String(event_id),
    'In season': '41',
    City: 'Larkspur',
    'First day': '2025-05-02',
    'Last day': '2025-05-04',
    'Early rate through': '2025-04-01',
  })
  fireEvent.change(cityDialog.getByLabelText(/^State/), { target: { value: 'ID' } })
  expect((cityDialog.getByLabelText('Time zone') as HTMLSelectElement).value).toBe('America/Boise')
  await waitFor(() => expect(cityDialog.queryByText('Loading when rates change…')).toBeNull(), patient)
  fireEvent.click(cityDialog.getByRole('button', { name: 'Create draft' }))
  await screen.findByRole('heading', { level: 1, name: /^Larkspur/ }, patient)
  const city = Number(place().split('/').at(-1))

  const storedCity = async () => (await stage.call(office.user_id, 'GET', `/v1/office/tour-dates/${city}`)).json()
  // One minute after 11:59 pm in Boise, less the seven hours after which a rate changes.
  expect(await storedCity()).toMatchObject({ time_zone: 'America/Boise', cutoff_end_date: '2025-04-01T23:00:00.000Z' })
  const early = await screen.findByLabelText<HTMLInputElement>('Early rate through', {}, patient)
  await waitFor(() => expect(early.value).toBe('2025-04-01T23:59'), patient)
  await screen.findByText(/early rate through Tue, Apr 1, 11:59 pm MDT; there is no late rate/)
  fireEvent.change(screen.getByLabelText('Regular rate through'), { target: { value: '2025-03-01T23:59' } })
  await screen.findByText('The regular rate must end after the early rate.')
  fireEvent.change(screen.getByLabelText('Regular rate through'), { target: { value: '2025-05-06T00:30' } })
  await screen.findByText('The regular rate ends after the event.')
  fireEvent.change(screen.getByLabelText('Regular rate through'), { target: { value: '2025-04-20T23:59' } })
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'America/Los_Angeles' } })
  expect(early.value).toBe('2025-04-01T23:59')

  const venue = within(await screen.findByRole('region', { name: 'Venue' }))
  fireEvent.click(venue.getByLabelText('The venue is known'))
  fill(venue, { 'Venue name': 'Expo Pavilion' })
  const hotel = within(screen.getByRole('region', { name: 'Hotel' }))
  fireEvent.click(hotel.getByLabelText('There is a hotel'))
  fill(hotel, { 'Hotel name': 'The Alder' })
  fireEvent.change(hotel.getByLabelText(/^Room rates/), { target: { value: '$149 a night' } })
  fireEvent.change(hotel.getByLabelText(/^Reservations link/), { target: { value: 'https://alder.example/book' } })
  await press('Save city')
  await waitFor(async () => {
    const reply = await stage.call(office.user_id, 'GET', `/v1/office/tour-dates/${city}`)
    expect(reply.json()).toMatchObject({
      venue: { name: 'Expo Pavilion' },
      hotel: { name: 'The Alder', room_rates: '$149 a night', reservations_link: 'https://alder.example/book' },
      time_zone: 'America/Los_Angeles',
      cutoff_end_date: '2025-04-02T00:00:00.000Z',
      late_end_date: '2025-04-21T00:00:00.000Z',
    })
  }, patient)
})

test('OFF-003 a city is copied into a draft, published with one press, and made a draft again', async () => {
  const source = await db.selectFrom('tour_dates').where('id', '=', tour_date_id).selectAll().executeTakeFirstOrThrow()
  const { place } = await open(`/office/tour-dates/${tour_date_id}`, /./)
  await press('Copy city')
  const copyDialog = await dialog('Copy Portland')
  fireEvent.click(copyDialog.getByRole('button', { name: 'Create draft' }))
  expect((await copyDialog.findAllByText('Required')).length).toBe(1)
  fill(copyDialog, { City: 'Aldermere', 'First day': '2025-11-21' })
  await copyDialog.findByText(/^Studios see: early rate through/, {}, patient)
  fireEvent.click(copyDialog.getByRole('button', { name: 'Create draft' }))
  await screen.findByRole('heading', { level: 1, name: /^Aldermere/ }, patient)
  const id = Number(place().split('/').at(-1))
  const row = () => db.selectFrom('tour_dates').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({ published: false, start_date: '2025-11-21', one_solos: source.one_solos })
  await press('Publish city')
  await waitFor(async () => expect((await row()).published).toBe(true), patient)
  await press('Make a draft')
  const question = await dialog('Make this city a draft again?')
  fireEvent.click(question.getByRole('button', { name: 'Make it a draft' }))
  await screen.findByText('Only the office sees this city. Studios see it once it is published.', {}, patient)
  expect((await row()).published).toBe(false)
})

test('OFF-002 OFF-003 a season is made from another: previewed, created as drafts, and undone with one press', async () => {
  const { place } = await open('/office/season-copy', 'Season from another')
  const years = [screen.getByLabelText('First year'), screen.getByLabelText('Last year')] as HTMLInputElement[]
  expect(years.map(({ value }) => value)).toEqual(['2025', '2026'])
  const cities = within(await screen.findByRole('region', { name: 'Cities of the new season' }, patient))
  fireEvent.change(screen.getByLabelText('Percent'), { target: { value: '4' } })
  fireEvent.click(await screen.findByText(/^Meridian: \d+ prices$/, {}, patient))
  await screen.findByText('Mini, weekend, early rate', {}, patient)
  await screen.findByText('$234.00', {}, patient)
  const first = cities.getByLabelText('First day in Portland, OR')
  fireEvent.change(first, { target: { value: '2025-12-05' } })
  await waitFor(() => expect(cities.getByText(/Dec 5/)).toBeTruthy(), patient)
  await press('Create season')
  await screen.findByRole('heading', { level: 1, name: 'Events' }, patient)
  expect(place()).toBe('/office/events')
  const copiedCities = db
    .selectFrom('tour_dates')
    .where('season_copy_id', 'is not', null)
    .select(['start_date', 'published'])
  expect(await copiedCities.execute()).toContainEqual({ start_date: '2025-12-05', published: false })
  await press('Undo season 2025–2026 from 2024–2025')
  const question = await dialog('Undo season 2025–2026?')
  fireEvent.click(question.getByRole('button', { name: 'Undo season' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo season/ })).toBeNull(), patient)
  expect(await copiedCities.execute()).toEqual([])
})

test('OFF-001 a brand’s color that white text cannot be read on is refused beside its field', async () => {
  await open(`/office/events/${event_id}`, /./)
  const row = () => db.selectFrom('events').where('id', '=', event_id).selectAll().executeTakeFirstOrThrow()
  const color = await screen.findByLabelText<HTMLInputElement>('Color', {}, patient)
  fireEvent.change(color, { target: { value: '#FFD400' } })
  fireEvent.change(screen.getByLabelText(/^Sender’s name/), { target: { value: 'Meridian Tour' } })
  await press('Save event')
  await screen.findByText(/^White text on this color is hard to read \(1\.4:1/, {}, patient)
  fireEvent.change(color, { target: { value: '#1F4E79' } })
  await press('Save event')
  await screen.findByText('Required', {}, patient)
  fireEvent.change(screen.getByLabelText(/^Sender’s address/), { target: { value: 'tour@meridian.example' } })
  await press('Save event')
  await waitFor(async () => {
    expect(await row()).toMatchObject({ color: '#1F4E79', mail_from_name: 'Meridian Tour', mail_footer: null })
  }, patient)
})

test('OFF-001 a logo is uploaded, shown in the brand’s look, refused with its reason, and deleted', async () => {
  const uploading: Parameters<typeof uploadsTo>[1] = {}
  vi.stubGlobal('XMLHttpRequest', uploadsTo(stage, uploading))
  await open(`/office/events/${event_id}`, /./)
  const choose = async (label: RegExp, content: Uint8Array<ArrayBuffer>) => {
    const file = new File([content], 'logo.png', { type: 'image/png' })
    fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }, patient), { target: { files: [file] } })
    await waitFor(() => expect(uploading.send).toBeDefined(), patient)
    await uploading.send?.()
    delete uploading.send
  }
  const drawing = sharp({ create: { width: 90, height: 30, channels: 3, background: '#1F4E79' } })
  await choose(/^Logo/, new Uint8Array(await drawing.png().toBuffer()))
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'Logo of Meridian' }, patient)
  expect(picture.src).toMatch(/\/v1\/events\/\d+\/logos\/[\w-]+\.png$/)
  await choose(/^Another logo/, new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" />'))
  await screen.findByText(/^Invalid media file\./, {}, patient)
  await press('Delete the logo')
  await screen.findByText(/^No logo: pages show initials/, {}, patient)
})

test('OFF-001 an event is copied into a draft and published', async () => {
  await open(`/office/events/${event_id}`, /./)
  await press('Copy event')
  const copyDialog = await dialog(/^Copy /)
  fill(copyDialog, { Name: 'Southern Lights', 'Support address': 'hello@southern.example' })
  fireEvent.click(copyDialog.getByRole('button', { name: 'Create draft' }))
  await screen.findByRole('heading', { level: 1, name: 'Southern Lights' }, patient)
  await press('Publish event')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish event' })).toBeNull(), patient)
  const eventRow = db.selectFrom('events').where('subdomain', '=', 'southern-lights').selectAll()
  expect(await eventRow.executeTakeFirstOrThrow()).toMatchObject({ published: true, allows_routine_copy: true })
})

test('OFF-009 an administrator exempts an account; the office reads it alone', async () => {
  await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  const name = /^Can register in past and sold-out cities/
  fireEvent.click(await screen.findByRole('switch', { name }, patient))
  const exempt = async () =>
    (await db.selectFrom('users').where('id', '=', marlowe.user_id).select('exempt').executeTakeFirstOrThrow()).exempt
  await waitFor(async () => expect(await exempt()).toBe(true), patient)
  cleanup()
  await beAn('office')
  await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  expect((await screen.findByRole<HTMLInputElement>('switch', { name }, patient)).disabled).toBe(true)
})

test('OFF-021 a registration leads to its studio settings', async () => {
  const { place } = await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  fireEvent.click(await screen.findByRole('link', { name: 'Studio settings' }))
  await waitFor(() => expect(place()).toBe(`/office/studios/${marlowe.studio_id}`), patient)
})

test('OFF-020 pressed twice, one dialog records one payment', async () => {
  await open(`/office/registrations/${id}`, 'Marlowe Street Studio')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Record payment' }, patient))[0] as HTMLElement)
  const paymentDialog = await dialog('Record a payment')
  fill(paymentDialog, { Amount: '40.00', 'Check number': '4071' })
  const record = paymentDialog.getByRole('button', { name: 'Record payment' })
  fireEvent.click(record)
  fireEvent.click(record)
  await screen.findByText('Check 4071', {}, patient)
  expect(new Set(keys).size).toBe(1)
  expect(await db.selectFrom('payments').where('registration_id', '=', id).select('id').execute()).toHaveLength(1)
})

test('OFF-051 a payment to check is listed on the first screen until it is settled', async () => {
  const kind = 'the bank returned a payment'
  await inTransaction(db, (tx) =>
    insertException(tx, { registration_id: id, attempt_id: null, kind, detail: 'P-77', created: stage.clock.now() }),
  )
  await open('/office', 'Today')
  const panel = within(await screen.findByRole('region', { name: 'Payments to look at' }, patient))
  expect(panel.getByRole('link', { name: 'Marlowe Street Studio' }).getAttribute('href')).toBe(
    `/office/registrations/${id}`,
  )
  fireEvent.click(panel.getByRole('button', { name: /^Settled: The bank returned a payment/ }))
  fireEvent.click((await dialog('Mark as resolved?')).getByRole('button', { name: 'Yes, it is resolved' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payments to look at' })).toBeNull(), patient)
})

async function choose(list: string) {
  const listSelect = () => screen.getByLabelText<HTMLSelectElement>('List')
  fireEvent.change(listSelect(), { target: { value: list } })
  // The filter is in the URL, so that going back shows the same list.
  await waitFor(() => expect(listSelect().value).toBe(list), patient)
  await screen.findByRole('grid', {}, patient)
}

test('OFF-010 OFF-011 OFF-013 shared lists: a row is changed, a row is added, the rest stays', async () => {
  await open('/office/lists', 'Shared lists')
  const levels = await db.selectFrom('workshop_levels').select('id').execute()
  const [first] = await screen.findAllByRole('button', { name: /^Change / }, patient)
  if (first) fireEvent.click(first)
  const level = within(await screen.findByRole('dialog', {}, patient))
  fireEvent.change(level.getByLabelText(/^Recommended age/), { target: { value: '16 and up' } })
  fireEvent.click(level.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const rows = await db
      .selectFrom('workshop_levels')
      .where('recommended_age', '=', '16 and up')
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  }, patient)
  expect(await db.selectFrom('workshop_levels').select('id').execute()).toHaveLength(levels.length)

  await choose('routine_categories')
  await press('New category')
  const category = await dialog('New category')
  fireEvent.click(category.getByRole('button', { name: 'Add' }))
  expect((await category.findAllByText('Required')).length).toBeGreaterThan(1)
  fill(category, { Category: 'Extended line', Short: 'EL', 'Dancers at least': '16', 'Seconds on stage': '300' })
  fireEvent.click(category.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Extended line', {}, patient)).toBeTruthy()

  await choose('jacket_sizes')
  await press('New size')
  const size = await dialog('New size')
  fill(size, { Size: 'Adult 4XL' })
  fireEvent.click(size.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Adult 4XL', {}, patient)).toBeTruthy()
})

test('OFF-013 every list reads, and the office without an administrator changes none', async () => {
  await beAn('office')
  await open('/office/lists', 'Shared lists')
  const lists = [...screen.getByLabelText('List').querySelectorAll('option')].map(({ value }) => value).filter(Boolean)
  expect(lists).toHaveLength(9)
  for (const list of lists) {
    await choose(list)
    expect(screen.getAllByRole('row').length).toBeGreaterThan(1)
  }
  expect(screen.queryByRole('button', { name: /^(New|Change)/ })).toBeNull()
})

test('OFF-015 ATT-054 a lab is added to a city, and one is taken off', async () => {
  await db
    .updateTable('tour_dates')
    .set({ add_ons: ['lab'] })
    .where('id', '=', tour_date_id)
    .execute()
  await db.insertInto('city_choices').values({ tour_date_id, kind: 'lab', name: 'Turns' }).execute()
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  fireEvent.click(await screen.findByRole('switch', { name: 'Turns is offered' }, patient))
  fireEvent.change(screen.getByLabelText('Name to add'), { target: { value: 'Partnering' } })
  await press('Add')
  await press('Save city')
  await waitFor(async () => {
    const rows = await db.selectFrom('city_choices').orderBy('id').select(['kind', 'name', 'offered']).execute()
    expect(rows).toEqual([
      { kind: 'lab', name: 'Turns', offered: false },
      { kind: 'lab', name: 'Partnering', offered: true },
    ])
  }, patient)
})

test('VAR-009 OFF-047 an administrator enters the intensives of a city with their prices', async () => {
  await db.updateTable('events').set({ is_intensive: true }).where('id', '=', event_id).execute()
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  await press('Add an intensive')
  const group = within(await screen.findByRole('group', { name: 'Intensive 1' }, patient))
  fill(group, { Name: 'Summer track', Price: '495' })
  fireEvent.change(group.getByLabelText(/^Group price/), { target: { value: '450' } })
  await press('Save city')
  await waitFor(async () => {
    const rows = await db.selectFrom('intensives').select(['name', 'price', 'group_price', 'offered']).execute()
    expect(rows).toEqual([{ name: 'Summer track', price: 49_500, group_price: 45_000, offered: true }])
  }, patient)
  await db.updateTable('events').set({ is_intensive: false }).where('id', '=', event_id).execute()
})

test('OFF-023 C109 the office records a scholarship for a dancer it finds by name, and denies an attendance', async () => {
  const [person_id = 0] = marlowe.person_ids
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', person_id)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const pick = async (form: ReturnType<typeof within>, label: string) => {
    fireEvent.change(form.getByLabelText(label), { target: { value: `${fname} ${lname}` } })
    fireEvent.click(await form.findByRole('radio', { name: new RegExp(`^${fname} ${lname}`) }, patient))
  }
  await open('/office/scholarships', 'Scholarships')
  await press('Record scholarship')
  const form = await dialog('Record a scholarship')
  fireEvent.click(form.getByRole('button', { name: 'Record scholarship' }))
  await form.findByText('Please choose a dancer from the list.', {}, patient)
  await pick(form, 'Holder')
  fill(form, { Amount: '250' })
  fireEvent.click(form.getByRole('button', { name: 'Record scholarship' }))
  await screen.findByText('$250.00', {}, patient)
  expect(await db.selectFrom('scholarships').select(['person_id', 'amount']).execute()).toEqual([
    { person_id, amount: 25_000 },
  ])

  await open('/office/attended', 'Attended before')
  await press('Record attendance')
  const record = await dialog('Record attendance')
  await pick(record, 'Dancer')
  fireEvent.click(record.getByRole('radio', { name: 'Did not attend' }))
  fireEvent.click(record.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const rows = await db.selectFrom('attendance_records').select(['person_id', 'attended']).execute()
    expect(rows).toEqual([{ person_id, attended: false }])
  }, patient)
})

test('OFF-014 the office chooses a city’s nominations on its page', async () => {
  await db.updateTable('tour_dates').set({ nomination_types: [] }).where('id', '=', tour_date_id).execute()
  const { id: typeId, name } = await db
    .selectFrom('nomination_types')
    .orderBy('id')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  fireEvent.click(await screen.findByLabelText(`Teen & Senior ${name}`))
  fireEvent.click(screen.getByText('Save city'))
  await waitFor(async () => {
    const city = await db
      .selectFrom('tour_dates')
      .where('id', '=', tour_date_id)
      .select('nomination_types')
      .executeTakeFirstOrThrow()
    expect(city.nomination_types).toEqual([typeId])
  })
})

test('OFF-035 an administrator writes new terms: missing clauses are named at the field, then the page shows them', async () => {
  await open('/office/texts', 'Legal texts')
  await press('Change Terms and conditions')
  const form = await dialog('Change Terms and conditions')
  const words = form.getByLabelText<HTMLTextAreaElement>('Text')
  const before = words.value
  fill(form, { Text: before.replace('$35', 'something') })
  fireEvent.click(form.getByRole('button', { name: 'Save as version 2' }))
  const lacks = await form.findByText('This text has to name the fee of a returned check, $35.', {}, patient)
  expect(words.getAttribute('aria-describedby')).toContain(lacks.closest('[id]')?.id)
  fill(form, { Text: `${before}\n\n# Pets\n\nPets stay at home.` })
  fireEvent.click(form.getByRole('button', { name: 'Save as version 2' }))
  expect(await screen.findByText('Version 2', {}, patient)).toBeTruthy()
  cleanup()
  await open('/terms', 'Terms')
  expect(await screen.findByText('Last modified October 1, 2024', {}, patient)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Pets' })).toBeTruthy()
})
