// @vitest-environment jsdom
import { createHmac, webcrypto } from 'node:crypto'
import { joinHandOvers, readHandOverCode, readHandOverText } from '@callboard/domain/judging/hand-over.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EntryScreen } from '../../web/src/judging/tablet/EntryScreen.tsx'
import { HandOverScreen } from '../../web/src/judging/tablet/HandOverScreen.tsx'
import type { LocalSheet, Pack, PackEntry } from '../../web/src/judging/tablet/sheet-store.ts'
import { StageHint } from '../../web/src/judging/tablet/StageHint.tsx'

const entryOf = (id: number, label: string, title: string): PackEntry => ({
  ...{ id, label, title, division: 'Teen', category: 'Solo', performance_division: 'Jazz', seconds: 165 },
  ...{ studio: 'Studio A', block_id: 1, state: 'planned' as const, recused: false, reopened: false },
})
const [bluebird, undertow] = [entryOf(11, '1', 'Bluebird'), entryOf(12, '2', 'Undertow')]
const item = (id: number, parent_id: number | null, level: number, name: string) => ({ id, parent_id, level, name })
const pack: Pack = {
  ...{ event: 'Meridian', city: 'Boise', time_zone: 'America/Boise' },
  seat: { id: 1, position: 1, judge: 'Paloma Reyes', panel: 'Panel A' },
  scale: { max_points: 10_000, step: 50, soft_floor: 6_000, criteria: [] },
  hand_over: { device_id: 9, key: 'secret' },
  vocabulary: [
    item(1, null, 1, 'Technique'),
    item(2, 1, 2, 'Turns'),
    item(3, 2, 3, 'Pirouette'),
    item(4, 3, 4, 'Spotting'),
    item(5, null, 1, 'Performance'),
  ],
  switches: [{ id: 7, name: 'Most musical' }],
  blocks: [{ id: 1, name: 'Morning', starts_at: instant('2024-11-02T15:00:00Z'), locked: false }],
  entries: [bluebird, undertow],
  sheets: [],
}
const sheetOf = (registration_routine_id: number, more: Partial<LocalSheet> = {}): LocalSheet => ({
  ...{ client_id: crypto.randomUUID(), sequence: 1, registration_routine_id, revision: 1, points: 9_000 },
  ...{ criteria: null, abstained: null, critique: '', note: '', switches: [], critique_marks: [], base_sheet: null },
  ...{ marked_at: '2024-11-02T15:04:05.000Z', status: 'queued', message: '', ...more },
})

beforeEach(() => {
  cleanup()
  localStorage.clear()
  // The document of these tests has no hashes of its own.
  vi.stubGlobal('crypto', webcrypto)
})
const show = (element: Parameters<typeof render>[0]) => render(createElement(MantineProvider, null, element))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

function showEntry({ onMove = () => {}, recordingMs = () => 12_500 as number | null } = {}) {
  const onStore = vi.fn(() => Promise.resolve(sheetOf(11)))
  const props = { entry: bluebird, pack, mark: undefined, place: { index: 0, count: 2 }, onStore, onMove, recordingMs }
  show(createElement(EntryScreen, props))
  return onStore
}

test('a judge marks items good and bad, found by words or by level 1, and nominates; all of it goes into the sheet', async () => {
  const onStore = showEntry()
  press('Technique')
  expect(
    within(screen.getByRole('region', { name: 'Items' })).getAllByRole('button', { name: /^Good: / }),
  ).toHaveLength(4)
  press('Good: Technique, Turns')
  type('Find an item', 'spot pir')
  expect(screen.getAllByRole('button', { name: /^Good: Technique, Turns, / })).toHaveLength(1)
  press('Bad: Technique, Turns, Pirouette, Spotting')
  type('Find an item', 'nothing like it')
  expect(screen.getByText('No item matches.')).toBeTruthy()
  type('Find an item', '')
  press('Performance')
  press('Good: Performance')
  press('Take back good: Performance')
  press('Most musical')
  type('Teacher critique', 'Use the floor.')
  type('Note', 'Late entrance')
  for (const key of ['9', '4', 'Point', '5']) press(key)
  press('Save')
  await waitFor(() => expect(onStore).toHaveBeenCalledTimes(1))
  expect(onStore).toHaveBeenCalledWith({
    ...{ registration_routine_id: 11, points: 9_450, criteria: null, abstained: null },
    ...{ critique: 'Use the floor.', note: 'Late entrance', switches: [7] },
    critique_marks: [
      { critique_item_id: 2, good: true, at_ms: 12_500 },
      { critique_item_id: 4, good: false, at_ms: 12_500 },
    ],
    base_sheet: null,
  })
})

