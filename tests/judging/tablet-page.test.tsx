// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entryMarks } from '../../web/src/judging/tablet/entry-marks.ts'
import { addSheet, openSheetStore, readSheets, savePack, type Pack } from '../../web/src/judging/tablet/sheet-store.ts'
import { TabletPage } from '../../web/src/judging/tablet/TabletPage.tsx'

const pack: Pack = {
  ...{ event: 'Meridian', city: 'Boise', time_zone: 'America/Boise' },
  seat: { id: 1, position: 1, judge: 'Paloma Reyes', panel: 'Panel A' },
  scale: { max_points: 10_000, step: 50, soft_floor: 6_000, criteria: [] },
  ...{ hand_over: { device_id: 9, key: 'secret' }, vocabulary: [], switches: [], sheets: [] },
  blocks: [{ id: 1, name: 'Morning', starts_at: instant('2024-11-02T15:00:00Z'), locked: false }],
  entries: [
    {
      ...{ id: 11, label: '1', title: 'Bluebird', division: 'Teen', category: 'Solo', performance_division: 'Jazz' },
      ...{ seconds: 165, studio: 'Studio A', block_id: 1, state: 'planned', recused: false, reopened: false },
    },
  ],
}

/** The network of the tablet: without one each call fails; with one sheets are stored. */
let isOnline = false
let nextPack: Pack | null = null
let isReplaced = false
/** A call with a sheet of this revision is refused as a whole; negative: every one is. */
let refusedRevision = 0
let foreignAnswer: (() => Response) | null = null
let sheetCalls = 0
async function deviceFetch(url: string, { body }: RequestInit = {}) {
  if (!isOnline) throw new TypeError('Failed to fetch')
  if (url === '/v1/judging/sheets') {
    const { sheets } = JSON.parse(body as string) as { sheets: { client_id: string; revision: number }[] }
    sheetCalls += 1
    if (foreignAnswer) return foreignAnswer()
    if (sheets.some(({ revision }) => revision === refusedRevision || refusedRevision < 0)) {
      return Response.json({ code: 'malformed', message: 'Please shorten the critique.' }, { status: 400 })
    }
    return Response.json({
      sheets: sheets.map(({ client_id }) => ({ client_id, status: 'stored', message: '', entry_is_out: false })),
    })
  }
  if (url === '/v1/judging/heartbeat') {
    return Response.json({ now: '2024-11-02T15:00:00Z', replaced: isReplaced })
  }
  return nextPack && url === '/v1/judging/pack' ? Response.json(nextPack) : new Response(null, { status: 304 })
}

const workers = Object.assign(new EventTarget(), {
  ready: Promise.resolve({ active: { postMessage: vi.fn() } }),
  register: vi.fn(() => Promise.resolve()),
  getRegistration: () => Promise.resolve({ waiting: newVersion }),
})
const newVersion = { postMessage: vi.fn() }
const release = vi.fn(() => Promise.resolve())
const wakeLock = { request: vi.fn((_type: 'screen') => Promise.resolve({ release })) }

beforeEach(async () => {
  cleanup()
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  localStorage.clear()
  vi.clearAllMocks()
  isOnline = false
  nextPack = null
  isReplaced = false
  refusedRevision = 0
  foreignAnswer = null
  sheetCalls = 0
  vi.stubGlobal('fetch', deviceFetch)
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  Object.defineProperty(navigator, 'wakeLock', { value: wakeLock, configurable: true })
  window.history.replaceState(null, '', '/judge/tablet')
})
afterEach(() => {
  cleanup()
  for (const name of ['serviceWorker', 'wakeLock', 'visibilityState']) {
    Reflect.deleteProperty(name === 'visibilityState' ? document : navigator, name)
  }
})

/** Opens the page of a tablet that has a seat, with marks that wait to be sent. */
async function openPage(queuedSheets: number, firstPack: Pack = pack) {
  const store = await openSheetStore()
  await savePack(store, firstPack, '"1"')
  for (let n = 0; n < queuedSheets; n += 1) {
    const content = { registration_routine_id: 11, points: 9_000, criteria: null, abstained: null, critique: '' }
    await addSheet(
      store,
      { ...content, note: '', switches: [], critique_marks: [], base_sheet: null, marked_at: '' },
      0,
    )
  }
  store.close()
  const { unmount } = render(createElement(MantineProvider, null, createElement(TabletPage)))
  await screen.findByText(`1 of ${firstPack.entries.length}`)
  return unmount
}
const show = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('OFF-031 a new version of the page’s worker takes over only once no mark waits to be sent', async () => {
  await openPage(2)
  await screen.findByText('2 saved on this tablet, not sent yet')
  expect(newVersion.postMessage).not.toHaveBeenCalled()
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await screen.findByText('All sent')
  await waitFor(() => expect(newVersion.postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'take-over' }))
})

