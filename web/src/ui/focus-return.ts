import { useEffect, useState } from 'react'

let pressed: Element | null = null

/** Remembers what was last focused: a button that waits for an answer is disabled, and loses its focus with that. */
export function watchFocus(): () => void {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element) pressed = target
  }
  document.addEventListener('focusin', note)
  return () => {
    document.removeEventListener('focusin', note)
    pressed = null
  }
}

/** The focused element was removed and no other element took focus. */
export const isFocusLost = (): boolean =>
  (document.activeElement ?? document.body) === document.body && pressed !== null && !pressed.isConnected

const focused = () => (document.activeElement === document.body ? pressed : document.activeElement)

/** When what lies on top goes away, focus returns to where it was. */
export function useReturnFocus(open: boolean) {
  const [before, setBefore] = useState(focused)
  const [was, setWas] = useState(open)
  if (open !== was) {
    setWas(open)
    if (open) setBefore(focused())
  }
  useEffect(() => {
    if (!open) return undefined
    return () => {
      // Once the focus trap is gone; and only when the screen has not put focus elsewhere meanwhile.
      setTimeout(() => {
        const isFocusLost = document.activeElement === document.body || document.activeElement === null
        if (isFocusLost && before instanceof HTMLElement && before.isConnected) before.focus()
      }, 0)
    }
  }, [open, before])
}

/** The head of a dialog is not the banner of the page, of which there is one. */
export const plainHeader = { header: { role: 'presentation' } } as const
