// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { clockText } from '@callboard/domain/kernel/moment-text.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { handles, openOrders } from './order-kit.tsx'

vi.mock(import('@callboard/domain/kernel/moment-text.ts'), async (load) => {
  const module = await load()
  return { ...module, clockText: vi.fn(module.clockText) }
})

const { stage, season, studio, office, beginCity, publish, visit } = await openOrders()
const { db, call } = stage

let tour_date_id = 0
let registration_id = 0
beforeEach(async () => {
  ;({ tour_date_id, registration_id } = await beginCity())
})

test('the office drafts an order, moves an entry by keys, and publishes it after reading who is mailed', async () => {
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  await screen.findByRole('heading', { name: /^Running order for/ })
  fireEvent.click(screen.getByRole('button', { name: 'Draft the rest' }))
  await waitFor(() => expect(handles()).toEqual(['1 Bluebird', '2 Undertow', '3 Lanterns']))

  const handle = screen.getByRole('button', { name: /^Move 1 Bluebird/ })
  handle.focus()
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  await waitFor(() => expect(handles()).toEqual(['1 Undertow', '2 Bluebird', '3 Lanterns']))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move 2 Bluebird/))
  expect(screen.getByText('9:03 am')).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish the running order?' })
  expect(within(dialog).getByText(/: 3 new$/)).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Publish' }))
  await screen.findByRole('button', { name: 'Publish changes' })
  expect(screen.getByRole('button', { name: 'Scratch 2 Bluebird' })).toBeTruthy()
})

test('an empty order says why it is neither improved nor published', async () => {
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  const reason = 'The running order has no entries yet. Add routines before you improve or publish it.'
  expect(await screen.findByText(reason)).toBeTruthy()
  for (const name of ['Improve the order', 'Publish']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name, description: reason }).disabled).toBe(true)
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Add Bluebird' }))
  const alone = 'Add a second routine before you improve the order.'
  expect(await screen.findByRole('button', { name: 'Improve the order', description: alone })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish', description: '' }).disabled).toBe(false)
})

test('the printed order leaves out the notes and links of the screen', async () => {
  await publish(tour_date_id)
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  const isPrinted = (text: RegExp) => screen.getByText(text).closest('.no-print') === null
  await screen.findByRole('link', { name: 'Open the stage' })
  expect([/^Nothing is left to improve/, /^Open the stage$/].map(isPrinted)).toEqual([false, false])
  expect(isPrinted(/3 of 3 routines are in the order\. Published/)).toBe(true)
})

test('an entry is dragged before another', async () => {
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  await screen.findByRole('heading', { name: /^Running order for/ })
  fireEvent.click(screen.getByRole('button', { name: 'Draft the rest' }))
  await waitFor(() => expect(handles()).toHaveLength(3))
  const dataTransfer = { setData: () => {}, effectAllowed: '' }
  const row = (name: RegExp) => screen.getByRole('button', { name }).closest('li') ?? document.body
  fireEvent.dragStart(screen.getByRole('button', { name: /^Move 3 Lanterns/ }), { dataTransfer })
  fireEvent.dragOver(row(/^Move 1 Bluebird/), { dataTransfer })
  fireEvent.drop(row(/^Move 1 Bluebird/), { dataTransfer })
  await waitFor(() => expect(handles()).toEqual(['1 Lanterns', '2 Bluebird', '3 Undertow']))
})

test('a pinned entry says why it is not moved, by mouse and by keys', async () => {
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  await screen.findByRole('heading', { name: /^Running order for/ })
  fireEvent.click(screen.getByRole('button', { name: 'Draft the rest' }))
  await waitFor(() => expect(handles()).toHaveLength(3))
  const before = handles()
  fireEvent.click(await screen.findByRole('button', { name: `Pin ${before[0]}` }))
  const unpin = await screen.findByRole('button', { name: `Unpin ${before[0]}` })
  const reason = 'It is pinned, so it stays in its place. Unpin it to move it.'
  const handle = screen.getByRole('button', { name: `Move ${before[0]}: up and down arrow keys`, description: reason })
  expect([handle.title, handle.draggable, (handle as HTMLButtonElement).disabled]).toEqual([reason, false, false])
  handle.focus()
  expect(document.activeElement).toBe(handle)
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(handles()).toEqual(before)
  fireEvent.click(unpin)
  await screen.findByRole('button', { name: `Pin ${before[0]}` })
})

test('a drag draws only the rows that change', async () => {
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  await screen.findByRole('heading', { name: /^Running order for/ })
  fireEvent.click(screen.getByRole('button', { name: 'Draft the rest' }))
  await waitFor(() => expect(handles()).toHaveLength(3))
  const dataTransfer = { setData: () => {}, effectAllowed: '' }
  const row = (name: RegExp) => screen.getByRole('button', { name }).closest('li') ?? document.body
  fireEvent.dragStart(screen.getByRole('button', { name: /^Move 3 Lanterns/ }), { dataTransfer })
  const [, second] = screen.getAllByText(/^9:0\d am$/).map(({ textContent }) => textContent)

  const draw = vi.mocked(clockText).mockClear()
  fireEvent.dragOver(row(/^Move 1 Bluebird/), { dataTransfer })
  expect(row(/^Move 1 Bluebird/).hasAttribute('data-target')).toBe(true)
  const drawnTimes = draw.mock.results.map(({ value }) => value)
  expect(drawnTimes).not.toHaveLength(0)
  expect(drawnTimes).not.toContain(second)

  // The browser repeats it many times a second.
  draw.mockClear()
  fireEvent.dragOver(row(/^Move 1 Bluebird/), { dataTransfer })
  expect(draw).not.toHaveBeenCalled()
})

