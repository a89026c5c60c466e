// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOfficeStage } from './office-stage.tsx'

const { db, dialog, event_id, office, open, patient, press, stage, tour_date_id } = await openOfficeStage()

/** A change by somebody else of the office, who does not say what they read. */
async function saveElsewhere(url: string, body: object) {
  const reply = await stage.call(office.user_id, 'PUT', url, body)
  expect(reply.statusCode, reply.body).toBe(200)
}

test('OFF-010 a price that somebody else changed meanwhile is shown, and replaced only when saved again', async () => {
  await open(`/office/events/${event_id}`, /./)
  await screen.findByRole('heading', { level: 2, name: 'Prices' }, patient)
  const cells = () => screen.findAllByLabelText<HTMLInputElement>(/, whole event, regular rate$/, {}, patient)
  const [first] = await cells()
  const query = db
    .selectFrom('level_prices as p')
    .innerJoin('workshop_levels as l', 'l.id', 'p.level_id')
    .innerJoin('seasons as s', 's.id', 'p.season_id')
    .where('s.current', '=', true)
    .where('p.event_id', '=', event_id)
    .where('p.tier', '=', 'full')
    .where('p.kind', '=', 'full')
    .select(['p.level_id', 'p.tier', 'p.kind', 'p.price', 'p.season_id', 'l.level'])
  const prices = await query.execute()
  const name = first?.getAttribute('aria-label')?.split(',')[0]
  const own = prices.find(({ level }) => level === name)
  const other = prices.find(({ level }) => level !== name)
  if (!first || !own || !other) throw new Error('It has no prices')
  const priceOf = async ({ level_id }: { level_id: number }) =>
    (await query.where('p.level_id', '=', level_id).executeTakeFirst())?.price

  fireEvent.change(first, { target: { value: '401' } })
  const theirs = [
    { ...own, price: 51_200 },
    { ...other, price: 61_300 },
  ]
  await saveElsewhere(`/v1/office/events/${event_id}/prices`, { season_id: own.season_id, levels: theirs })
  await press('Save prices')
  await screen.findByText(/^Someone else changed the price of a level since/, {}, patient)
  const message = await screen.findByText('Now $512.00', {}, patient)
  expect(first.getAttribute('aria-describedby')).toContain(message.id)
  expect([first.value, await priceOf(own)]).toEqual(['401', 51_200])

  await press('Save prices')
  await waitFor(async () => expect(await priceOf(own)).toBe(40_100), patient)
  // A price that was left as read stays as somebody else set it.
  expect(await priceOf(other)).toBe(61_300)
  await waitFor(() => expect(screen.queryByText('Now $512.00')).toBeNull(), patient)
})

test('OFF-013 a cell of a list that somebody else changed meanwhile is named, and replaced only when saved again', async () => {
  await db
    .insertInto('vip_types')
    .values({ id: 77, code: 'LATE_STAR', name: 'Late star', amount: 5_000 as never, active: true, add_winner: false })
    .execute()
  const query = db.selectFrom('vip_types').where('id', '=', 77).select(['name', 'amount', 'active'])
  await open('/office/lists?list=vip_types', 'Shared lists')
  await press('Change Late star')
  const form = await dialog('Late star')
  fireEvent.change(form.getByLabelText(/^Amount/), { target: { value: '75' } })
  const row = { id: 77, code: 'LATE_STAR', name: 'Latest star', amount: 6_000, active: false, add_winner: false }
  await saveElsewhere('/v1/office/static/vip_types', { rows: [row] })
  const save = () => fireEvent.click(form.getByRole('button', { name: 'Save' }))
  save()
  const message = await form.findByText(/^Someone else changed the amount since/, {}, patient)
  expect(form.getByLabelText(/^Amount/).getAttribute('aria-describedby')).toContain(message.id)
  save()
  const merged = { name: 'Latest star', amount: 7_500, active: false }
  await waitFor(async () => expect(await query.executeTakeFirst()).toEqual(merged), patient)
})

test('recipients of a mail that somebody else changed meanwhile are told at their field', async () => {
  const audience = {
    ...{ tour_date_ids: [tour_date_id], state: 'any' },
    ...{ owes: false, paid_in_full: false, lacks_waivers: false, lacks_music: false, in_program: false },
  }
  const mail = { kind: 'contract', subject: 'Parking', text: 'Park behind the hall.', audience }
  const { id: mail_id } = (await stage.call(office.user_id, 'POST', '/v1/office/group-mails', mail)).json()
  const url = `/v1/office/group-mails/${mail_id}`
  const storedState = async () => (await stage.call(office.user_id, 'GET', url)).json().audience.state
  const choose = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label, {}, patient), { target: { value } })
  await open(`/office/group-mails/${mail_id}`, 'Parking')
  await choose('Registration', 'completed')
  await saveElsewhere(url, { ...mail, audience: { ...audience, state: 'to_confirm' } })
  await press('Save draft')
  const message = await screen.findByText(/^Someone else changed the recipients since/, {}, patient)
  // The stored word is not one of the form.
  expect(message.textContent).not.toContain('now reads')
  const field = screen.getByLabelText('Registration')
  expect(field.getAttribute('aria-describedby')).toContain(message.id)
  expect([document.activeElement, await storedState()]).toEqual([field, 'to_confirm'])
  await press('Save draft')
  await waitFor(async () => expect(await storedState()).toBe('completed'), patient)

  fireEvent.click(screen.getByLabelText('Owes a balance'))
  await saveElsewhere(url, { ...mail, audience: { ...audience, state: 'completed', paid_in_full: true } })
  await press('Save draft')
  const second = await screen.findByText(/^Someone else changed the recipients since/, {}, patient)
  expect(screen.getByLabelText('Owes a balance').getAttribute('aria-describedby')).toContain(second.id)
})

test('OFF-003 a venue that somebody else changed meanwhile is told at its field, far above the button', async () => {
  const { id } = await db.selectFrom('tour_dates').select('id').orderBy('id').executeTakeFirstOrThrow()
  const url = `/v1/office/tour-dates/${id}`
  const venueOf = async () => (await stage.call(office.user_id, 'GET', url)).json().venue
  const blank = { address: '', phone: '', website: '', room_rates: null, reservations_link: null }
  await saveElsewhere(url, { venue: { name: 'Alder Hall', ...blank } })
  await open(`/office/tour-dates/${id}`, /./)
  const [field] = await screen.findAllByDisplayValue<HTMLInputElement>('Alder Hall', {}, patient)
  if (!field) throw new Error('It has no venue')
  fireEvent.change(field, { target: { value: 'Our Pier' } })
  await saveElsewhere(url, { venue: { name: 'Their Pier', ...blank } })
  await press('Save city')
  const message = await screen.findByText(/changed the venue since .* now reads “Their Pier”/, {}, patient)
  expect(field.getAttribute('aria-describedby')).toContain(message.id)
  expect([field.value, document.activeElement]).toEqual(['Our Pier', field])
  await press('Save city')
  await waitFor(async () => expect((await venueOf()).name).toBe('Our Pier'), patient)
})
