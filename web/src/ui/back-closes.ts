import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The back button puts away what lies on top instead of leaving the screen. */
export function useBackCloses(open: boolean, close: () => void) {
  const router = useRouter({ warn: false })
  const closing = useRef(close)
  useEffect(() => {
    closing.current = close
  })
  useEffect(() => {
    if (!open || !router) return undefined
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }: { action: string }) => {
        if (action !== 'BACK') return false
        closing.current()
        return true
      },
    })
  }, [open, router])
}
