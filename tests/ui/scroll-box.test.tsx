// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ScrollBox } from '../../web/src/ui/ScrollBox.tsx'

const hint = 'Scroll sideways to see every column.'
const observers: (() => void)[] = []
const watchSizes = () =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(measure: () => void) {
        observers.push(measure)
      }
      observe() {}
      disconnect() {}
    },
  )

afterEach(() => {
  observers.length = 0
})

/** A box of this width around a table of that width, measured as the browser does after layout. */
function showTable(boxWidth: number, tableWidth: number) {
  const { ResizeObserver } = globalThis
  watchSizes()
  render(
    <ScrollBox label="Prices of levels">
      <table />
    </ScrollBox>,
  )
  vi.stubGlobal('ResizeObserver', ResizeObserver)
  const box = screen.getByRole('region', { name: 'Prices of levels' })
  Object.defineProperty(box, 'clientWidth', { value: boxWidth, configurable: true })
  Object.defineProperty(box, 'scrollWidth', { value: tableWidth, configurable: true })
  const resize = () =>
    act(() => {
      for (const measure of observers) measure()
    })
  resize()
  return { box, resize }
}

test('a table wider than its place says that it scrolls, and takes the focus of the keyboard', () => {
  const { box } = showTable(358, 720)
  expect(screen.getByText(hint)).toBeTruthy()
  expect(box.tabIndex).toBe(0)
  expect(box.parentElement?.dataset['overflow']).toBe('right')
})

test('a wide table scrolled to its end fades no column, and still says how to see the others', () => {
  const { box } = showTable(358, 720)
  box.scrollLeft = 362
  fireEvent.scroll(box)
  expect(box.parentElement?.dataset['overflow']).toBe('left')
  expect(screen.getByText(hint)).toBeTruthy()
})

test('a table that fits is no stop of Tab and has no hint, also once there is room for it', () => {
  const { box, resize } = showTable(720, 720)
  expect(screen.queryByText(hint)).toBeNull()
  expect(box.hasAttribute('tabindex')).toBe(false)
  Object.defineProperty(box, 'clientWidth', { value: 358, configurable: true })
  resize()
  expect(screen.getByText(hint)).toBeTruthy()
  Object.defineProperty(box, 'clientWidth', { value: 800, configurable: true })
  resize()
  expect(screen.queryByText(hint)).toBeNull()
})
