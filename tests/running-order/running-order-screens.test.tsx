// @vitest-environment jsdom
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertRegistration } from '@callboard/server/dev/build-registrations.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { clockText } from '@callboard/domain/kernel/moment-text.ts'
import { openStage } from '../kit.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

vi.mock(import('@callboard/domain/kernel/moment-text.ts'), async (load) => {
  const module = await load()
  return { ...module, clockText: vi.fn(module.clockText) }
})

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const studio = await season.studio({ dancers: 4 })
const office = await addAccount(stage)
let tour_date_id = 0
let registration_id = 0

async function visit(path: string, user_id: number) {
  cleanup()
  const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
  vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

beforeEach(async () => {
  tour_date_id = await season.city()
  const { id } = await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      tour_date_id,
      user_id: studio.user_id,
      studio_id: studio.studio_id,
      dancers: studio.dancers,
      teachers: [],
      routines: [
        { name: 'Bluebird', cast: [0] },
        { name: 'Undertow', cast: [1] },
        { name: 'Lanterns', cast: [2] },
      ],
      at: instant('2024-09-20T18:00:00Z'),
      state: 'completed',
    }),
  )
  registration_id = id
  const block = { stage: 1, kind: 'routines', name: 'Morning', local_start: '2024-11-02T09:00', minutes: 0 }
  await call(office, 'POST', '/v1/office/running-order/blocks', { tour_date_id, version: 0, ...block })
})

async function publish(orderVersion = 1) {
  const path = '/v1/office/running-order'
  const drafted = await call(office, 'POST', `${path}/draft`, { tour_date_id, version: orderVersion })
  const { version } = drafted.json()
  const reply = await call(office, 'POST', `${path}/publish`, { tour_date_id, version })
  expect(reply.statusCode, reply.body).toBe(200)
}

const handles = () =>
  within(screen.getByRole('list', { name: 'Entries of Morning' }))
    .getAllByRole('button', { name: /^Move/ })
    .map((one) => one.getAttribute('aria-label')?.replace(/^Move (.*): up.*/, '$1'))

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
  await publish()
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

test('the stage brings the next entry on, with what is allowed beside the timer', async () => {
  await publish()
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  fireEvent.click(await screen.findByRole('button', { name: 'Check in: 2 Undertow' }))
  await screen.findByRole('button', { name: 'On deck: 2 Undertow' })
  fireEvent.click(screen.getByRole('button', { name: 'Start: 1' }))
  expect((await screen.findByRole('timer')).textContent).toMatch(/^0:0\d of 2:45$/)
  fireEvent.click(screen.getByRole('button', { name: 'Next entry: 2' }))
  await screen.findByRole('button', { name: 'End 2' })
  const states = await db
    .selectFrom('running_order_entries')
    .where('tour_date_id', '=', tour_date_id)
    .select('state')
    .orderBy('entry_number')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['danced', 'on_stage', 'planned'])
})

test('the stage takes a late scratch, a no show, a start, an end, and a disqualification, each back again', async () => {
  await publish()
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  const press = (name: string) =>
    waitFor(() => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name })
      expect(button.disabled).toBe(false)
      fireEvent.click(button)
    })
  await press('Start: 1')
  await press('Not on stage yet')
  await press('Start: 1')
  await press('End 1')
  await press('Still on stage: 1')
  await press('End 1')
  await press('No show: 3 Lanterns')
  await press('Check in: 2 Undertow')
  await press('On deck: 2 Undertow')
  await press('Scratch: 2 Undertow')
  await screen.findByText('No entries are left.')
  expect(screen.queryByRole('region', { name: /^Later/ })).toBeNull()

  await press('Show')
  await press('Restore: 3 Lanterns')
  await press('Restore: 2 Undertow')
  await screen.findByRole('button', { name: 'Check in: 2 Undertow' })
  await screen.findByRole('button', { name: 'Check in: 3 Lanterns' })
  const readFirst = () =>
    db
      .selectFrom('running_order_entries')
      .where('tour_date_id', '=', tour_date_id)
      .select(['state', 'off_stage_at', 'measured_seconds', 'danced_as'])
      .orderBy('entry_number')
      .executeTakeFirstOrThrow()
  const danced = await readFirst()
  await press('Disqualify: 1 Bluebird')
  await press('Yes, disqualify it')
  stage.clock.time = instant('2024-10-01T17:00:00Z')
  await press('Restore: 1 Bluebird')
  await screen.findByRole('button', { name: 'Disqualify: 1 Bluebird' })
  expect(await readFirst()).toEqual(danced)
})

