import type { TourDate } from '@callboard/domain/tours/city.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { dayIn } from '@callboard/domain/kernel/calendar.ts'
import { destinationOf } from '@callboard/domain/registrations/navigation.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import type { DefaultParams } from 'wouter'
import { redirect } from '../ui/router/route.ts'
import { ReplyError } from '../api/reply-error.ts'
import { paths } from '../shell/paths.ts'
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
}

export const registrationQuery = (id: number) => callQuery('GET /v1/dance360/registrations/{id}', { params: { id } })
export const eventAreaQuery = (id: number) =>
  callQuery('GET /v1/dance360/registrations/{id}/event-area', { params: { id } })

/** The completed registration whose event area this is, and what is said of it beside. */
export function useEvent() {
  const { id: text } = useParams()
  const id = Number(text)
  const { data: record } = useSuspenseQuery(registrationQuery(id))
  const { data: area } = useSuspenseQuery(eventAreaQuery(id))
  return { id, record, area }
}

/** Whether the event's last day is over, in the city's time zone. */
export const isPast = ({ time_zone, end_date }: Pick<TourDate, 'time_zone' | 'end_date'>, now: Instant): boolean =>
  dayIn(time_zone, now) > end_date
