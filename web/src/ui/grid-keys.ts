import { useCallback, useEffect, useRef } from 'react'

type RowTag = 'tr' | 'li'
/** Row by its number in the whole grid, cell of the row, stop in the cell. */
type Position = { row: number; cell: number; stop: number }

const control = ':is(a[href], button, input, select, textarea)'
const textField = 'input:not([type=checkbox], [type=radio]), textarea'
/** Controls that need the arrow keys themselves: their cell is the stop, Enter goes in and Escape out. */
const usesArrows = `select, [type=radio], ${textField}`
/** Rows of Page Down where the page has no height. */
const usualPage = 10

const controlsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>(control)]
const cellsOf = (row: HTMLElement) => (row instanceof HTMLTableRowElement ? [...row.cells] : [row])
const isCell = (element: HTMLElement) => element instanceof HTMLTableCellElement
/** A row with text fields is a form: its fields keep their own tab stops. */
const isForm = (row: HTMLElement) => row.querySelector(textField) !== null

/** A control of the phone's layout has no place in the table's: focus cannot go there. */
function isShown(element: HTMLElement, cell: HTMLElement): boolean {
  if (getComputedStyle(element).display === 'none') return false
  return element === cell || !element.parentElement || isShown(element.parentElement, cell)
}

/** The places in a cell that focus can be at: its controls, or the cell itself. */
function stopsOf(cell: HTMLElement): HTMLElement[] {
  if (!isShown(cell, cell)) return []
  const enabled = controlsIn(cell).filter((one) => !one.matches(':disabled') && isShown(one, cell))
  if (!isCell(cell)) return enabled
  const plain = enabled.filter((one) => !one.matches(usesArrows))
  return plain.length === 0 || plain.length < enabled.length ? [cell, ...plain] : plain
}

const stopsIn = (row: HTMLElement) => cellsOf(row).flatMap(stopsOf)

