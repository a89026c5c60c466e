import { useCallback, useRef, useState } from 'react'
import { usePhone } from './clock.ts'

/** How a list stands in its box: as a table, as one with little room between its columns, or as cards. */
type TableFit = 'table' | 'tight' | 'cards'

/** In pixels: a column that shrinks keeps room for a long word, such as “Conservatory”. */
const longWord = 112
const gaps = { table: 24, tight: 12 }
/** On both sides of a row. */
const padding = 32

const leastOf = (track: string) => {
  const [least] = /\d+(?=px)/.exec(track) ?? []
  return least === undefined ? longWord : Number(least)
}

/** How a table of these grid tracks stands in a box of `width` pixels. */
export function tableFit(tracks: readonly string[], width: number): TableFit {
  const columns = tracks.reduce((sum, track) => sum + leastOf(track), padding)
  const least = (gap: number) => columns + gap * (tracks.length - 1)
  if (width >= least(gaps.table)) return 'table'
  return width >= least(gaps.tight) ? 'tight' : 'cards'
}

/** The same for a box that takes `watchBox` as its ref, at the width that it has now; on a phone always cards. */
export function useTableFit(tracks: readonly string[]) {
  const isPhone = usePhone()
  // Nothing is known of a box that is not laid out.
  const [width, setWidth] = useState(Infinity)
  const box = useRef<HTMLElement>(null)
  const watchBox = useCallback((element: HTMLElement | null) => {
    box.current = element
    if (!element) return
    const measure = () => setWidth(element.clientWidth || Infinity)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { fit: isPhone ? 'cards' : tableFit(tracks, width), box, watchBox }
}
