// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Column } from '../../web/src/ui/data-columns.ts'
import type { RowKey } from '../../web/src/ui/DataRow.tsx'
import { DataRows } from '../../web/src/ui/DataRows.tsx'
import { useGridKeys } from '../../web/src/ui/grid-keys.ts'

type Dancer = { id: number; name: string; level: string }
const dancersOf = (count: number): Dancer[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Dancer ${index + 1}`, level: 'Mini' }))

function List({ count }: { count: number }) {
  const [rows, setRows] = useState(() => dancersOf(count))
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const [columns] = useState<Column<Dancer>[]>(() => [
    { key: 'name', header: 'Name', cell: ({ name }) => name, sort: ({ name }) => name },
    {
      key: 'level',
      header: 'Level',
      cell: ({ name, level }) => (
        <select aria-label={`Level of ${name}`} defaultValue={level}>
          <option>Mini</option>
          <option>Junior</option>
        </select>
      ),
    },
    {
      key: 'options',
      header: 'Options',
      cell: ({ name }) => (
        <>
          <button type="button">One day, {name}</button>
          <button type="button">Virtual, {name}</button>
          <button type="button" style={{ display: 'none' }}>
            Options of {name}
          </button>
        </>
      ),
    },
    {
      key: 'remove',
      header: 'Remove',
      cell: ({ id, name }) => (
        <button type="button" onClick={() => setRows((before) => before.filter((row) => row.id !== id))}>
          Remove {name}
        </button>
      ),
    },
    {
      key: 'note',
      header: 'Note',
      cell: () => '',
      edit: (_row, close) => <input aria-label="New note" onBlur={close} />,
    },
  ])
  return (
    <MantineProvider>
      <DataRows
        label="Dancers"
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        filter={false}
        selection={{ selectedKeys, onChange: setSelectedKeys }}
        empty={<p>Nobody</p>}
      />
    </MantineProvider>
  )
}

const tabStops = () =>
  [...screen.getByRole('grid').querySelectorAll<HTMLElement>('a, button, input, select, td, th')].filter(
    (one) => one.tabIndex >= 0,
  )
const here = () => document.activeElement ?? document.body
const press = (key: string, modifiers: object = {}) => fireEvent.keyDown(here(), { key, ...modifiers })
const pressAll = (...keys: string[]) => keys.forEach((key) => press(key))
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const button = (name: string) => screen.getByRole('button', { name })
const cellOf = (element: Element) => element.closest('td')

test('a table is one tab stop; arrow keys go between cells and controls, and the stop stays where one was', () => {
  render(<List count={8} />)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('9')
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(
    Array.from({ length: 9 }, (_, index) => String(index + 1)),
  )
  screen.getByRole('rowheader', { name: 'Dancer 3' })
  expect(tabStops()).toEqual([box('Dancer 1')])

  tabStops()[0]?.focus()
  pressAll('ArrowDown', 'ArrowRight')
  expect(here()).toBe(screen.getByRole('rowheader', { name: 'Dancer 2' }))
  pressAll('ArrowRight', 'ArrowRight', 'ArrowRight')
  expect(here()).toBe(button('Virtual, Dancer 2'))
  pressAll('ArrowDown', 'ArrowRight')
  expect(here()).toBe(button('Remove Dancer 3'))
  pressAll('Home')
  expect(here()).toBe(box('Dancer 3'))
  pressAll('End')
  expect(here()).toBe(button('Edit note of Dancer 3'))
  press('Home', { ctrlKey: true })
  expect(here()).toBe(screen.getByRole('checkbox', { name: 'Select all dancers' }))
  press('End', { ctrlKey: true })
  expect(here()).toBe(button('Edit note of Dancer 8'))
  pressAll('ArrowDown', 'ArrowRight')
  expect(here()).toBe(button('Edit note of Dancer 8'))
  pressAll('PageUp')
  expect(here()).toBe(button('Edit note of Dancer 1'))
  pressAll('ArrowUp', 'ArrowUp')
  expect(here()).toBe(screen.getByRole('columnheader', { name: 'Note' }))
  expect(tabStops()).toEqual([here()])
})

test('UI-025 a hidden button is no stop of the arrow keys, from neither side', () => {
  render(<List count={2} />)
  button('Virtual, Dancer 1').focus()
  pressAll('ArrowRight')
  expect(here()).toBe(button('Remove Dancer 1'))
  pressAll('ArrowLeft')
  expect(here()).toBe(button('Virtual, Dancer 1'))
})

test('Enter, F2 and Space go into a cell that needs the arrow keys, Escape leaves it; F2 presses a button', () => {
  render(<List count={3} />)
  const level = screen.getByLabelText<HTMLSelectElement>('Level of Dancer 2')
  const cell = cellOf(level)
  for (const key of ['Enter', 'F2', ' ']) {
    cell?.focus()
    expect(here()).toBe(cell)
    pressAll(key)
    expect(here()).toBe(level)
    pressAll('ArrowDown')
    expect(here()).toBe(level)
    pressAll('Escape')
    expect(here()).toBe(cell)
  }
  button('Remove Dancer 2').focus()
  pressAll('F2')
  expect(screen.queryByText('Dancer 2')).toBeNull()
})

test('when a row with focus is removed, the next one has it; a row that is edited keeps the stops of its fields', async () => {
  render(<List count={3} />)
  button('Remove Dancer 2').focus()
  fireEvent.click(here())
  await waitFor(() => expect(here()).toBe(button('Remove Dancer 3')))
  fireEvent.click(button('Edit note of Dancer 3'))
  await waitFor(() => expect(here()).toBe(screen.getByLabelText('New note')))
  await waitFor(() => expect(tabStops()).toContain(button('Remove Dancer 3')))
  expect(tabStops()).not.toContain(button('Remove Dancer 1'))
  pressAll('ArrowUp')
  expect(here()).toBe(screen.getByLabelText('New note'))
})

test('a virtual list is scrollTops to the row that a key goes to', () => {
  render(<List count={300} />)
  const scroll = vi.spyOn(window, 'scrollTo')
  box('Dancer 1').focus()
  press('End', { ctrlKey: true })
  const scrollTops = scroll.mock.calls.map(([, y]) => Number(y))
  scroll.mockRestore()
  expect(scrollTops.at(-1)).toBeGreaterThan(200 * 41)
})

function Names({ names }: { names: readonly string[] }) {
  const list = useGridKeys<HTMLUListElement>('li')
  return (
    <ul ref={list}>
      <li>Nobody to press</li>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  )
}

test('a list of buttons is one tab stop with the same keys, also when its rows change', async () => {
  const { rerender } = render(<Names names={['Ana', 'Bea', 'Cleo']} />)
  const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex >= 0)
  expect(stops()).toEqual([button('Ana')])
  button('Ana').focus()
  pressAll('ArrowDown', 'ArrowDown', 'ArrowDown')
  expect(here()).toBe(button('Cleo'))
  pressAll('Home')
  expect(here()).toBe(button('Ana'))
  pressAll('End')
  expect(stops()).toEqual([button('Cleo')])
  rerender(<Names names={['Ana', 'Dot']} />)
  await waitFor(() => expect(stops()).toEqual([button('Dot')]))
})

test('rows of a list come in slices, in the room that all of them will take', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(
    <MantineProvider>
      <List count={40} />
    </MantineProvider>,
  )
  expect(page.querySelectorAll('tbody tr')).toHaveLength(12)
  expect(page.querySelector('tbody')?.style.minHeight).toBe(`${40 * 41}px`)

  const { container } = render(
    <MantineProvider>
      <List count={40} />
    </MantineProvider>,
  )
  expect(container.querySelectorAll('tbody tr')).toHaveLength(40)
  expect(container.querySelector('tbody')?.style.minHeight).toBe('')
})
