import { scheduleEndpoints } from '@callboard/contract/running-order/schedule.ts'
import { secondsAfter, type Instant } from '@callboard/domain/kernel/instant.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import type { OrderVersion } from '@callboard/domain/running-order/order-changes.ts'
import { dancersFor } from '@callboard/domain/running-order/order-readers.ts'
import { takesTime } from '@callboard/domain/running-order/entry-state.ts'
import type { CallerIdentity } from '@callboard/domain/share-links/share-link.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { hashOf } from '../platform/http/sessions.ts'
import { signedOutUser } from '../platform/user.ts'
import { findShareOfPage } from '../share-links/queries.ts'
import { findOrderVersion } from './queries.ts'
import { findPublicOrder, findScheduleCity, listPublicEntries, listScheduledRoutines } from './schedule-queries.ts'

const entriesByTime = (version: OrderVersion | null) =>
  (version?.entries ?? []).toSorted(
    (one, other) => one.starts_at.localeCompare(other.starts_at) || one.stage - other.stage,
  )

/**
 * A registration's entries by the published version, in the order of their times; other registrations' as times only.
 * A shared link shows names of dancers only if the office allows it.
 */
async function loadSchedule(tx: Tx, caller: CallerIdentity, registration_id: number) {
  const { completed, tour_date_id, event, city, time_zone, published_at, shows_dancers } = orNotFound(
    await findScheduleCity(tx, caller, registration_id),
  )
  const head = { registration_id, tour_date_id, event, city, time_zone, published_at, shows_dancers }
  if (!completed) throw new Refused({ code: 'registration.not_completed' })
  const version = await findOrderVersion(tx, head.tour_date_id)
  const routines = new Map((await listScheduledRoutines(tx, registration_id)).map((routine) => [routine.id, routine]))
  const ordered = entriesByTime(version)
  const entries = ordered.flatMap((entry) => {
    const routine = routines.get(entry.id)
    if (!routine) return []
    const { cast, ...routineFields } = routine
    const names = cast.map(({ name }) => name)
    const dancers = [...dancersFor(caller.shared ? 'shared link' : 'owner', head, names)]
    return [{ ...routineFields, dancers, label: entryLabel(entry), stage: entry.stage, starts_at: entry.starts_at }]
  })
  const others = ordered
    .filter((entry) => entry.registration_id !== registration_id && !entry.scratched)
    .map(({ stage, starts_at }) => ({ stage, starts_at }))
  return { ...head, entries, others }
}

/** A city's published order for anyone with its link. */
async function loadPublicOrder(tx: Tx, token: string) {
  const { tour_date_id, shows_dancers, ...head } = orNotFound(await findPublicOrder(tx, token))
  const version = await findOrderVersion(tx, tour_date_id)
  const rows = new Map((await listPublicEntries(tx, tour_date_id)).map((row) => [row.id, row]))
  const entries = entriesByTime(version).flatMap(({ id, entry_number, suffix, stage, starts_at }) => {
    const row = rows.get(id)
    if (!row) return []
    const { name, studio, division, category, state, cast } = row
    const names = cast.map((dancer) => dancer.name)
    const dancers = [...dancersFor('public page', { shows_dancers }, names)]
    const label = entryLabel({ entry_number, suffix })
    return [{ label, name, studio, division, category, stage, starts_at, state, dancers }]
  })
  return { ...head, entries }
}

type Schedule = Awaited<ReturnType<typeof loadSchedule>>

function calendarText({ event, city, registration_id, entries }: Schedule, origin: string, now: Instant): string {
  const calendar = ical({
    prodId: { company: 'Callboard', product: 'Callboard', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    name: `${event} ${city}`,
  })
  for (const { id, label, name, category, stage, starts_at, seconds, state } of entries) {
    calendar.createEvent({
      id: `entry-${registration_id}-${id}@${new URL(origin).hostname}`,
      summary: `${label} ${name}`,
      description: `${category}, stage ${stage}`,
      location: city,
      start: new Date(starts_at),
      end: new Date(secondsAfter(starts_at, seconds)),
      stamp: new Date(now),
      status: takesTime(state) ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    })
  }
  return calendar.toString()
}

/** A studio sees its own entries of the published order, and shares them as a calendar. */
export function scheduleRoutes(app: App) {
  serve(app, scheduleEndpoints.readSchedule, (tx, { query, user, shared }) =>
    loadSchedule(tx, { user, shared }, query.registration_id),
  )

  serve(app, scheduleEndpoints.readPublicOrder, async (tx, { params }) => loadPublicOrder(tx, params.token))

  serve(app, scheduleEndpoints.readScheduleFeed, async (tx, { params, now, reply }) => {
    const shared = orNotFound(await findShareOfPage(tx, hashOf(params.token), 'schedule', now))
    const schedule = await loadSchedule(tx, { user: signedOutUser, shared }, shared.registration_id)
    void reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="schedule.ics"')
      .header('cache-control', 'private, max-age=300')
    return calendarText(schedule, app.origin, now)
  })
}
