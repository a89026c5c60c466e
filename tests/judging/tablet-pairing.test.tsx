// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer'
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openRecordingStore, addRecording, addSlice } from '../../web/src/judging/tablet/recording-store.ts'
import { TabletPage } from '../../web/src/judging/tablet/TabletPage.tsx'
import { openStage } from '../kit.ts'
import { makeJudgedOrder, makePanel } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-11-02T16:00:00Z' })
const { db, call, app } = stage
const season = await openSeason(stage)
const desk = await addAccount(stage)
const order = await makeJudgedOrder(stage, season, desk)
const [morning = 0] = order.blocks
const panel = await makePanel(stage, order.tour_date_id, { seats: 2, blocks: [morning] })
const [seat = 0, otherSeat = 0] = panel.seats
const offerOf = async (seat_id: number) => (await call(desk, 'POST', '/v1/office/devices', { seat_id })).json()

/** The cookie of this device, and whether it has a network. */
let token = ''
let isOnline = true
const uploads: { token: string; registration_routine_id: number }[] = []
async function deviceFetch(url: string, { method = 'GET', body, headers }: RequestInit = {}) {
  if (!isOnline) throw new TypeError('Failed to fetch')
  if (url === '/v1/judging/media') {
    uploads.push({ token, ...JSON.parse(body as string) })
    return Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
  }
  const reply = await app.inject({
    ...{ method: method as 'GET', url, payload: body as string },
    headers: { ...(headers as Record<string, string>), ...(token && deviceHeaders(token)) },
  })
  if (url === '/v1/judging/pair' && reply.statusCode === 200) token = reply.json().token
  return new Response(reply.statusCode === 304 || reply.statusCode === 204 ? null : reply.body, {
    status: reply.statusCode,
    headers: { 'content-type': 'application/json', etag: String(reply.headers['etag'] ?? '') },
  })
}

function open(search = '') {
  cleanup()
  window.history.replaceState(null, '', `/judge/tablet${search}`)
  render(createElement(MantineProvider, null, createElement(TabletPage)))
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const openOffer = async (seat_id: number) => {
  const { pairing_id, code } = await offerOf(seat_id)
  open(`?pairing=${pairing_id}&code=${code}`)
}
async function mark(digits: string) {
  for (const digit of digits) await press(digit)
  await press('Save')
}
const pointsAt = async (seat_id: number) =>
  (await db.selectFrom('score_sheets').where('seat_id', '=', seat_id).select('points').orderBy('points').execute()).map(
    ({ points }) => points,
  )
const revoke = () => db.updateTable('judge_devices').set({ revoked_at: stage.clock.now() }).execute()

beforeEach(async () => {
  cleanup()
  await db.deleteFrom('score_sheets').execute()
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  localStorage.clear()
  ;[token, isOnline] = ['', true]
  uploads.length = 0
  vi.stubGlobal('fetch', deviceFetch)
  // Node computes no digests of the bytes of a document's Blob.
  vi.stubGlobal('Blob', NodeBlob)
  await openOffer(seat)
  await press('Pair')
  await screen.findByText('1 of 2')
})

test('OFF-031 a tablet that the office took off its seat says so, and is paired again without losing a mark', async () => {
  isOnline = false
  await mark('91')
  await screen.findByText('1 saved on this tablet, not sent yet')
  await revoke()
  isOnline = true
  open()
  await screen.findByText(/^The office has disconnected this tablet/)
  expect(await pointsAt(seat)).toEqual([])

  const { pairing_id, code } = await offerOf(seat)
  await press('Pair this tablet again')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^1 mark is on this tablet and not sent/)
  fireEvent.change(screen.getByLabelText('Tablet number'), { target: { value: String(pairing_id) } })
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } })
  await press('Pair')
  await screen.findByText('All sent')
  expect(await pointsAt(seat)).toEqual([9_100])
  expect(screen.queryByText(/disconnected this tablet/)).toBeNull()
})

test('OFF-031 the code of another seat is taken by a tablet that has one, once its marks are sent', async () => {
  isOnline = false
  await mark('88')
  await screen.findByText('1 saved on this tablet, not sent yet')
  await openOffer(otherSeat)
  await screen.findByText(/^1 mark is on this tablet and not sent/)
  isOnline = true
  await press('Pair')
  await waitFor(() => expect(screen.getByRole('banner').textContent).toMatch(/seat 2/))
  expect([await pointsAt(seat), await pointsAt(otherSeat)]).toEqual([[8_800], []])
  expect(screen.getByText('1 of 2')).toBeTruthy()
  expect(location.search).toBe('')
})

