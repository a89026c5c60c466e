// @vitest-environment jsdom
import { dollars } from '@callboard/domain/kernel/money.ts'
import { isCompact } from '@callboard/domain/registrations/steps.ts'
import { Button, MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRouter } from '../../web/src/ui/router/router.ts'
import { RouterProvider } from '../../web/src/ui/router/RouterProvider.tsx'
import { useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Bill } from '../../web/src/ui/Bill.tsx'
import type { BillGroup } from '../../web/src/ui/bill-changes.ts'
import { useDebounced, useIdle, useNow } from '../../web/src/ui/clock.ts'
import { CopyLink } from '../../web/src/ui/CopyLink.tsx'
import type { Column } from '../../web/src/ui/data-columns.ts'
import type { RowKey } from '../../web/src/ui/DataRow.tsx'
import { DataRows } from '../../web/src/ui/DataRows.tsx'
import { EmailText } from '../../web/src/ui/ListCells.tsx'
import { moveToSee, rowAt, rowStarts } from '../../web/src/ui/row-window.ts'
import { FileField } from '../../web/src/ui/FileField.tsx'
import { usePageTheme } from '../../web/src/ui/dark-theme.ts'
import { OfflineBanner } from '../../web/src/ui/OfflineBanner.tsx'
import { Steps, type StepItem } from '../../web/src/ui/Steps.tsx'
import { ToastHost } from '../../web/src/ui/Overlays.tsx'
import { toast } from '../../web/src/ui/toasts.ts'
import { onPhone } from './screen-width.ts'
import { PageFooter } from '../../web/src/ui/PageFooter.tsx'

const show = (part: ReactNode) => render(part, { wrapper: MantineProvider })
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })

type Dancer = { id: number; name: string; age: number | null }
const dancers: Dancer[] = [
  { id: 1, name: 'Uma Reyes', age: 9 },
  { id: 2, name: 'Ana Ruiz', age: 12 },
  { id: 3, name: 'Bea Tran', age: null },
  { id: 4, name: 'Kofi Sato', age: 10 },
]
const onRender = vi.fn<(name: string) => void>()
const columns: Column<Dancer>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => {
      onRender(name)
      return name
    },
    sort: ({ name }) => name,
    edit: ({ name }, close) => <input aria-label="New name" defaultValue={name} onBlur={close} />,
  },
  { key: 'age', header: 'Age', align: 'end', cell: ({ age }) => age, sort: ({ age }) => age },
]

function List({ rows = dancers }: { rows?: readonly Dancer[] }) {
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<RowKey>>(new Set())
  return (
    <DataRows
      label="Dancers"
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={columns}
      selection={{ selectedKeys, onChange: setSelectedKeys }}
      empty={<p>You do not have anyone in your roster.</p>}
    />
  )
}

const ages = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent)
const checkStates = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .slice(1)
    .map((box) => box.checked)
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

test('a list is put in order by its headers, and those without a value stay last', () => {
  show(<List />)
  const header = screen.getByRole('columnheader', { name: /Age/ })
  fireEvent.click(within(header).getByRole('button'))
  expect(header.getAttribute('aria-sort')).toBe('ascending')
  expect(ages()).toEqual(['9', '10', '12', ''])
  fireEvent.click(within(header).getByRole('button'))
  expect(header.getAttribute('aria-sort')).toBe('descending')
  expect(ages()).toEqual(['12', '10', '9', ''])
})

test('a cell without a value is marked, so that the card of a phone leaves it out', () => {
  const ageColumn: Column<Dancer> = { key: 'age', header: 'Age', phone: 'named', cell: ({ age }) => age ?? '–' }
  const list = { rows: dancers, rowKey: ({ id }: Dancer) => id, rowName: ({ name }: Dancer) => name, empty: null }
  show(<DataRows label="Ages" columns={[ageColumn]} {...list} />)
  const cells = [...screen.getByRole('grid').querySelectorAll<HTMLElement>('td')]
  expect(cells.map((cell) => [cell.textContent, cell.dataset['none'] ?? ''])).toEqual([
    ...[
      ['9', ''],
      ['12', ''],
      ['–', 'true'],
      ['10', ''],
    ],
  ])
})

test('an email breaks after its @ before it breaks anywhere else', () => {
  const { container } = show(<EmailText email="grace@example.com" />)
  expect(container.querySelector('wbr')?.previousSibling?.textContent).toBe('grace@')
  expect(container.textContent).toContain('grace@example.com')
})