test('an item pressed on the other side changes, and pressed again is taken back', async () => {
  const onStore = showEntry({ recordingMs: () => null })
  press('Technique')
  press('Good: Technique')
  press('Bad: Technique')
  expect(screen.getByRole('button', { name: 'Good: Technique' }).getAttribute('aria-pressed')).toBe('false')
  press('Bad: Technique')
  for (const key of ['9', '0']) press(key)
  press('Save')
  await waitFor(() => expect(onStore).toHaveBeenCalledWith(expect.objectContaining({ critique_marks: [] })))
})

test('OFF-031 abstaining is asked once, beside a mark that is typed already', async () => {
  const onStore = showEntry()
  press('9')
  press('Abstain')
  expect(screen.getByText('Abstain from entry 1? You give it no mark.')).toBeTruthy()
  press('No')
  expect(onStore).not.toHaveBeenCalled()
  press('Abstain')
  press('Yes, abstain')
  await waitFor(() => expect(onStore).toHaveBeenCalledTimes(1))
  expect(onStore).toHaveBeenCalledWith(
    expect.objectContaining({ points: null, criteria: null, abstained: 'Judge abstains' }),
  )
})

test('digits on a saved mark begin a new one; Point and Delete edit what stands there', () => {
  const reads = (text: string) => expect(screen.getByRole('button', { name: /^Mark: / }).textContent).toBe(text)
  const open = () => {
    cleanup()
    localStorage.clear()
    const place = { index: 0, count: 2 }
    const mark = { ...sheetOf(11, { points: 9_100 }), verified: false }
    show(createElement(EntryScreen, { entry: bluebird, pack, mark, place, onStore: vi.fn(), onMove: vi.fn() }))
  }
  open()
  reads('91')
  press('9')
  reads('9')
  press('1')
  reads('91')
  // It reads like the saved mark but was typed this time: it goes on.
  press('5')
  reads('915')
  open()
  for (const key of ['Point', '5']) press(key)
  reads('91.5')
  open()
  for (const key of ['Delete', '2']) press(key)
  reads('92')
})

test('a full storage says so, keeps what is typed, and leaves the entry open', async () => {
  const onStore = vi.fn(() => Promise.reject(new DOMException('No room', 'QuotaExceededError')))
  const onMove = vi.fn()
  const place = { index: 0, count: 2 }
  show(
    createElement(EntryScreen, {
      entry: bluebird,
      pack,
      mark: undefined,
      place,
      onStore,
      onMove,
      recordingMs: () => null,
    }),
  )
  for (const key of ['9', '1']) press(key)
  press('Save')
  await screen.findByText('This tablet could not save it. Write it on paper and tell the office.')
  expect(screen.queryByText('Saved on this tablet.')).toBeNull()
  expect(screen.getByRole('button', { name: /^Mark: 91,/ })).toBeTruthy()
  expect(onMove).not.toHaveBeenCalled()
})

test('RES-008 a later mark names the sheet it began from, as the tablet knew it then, also after a reload and a save', async () => {
  const itemBefore = { critique_item_id: 2, good: true, at_ms: null }
  const setByOffice = { critique_item_id: 5, good: false, at_ms: null }
  const open = (critique_marks: (typeof itemBefore)[]) => {
    cleanup()
    const mark = { ...sheetOf(11, { client_id: 'first', points: 9_100, critique_marks }), verified: false }
    const onStore = vi.fn((sheet: object) => Promise.resolve({ ...sheetOf(11), ...sheet, client_id: 'second' }))
    const place = { index: 0, count: 1 }
    show(createElement(EntryScreen, { entry: bluebird, pack, mark, place, onStore, onMove: vi.fn() }))
    return onStore
  }
  open([itemBefore])
  type('Note', 'Check the music')
  // The office changes an item meanwhile, and the tablet loads it.
  const onStore = open([itemBefore, setByOffice])
  press('Save')
  await screen.findByText('Saved on this tablet.')
  expect(onStore.mock.lastCall?.[0]).toMatchObject({
    ...{ note: 'Check the music', critique_marks: [itemBefore] },
    base_sheet: { client_id: 'first', critique_marks: [itemBefore] },
  })
  press('Save')
  await waitFor(() => expect(onStore).toHaveBeenCalledTimes(2))
  expect(onStore.mock.lastCall?.[0]).toMatchObject({
    base_sheet: { client_id: 'second', critique_marks: [itemBefore] },
  })
})

