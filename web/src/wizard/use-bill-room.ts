import { useEffect, useRef } from 'react'

/** Where roster and bill stand beside the step. */
const isBeside = () => window.matchMedia('(min-width: 62em)').matches

/**
 * Tells the style sheet where the column of roster and bill begins on the page and how high the step's foot is, so
 * that the column ends above the foot at every scroll position. Banners, notices and wrapped words change both.
 */
export function useBillRoom() {
  const side = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const column = side.current
    if (!column) return
    const foot = column.parentElement?.nextElementSibling
    const measure = () => {
      // On a narrow screen there is no such column, and a new value would style all rows in it again.
      if (!isBeside()) return
      const { top } = column.getBoundingClientRect()
      column.style.setProperty('--side-top', `${Math.round(top + window.scrollY)}px`)
      column.style.setProperty('--foot-height', `${foot?.getBoundingClientRect().height ?? 0}px`)
    }
    // Also called for the first layout, before it is painted. The page grows with banners and notices above the column.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    if (foot) observer.observe(foot)
    return () => observer.disconnect()
  }, [])
  return side
}