test('typing anywhere in a list filters it, and says how many are left', () => {
  show(<List />)
  fireEvent.keyDown(box('Ana Ruiz'), { key: 'r' })
  expect(document.activeElement).toBe(field('Filter dancers'))
  expect(field('Filter dancers').value).toBe('r')
  screen.getByText('3 of 4')
  type('Filter dancers', 'ruiz ana')
  expect(ages()).toEqual(['12'])
  fireEvent.keyDown(field('Filter dancers'), { key: 'Escape' })
  expect(ages()).toHaveLength(4)
})

test('rows are selected one by one, and with shift all from the last one touched', () => {
  show(<List />)
  fireEvent.click(box('Uma Reyes'))
  fireEvent.click(box('Bea Tran'), { shiftKey: true })
  expect(checkStates()).toEqual([true, true, true, false])
  fireEvent.click(box('Ana Ruiz'))
  fireEvent.keyDown(box('Kofi Sato'), { key: ' ', shiftKey: true })
  expect(checkStates()).toEqual([true, true, true, true])
  screen.getByText(/4 selected/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all dancers' }))
  expect(checkStates()).toEqual([false, false, false, false])
})

test('turning one row on draws that row alone again', () => {
  show(<List />)
  onRender.mockClear()
  fireEvent.click(box('Ana Ruiz'))
  expect(onRender.mock.calls).toEqual([['Ana Ruiz']])
})

test('a cell is edited in its place, and Escape gives its button focus again', async () => {
  show(<List />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit name of Ana Ruiz' }))
  await waitFor(() => expect(document.activeElement).toBe(field('New name')))
  fireEvent.keyDown(field('New name'), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit name of Ana Ruiz'))
})

test('a list of three hundred keeps only what is in sight in the page; an empty one says so', () => {
  const many = Array.from({ length: 300 }, (_, id) => ({ id, name: `Dancer ${id}`, age: 9 }))
  const { unmount } = show(<List rows={many} />)
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('301')
  // jsdom lays nothing out: the list is scrolled when its place in the window says so.
  const top = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  top.mockReturnValue({ top: -200 * 41 } as DOMRect)
  fireEvent.scroll(window)
  screen.getByRole('row', { name: /Dancer 200/ })
  expect(screen.queryByRole('row', { name: /Dancer 150/ })).toBeNull()
  top.mockRestore()
  unmount()
  show(<List rows={[]} />)
  screen.getByText('You do not have anyone in your roster.')
})

test('of a long list the row with focus stays when it is scrolled away, and the browser’s search finds all', () => {
  const many = Array.from({ length: 300 }, (_, id) => ({ id, name: `Dancer ${id}`, age: 9 }))
  show(<List rows={many} />)
  box('Dancer 3').focus()
  const top = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  top.mockReturnValue({ top: -200 * 41 } as DOMRect)
  fireEvent.scroll(window)
  screen.getByRole('row', { name: /Dancer 200/ })
  expect(document.activeElement).toBe(box('Dancer 3'))
  expect(screen.queryByRole('row', { name: /Dancer 4 / })).toBeNull()
  top.mockRestore()
  fireEvent.keyDown(window, { key: 'f', ctrlKey: true })
  expect(screen.getAllByRole('row').length).toBe(301)
})

test('a long list is whole on paper: rendered before the browser lays the paper out, and short again after it', () => {
  const many = Array.from({ length: 300 }, (_, id) => ({ id, name: `Dancer ${id}`, age: 9 }))
  show(<List rows={many} />)
  const rows = () => document.querySelectorAll('tr').length
  expect(rows()).toBeLessThan(100)
  // Not in `act`, as the browser tells it.
  window.dispatchEvent(new Event('beforeprint'))
  expect(rows()).toBe(301)
  fireEvent(window, new Event('afterprint'))
  expect(rows()).toBeLessThan(100)
})

test('rows begin below those before them, whether supposed or seen; the window moves no further than it must', () => {
  const starts = rowStarts(4, 40, new Map([[1, 100]]))
  expect(starts).toEqual([0, 40, 140, 180, 220])
  expect([-5, 0, 39, 40, 139, 140, 500].map((pixel) => rowAt(starts, pixel))).toEqual([0, 0, 0, 1, 1, 2, 3])
  const moves = [0, 1, 2, 3].map((index) => moveToSee(starts, index, 30, 130))
  expect(moves).toEqual([-30, 0, 20, 60])
})

const bill = (amount: number): BillGroup[] => [
  {
    key: 'workshop',
    label: 'Workshop',
    lines: [
      { key: 'senior', label: 'Senior dancers', amount: dollars(amount), because: 'Early rate of $245.00 each.' },
      { key: 'teachers', label: 'Teachers', amount: dollars(360) },
    ],
  },
]

test('a line of the bill opens its reason in place', () => {
  show(<Bill groups={bill(490)} total={{ label: 'Total', amount: dollars(850) }} />)
  const line = screen.getByRole('button', { name: /Senior dancers.*\$490\.00/ })
  expect(screen.getByText('Early rate of $245.00 each.').hidden).toBe(true)
  fireEvent.click(line)
  expect(line.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Early rate of $245.00 each.').hidden).toBe(false)
})

test('UI-008 a changed amount glows for 2 seconds and is announced politely', () => {
  vi.useFakeTimers()
  const { rerender, container } = show(<Bill groups={bill(490)} total={{ label: 'Total', amount: dollars(850) }} />)
  const glowing = () => [...container.querySelectorAll('[data-changed]')].map((line) => line.textContent)
  expect(glowing()).toEqual([])
  rerender(<Bill groups={bill(735)} total={{ label: 'Total', amount: dollars(1095) }} />)
  expect(glowing()).toHaveLength(2)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.getByRole('status').textContent).toBe('Senior dancers $735.00, Total $1,095.00')
  act(() => void vi.advanceTimersByTime(999))
  expect(glowing()).toHaveLength(2)
  act(() => void vi.advanceTimersByTime(1))
  expect(glowing()).toEqual([])
})

test('UI-005 under 768 px the bill lies at the foot as one line', () => {
  onPhone()
  show(<Bill groups={bill(490)} total={{ label: 'Total', amount: dollars(850) }} />)
  screen.getByRole('button', { name: 'Total $850.00', expanded: false })
  expect(screen.queryByText('Teachers')).toBeNull()
})

async function showSteps(steps: StepItem[], pending = false) {
  const route = {
    path: '*?',
    component: () => <Steps label="Registration steps" steps={steps} compact={isCompact(steps)} pending={pending} />,
  }
  show(<RouterProvider router={createRouter({ routes: [route], context: {} })} />)
  await screen.findByRole('navigation', { name: 'Registration steps' })
  return screen.getAllByRole('listitem')
}

const step = (name: string, state: StepItem['state'], blockedBy?: string): StepItem => ({
  key: name,
  name,
  to: '/x',
  state,
  blockedBy,
})

test('WIZ-019 the call sheet shows each step as done, active, next or disabled, done ones as links', async () => {
  const items = await showSteps([
    step('Roster', 'success'),
    step('Dancers', 'active'),
    step('Teachers', 'next'),
    step('Review', 'disabled', 'To continue, please register at least one attendee.'),
  ])
  expect(items.map(({ dataset }) => dataset['state'])).toEqual(['success', 'active', 'next', 'disabled'])
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
  expect(items.map((item) => item.querySelector('a') !== null)).toEqual([true, false, true, false])
  const blocked = screen.getByRole('button', { name: /Review/ })
  const reason = document.getElementById(blocked.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('To continue, please register at least one attendee.')
})

test('the last step carries a check, and says PENDING while the registration is on its way', async () => {
  const items = await showSteps([step('Payment', 'active'), step('Success', 'disabled')], true)
  expect(items.at(-1)?.textContent).toContain('PENDING')
  expect(items.at(-1)?.querySelector('.icon')).not.toBeNull()
})

test('WIZ-022 ten steps and more are compact', async () => {
  await showSteps(Array.from({ length: 10 }, (_, index) => step(`Step ${index}`, index === 0 ? 'active' : 'disabled')))
  expect(screen.getByRole('navigation').dataset['compact']).toBe('true')
})

test('UI-007 a toast closes after 2 seconds', () => {
  vi.useFakeTimers()
  show(<ToastHost />)
  act(() => toast('Waiver link sent'))
  act(() => void vi.advanceTimersByTime(1_999))
  screen.getByText('Waiver link sent')
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Waiver link sent')).toBeNull()
})

test.each([
  ['a filled button elsewhere', 'filled', [100, 100, 90, 36], 'usual'],
  ['another button in the usual place', 'default', [1_300, 780, 90, 36], 'usual'],
  ['a filled button in the usual place', 'filled', [1_300, 780, 90, 36], 'second'],
  ['one from side to side', 'filled', [0, 760, 1_440, 80], 'third'],
] as const)('a toast covers no primary action: with %s', (_, variant, at, place) => {
  const places = { usual: [1_000, 770, 416, 46], second: [24, 770, 416, 46], third: [512, 72, 416, 46] } as const
  const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    if (this.matches('button')) return new DOMRect(...at)
    const name = this instanceof HTMLElement && this.dataset['place']
    return new DOMRect(...(name && name in places ? places[name as keyof typeof places] : []))
  })
  vi.useFakeTimers()
  show(
    <>
      <Button variant={variant}>Pay $50.00</Button>
      <ToastHost />
    </>,
  )
  act(() => toast('Your promo code was applied and $25.00 has been taken off!'))
  expect(screen.getByText(/has been taken off/).closest('output')?.dataset['place']).toBe(place)
  rects.mockRestore()
  act(() => void vi.advanceTimersByTime(2_000))
})

test('UI-006 typing is acted on once it has rested 150 ms', () => {
  vi.useFakeTimers()
  const Rested = ({ text }: { text: string }) => <p>{useDebounced(text)}</p>
  const { rerender } = show(<Rested text="a" />)
  rerender(<Rested text="ab" />)
  act(() => void vi.advanceTimersByTime(149))
  expect(screen.queryByText('ab')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  screen.getByText('ab')
})

test('UI-009 a component that depends on the time updates every 60 seconds', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-03T06:59:00.000Z') })
  const Clock = () => <p>{useNow()}</p>
  show(<Clock />)
  act(() => void vi.advanceTimersByTime(59_999))
  screen.getByText('2026-10-03T06:59:00.000Z')
  act(() => void vi.advanceTimersByTime(1))
  screen.getByText('2026-10-03T07:00:00.000Z')
})

test('UI-027 fifteen minutes without mouse or key count as away, and either starts them again', () => {
  vi.useFakeTimers()
  const away = vi.fn()
  const Watch = () => {
    useIdle(away)
    return null
  }
  show(<Watch />)
  vi.advanceTimersByTime(899_999)
  fireEvent.keyDown(window, { key: 'a' })
  vi.advanceTimersByTime(899_999)
  fireEvent.mouseMove(window)
  vi.advanceTimersByTime(899_999)
  expect(away).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(away).toHaveBeenCalledOnce()
})

test('UI-019 a link is copied, and the button says so for a second', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  show(<CopyLink label="Link for parents" url="https://callboard.example/w/1" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByText('Copied!')
  expect(writeText).toHaveBeenCalledWith('https://callboard.example/w/1')
  await screen.findByRole('button', { name: 'Copy' }, { timeout: 30_000 })
})

test('UI-032 a file can be dropped or chosen, and the bar says how far it is and can be stopped', () => {
  const onFile = vi.fn()
  const onCancel = vi.fn()
  const some = { label: 'Dancer photo', accept: 'image/*', help: 'JPG or PNG.', onFile, onCancel }
  const photo = new File(['x'], 'ana.jpg', { type: 'image/jpeg' })
  const { rerender } = show(<FileField {...some} error={undefined} progress={null} />)
  fireEvent.drop(field(/Dancer photo/), { dataTransfer: { files: [photo] } })
  fireEvent.change(field(/Dancer photo/), { target: { files: [photo] } })
  expect(onFile.mock.calls).toEqual([[photo], [photo]])
  rerender(<FileField {...some} error="This photo is larger than 5 MB." progress={null} />)
  expect(field(/Dancer photo/).getAttribute('aria-invalid')).toBe('true')
  screen.getByText('This photo is larger than 5 MB.')
  rerender(<FileField {...some} error={undefined} progress={62} />)
  screen.getByText('62%')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(onCancel).toHaveBeenCalledOnce()
})

test('UI-030 a lost connection is shown until it is back', () => {
  show(<OfflineBanner />)
  const line = vi.spyOn(window.navigator, 'onLine', 'get')
  line.mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(screen.getByRole('status').textContent).toContain('You are offline.')
  line.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(screen.getByRole('status').textContent).toBe('')
  line.mockRestore()
})

test('the page has the theme of the system, and follows when the system changes it', () => {
  const system = Object.assign(new EventTarget(), { matches: true })
  const ofPage = window.matchMedia
  vi.stubGlobal('matchMedia', () => system)
  const Theme = () => <output>{usePageTheme()}</output>
  render(<Theme />)
  expect(screen.getByRole('status').textContent).toBe('dark')
  system.matches = false
  act(() => void system.dispatchEvent(new Event('change')))
  expect(screen.getByRole('status').textContent).toBe('light')
  vi.stubGlobal('matchMedia', ofPage)
})

test.each([
  [1, 1, '1 of 1'],
  [2, 51, '51 of 51'],
  [1, 2, '1–2 of 2'],
  [2, 1204, '51–100 of 1,204'],
])('page %i of a list of %i says %s', (page, total, text) => {
  const { container } = render(
    <MantineProvider>
      <PageFooter label="Payments" page={page} pageSize={50} total={total} onPage={() => {}} />
    </MantineProvider>,
  )
  expect(container.querySelector('output')?.textContent).toBe(text)
})
