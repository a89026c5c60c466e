import { useQuery } from '@tanstack/react-query'
import { useOpenScreen } from '../ui/router/RouterProvider.tsx'
import { useEffect } from 'react'
import { sessionQuery, takeRememberedRoute } from '../shell/session.ts'

/** Returns a function that opens the page requested before sign-in, or the start page. ACC-006, ACC-017. */
export function useContinueAfterSignIn(): () => Promise<void> {
  const navigate = useOpenScreen()
  return () => navigate(takeRememberedRoute())
}

const pollInterval = 5_000

/** Continues once the email address is confirmed, also from another tab. ACC-017, ACC-030. */
export function useContinueOnceConfirmed() {
  const navigate = useOpenScreen()
  const confirmed = useQuery({ ...sessionQuery, refetchInterval: pollInterval, refetchOnWindowFocus: 'always' }).data
    ?.confirmed
  useEffect(() => {
    if (confirmed) void navigate(takeRememberedRoute())
  }, [confirmed, navigate])
}
