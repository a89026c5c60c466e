import { useOptionalRouter } from './router/RouterProvider.tsx'
import { useEffect, useRef } from 'react'

/** The back button puts away what lies on top instead of leaving the screen. */
export function useCloseOnBack(open: boolean, close: () => void) {
  const router = useOptionalRouter()
  const closing = useRef(close)
  useEffect(() => {
    closing.current = close
  })
  useEffect(() => {
    if (!open || !router) return undefined
    return router.history.block({
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false
        closing.current()
        return true
      },
    })
  }, [open, router])
}
