import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type Ref,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from './clock.ts'
import { moveToSee, rowAt, rowStarts } from './row-window.ts'
import type { RowKey } from './DataRow.tsx'

/** Above this only the rows in sight are in the page. */
const virtualAbove = 60
const rowHeight = 41
const cardHeight = 84
/** Rows of a whole list that are rendered at a time, so that no task is long: at first no more than a phone shows. */
const rowsAtATime = 12
const cardsAtATime = 6
/** Rows kept above and below those in sight. */
const spare = 12

type VisibleRows = {
  items: readonly { index: number; start: number | undefined }[]
  height: number | undefined
  /** The room of rows that are still to be rendered. */
  minHeight?: number
  measure: Ref<HTMLTableRowElement> | undefined
  reveal: (index: number) => void
  /** For what holds the rows: the one with focus stays in the page, however far it is scrolled away. */
  onFocus: ((event: FocusEvent) => void) | undefined
}

const scrollDown = (by: number) => {
  if (by !== 0) window.scrollTo(window.scrollX, window.scrollY + by)
}

/** How far the window has moved down past the first row. */
const topOf = (body: HTMLElement | null) => -(body?.getBoundingClientRect().top ?? 0)

/** The browser searches what is in the page: from the first Ctrl+F on all rows are. */
function usePageSearched(): boolean {
  const [searched, setSearched] = useState(false)
  useEffect(() => {
    const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      // At once: the browser opens its search as soon as this returns.
      if (key === 'F3' || (key.toLowerCase() === 'f' && (ctrlKey || metaKey))) flushSync(() => setSearched(true))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return searched
}

/** How many rows of a whole list to render: a slice at first, then one more with each commit, which input may interrupt. */
function useSlices(count: number, slice: number, isAtOnce: boolean): number {
  const [sliceEnd, setSliceEnd] = useState(slice)
  useEffect(() => {
    if (sliceEnd < count) startTransition(() => setSliceEnd(sliceEnd + slice))
  }, [sliceEnd, slice, count])
  return isAtOnce ? count : Math.min(count, sliceEnd)
}

/** The rows to render, as lines of a table or as cards; on paper, and for the browser's own search, all of them. */
export function useVisibleRows(count: number, body: RefObject<HTMLElement | null>, asCards: boolean): VisibleRows {
  const printing = usePrinting()
  const searched = usePageSearched()
  const virtual = count > virtualAbove && !printing && !searched
  const usual = asCards ? cardHeight : rowHeight
  const slice = asCards ? cardsAtATime : rowsAtATime
  const renderedCount = useSlices(virtual ? 0 : count, slice, printing || searched)
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map())
  const starts = useMemo(() => rowStarts(virtual ? count : 0, usual, heights), [virtual, count, usual, heights])
  const [sight, setSight] = useState(() => ({ first: 0, last: Math.ceil(window.innerHeight / usual) }))
  const [focused, setFocused] = useState(-1)

  const latest = useRef({ starts, heights })
  useLayoutEffect(() => {
    latest.current = { starts, heights }
  })

  useLayoutEffect(() => {
    if (!virtual) return
    const look = () => {
      const top = topOf(body.current)
      const first = rowAt(starts, top)
      const last = rowAt(starts, top + window.innerHeight)
      setSight((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    // At once, or the page would show what is scrolled into it a moment later.
    const follow = () => flushSync(look)
    look()
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    }
  }, [virtual, starts, body])

  const observer = useRef<ResizeObserver>(undefined)
  useEffect(() => () => observer.current?.disconnect(), [])
  const measure = useCallback(
    (row: HTMLTableRowElement | null) => {
      if (!row) return
      observer.current ??= new ResizeObserver((changes) => {
        const sizes = latest.current
        const measurements = changes.flatMap(({ target, borderBoxSize }) => {
          const index = target instanceof HTMLElement && target.isConnected ? Number(target.dataset['index']) : -1
          const height = Math.round(borderBoxSize[0]?.blockSize ?? 0)
          return index < 0 || height === 0 || height === (sizes.heights.get(index) ?? usual) ? [] : [{ index, height }]
        })
        if (measurements.length === 0) return
        const top = topOf(body.current)
        // Keeps the visible rows in place when a row above is taller than estimated.
        const above = measurements.filter(({ index }) => (sizes.starts[index + 1] ?? 0) <= top)
        const grown = above.reduce((sum, { index, height }) => sum + height - (sizes.heights.get(index) ?? usual), 0)
        const more = measurements.map(({ index, height }) => [index, height] as const)
        flushSync(() => setHeights((before) => new Map([...before, ...more])))
        scrollDown(grown)
      })
      observer.current.observe(row)
      return () => observer.current?.unobserve(row)
    },
    [body, usual],
  )

  const reveal = useCallback(
    (index: number) => {
      scrollDown(moveToSee(latest.current.starts, index, topOf(body.current), window.innerHeight))
    },
    [body],
  )

  if (!virtual) {
    const items = Array.from({ length: renderedCount }, (_, index) => ({ index, start: undefined }))
    const whole = { items, height: undefined, measure: undefined, reveal: () => {}, onFocus: undefined }
    return renderedCount < count ? { ...whole, minHeight: count * usual } : whole
  }
  const first = Math.max(0, Math.min(sight.first, count - 1) - spare)
  const last = Math.min(count - 1, sight.last + spare)
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  const renderedIndices = [
    ...(focused >= 0 && focused < first ? [focused] : []),
    ...inSight,
    ...(focused > last && focused < count ? [focused] : []),
  ]
  const items = renderedIndices.map((index) => ({ index, start: starts[index] ?? 0 }))
  const onFocus = ({ target }: FocusEvent) => {
    setFocused(Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1))
  }
  return { items, height: starts[count] ?? 0, measure, reveal, onFocus }
}

/** One row turned on or off; with shift every row from the last one touched, all to the same. */
export function withToggled(
  selectedKeys: ReadonlySet<RowKey>,
  visibleKeys: readonly RowKey[],
  key: RowKey,
  last: RowKey | undefined,
): ReadonlySet<RowKey> {
  const next = new Set(selectedKeys)
  const [from, to] = [last === undefined ? -1 : visibleKeys.indexOf(last), visibleKeys.indexOf(key)]
  const range = from < 0 ? [key] : visibleKeys.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const each of range) {
    if (selectedKeys.has(key)) next.delete(each)
    else next.add(each)
  }
  return next
}
