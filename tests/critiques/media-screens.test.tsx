// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { insertMedia } from '../scenarios/media.ts'
import { danceAll, enterSolos, seatPanel } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-10T16:00:00Z', media: { ffmpeg: 'no-ffmpeg', ffprobe: 'no-ffprobe' } })
const { db } = stage
const season = await openSeason(stage)
const office = await addAccount(stage)
const studio = await season.studio({ dancers: 2 })
const tour_date_id = await season.city()
const { routines } = await enterSolos(stage, studio, tour_date_id, ['Ash', 'Birch'])
const block_id = await danceAll(stage, office, tour_date_id)
const { seats } = await seatPanel(stage, tour_date_id, block_id, 1)
const at = (entry: number) => ({ tour_date_id, registration_routine_id: routines[entry] ?? 0, seat_id: seats[0] ?? 0 })
const stateOf = async (id: string) =>
  (await db.selectFrom('media_objects').where('id', '=', id).select('state').executeTakeFirst())?.state

beforeEach(async () => {
  await db.deleteFrom('media_objects').execute()
})

async function visit() {
  cleanup()
  const { cookie } = await stage.sessionOf(office)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  window.history.replaceState(null, '', `/office/tour-dates/${tour_date_id}/recordings`)
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
  await screen.findByRole('heading', { name: /^Recordings for/ })
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('OFF-031 entries without a recording come first, and the office hears that ffmpeg is missing', async () => {
  await insertMedia(stage, at(0))
  await visit()
  await screen.findByText('1 of 2 recordings are ready.')
  expect(screen.getByText('Meridian', { selector: 'header *' })).toBeTruthy()
  const entries = headings().filter((title) => /Ash|Birch/.test(title ?? ''))
  expect(entries.map((title) => /Ash|Birch/.exec(title ?? '')?.[0])).toEqual(['Birch', 'Ash'])
  expect(screen.getByText(/This server cannot convert recordings/)).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: 'Missing only' }))
  await waitFor(() => expect(headings().some((title) => /Ash/.test(title ?? ''))).toBe(false))
})

test('OFF-031 a file is assigned, withheld with a reason, shown again and deleted', async () => {
  const id = await insertMedia(stage, { tour_date_id, name: 'tape 3.wav' })
  await visit()
  await screen.findByRole('heading', { name: 'Files to assign' })
  fireEvent.change(screen.getByLabelText('Entry of tape 3.wav'), { target: { value: String(routines[1]) } })
  fireEvent.change(screen.getByLabelText('Seat of tape 3.wav'), { target: { value: String(seats[0]) } })
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }))
  const name = /entry 2, Judge 1$/
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Withhold: ${name.source}`) }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Another routine is heard' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Withhold' }))
  await screen.findByText('Another routine is heard')
  expect(await stateOf(id)).toBe('withheld')
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Show again: ${name.source}`) }))
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Delete: ${name.source}`) }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, delete it' }))
  await waitFor(async () => expect(await stateOf(id)).toBeUndefined())
})

test('OFF-031 a file that a job is still putting away is shown once it is ready, without a reload', async () => {
  const id = await insertMedia(stage, { ...at(0), state: 'uploading' })
  await visit()
  await screen.findByText('Uploading')
  await db
    .updateTable('media_objects')
    .set({ state: 'ready', key: `media/${id}.wav` })
    .where('id', '=', id)
    .execute()
  await screen.findByText('Ready', {}, { timeout: 10_000 })
})

test('OFF-031 a failure says its sentence, and is tried again', async () => {
  const id = await insertMedia(stage, { ...at(0), state: 'failed', failure: 'damaged' })
  await visit()
  await screen.findByText(/damaged or cut off/)
  fireEvent.click(screen.getByRole('button', { name: 'Try again: entry 1, Judge 1' }))
  await screen.findByText('Waiting')
  expect(await stateOf(id)).toBe('stored')
})
