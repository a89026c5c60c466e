import { useEffect, useState } from 'react'

/** When what lies on top goes away, focus returns to where it was. */
export function useFocusReturns(open: boolean) {
  const [before, setBefore] = useState(() => document.activeElement)
  const [was, setWas] = useState(open)
  if (open !== was) {
    setWas(open)
    if (open) setBefore(document.activeElement)
  }
  useEffect(() => {
    if (!open) return undefined
    return () => {
      // Once the focus trap is gone; and only when the screen has not put focus elsewhere meanwhile.
      setTimeout(() => {
        const lost = document.activeElement === document.body || document.activeElement === null
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus()
      }, 0)
    }
  }, [open, before])
}
