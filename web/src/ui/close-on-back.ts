import { useEffect, useRef } from 'react'
import { onBack } from './router/page-history.ts'

/** The back button puts away what lies on top instead of leaving the screen. */
export function useCloseOnBack(open: boolean, close: () => void) {
  const closing = useRef(close)
  useEffect(() => {
    closing.current = close
  })
  useEffect(() => {
    if (!open) return undefined
    return onBack(() => closing.current())
  }, [open])
}
