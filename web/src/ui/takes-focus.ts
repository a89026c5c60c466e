import { useEffect, useRef } from 'react'

const isLost = (at: Element | null) => at === null || at === document.body || at.matches(':disabled')

/**
 * Focus goes to this part when a change took away what had it: a button that waits, a row that was decided, a form that
 * became a summary. Whoever put focus elsewhere meanwhile keeps it.
 */
export function useTakesFocus<Part extends HTMLElement>(change: unknown) {
  const part = useRef<Part>(null)
  const before = useRef(change)
  useEffect(() => {
    if (before.current === change) return
    // What is read for the first time took nothing away.
    const isFirst = before.current === undefined
    before.current = change
    if (isFirst) return
    if (isLost(document.activeElement)) part.current?.focus()
  }, [change])
  return part
}
