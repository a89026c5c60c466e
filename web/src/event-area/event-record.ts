import { destinationOf } from '@callboard/domain/registrations/navigation.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { DefaultParams } from 'wouter'
import { redirect } from '../ui/router/route.ts'
import { ReplyError } from '../api/reply-error.ts'
import { isPreview, paths } from '../shell/paths.ts'
import type { Reply } from '../api/call.ts'
import { callQuery } from '../api/use-call.ts'

type Visit = { context: { queries: QueryClient }; params: DefaultParams }

/** For how long a completed registration is not asked for again while its owner goes from tab to tab. */
const fresh = 30_000

/** Lets the owner of a completed registration in; others go home, unfinished ones to the wizard. EVT-011, EVT-012. */
export async function requireCompletedRegistration({ context: { queries }, params }: Visit) {
  const id = Number(params['id'])
  if (!Number.isSafeInteger(id) || id < 1) throw redirect(paths.home)
  const query = registrationQuery(id)
  const cachedRecord = queries.getQueryData(query.queryKey)
  const record = await queries
    .fetchQuery({ ...query, staleTime: cachedRecord?.completed ? fresh : 0 })
    .catch((error: unknown) => {
      if (error instanceof ReplyError && error.status === 404) throw redirect(paths.home)
      throw error
    })
  if (destinationOf(record, 'event') === 'registration') {
    throw redirect(paths.registration(id))
  }
  // Not awaited: the frame of the area shows a skeleton, or why it could not be loaded.
  void queries.prefetchQuery({ ...eventAreaQuery(id), staleTime: fresh })
}

/** The registration of an address, as the guard of its area loaded it. */
const loadVisited = ({ context: { queries }, params }: Visit) =>
  queries.fetchQuery({ ...registrationQuery(Number(params['id'])), staleTime: fresh })

/**
 * Lets the owner into the results portal while it is enabled; the preview flag opens it early, without a score. Seasons
 * without a portal have the plain screen. RES-005, RES-039, SEC-005.
 */
export async function requirePortal(visit: Visit & { address: { search: string } }) {
  const { id, tour_date } = await loadVisited(visit)
  if (!tour_date.season.is_portal) throw redirect(paths.event(id, 'critiques'))
  if (!tour_date.mybtf.coda && !isPreview(visit.address.search)) throw redirect(paths.event(id, 'overview'))
}

/** Leads from the portal's base to its first tab: critiques, or the results of a city that has none. RES-002, RES-041. */
export async function openFirstPart(visit: Visit & { address: { search: string } }) {
  const { id, tour_date } = await loadVisited(visit)
  throw redirect(paths.portal(id, tour_date.web.no_critiques ? 'results' : 'critiques') + visit.address.search)
}

/** Lets the owner into the plain screens of results; a season with a portal has them there. RES-039, SEC-005. */
export const requireNoPortal = (place: 'results' | 'critiques') => async (visit: Visit) => {
  const { id, tour_date } = await loadVisited(visit)
  if (!tour_date.season.is_portal) return
  throw redirect(tour_date.mybtf.coda ? paths.portal(id, place) : paths.event(id, 'overview'))
}

export const registrationQuery = (id: number) => callQuery('GET /v1/dance360/registrations/{id}', { params: { id } })
export const eventAreaQuery = (id: number) =>
  callQuery('GET /v1/dance360/registrations/{id}/event-area', { params: { id } })

type EventRecord = {
  id: number
  record: Reply<'GET /v1/dance360/registrations/{id}'>
  area: Reply<'GET /v1/dance360/registrations/{id}/event-area'>
}

/** Provided by `EventArea`, which mounts its screens only while it has the data. */
export const EventContext = createContext<EventRecord | null>(null)

/** The completed registration whose event area this is, and its other data beside it. */
export function useEvent(): EventRecord {
  const event = use(EventContext)
  if (!event) throw new Error('There is no EventArea above this component')
  return event
}