test('a better order is looked for, shown beside the one there is, and used once the office says so', async () => {
  const { dancers } = studio
  await db
    .updateTable('routine_attendees')
    .set({ person_id: dancers[0] ?? 0 })
    .where('registration_id', '=', registration_id)
    .where('person_id', '=', dancers[1] ?? 0)
    .execute()
  const path = '/v1/office/running-order'
  const { version, entries } = (await call(office, 'POST', `${path}/draft`, { tour_date_id, version: 1 })).json()
  const [block_id] = entries.map((entry: { block_id: number }) => entry.block_id)
  const moves = ['Bluebird', 'Undertow', 'Lanterns'].map((name) => {
    const { id } = entries.find((entry: { name: string }) => entry.name === name)
    return { kind: 'place', id, block_id, before_id: null }
  })
  const body = { tour_date_id, version, moves, reason: 'As the studio sent it' }
  expect((await call(office, 'PUT', path, body)).json().conflicts[0].kind).toBe('back_to_back')

  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Improve the order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Improve the order' }))
  expect(
    dialog.getByText(/dances 2 of 3 entries: no order can keep more than 1 entry between two of them/),
  ).toBeTruthy()
  await waitFor(() => expect(dialog.getByRole('row', { name: 'Hard 1 0' })).toBeTruthy())
  fireEvent.click(dialog.getByRole('button', { name: 'Use this order' }))
  await waitFor(() => expect(handles()[1]).toBe('2 Lanterns'))
  expect(screen.queryByRole('dialog', { name: 'Improve the order' })).toBeNull()
})

test('a better order that makes another hard conflict asks for a reason before it is used', async () => {
  const { user_id, studio_id, dancers } = await season.studio({ dancers: 4 })
  const routines = [
    { name: 'Amber', cast: [0, 1, 2] },
    { name: 'Beacon', cast: [0, 1, 3] },
    { name: 'Cinder', cast: [2, 3] },
  ]
  const at = instant('2024-09-20T18:00:00Z')
  await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id, studio_id, dancers, teachers: [], routines, at },
      state: 'completed',
    }),
  )
  const path = '/v1/office/running-order'
  const { version, entries, blocks } = (await call(office, 'GET', `${path}?tour_date_id=${tour_date_id}`)).json()
  const moves = routines.map(({ name }) => {
    const { id } = entries.find((entry: { name: string }) => entry.name === name)
    return { kind: 'place', id, block_id: blocks[0].id, before_id: null }
  })
  await call(office, 'PUT', path, { tour_date_id, version, moves, reason: 'As the studio sent it' })

  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Improve the order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Improve the order' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Use this order' }))
  const question = await screen.findByRole('dialog', { name: 'Keep this conflict?' })
  expect(question.textContent).toMatch(/dances 1 “Amber” and 2 “Cinder”|dances 2 “Cinder” and 3 “Amber”/)
  fireEvent.change(within(question).getByLabelText('Reason'), { target: { value: 'One costume' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Use this order' }))
  await waitFor(() => expect(screen.getAllByText('Conflict kept: One costume')).toHaveLength(2))
  expect(handles()[1]).toBe('2 Cinder')
})

test('a hard conflict asks for a reason, which then stands with the entry', async () => {
  const { dancers } = studio
  await db
    .updateTable('routine_attendees')
    .set({ person_id: dancers[0] ?? 0 })
    .where('registration_id', '=', registration_id)
    .where('person_id', '=', dancers[1] ?? 0)
    .execute()
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Add Bluebird' }))
  await screen.findByRole('button', { name: /^Move 1 Bluebird/ })
  fireEvent.click(screen.getByRole('button', { name: 'Add Undertow' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep this conflict?' })
  expect(dialog.textContent).toMatch(/dances 1 “Bluebird” and 2 “Undertow” back to back/)
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'One costume' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move anyway' }))
  // A line of its own: the studio before it may end with a full stop.
  await screen.findByText('Conflict kept: One costume')
  expect(screen.getByRole('heading', { name: 'Conflicts: 1 hard, 0 soft' })).toBeTruthy()
})

test('a block far from the event is asked about; without another block its start is proposed on the first day', async () => {
  const { start_date } = await db
    .selectFrom('tour_dates')
    .where('id', '=', tour_date_id)
    .select('start_date')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('competition_blocks').where('tour_date_id', '=', tour_date_id).execute()
  await visit(`/office/tour-dates/${tour_date_id}/running-order`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a block' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add a block' }))
  const starts = form.getByLabelText<HTMLInputElement>('Starts')
  expect(starts.value).toBe(`${start_date}T08:00`)
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Solos' } })
  fireEvent.change(starts, { target: { value: '2025-12-25T08:00' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog', { name: 'Is this day right?' }))
  question.getByText(/^The block starts on Thu, Dec 25, 2025\. The event is from /)
  fireEvent.click(question.getByRole('button', { name: 'No, change it' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this day right?' })).toBeNull())
  expect(starts.value).toBe('2025-12-25T08:00')
  fireEvent.change(starts, { target: { value: `${start_date}T09:30` } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Solos' })
})
