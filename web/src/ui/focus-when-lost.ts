import { useEffect, useRef } from 'react'

const isLost = (at: Element | null) => at === null || at === document.body || at.matches(':disabled')

/**
 * Focus goes to this part when a change took away what had it: a button that waits, a row that was decided, a form that
 * became a summary. If the user focused another element meanwhile, focus stays there. A sticky part is in sight where the
 * page is; scrolling to it would go to its place at the end.
 */
export function useFocusWhenLost<Part extends HTMLElement>(change: unknown, { isSticky = false } = {}) {
  const part = useRef<Part>(null)
  const before = useRef(change)
  useEffect(() => {
    if (before.current === change) return
    // The first load removes no focused element.
    const isFirst = before.current === undefined
    before.current = change
    if (isFirst) return
    if (isLost(document.activeElement)) part.current?.focus({ preventScroll: isSticky })
  }, [change, isSticky])
  return part
}