test('unsaved input stays through next and back and a reload', async () => {
  showEntry()
  for (const key of ['9', '1']) press(key)
  type('Note', 'Check the music')
  cleanup()
  const onStore = showEntry()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Check the music')
  press('Save')
  await waitFor(() => expect(onStore).toHaveBeenCalledWith(expect.objectContaining({ points: 9_100 })))
  cleanup()
  showEntry()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('')
})

test('OFF-031 words added to a saved mark are saved on leaving the entry; digits that nobody confirmed are not', async () => {
  const mark = { ...sheetOf(11, { points: 9_100, note: 'Before' }), verified: true }
  const onStore = vi.fn(() => Promise.resolve(sheetOf(11)))
  const open = (isLocked = false) => {
    cleanup()
    const blocks = pack.blocks.map((block) => ({ ...block, locked: isLocked }))
    const place = { index: 0, count: 2 }
    const props = { entry: bluebird, pack: { ...pack, blocks }, mark, place, onStore, onMove: vi.fn() }
    show(createElement(EntryScreen, props))
  }
  open()
  type('Teacher critique', 'Use the floor.')
  cleanup()
  expect(onStore).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ points: 9_100, critique: 'Use the floor.', note: 'Before' }),
  )
  await waitFor(() => expect(localStorage).toHaveLength(0))
  open()
  type('Note', 'After')
  type('Note', 'Before')
  cleanup()
  open()
  press('9')
  type('Teacher critique', 'Use the floor.')
  open(true)
  expect(onStore).toHaveBeenCalledTimes(1)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Teacher critique')).toMatchObject({
    ...{ readOnly: true, value: 'Use the floor.' },
  })
  press('Discard the changes')
  expect(screen.getByRole('button', { name: /^Mark: 91,/ })).toBeTruthy()
  expect(localStorage).toHaveLength(0)
})

test('digits after a save begin a new mark, also where no entry follows', async () => {
  const onStore = vi.fn(() => Promise.resolve(sheetOf(11, { points: 9_700 })))
  const props = { entry: bluebird, pack, place: { index: 0, count: 1 }, onStore, onMove: vi.fn() }
  const screenOf = (mark?: LocalSheet) =>
    createElement(
      MantineProvider,
      null,
      createElement(EntryScreen, { ...props, mark: mark && { ...mark, verified: false } }),
    )
  const { rerender } = render(screenOf())
  for (const key of ['9', '7']) press(key)
  press('Save')
  await screen.findByText('Saved on this tablet.')
  rerender(screenOf(sheetOf(11, { points: 9_700 })))
  for (const key of ['9', '8']) press(key)
  expect(screen.getByRole('button', { name: /^Mark: / }).textContent).toBe('98')
  expect(screen.queryByText('Saved on this tablet.')).toBeNull()
})

test('the stage is a hint: the judge goes there or stays', () => {
  const onOpen = vi.fn()
  show(createElement(StageHint, { onStage: [12], entries: pack.entries, current: bluebird, onOpen }))
  expect(screen.getByRole('status').textContent).toBe('On stage now: 2 Undertow')
  expect(onOpen).not.toHaveBeenCalled()
  press('Go to 2')
  expect(onOpen).toHaveBeenCalledWith(1)
  cleanup()
  show(createElement(StageHint, { onStage: [12], entries: pack.entries, current: undertow, onOpen }))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a tablet whose marks are all sent says that there is nothing to hand over, and counts no zero', async () => {
  show(createElement(HandOverScreen, { pack, sheets: [] }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hand over')
  await screen.findByText('All marks are sent. There is nothing to hand over.')
})

test('unsent sheets are shown as sealed codes of 20 sheets each, and as text', async () => {
  const sheets = Array.from({ length: 21 }, (_, index) => sheetOf(100 + index))
  show(createElement(HandOverScreen, { pack, sheets }))
  const codes: string[] = []
  const read = () => codes.push(document.querySelector('details p')?.textContent ?? '')
  await screen.findByText('Code 1 of 2', { selector: 'output' })
  read()
  press('Next')
  await screen.findByText('Code 2 of 2', { selector: 'output' })
  read()
  const handOvers = joinHandOvers(codes.flatMap((code) => readHandOverCode(code) ?? []))
  expect(handOvers.map(({ text }) => readHandOverText(text)?.length)).toEqual([20, 1])
  for (const { seal, text, device_id } of handOvers) {
    expect(device_id).toBe(9)
    expect(seal).toBe(createHmac('sha256', 'secret').update(text).digest('hex').slice(0, 32))
  }
  expect(readHandOverText(handOvers[1]?.text ?? '')).toMatchObject([
    { client_id: sheets[20]?.client_id, points: 9_000 },
  ])
})
