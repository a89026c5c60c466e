// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { uploadsTo } from '../registrations/upload-kit.ts'
import sharp from 'sharp'
import { openOfficeStage } from './office-stage.tsx'

const { db, dialog, event_id, fill, office, open, patient, press, stage, tour_date_id } = await openOfficeStage()

test('OFF-001 an event begins in a dialog and opens, its address made of its name', async () => {
  const { place } = await open('/office/events', 'Events')
  await press('New event')
  const eventDialog = await dialog('New event')
  fireEvent.click(eventDialog.getByRole('button', { name: 'Create draft' }))
  expect(await eventDialog.findByText('Required')).toBeTruthy()
  fill(eventDialog, { Name: 'Northern Lights', 'Email for questions': 'hello@northern.example' })
  expect(eventDialog.getByLabelText<HTMLInputElement>('Web address').value).toBe('northern-lights')
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
  // Each empty field says so, not the days alone.
  fireEvent.click(cityDialog.getByRole('button', { name: 'Create draft' }))
  await cityDialog.findByText('Please choose the first day.')
  cityDialog.getByText('Please choose the last day of the early rate.')
  cityDialog.getByText('Please choose a time zone.')
  expect(cityDialog.getAllByText('Required').length).toBeGreaterThanOrEqual(2)
  fill(cityDialog, {
    Event: String(event_id),
    Season: '41',
    City: 'Larkspur',
    'First day': '2025-05-02',
    'Last day': '2025-05-04',
    'Early rate through': '2025-04-01',
  })
  // Without a state no zone is proposed: it is asked for at its field.
  await waitFor(() => expect(cityDialog.queryByText('Loading when rates change…')).toBeNull(), patient)
  expect((cityDialog.getByLabelText('Time zone') as HTMLSelectElement).value).toBe('')
  fireEvent.click(cityDialog.getByRole('button', { name: 'Create draft' }))
  await cityDialog.findByText('Please choose a time zone.')
  expect(document.activeElement).toBe(cityDialog.getByLabelText('Time zone'))
  // An early rate that outlives the event is refused beside its field.
  fill(cityDialog, { 'Early rate through': '2025-05-05' })
  await cityDialog.findByText('The early rate ends after the event.')
  fill(cityDialog, { 'Early rate through': '2025-04-01' })
  expect(cityDialog.queryByText('The early rate ends after the event.')).toBeNull()
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
  expect(copyDialog.queryByLabelText('Time zone')).toBeNull()
  fill(copyDialog, { City: 'Aldermere', 'First day': '2025-11-21' })
  fireEvent.change(copyDialog.getByLabelText(/^State/), { target: { value: '' } })
  await copyDialog.findByText('Please choose a time zone.')
  fill(copyDialog, { 'Time zone': 'America/Boise' })
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
  const { place } = await open('/office/season-copy', 'Copy a season')
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
  fill(copyDialog, { Name: 'Southern Lights', 'Email for questions': 'hello@southern.example' })
  fireEvent.click(copyDialog.getByRole('button', { name: 'Create draft' }))
  await screen.findByRole('heading', { level: 1, name: 'Southern Lights' }, patient)
  await press('Publish event')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish event' })).toBeNull(), patient)
  const eventRow = db.selectFrom('events').where('subdomain', '=', 'southern-lights').selectAll()
  expect(await eventRow.executeTakeFirstOrThrow()).toMatchObject({ published: true, allows_routine_copy: true })
})
