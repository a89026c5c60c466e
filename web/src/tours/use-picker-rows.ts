import { useRead } from '../api/use-call.ts'
import { useSession } from '../shell/session.ts'
import { useNow } from '../ui/clock.ts'
import { rowsOf } from './picked-dates.ts'

/**
 * Returns the cities of a tour with the account's own registrations; no rows while they load. `ahead`: how far the
 * product's clock is ahead of this machine's, in milliseconds. An undefined tour reads nothing.
 */
export function usePickerRows(event_id: number | undefined, ahead: number) {
  const now = useNow(ahead)
  const user = useSession()
  const input = { query: { event_id: event_id ?? 0 } }
  const enabled = event_id !== undefined
  const tours = useRead('GET /v1/mybtf/tours', input, { enabled })
  const own = useRead('GET /v1/mybtf/user-event-season-registrations', input, { enabled: enabled && Boolean(user) })
  // Without the account's own registrations each city would offer to begin one.
  const waiting = !tours.data || user === undefined || (user && !own.data)
  return {
    now,
    dates: tours.data ?? [],
    rows: waiting ? undefined : rowsOf(tours.data, own.data ?? [], now),
    error: tours.error ?? own.error,
    refetch: () => Promise.all([tours.refetch(), own.refetch()]),
  }
}
