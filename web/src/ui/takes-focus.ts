import { useEffect, useRef } from 'react'
import { isFocusGone } from './focus-returns.ts'

const isLost = (at: Element | null) => at === null || at === document.body || at.matches(':disabled')

/**
 * Focus goes to this part when a change took away what had it: a button that waits, a row that was decided, a form that
 * became a summary. If the user focused another element meanwhile, focus stays there.
 */
export function useTakesFocus<Part extends HTMLElement>(change: unknown) {
  const part = useRef<Part>(null)
  const before = useRef(change)
  useEffect(() => {
    if (before.current === change) return
    // The first load removes no focused element.
    const isFirst = before.current === undefined
    before.current = change
    if (isFirst) return
    if (isLost(document.activeElement)) part.current?.focus()
  }, [change])
  return part
}

/** A screen that takes another's place at the same address is read and walked from its beginning, as one that was gone to. */
export function useScreenTakesFocus(title: string | null) {
  useEffect(() => {
    if (title !== null && isFocusGone()) document.getElementById('content')?.focus({ preventScroll: true })
  }, [title])
}
