// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOfficeStage } from './office-stage.tsx'

const { beAn, db, dialog, event_id, fill, marlowe, open, patient, press, sentBodies, tour_date_id } =
  await openOfficeStage()

test('an event’s names, addresses and percent are checked beside their fields; decimals can be typed', async () => {
  await open(`/office/events/${event_id}`, /./)
  const percent = await screen.findByLabelText<HTMLInputElement>('Price for returning attendees', {}, patient)
  for (const value of ['7', '7.', '7.5']) {
    fireEvent.change(percent, { target: { value } })
    expect(percent.value).toBe(value)
  }
  fireEvent.change(percent, { target: { value: '175' } })
  fireEvent.change(screen.getByLabelText('Web address'), { target: { value: 'Northern Lights' } })
  await press('Save event')
  await screen.findByText('Two to forty lowercase letters, digits or hyphens.', {}, patient)
  await screen.findByText('Enter a percent from 0 to 100.', {}, patient)
  fireEvent.change(percent, { target: { value: '62.5' } })
  fireEvent.change(screen.getByLabelText('Web address'), { target: { value: 'northern-lights' } })
  await press('Save event')
  await waitFor(async () => {
    const row = await db.selectFrom('events').where('id', '=', event_id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ subdomain: 'northern-lights', attended_multiplier: 6_250 })
  }, patient)
})

test('OFF-001 the rule of free teachers follows the switch of nationals, and is saved as shown', async () => {
  await open(`/office/events/${event_id}`, /./)
  const rule = await screen.findByLabelText<HTMLSelectElement>('Free teachers', {}, patient)
  expect(rule.value).toBe('tier_regional')
  fireEvent.click(screen.getByLabelText('Nationals'))
  expect(rule.value).toBe('tier_nationals')
  fireEvent.change(rule, { target: { value: 'tier_regional' } })
  await press('Save event')
  const row = () =>
    db.selectFrom('events').where('id', '=', event_id).select(['is_nationals', 'free_teacher_rule']).executeTakeFirst()
  await waitFor(
    async () => expect(await row()).toEqual({ is_nationals: true, free_teacher_rule: 'tier_regional' }),
    patient,
  )
  await db.updateTable('events').where('id', '=', event_id).set({ is_nationals: false }).execute()
})

test('a city is renamed, and a website that is no link is refused beside its field', async () => {
  await open(`/office/tour-dates/${tour_date_id}`, /./)
  fireEvent.change(await screen.findByLabelText('City', {}, patient), { target: { value: 'Portland East' } })
  const hotel = within(screen.getByRole('region', { name: 'Hotel' }))
  const hotelSwitch = hotel.getByLabelText<HTMLInputElement>('There is a hotel')
  if (!hotelSwitch.checked) fireEvent.click(hotelSwitch)
  fill(hotel, { 'Hotel name': 'The Alder' })
  const website = hotel.getByLabelText(/^Hotel website/)
  fireEvent.change(website, { target: { value: 'javascript:alert(1)' } })
  await press('Save city')
  await hotel.findByText('Enter a web address, such as www.hotel.com.', {}, patient)
  fireEvent.change(website, { target: { value: 'www.alder.example' } })
  await press('Save city')
  await screen.findByRole('heading', { level: 1, name: /^Portland East/ }, patient)
  await waitFor(
    () => expect(hotel.getByLabelText<HTMLInputElement>(/^Hotel website/).value).toMatch(/^https:/),
    patient,
  )
})

test('a season that ends before it begins is refused beside its last year', async () => {
  await open('/office/events', 'Events')
  await press('New season')
  const season = await dialog('New season')
  fill(season, { 'First year': '2036', 'Last year': '2035', 'Ages are counted on January 1 of': '2036' })
  fireEvent.click(season.getByRole('button', { name: 'Create season' }))
  await season.findByText('A season ends in its first year or the year after.', {}, patient)
})

test('all cities of a brand are left out of a copied season with one press', async () => {
  await open('/office/season-copy', 'Copy a season')
  const brands = within(await screen.findByRole('group', { name: 'Brands' }, patient))
  const meridian = () => brands.getByLabelText<HTMLInputElement>('Meridian')
  await waitFor(() => expect(meridian().checked).toBe(true), patient)
  fireEvent.click(meridian())
  await waitFor(() => expect(meridian().checked).toBe(false), patient)
  await waitFor(
    () => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create season' }).disabled).toBe(true),
    patient,
  )
})

