import type { Facts } from '@callboard/domain/registrations/registration.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../api/use-call.ts'

/** Counts that are younger than this are not asked for again. */
const freshFor = 15_000
/** In milliseconds: the requests of browsers that return to the page together are spread over this time. */
const spread = 3_000

/**
 * A city's facts with the places that are left just now: asked for when the screen opens and when the person comes back to
 * it, never by the clock. COMP-016, COMP-082.
 */
export function useLivePlaces(facts: Facts): Facts {
  const { data, refetch, isStale } = useQuery({
    ...callQuery('GET /v1/tour-dates/{id}/places', { params: { id: facts.tour_date.id } }),
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      if (document.visibilityState !== 'visible' || !isStale) return
      clearTimeout(soon)
      soon = setTimeout(() => void refetch(), Math.random() * spread)
    }
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(soon)
      document.removeEventListener('visibilitychange', again)
    }
  }, [refetch, isStale])
  return data ? { ...facts, places: data.places } : facts
}