test('OFF-031 a sheet that makes its call be refused keeps no other one waiting, and says why', async () => {
  await openPage(5)
  await screen.findByText('5 saved on this tablet, not sent yet')
  isOnline = true
  refusedRevision = 3
  window.dispatchEvent(new Event('online'))
  // A later mark of the entry was taken: nothing is lost.
  await screen.findByText('All sent')
  const store = await openSheetStore()
  const statuses = (await readSheets(store)).map(({ status, message }) => [status, message])
  const success = ['stored', '']
  expect(statuses).toEqual([success, success, ['refused', 'Please shorten the critique.'], success, success])
  const content = { registration_routine_id: 11, points: 9_100, criteria: null, abstained: null, critique: 'Long' }
  await addSheet(store, { ...content, note: '', switches: [], critique_marks: [], base_sheet: null, marked_at: '' }, 0)
  store.close()
  refusedRevision = 6
  window.dispatchEvent(new Event('online'))
  await screen.findByText('1 not accepted: see Review')
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  screen.getAllByText('91. Not accepted: Please shorten the critique.')
})

test.each([
  // Three, then two and one, then each of the two.
  ['every sheet is refused', 5, () => (refusedRevision = -1)],
  [
    'a guest network forbids the call',
    1,
    () => (foreignAnswer = () => new Response('<h1>Sign in to the Wi-Fi</h1>', { status: 403 })),
  ],
  [
    'a proxy finds the call too large',
    1,
    () => (foreignAnswer = () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 })),
  ],
])('OFF-031 sheets wait on where %s: the fault is not theirs', async (_, calls, spoil) => {
  await openPage(3)
  isOnline = true
  spoil()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(sheetCalls).toBe(calls))
  await screen.findByText(/^3 saved on this tablet/)
  const store = await openSheetStore()
  expect((await readSheets(store)).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
  store.close()
  refusedRevision = 0
  foreignAnswer = null
  window.dispatchEvent(new Event('online'))
  await screen.findByText('All sent')
})

test('OFF-031 a version that took over is given the files of the page to keep', async () => {
  await openPage(0)
  const { active } = await workers.ready
  await waitFor(() => expect(active.postMessage).toHaveBeenCalledTimes(1))
  workers.dispatchEvent(new Event('controllerchange'))
  await waitFor(() => expect(active.postMessage).toHaveBeenCalledTimes(2))
  expect(active.postMessage).toHaveBeenLastCalledWith({
    kind: 'keep',
    pathname: '/judge/tablet',
    files: expect.any(Array),
  })
})

test('OFF-031 the screen stays on while a judge judges, is asked for again in front, and let go at the end', async () => {
  const leave = await openPage(0)
  await waitFor(() => expect(wakeLock.request).toHaveBeenCalledExactlyOnceWith('screen'))
  show('hidden')
  expect(wakeLock.request).toHaveBeenCalledTimes(1)
  show('visible')
  await waitFor(() => expect(wakeLock.request).toHaveBeenCalledTimes(2))
  leave()
  expect(release).toHaveBeenCalledTimes(1)
  show('visible')
  expect(wakeLock.request).toHaveBeenCalledTimes(2)
})

test('OFF-031 a tablet that refuses to keep its screen on judges all the same', async () => {
  wakeLock.request.mockRejectedValueOnce(new DOMException('Low battery', 'NotAllowedError'))
  const onUnhandled = vi.fn()
  process.on('unhandledRejection', onUnhandled)
  const leave = await openPage(0)
  await waitFor(() => expect(wakeLock.request).toHaveBeenCalledTimes(1))
  fireEvent.click(screen.getByRole('button', { name: '9' }))
  expect(screen.getByRole('button', { name: /^Mark: 9,/ })).toBeTruthy()
  // The battery may be charged by the next time that the page is in front.
  show('hidden')
  show('visible')
  await waitFor(() => expect(wakeLock.request).toHaveBeenCalledTimes(2))
  await new Promise(setImmediate)
  process.off('unhandledRejection', onUnhandled)
  expect(onUnhandled).not.toHaveBeenCalled()
  leave()
  expect(release).toHaveBeenCalledTimes(1)
})

