// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { handles, openOrders } from './order-kit.tsx'

const { stage, studio, office, beginCity, publish, visit } = await openOrders()
const { db, call } = stage

let tour_date_id = 0
let registration_id = 0
beforeEach(async () => {
  ;({ tour_date_id, registration_id } = await beginCity())
})

test('a studio reads its schedule on the clocks of the city, and shares it without names', async () => {
  const schedule = `/event/${registration_id}/schedule`
  await visit(schedule, studio.user_id)
  await screen.findByText('The schedule is not published yet')
  await publish(tour_date_id)
  await visit(schedule, studio.user_id)
  await screen.findByRole('heading', { name: 'Saturday, November 2' })
  expect(screen.getByText('9:00 am')).toBeTruthy()
  const dancer = await db
    .selectFrom('persons')
    .where('id', '=', studio.dancers[0] ?? 0)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const name = `${dancer.fname} ${dancer.lname}`
  expect(screen.getByText(name)).toBeTruthy()

  const reply = await studio.call('POST', '/v1/dance360/share-links', { path: 'schedule', registration_id })
  await visit(`/schedule/${reply.json().token}`, 0)
  await screen.findByText('Bluebird')
  expect(screen.queryByText(name)).toBeNull()
  expect(screen.getByDisplayValue(/\/v1\/running-order\/feeds\//)).toBeTruthy()
})

test('a studio asks for a routine until the order is published; the office sees, filters and answers it', async () => {
  const schedule = `/event/${registration_id}/schedule`
  await visit(schedule, studio.user_id)
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for Undertow' }))
  await screen.findByRole('dialog', { name: 'Request for Undertow' })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Write your request, or choose a day or a time.')
  type(/^Request$/, 'a'.repeat(301))
  await screen.findByText('Use up to 300 characters. This text has 301.')
  type(/^Request$/, 'Our bus arrives at ten.')
  type(/^Not before/, '10:00')
  type(/^Not after/, '09:00')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Choose a time that is not before the earliest time.')
  type(/^Not after/, '')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('not before 10:00 am')
  expect(screen.getByText('“Our bus arrives at ten.”')).toBeTruthy()
  expect(screen.getByText('Not answered yet')).toBeTruthy()

  await call(office, 'POST', '/v1/office/running-order/draft', { tour_date_id, version: 1 })
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  await screen.findByText(/asks for \d “Undertow”: not before 10:00 am\. It starts Saturday, November 2, 9:0\d am\./)
  const listing = await screen.findByLabelText('Entries')
  fireEvent.change(listing, { target: { value: 'open' } })
  expect(handles()).toEqual([expect.stringMatching(/Undertow$/)])
  fireEvent.click(screen.getByRole('button', { name: 'Answer for Undertow' }))
  const dialog = await screen.findByRole('dialog', { name: 'Answer for Undertow' })
  expect(within(dialog).getByText(/asks: not before 10:00 am\. “Our bus arrives at ten\.”/)).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText('Answer'), { target: { value: 'You dance after ten.' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.change(screen.getByLabelText('Entries'), { target: { value: 'requested' } })
  await screen.findByText('You dance after ten.')

  const { version } = (await call(office, 'GET', `/v1/office/running-order?tour_date_id=${tour_date_id}`)).json()
  await call(office, 'POST', '/v1/office/running-order/publish', { tour_date_id, version })
  await visit(schedule, studio.user_id)
  await screen.findByText('You dance after ten.')
  expect(screen.getByText(/The order is published, and your requests are with the office/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Ask|Change the request|Withdraw)/ })).toBeNull()
})

test('the office makes an order public, and shows names of dancers only after reading what that means', async () => {
  await publish(tour_date_id)
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Public page' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Public page' }))
  fireEvent.click(dialog.getByRole('switch', { name: 'Anyone with the link may read this order' }))
  const address = await dialog.findByDisplayValue<HTMLInputElement>(/\/order\//)
  const page = new URL(address.value).pathname
  await visit(page, 0)
  await screen.findByText('Bluebird')
  const { fname, lname } = await db
    .selectFrom('persons')
    .where('id', '=', studio.dancers[0] ?? 0)
    .select(['fname', 'lname'])
    .executeTakeFirstOrThrow()
  const name = `${fname} ${lname}`
  expect(document.body.textContent).not.toContain(name)
  fireEvent.change(screen.getByPlaceholderText('Number, title or studio'), { target: { value: 'under' } })
  await waitFor(() => expect(screen.queryByText('Bluebird')).toBeNull())
  expect(screen.getByText('Undertow')).toBeTruthy()
  fireEvent.change(screen.getByPlaceholderText('Number, title or studio'), { target: { value: 'nothing' } })
  await screen.findByText('No entry matches. Try fewer letters.')

  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Public page' }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Show names of dancers' }))
  const question = within(await screen.findByRole('dialog', { name: 'Show names of dancers?' }))
  expect(question.getByText(/^Names of minors become public/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Yes, show names' }))
  await waitFor(async () => {
    const { readers } = (await call(office, 'GET', `/v1/office/running-order?tour_date_id=${tour_date_id}`)).json()
    expect(readers).toMatchObject({ is_public: true, shows_dancers: true })
  })
  await visit(page, 0)
  await screen.findByText(name)
})