function watchGrid(box: HTMLElement, tag: RowTag, reveal: (rowIndex: number) => void): () => void {
  let current: HTMLElement | undefined
  let position: Position = { row: tag === 'tr' ? 1 : 0, cell: 0, stop: 0 }
  /** Focus was in the grid last, though the focused element may have been removed since. */
  let isHere = false

  const rowOf = (element: Element) => element.closest<HTMLElement>(tag)
  const rows = () =>
    [...box.querySelectorAll<HTMLElement>(tag)].filter(
      (row) => tag === 'tr' || row.querySelector(`${control}:not(:disabled)`),
    )
  const numberOf = (row: HTMLElement) => Number(row.getAttribute('aria-rowindex') ?? rows().indexOf(row) + 1) - 1
  const rowAt = (number: number) => rows().find((row, index) => (tag === 'tr' ? numberOf(row) : index) === number)
  const count = () => Number(box.getAttribute('aria-rowcount') ?? rows().length)

  function stopAt({ row: number, cell, stop }: Position): HTMLElement | undefined {
    const row = rowAt(number)
    if (!row) return undefined
    const cells = cellsOf(row)
    const stops = stopsOf(cells[Math.min(cell, cells.length - 1)] ?? row)
    return stops[Math.min(stop, stops.length - 1)]
  }

  /** The stop that a focused element belongs to, and where that is. */
  function findStop(target: Element) {
    const row = rowOf(target)
    const cell = row ? cellsOf(row).findIndex((one) => one.contains(target)) : -1
    const stops = row && cell >= 0 ? stopsOf(cellsOf(row)[cell] ?? row) : []
    const stop = Math.max(
      0,
      stops.findIndex((one) => one === target),
    )
    const element = stops[stop]
    return row && element ? { element, row, position: { row: numberOf(row), cell, stop } } : undefined
  }

  function setCurrent(next: HTMLElement | undefined) {
    const row = current && rowOf(current)
    if (current && current !== next && (isCell(current) || !row || !isForm(row))) current.tabIndex = -1
    current = next
    if (next) next.tabIndex = 0
  }

  function prepare(row: HTMLElement) {
    const keepsStops = isForm(row)
    for (const one of controlsIn(row)) {
      if (one === current) continue
      if (keepsStops) one.removeAttribute('tabindex')
      else one.tabIndex = -1
    }
    for (const cell of cellsOf(row)) if (isCell(cell) && cell !== current) cell.tabIndex = -1
  }

  /** One stop there is always: where it was, or else the first row there is. */
  function ensureCurrent() {
    if (current?.isConnected && findStop(current)?.element === current) return
    const wasLost = isHere && !current?.isConnected && document.activeElement === document.body
    const last = Math.max(0, count() - 1)
    const firstRow = rows()[Math.min(tag === 'tr' ? 1 : 0, last)]
    const next = stopAt({ ...position, row: Math.min(position.row, last) }) ?? (firstRow && stopsIn(firstRow)[0])
    setCurrent(next)
    if (wasLost) next?.focus()
  }

  function goTo(next: Position) {
    const target = { ...next, row: Math.max(0, Math.min(next.row, count() - 1)) }
    const element = stopAt(target)
    if (element) element.focus()
    else {
      reveal(target.row - 1)
      requestAnimationFrame(() => stopAt(target)?.focus())
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key, ctrlKey, metaKey } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.shiftKey || event.defaultPrevented) return
    const stopInfo = findStop(target)
    if (!stopInfo) return
    if (target.matches(usesArrows)) {
      if (key === 'Escape' && stopInfo.element !== target && !isForm(stopInfo.row)) stopInfo.element.focus()
      return
    }
    if (isForm(stopInfo.row) || ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End')) return
    const act = () => {
      if (!isCell(target)) target.click()
      else target.querySelector<HTMLElement>(`:is(${usesArrows}):not(:disabled)`)?.focus()
    }
    const acts = key === 'F2' || (isCell(target) && (key === 'Enter' || key === ' '))
    const move = acts ? act : moveOf(key, ctrlKey || metaKey, stopInfo)
    if (!move) return
    event.preventDefault()
    move()
  }

  function moveOf(
    key: string,
    isWhole: boolean,
    { element, row, position: here }: NonNullable<ReturnType<typeof findStop>>,
  ) {
    const stops = stopsIn(row)
    const index = stops.indexOf(element)
    const to =
      (number: number, cell = here.cell, stop = here.stop) =>
      () =>
        goTo({ row: number, cell, stop })
    const pageRows = row.offsetHeight > 0 ? Math.ceil((window.innerHeight * 0.7) / row.offsetHeight) : usualPage
    if (key === 'ArrowDown') return to(here.row + 1)
    if (key === 'ArrowUp') return to(here.row - 1)
    if (key === 'PageDown') return to(here.row + pageRows)
    if (key === 'PageUp') return to(Math.max(tag === 'tr' ? 1 : 0, here.row - pageRows))
    if (key === 'ArrowRight' && stops.length > 1) return () => stops[index + 1]?.focus()
    if (key === 'ArrowLeft' && stops.length > 1) return () => stops[index - 1]?.focus()
    if (key === 'Home') return isWhole || tag === 'li' ? to(0, 0, 0) : () => stops[0]?.focus()
    if (key === 'End')
      return isWhole || tag === 'li' ? to(count() - 1, Infinity, Infinity) : () => stops.at(-1)?.focus()
    return undefined
  }

  function onFocusIn({ target }: FocusEvent) {
    isHere = target instanceof Element && box.contains(target)
    const stopInfo = isHere && target instanceof Element ? findStop(target) : undefined
    if (!stopInfo) return
    position = stopInfo.position
    setCurrent(stopInfo.element)
  }

  const observer = new MutationObserver((changes) => {
    const changedRows = new Set<HTMLElement>()
    for (const { target, addedNodes } of changes) {
      const row = target instanceof Element ? rowOf(target) : null
      if (row) changedRows.add(row)
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue
        for (const one of node.matches(tag) ? [node] : node.querySelectorAll<HTMLElement>(tag)) changedRows.add(one)
      }
    }
    changedRows.forEach(prepare)
    ensureCurrent()
  })

  for (const row of box.querySelectorAll<HTMLElement>(tag)) prepare(row)
  ensureCurrent()
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  box.addEventListener('keydown', onKeyDown)
  document.addEventListener('focusin', onFocusIn)
  return () => {
    observer.disconnect()
    box.removeEventListener('keydown', onKeyDown)
    document.removeEventListener('focusin', onFocusIn)
  }
}

/**
 * Ref of a table or a list that is one tab stop: arrow keys, Home, End and Page keys go between its cells, Enter, F2
 * and Space act on the control of a cell, Escape leaves it (ARIA grid). `reveal` scrolls to a row that is not rendered.
 */
export function useGridKeys<Box extends HTMLElement>(tag: RowTag, reveal?: (rowIndex: number) => void) {
  const latest = useRef(reveal)
  useEffect(() => {
    latest.current = reveal
  })
  return useCallback(
    (box: Box | null) => (box ? watchGrid(box, tag, (rowIndex) => latest.current?.(rowIndex)) : undefined),
    [tag],
  )
}
