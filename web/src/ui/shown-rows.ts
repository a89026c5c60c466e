import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type Ref, type RefObject } from 'react'
import { usePhone, usePrinting } from './clock.ts'

/** Above this only the rows in sight are in the page. */
const virtualAbove = 60
const rowHeight = 41
const cardHeight = 132

type ShownRows = {
  items: readonly { index: number; start: number | undefined }[]
  height: number | undefined
  measure: Ref<HTMLTableRowElement> | undefined
  reveal: (index: number) => void
}

/** Which of the rows to render; on paper all of them. */
export function useShownRows(count: number, body: RefObject<HTMLElement | null>): ShownRows {
  const phone = usePhone()
  const printing = usePrinting()
  const virtual = count > virtualAbove && !printing
  const [top, setTop] = useState(0)

  useLayoutEffect(() => {
    if (!virtual || !body.current) return
    setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  }, [virtual, phone, body])

  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and not memoized
  const virtualizer = useWindowVirtualizer({
    count: virtual ? count : 0,
    estimateSize: () => (phone ? cardHeight : rowHeight),
    overscan: 12,
    scrollMargin: top,
    enabled: virtual,
  })

  if (!virtual) {
    const items = Array.from({ length: count }, (_, index) => ({ index, start: undefined }))
    return { items, height: undefined, measure: undefined, reveal: () => {} }
  }
  return {
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start: start - top })),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    reveal: (index) => virtualizer.scrollToIndex(index),
  }
}
