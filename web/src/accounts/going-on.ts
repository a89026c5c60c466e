import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionReading, takeRememberedRoute } from '../shell/session.ts'

/** To where the person was going when signing in came between, else to the start. ACC-006, ACC-017. */
export function useGoOn(): () => Promise<void> {
  const router = useRouter()
  return () => router.navigate({ href: takeRememberedRoute() })
}

const askAgain = 5_000

/** Goes on by itself once the address is confirmed, also when that happened in another window. ACC-017, ACC-030. */
export function useGoOnceConfirmed() {
  const router = useRouter()
  const confirmed = useQuery({ ...sessionReading, refetchInterval: askAgain, refetchOnWindowFocus: 'always' }).data
    ?.confirmed
  useEffect(() => {
    if (confirmed) void router.navigate({ href: takeRememberedRoute() })
  }, [confirmed, router])
}
