import { useEffect, useRef } from 'react'

/**
 * For rows of places that are longer than a phone's screen: the open one is brought into it, at each `where`.
 * The ref is the row's nav, or what holds several.
 */
export function useOpenInSight<Box extends HTMLElement>(where: string) {
  const box = useRef<Box>(null)
  useEffect(() => {
    for (const open of box.current?.querySelectorAll('nav [aria-current]') ?? []) {
      const row = open.closest('nav')
      if (row) row.scrollLeft += open.getBoundingClientRect().left - row.getBoundingClientRect().left - 48
    }
  }, [where])
  return box
}
