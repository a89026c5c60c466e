import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { DialogHost, ToastHost } from './ui/Overlays.tsx'
import { watchFocus } from './ui/focus-return.ts'
import { RouterProvider } from './ui/router/RouterProvider.tsx'
import { usePageTheme } from './ui/dark-theme.ts'
import { useEffect } from 'react'
import { trackEditedFields } from './shell/field-recovery.ts'
import type { makeRouter } from './routes.tsx'
import { StyleProvider } from './shell/StyleProvider.tsx'

type AppProps = { queries: QueryClient; router: ReturnType<typeof makeRouter>; nonce: string }

export function App({ queries, router, nonce }: AppProps) {
  const pageTheme = usePageTheme()
  useEffect(trackEditedFields, [])
  useEffect(watchFocus, [])
  useEffect(
    () =>
      router.onRendered(({ fromLocation, pathChanged }) => {
        // The focused element was removed with its screen, so focus moves to the new one; the first screen keeps the default.
        const isFocusLost = fromLocation && pathChanged && document.activeElement === document.body
        if (isFocusLost) document.getElementById('content')?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <StyleProvider pageTheme={pageTheme} nonce={nonce}>
      <QueryClientProvider client={queries}>
        {/* Inside the router, so that the back button closes a dialog. */}
        <RouterProvider router={router}>
          <DialogHost />
          <ToastHost />
        </RouterProvider>
      </QueryClientProvider>
    </StyleProvider>
  )
}
