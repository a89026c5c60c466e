import { useEffect, useRef } from 'react'

/** At which ends a row goes on out of sight; the sheet of the shell fades these. */
function markOverflow(row: HTMLElement) {
  const { scrollWidth, clientWidth, scrollLeft } = row
  const ends = [scrollLeft > 1 && 'left', scrollLeft + clientWidth < scrollWidth - 1 && 'right']
  row.dataset['overflow'] = ends.filter(Boolean).join(' ')
}

/**
 * For rows of places that are longer than a phone's screen: the open one is brought into it, at each `where`, and an end
 * with more behind it fades. The ref is the row's nav, or what holds several.
 */
export function useScrollToCurrent<Box extends HTMLElement>(where: string) {
  const box = useRef<Box>(null)
  useEffect(() => {
    const stops = new AbortController()
    const observer = new ResizeObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLElement) markOverflow(target)
    })
    for (const open of box.current?.querySelectorAll('nav [aria-current]') ?? []) {
      const row = open.closest('nav')
      if (!row) continue
      row.scrollLeft += open.getBoundingClientRect().left - row.getBoundingClientRect().left - 48
      markOverflow(row)
      observer.observe(row)
      row.addEventListener('scroll', () => markOverflow(row), { passive: true, signal: stops.signal })
    }
    return () => {
      stops.abort()
      observer.disconnect()
    }
  }, [where])
  return box
}