test('why a season with cities cannot be deleted is said in the question, which stays the only dialog', async () => {
  const values = { start_year: 2030, end_year: 2031, age_year: 2031 }
  const { id } = await db
    .insertInto('seasons')
    .values({ ...values, id: 90 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('tour_dates').where('id', '=', tour_date_id).set({ season_id: id }).execute()
  await open('/office/events', 'Events')
  await press('Delete season 2030–2031')
  const question = await dialog('Delete the season 2030–2031?')
  fireEvent.click(question.getByRole('button', { name: 'Delete season' }))
  await question.findByText('This cannot be deleted because it has cities.', {}, patient)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await db.updateTable('tour_dates').where('id', '=', tour_date_id).set({ season_id: 41 }).execute()
  fireEvent.click(question.getByRole('button', { name: 'Delete season' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patient)
  expect(await db.selectFrom('seasons').where('id', '=', id).select('id').execute()).toEqual([])
})

test('no preview of a copied season is asked for without its cities', async () => {
  await open('/office/season-copy', 'Copy a season')
  await screen.findByRole('heading', { name: 'Cities' }, patient)
  const countsOfCities = () =>
    sentBodies
      .filter(({ url }) => url.endsWith('/copy-preview'))
      .flatMap(({ body }) => (JSON.parse(body) as { cities?: unknown[] }).cities?.length ?? [])
  await waitFor(() => expect(countsOfCities().length).toBeGreaterThan(0), patient)
  expect(countsOfCities()).not.toContain(0)
})

test('a setting whose value is a season is chosen by its years', async () => {
  const [season] = await db.selectFrom('seasons').selectAll().orderBy('id').execute()
  if (!season) throw new Error('There is no season')
  await open('/office/settings', 'Settings')
  fireEvent.change(await screen.findByLabelText('Find a setting'), { target: { value: 'judges’ sheets' } })
  const label = 'Critiques are the judges’ sheets from this season on'
  await screen.findByRole('option', { name: `${season.start_year}–${season.end_year}` }, patient)
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value: String(season.id) } })
  const storedValue = () =>
    db.selectFrom('settings').where('name', '=', 'critique_source_min_season').select('value').executeTakeFirst()
  await waitFor(async () => expect((await storedValue())?.value).toBe(season.id), patient)
  await db.deleteFrom('settings').where('name', '=', 'critique_source_min_season').execute()
})

test('a search of settings that finds nothing says so', async () => {
  await open('/office/settings', 'Settings')
  fireEvent.change(await screen.findByLabelText('Find a setting'), { target: { value: 'zzqqx' } })
  await screen.findByRole('heading', { name: 'No setting matches' }, patient)
})

test('the choices of a shared list are said in words', async () => {
  await open('/office/lists?list=nominations', 'Shared lists')
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'New nomination' }, patient)
  await waitFor(() => expect(add.disabled).toBe(false), patient)
  fireEvent.click(add)
  const step = (await dialog('New nomination')).getByLabelText('Asked for in')
  const words = [...step.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(words).toEqual(['Choose…', 'Studio of the Year', 'Studio awards', 'Specialty awards'])
})

test('the record of an attendance is removed once that is confirmed', async () => {
  const [person_id = 0] = marlowe.person_ids
  const record = { person_id, season_id: 41, attended: true, note: '', recorded: new Date().toISOString() }
  await db
    .insertInto('attendance_records')
    .values(record as never)
    .execute()
  await open('/office/attended', 'Attended before')
  await press(/^Remove the attendance of/)
  const question = await dialog(/^Remove the record of/)
  const records = () => db.selectFrom('attendance_records').select('person_id').execute()
  expect(await records()).toHaveLength(1)
  fireEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(async () => expect(await records()).toEqual([]), patient)
})

test('OFF-022 a promo code without a name is asked for; its list is filtered by every status that it shows', async () => {
  await open('/office/promo-codes', 'Promo codes')
  const filter = await screen.findByLabelText<HTMLSelectElement>('Status', {}, patient)
  expect([...filter.options].map(({ text }) => text)).toEqual([
    ...['Every status', 'On', 'Not yet', 'Used up', 'Ended', 'Off'],
  ])
  await press('New code')
  const form = await dialog('New promo code')
  fireEvent.click(form.getByRole('button', { name: 'Create code' }))
  const code = form.getByLabelText('Code')
  await waitFor(() => {
    const describedBy = code.getAttribute('aria-describedby') ?? ''
    expect(form.getAllByText('Required').filter(({ id }) => describedBy.includes(id))).toHaveLength(1)
  })
  expect(document.activeElement).toBe(code)
})

test('OFF-022 a view saved with the former filter of promo codes shows the same status', async () => {
  for (const [address, word] of [
    ['active=no', 'Off'],
    ['active=false', 'Off'],
    ['active=yes', 'On'],
    ['active=true', 'On'],
  ]) {
    await open(`/office/promo-codes?${address}`, 'Promo codes')
    const filter = await screen.findByLabelText<HTMLSelectElement>('Status', {}, patient)
    expect(filter.selectedOptions[0]?.text).toBe(word)
  }
  const filter = screen.getByLabelText<HTMLSelectElement>('Status')
  fireEvent.change(filter, { target: { value: '' } })
  await waitFor(() => {
    const changedFilter = screen.getByLabelText<HTMLSelectElement>('Status')
    expect(changedFilter.selectedOptions[0]?.text).toBe('Every status')
  })
  expect(window.location.search).not.toContain('active')
})

test('OFF-022 OFF-040 the office without administration reads why it cannot create promo codes', async () => {
  const reason = /^Only administrators can create and change promo codes/
  await open('/office/promo-codes', 'Promo codes')
  await screen.findByRole('button', { name: 'New code' }, patient)
  expect(screen.queryByText(reason)).toBeNull()
  await beAn('office')
  await open('/office/promo-codes', 'Promo codes')
  await screen.findByText(reason, {}, patient)
  expect(screen.queryByRole('button', { name: 'New code' })).toBeNull()
})