test('a tablet whose storage was cleared is paired again, and goes on after the marks that it had sent', async () => {
  await mark('91')
  await waitFor(async () => expect(await pointsAt(seat)).toEqual([9_100]))
  cleanup()
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  localStorage.clear()
  token = ''
  await openOffer(seat)
  await press('Pair')
  // It opens at the first entry without a mark.
  await screen.findByText('2 of 2')
  await press('Back')
  await screen.findByText('91. Sent')
  await press('Delete')
  await mark('2')
  const rows = db.selectFrom('score_sheets').where('seat_id', '=', seat).select(['revision', 'points', 'contested'])
  await waitFor(async () =>
    expect(await rows.orderBy('revision').execute()).toEqual([
      { revision: 1, points: 9_100, contested: false },
      { revision: 2, points: 9_200, contested: false },
    ]),
  )
})

test('OFF-031 a code that was opened by mistake leaves the seat as it is', async () => {
  await openOffer(otherSeat)
  expect(within(await screen.findByRole('form', { name: 'Pair this tablet' })).queryByRole('alert')).toBeNull()
  await press('Back to judging')
  expect((await screen.findByRole('banner')).textContent).toMatch(/seat 1/)
  expect(location.search).toBe('')
})

test('OFF-031 a recording waits for the seat where it was made', async () => {
  const store = await openRecordingStore()
  const [registration_routine_id = 0] = order.routines
  const content = { registration_routine_id, started_at: new Date().toISOString(), content_type: 'audio/webm' }
  for (const seat_id of [seat, otherSeat]) {
    const { id } = await addRecording(store, { ...content, seat_id })
    await addSlice(store, id, new ArrayBuffer(8), 5_000)
  }
  await revoke()
  await openOffer(otherSeat)
  await press('Pair')
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]?.token).toBe(token)
  await waitFor(() => expect(screen.queryByText(/recordings? saved on this tablet/)).toBeNull())
  const states = (await store.getAll('recordings')).map(({ seat_id, state }) => [seat_id, state])
  expect(Object.fromEntries(states)).toEqual({ [seat]: 'waiting', [otherSeat]: 'refused' })
  store.close()
})

test('OFF-031 a mark of an entry that was out when it was sent is sent again by the tablet once the entry is back', async () => {
  const setState = (state: 'scratched' | 'no_show' | 'planned') =>
    db
      .updateTable('running_order_entries')
      .where('registration_routine_id', '=', order.routines[0] ?? 0)
      .set({ state })
      .execute()
  const beat = () => window.dispatchEvent(new Event('online'))
  await setState('scratched')
  // The tablet has not heard of it: the entry is still open.
  await mark('90')
  await screen.findByText('All sent but 1: its entry is out')
  beat()
  await screen.findByText('1 of 1')
  expect(await pointsAt(seat)).toEqual([])
  // A page that was closed meanwhile keeps it too.
  open()
  await screen.findByText('All sent but 1: its entry is out')
  await press('Hand over')
  await screen.findByRole('heading', { name: 'Hand over 1 mark' })
  await press('Back to judging')
  await setState('planned')
  beat()
  await screen.findByText('All sent')
  expect(await pointsAt(seat)).toEqual([9_000])
})

test('OFF-031 marks that are not accepted are never called sent: of a locked block, of an entry that left the list', async () => {
  const [, second = 0] = order.routines
  const [, noon = 0] = order.blocks
  const setLock = (locked_at: typeof stage.clock.time | null) =>
    db
      .updateTable('judged_blocks')
      .where('block_id', '=', morning)
      .set({ locked_at, locked_by: locked_at && desk })
      .execute()
  const moveTo = (block_id: number) =>
    db.updateTable('running_order_entries').where('registration_routine_id', '=', second).set({ block_id }).execute()
  await setLock(stage.clock.now())
  await mark('90')
  await screen.findByText('1 not accepted: see Review')
  // Taken once the block is open again: nothing is left to tell.
  await setLock(null)
  await press('Back')
  await mark('91')
  await screen.findByText('All sent')
  expect(await pointsAt(seat)).toEqual([9_100])

  await moveTo(noon)
  await mark('92')
  await screen.findByText('1 not accepted: see Review')
  window.dispatchEvent(new Event('online'))
  await screen.findByText('1 of 1')
  await press('Review')
  const review = within(screen.getByRole('region', { name: 'Review' }))
  review.getByRole('heading', { name: 'Not accepted' })
  review.getByText('An entry that is no longer on your list')
  review.getByText(/^92\. Not accepted: /)
  await moveTo(morning)
})
