// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { addItem, insertSheet } from '../scenarios/critiques.ts'
import { danceAll, enterSolos, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-05T16:00:00Z' })
const { db, call } = stage
const season = await openSeason(stage)
const studio = await season.studio({ dancers: 2 })
const office = await addAccount(stage)
const tour_date_id = await season.city({ coda: true })
const { registration_id, routines } = await enterSolos(stage, studio, tour_date_id, ['Bluebird'])

async function visit(path: string, user_id: number) {
  cleanup()
  const headers = user_id ? await stage.sessionOf(user_id) : { cookie: '' }
  vi.stubGlobal('fetch', stage.fetchAs(headers.cookie))
  window.history.replaceState(null, '', path)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
}

async function violations() {
  const { violations: axeViolations } = await axe.run(document.body, {
    // A frame of another site is not looked into.
    iframes: false,
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return axeViolations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

beforeEach(async () => {
  localStorage.clear()
  await db.deleteFrom('homework').execute()
})

const addVideo = (name: string, group: string, video: string | null = 'https://youtu.be/dQw4w9WgXcQ') =>
  call(office, 'POST', '/v1/office/homework', {
    ...{ name, group, video, staff: 'Lee Marsh', search_text: 'turnout', active: true },
    ...{ performance_division_ids: [], critique_item_ids: [] },
  })

test('RES-026 RES-027 RES-028 a studio searches the library by group and word, and a video plays in a dialog', async () => {
  await visit(`/event/${registration_id}/coda/homework`, studio.user_id)
  await screen.findByText('No homework videos.')
  await addVideo('Strong feet', 'Foundation')
  await addVideo('Find your voice', 'Creative')
  await visit(`/event/${registration_id}/coda/homework`, studio.user_id)
  await screen.findByRole('button', { name: /Strong feet/ })
  expect(await violations()).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: 'Creative' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Strong feet/ })).toBeNull())
  fireEvent.change(screen.getByPlaceholderText('Name, staff or division'), { target: { value: 'feet' } })
  await screen.findByText(/No homework video matches/)
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  fireEvent.click(await screen.findByRole('button', { name: /Strong feet/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Strong feet' })
  const player = within(dialog).getByTitle('Video: Strong feet')
  expect(player.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
})

test('RES-029 TOK-017 a link opens the library signed out, at the root and below /coda; another link leads home', async () => {
  await addVideo('Strong feet', 'Foundation')
  const link = async (path: string): Promise<string> =>
    (await studio.call('POST', '/v1/dance360/share-links', { path, registration_id })).json().token
  const token = await link('homework')
  for (const path of [`/homework/${token}`, `/coda/homework/${token}`]) {
    await visit(path, 0)
    await screen.findByRole('button', { name: /Strong feet/ })
    expect(screen.queryByRole('button', { name: 'Share a link' })).toBeNull()
  }
  await visit(`/homework/${await link('music')}`, 0)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('OFF-033 the office adds a video; an address that is no player is refused at its field', async () => {
  await visit('/office/homework', office)
  fireEvent.click(await screen.findByRole('button', { name: 'Add video' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add video' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Breath' } })
  const address = within(dialog).getByLabelText(/^Video address/)
  fireEvent.change(address, { target: { value: 'https://example.com/a' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Enter the address of a video on YouTube or Vimeo.')
  fireEvent.change(address, { target: { value: 'https://vimeo.com/76979871' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Change Breath' })
  expect(await violations()).toEqual([])
})

test('OFF-031 the office reads which critiques are missing, types one, and keeps the vocabulary', async () => {
  const block_id = await danceAll(stage, office, tour_date_id)
  const { seats } = await seatPanel(stage, tour_date_id, block_id, 2)
  const typedSheet = await insertSheet(stage, routines[0] ?? 0, seats[0] ?? 0)
  const emptySheet = await insertSheet(stage, routines[0] ?? 0, seats[1] ?? 0)
  await db.updateTable('score_sheets').set({ critique: '' }).where('client_id', '=', emptySheet).execute()
  await addItem(stage, 'Technique')

  await visit(`/office/tour-dates/${tour_date_id}/critiques`, office)
  await screen.findByText('Clean lines')
  expect(screen.getByText('Meridian', { selector: 'header *' })).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Missing only'))
  await waitFor(() => expect(screen.queryByText('Clean lines')).toBeNull())
  expect(await violations()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /^Change the critique of 1 by Judge 2/ }))
  const dialog = await screen.findByRole('dialog', { name: '1 Bluebird: Judge 2' })
  fireEvent.change(within(dialog).getByLabelText('Critique'), { target: { value: 'Reach further' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText('Missing')).toBeNull())
  const texts = await db.selectFrom('critique_texts').select(['client_id', 'critique']).execute()
  expect(texts).toEqual([{ client_id: emptySheet, critique: 'Reach further' }])
  expect(typedSheet).not.toBe(emptySheet)

  await visit('/office/critique-items', office)
  fireEvent.click(await screen.findByRole('button', { name: 'Add below Technique' }))
  const ask = await screen.findByRole('dialog', { name: 'Add below Technique' })
  fireEvent.change(within(ask).getByLabelText('Name'), { target: { value: 'Turns' } })
  fireEvent.click(within(ask).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Rename Turns' })
  expect(await violations()).toEqual([])
  const items = await db
    .selectFrom('critique_items')
    .select(['id', 'parent_id', 'level', 'name'])
    .orderBy('id')
    .execute()
  const technique = items.find(({ name }) => name === 'Technique')
  expect(items.find(({ name }) => name === 'Turns')).toMatchObject({ parent_id: technique?.id, level: 2 })
})

test('RES-009 the office chooses homework for a routine, and takes it back', async () => {
  await addVideo('Clean turns', 'Foundation')
  await visit(`/office/tour-dates/${tour_date_id}/homework`, office)
  const row = () => screen.getByText('1 Bluebird').closest('li') ?? document.body
  fireEvent.click(await screen.findByRole('button', { name: 'Choose homework for 1 Bluebird' }))
  expect(screen.getByText('Meridian', { selector: 'header *' })).toBeTruthy()
  const dialog = await screen.findByRole('dialog', { name: 'Homework for 1 Bluebird' })
  fireEvent.change(within(dialog).getByLabelText('Videos'), {
    target: { value: within(dialog).getByRole<HTMLOptionElement>('option', { name: /^Clean turns/ }).value },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(row().textContent).toMatch(/Chosen.*Clean turns/))
  expect(await violations()).toEqual([])
  const chosenRows = () => db.selectFrom('routine_homework').select('registration_routine_id').execute()
  expect(await chosenRows()).toEqual([{ registration_routine_id: routines[0] }])
  fireEvent.click(screen.getByRole('button', { name: 'Choose homework for 1 Bluebird' }))
  const again = await screen.findByRole('dialog', { name: 'Homework for 1 Bluebird' })
  fireEvent.click(within(again).getByRole('button', { name: /^Remove Clean turns/ }))
  fireEvent.click(within(again).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(row().textContent).toMatch(/Automatic/))
  expect(await chosenRows()).toEqual([])
})
