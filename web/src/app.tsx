import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { DialogHost, ToastHost } from './ui/Overlays.tsx'
import { watchFocus } from './ui/focus-return.ts'
import { openingPath } from './ui/router/router.ts'
import { RouterProvider } from './ui/router/RouterProvider.tsx'
import { usePageTheme } from './ui/dark-theme.ts'
import { MarkupContext, useMarkupPhase } from './ui/markup.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { repeatEarlyEvents } from './shell/early-events.ts'
import { trackEditedFields } from './shell/field-recovery.ts'
import type { makeRouter } from './routes.tsx'
import { StyleProvider } from './shell/StyleProvider.tsx'

/** The focused element was removed with its screen, so focus moves to the new one; the first screen keeps the default. */
function FocusScreen() {
  const [path] = useLocation()
  const previousPath = useRef(path)
  useLayoutEffect(() => {
    const isFirst = previousPath.current === openingPath || previousPath.current === path
    previousPath.current = path
    if (!isFirst && document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [path])
  return null
}

type AppProps = { queries: QueryClient; router: ReturnType<typeof makeRouter>; nonce: string }

export function App({ queries, router, nonce }: AppProps) {
  const pageTheme = usePageTheme()
  useEffect(trackEditedFields, [])
  useEffect(watchFocus, [])
  useEffect(repeatEarlyEvents, [])
  const isHydrating = useMarkupPhase()
  return (
    <MarkupContext value={isHydrating}>
      <StyleProvider pageTheme={pageTheme} nonce={nonce}>
        <QueryClientProvider client={queries}>
          {/* Inside the router, so that the back button closes a dialog. */}
          <RouterProvider router={router}>
            <FocusScreen />
            <DialogHost />
            <ToastHost />
          </RouterProvider>
        </QueryClientProvider>
      </StyleProvider>
    </MarkupContext>
  )
}