test('OFF-031 the entry that is open stays, with what is typed, when others are scratched or added before it', async () => {
  const [first] = pack.entries
  if (!first) throw new Error('The pack has an entry')
  const entriesOf = (labels: readonly string[], scratched = '') =>
    labels.map((label) => ({
      ...{ ...first, id: parseInt(label, 36), label, title: `Title ${label}` },
      state: label === scratched ? ('scratched' as const) : first.state,
    }))
  await openPage(0, { ...pack, entries: entriesOf(['1', '2', '3']) })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(screen.getByRole('button', { name: '9' }))
  const receivePack = async (entries: Pack['entries'], place: string) => {
    isOnline = true
    nextPack = { ...pack, entries }
    window.dispatchEvent(new Event('online'))
    await screen.findByText(place)
  }
  await receivePack(entriesOf(['1', '2', '3'], '2'), '2 of 2')
  expect(screen.getByRole('heading', { name: 'Title 3' })).toBeTruthy()
  await receivePack(entriesOf(['1', '1a', '2', '3']), '4 of 4')
  expect(screen.getByRole('heading', { name: 'Title 3' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Mark: 9,/ })).toBeTruthy()
  expect(screen.queryByText(/^New: /)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('heading', { name: 'Title 1a' })).toBeTruthy()
  expect(screen.getByText(/^New: /)).toBeTruthy()
})

test('OFF-031 changes that were not saved are named above and in Review, and a block with them is not read through', async () => {
  const [first] = pack.entries
  if (!first) throw new Error('The pack has an entry')
  const next = { ...first, id: 12, label: '2', title: 'Undertow' }
  await openPage(0, { ...pack, entries: [first, next] })
  isOnline = true
  const mark = async (title: string) => {
    await screen.findByRole('heading', { name: title })
    for (const key of ['9', '1', 'Save']) fireEvent.click(screen.getByRole('button', { name: key }))
  }
  await mark('Bluebird')
  await mark('Undertow')
  await screen.findByText('Saved on this tablet.')
  await screen.findByText('All sent')
  fireEvent.click(screen.getByRole('button', { name: '8' }))
  // It is still being typed.
  expect(screen.getByText('All sent')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByText('1 entry has changes that are not saved: see Review')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  const readThrough = () => screen.getByRole<HTMLButtonElement>('button', { name: 'I have read Morning through' })
  expect(readThrough().disabled).toBe(true)
  expect(screen.getByText('Changes that are not saved. Open the entry and press Save.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '2 Undertow' }))
  for (const key of ['5', 'Save']) fireEvent.click(screen.getByRole('button', { name: key }))
  await screen.findByText('Saved on this tablet.')
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  await waitFor(() => expect(readThrough().disabled).toBe(false))
  // As a browser leaves it that was killed before it had written that the draft is gone.
  localStorage.setItem('callboard-judge-draft-12', JSON.stringify({ texts: ['5'], at: Date.now() - 60_000 }))
  window.dispatchEvent(new Event('online'))
  fireEvent.click(screen.getByRole('button', { name: '2 Undertow' }))
  expect(screen.getByRole('button', { name: /^Mark: 85,/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByText('All sent')
})

test('OFF-031 a tablet whose seat another device took says so from its next heartbeat on, and judges on', async () => {
  const sentence =
    /^Another device has taken this seat\. Marks from here do not count until the tabulator chooses them\.$/
  isOnline = true
  await openPage(0)
  await screen.findByText('All sent')
  expect(screen.queryByText(sentence)).toBeNull()
  isReplaced = true
  window.dispatchEvent(new Event('online'))
  expect((await screen.findByText(sentence)).getAttribute('role')).toBe('alert')
  fireEvent.click(screen.getByRole('button', { name: '9' }))
  expect(screen.getByRole('button', { name: /^Mark: 9,/ })).toBeTruthy()
  // Paired again, it has the seat, and the sentence goes.
  isReplaced = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
})

test('OFF-031 a mark that another device contests after it was sent says so, and not that it counts', () => {
  const mark = {
    ...{ client_id: 'own', registration_routine_id: 11, revision: 1, points: 9_000, criteria: null, abstained: null },
    ...{ critique: '', note: '', switches: [], critique_marks: [] },
  }
  const sentSheet = { ...mark, base_sheet: null, sequence: 1, marked_at: '', status: 'stored' as const, message: '' }
  const of = (contested: boolean) => {
    const sheets = ['own', 'other'].map((client_id) => ({ ...mark, client_id, contested, verified: false }))
    return entryMarks({ ...pack, sheets }, [sentSheet]).get(11)
  }
  expect(of(true)).toMatchObject({ client_id: 'own', status: 'contested' })
  expect(of(false)).toMatchObject({ client_id: 'own', status: 'stored' })
})
