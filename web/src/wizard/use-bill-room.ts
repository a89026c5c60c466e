import { useEffect, useRef } from 'react'

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
      const { top } = column.getBoundingClientRect()
      column.style.setProperty('--side-top', `${Math.round(top + window.scrollY)}px`)
      column.style.setProperty('--foot-height', `${foot?.getBoundingClientRect().height ?? 0}px`)
    }
    const observer = new ResizeObserver(measure)
    // The page grows with banners and notices above the column.
    observer.observe(document.body)
    if (foot) observer.observe(foot)
    measure()
    return () => observer.disconnect()
  }, [])
  return side
}
