import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { DialogHost } from '../ui/DialogHost.tsx'
import { useHouseLights } from '../ui/house-lights.ts'
import { ToastHost } from '../ui/ToastHost.tsx'
import { useEffect } from 'react'
import { watchTyping } from './kept-typing.ts'
import type { makeRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

type AppProps = { queries: QueryClient; router: ReturnType<typeof makeRouter>; nonce: string }

export function App({ queries, router, nonce }: AppProps) {
  const lights = useHouseLights()
  useEffect(watchTyping, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={lights === 'down' ? 'dark' : 'light'}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} InnerWrap={WithHosts} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

// Inside the router, so that the back button closes a dialog.
const WithHosts = ({ children }: { children: React.ReactNode }) => (
  <>
    {children}
    <DialogHost />
    <ToastHost />
  </>
)