/** Adds routines of another studio, so that the order is longer than the next three. */
async function addRoutines(names: readonly string[]) {
  const { user_id, studio_id, dancers } = await season.studio({ dancers: 4 })
  const routines = names.map((name, index) => ({ name, cast: [index % 4] }))
  const at = instant('2024-09-20T18:00:00Z')
  await db.transaction().execute((tx) =>
    insertRegistration(tx, {
      ...{ tour_date_id, user_id, studio_id, dancers, teachers: [], routines, at },
      state: 'completed',
    }),
  )
}

test('a check-in of an entry far from the stage is listed, found by its title, and undone', async () => {
  await addRoutines(['Amber', 'Beacon', 'Cinder', 'Drift', 'Ember', 'Fable', 'Glow', 'Hollow', 'Iris'])
  await publish()
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  const absentList = within(await screen.findByRole('region', { name: 'Later, not checked in: 9' }))
  const names = absentList.getAllByRole('button', { name: /^Check in: / }).map((one) => one.getAttribute('aria-label'))
  const name = names.at(-1)?.replace('Check in: ', '') ?? ''
  fireEvent.click(absentList.getByRole('button', { name: `Check in: ${name}` }))
  const presentList = within(await screen.findByRole('region', { name: 'Later, checked in: 1' }))
  expect(presentList.getByRole('button', { name: `Scratch: ${name}` })).toBeTruthy()
  await screen.findByRole('region', { name: 'Later, not checked in: 8' })

  const title = name.replace(/^\S+ /, '')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: title } })
  expect(absentList.getByText('No entry here matches.')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'none of this name' } })
  expect(presentList.getByText('No entry here matches.')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })

  fireEvent.click(presentList.getByRole('button', { name: `On deck: ${name}` }))
  fireEvent.click(await screen.findByRole('button', { name: `Not on deck: ${name}` }))
  fireEvent.click(await screen.findByRole('button', { name: `Undo check-in: ${name}` }))
  await screen.findByRole('button', { name: `Check in: ${name}` })
  await screen.findByRole('region', { name: 'Later, not checked in: 9' })
})

test('the chosen stage stands in the address, so that a reload keeps it', async () => {
  const block = { stage: 2, kind: 'routines', name: 'Side stage', local_start: '2024-11-02T09:00', minutes: 0 }
  await call(office, 'POST', '/v1/office/running-order/blocks', { tour_date_id, version: 1, ...block })
  await publish(2)
  const path = `/office/tour-dates/${tour_date_id}/stage`
  const stageField = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Stage' })
  await visit(path, office)
  expect((await stageField()).value).toBe('1')
  fireEvent.change(await stageField(), { target: { value: '2' } })
  await waitFor(() => expect(window.location.search).toBe('?stage=2'))
  await visit(path + window.location.search, office)
  expect((await stageField()).value).toBe('2')
  await visit(`${path}?stage=9`, office)
  expect((await stageField()).value).toBe('1')
})

test('the stage page is read again when somebody looks at it, and not while it is hidden', async () => {
  await publish()
  await visit(`/office/tour-dates/${tour_date_id}/stage`, office)
  await screen.findByRole('button', { name: 'Check in: 2 Undertow' })
  const { version, entries } = (await call(office, 'GET', `/v1/office/stage?tour_date_id=${tour_date_id}`)).json()
  const { id } = entries.find((entry: { name: string }) => entry.name === 'Undertow')
  await call(office, 'PUT', '/v1/office/stage', { tour_date_id, version, changes: [{ id, state: 'checked_in' }] })
  const fetching = vi.spyOn(globalThis, 'fetch')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  expect(fetching).not.toHaveBeenCalled()
  visibility.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  await screen.findByRole('button', { name: 'On deck: 2 Undertow' })
  visibility.mockRestore()
})

test('a studio reads its schedule on the clocks of the city, and shares it without names', async () => {
  const schedule = `/event/${registration_id}/schedule`
  await visit(schedule, studio.user_id)
  await screen.findByText('The schedule is not published yet')
  await publish()
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
  await publish()
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
