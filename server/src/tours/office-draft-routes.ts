import {
  copyEvent,
  copyTourDate,
  publishEvent,
  publishTourDate,
  unpublishEvent,
  unpublishTourDate,
} from '@callboard/contract/tours/office-drafts.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { missingToPublish } from '@callboard/domain/tours/publishing.ts'
import { shiftDays } from '@callboard/domain/tours/shift-days.ts'
import { zoneOfPlace } from '@callboard/domain/tours/time-zones.ts'
import { checkDays } from '@callboard/domain/tours/tour-date-days.ts'
import type { AuditAction } from '@callboard/domain/platform/audit-actions.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { copySettings, loadSettings } from '../platform/settings-queries.ts'
import { insertCityCopy } from './city-copy.ts'
import { putEventCity, setCityPublished } from './city-queries.ts'
import { copyEventPrices, findEvent, insertEvent, presentEvent, setEventPublished } from './event-office-queries.ts'
import { loadForOffice } from './office-city-routes.ts'
import { countRegistrationsIn, findDraftFacts, listCityIds, lockCities } from './publishing-queries.ts'

async function refuseRegistered(tx: Tx, tour_date_ids: readonly number[]) {
  if (tour_date_ids.length === 0) return
  await lockCities(tx, tour_date_ids)
  const registrations = await countRegistrationsIn(tx, tour_date_ids)
  if (registrations > 0) throw new Refused({ code: 'office.unpublish_registered', registrations })
}

/** Copies the waivers of an event or a season. Waivers come after tours, so composition passes it in. */
export type CopyWaivers = (
  tx: Tx,
  scope: 'event_id' | 'season_id',
  ids: { from_id: number; to_id: number },
  author: { created: Instant; created_by: number },
) => Promise<void>

export function officeDraftRoutes(app: App, copyWaivers: CopyWaivers) {
  serve(app, copyTourDate, async (tx, { params, body, now, ...caller }) => {
    const source = await loadForOffice(tx, params.id, now)
    const { event_id = source.event_id, season_id = source.season_id, city, with_venue } = body
    const { id: tour_date_id, time_zone: sourceZone } = source
    // Another place has its own zone; one that is not known is refused by the check of the days.
    const { time_zone = city ? (zoneOfPlace(city) ?? '') : sourceZone, start_date } = body
    const settings = await loadSettings(tx, { tour_date_id, event_id: source.event_id, season_id: source.season_id })
    // The zone is checked before it is used to move the deadlines.
    orRefuse(checkDays({ ...source, time_zone }))
    const days = orRefuse(checkDays(shiftDays(source, start_date, settings, time_zone)))
    const event_city_id = city ? await putEventCity(tx, city) : source.event_city_id
    const id = await insertCityCopy(tx, { from_id: params.id, event_id, season_id, event_city_id, days, with_venue })
    const after = await loadForOffice(tx, id, now)
    const before = { copied_from: params.id }
    await audited(tx, { ...caller, now }, { action: 'copy city', entity: 'tour_date', entity_id: id, before, after })
    return after
  })

  serve(app, publishTourDate, async (tx, { params: { id }, ...caller }) => {
    const missing = missingToPublish(orNotFound(await findDraftFacts(tx, id)), caller.now)
    const { published } = await loadForOffice(tx, id, caller.now)
    if (published) return loadForOffice(tx, id, caller.now)
    if (missing.length > 0) throw new Refused({ code: 'office.not_ready', missing })
    await setCityPublished(tx, id, true)
    await audited(tx, caller, publishing('publish city', 'tour_date', id, true))
    return loadForOffice(tx, id, caller.now)
  })

  serve(app, unpublishTourDate, async (tx, { params: { id }, ...caller }) => {
    const { published } = await loadForOffice(tx, id, caller.now)
    if (published) {
      await refuseRegistered(tx, [id])
      await setCityPublished(tx, id, false)
      await audited(tx, caller, publishing('unpublish city', 'tour_date', id, false))
    }
    return loadForOffice(tx, id, caller.now)
  })

  serve(app, copyEvent, async (tx, { params, body, ...caller }) => {
    const { id: from_id, ...source } = orNotFound(await findEvent(tx, params.id))
    const after = await insertEvent(tx, { ...source, ...body, published: false, logo_key: null })
    await copyEventPrices(tx, from_id, after.id)
    await copySettings(tx, { event_id: from_id }, { event_id: after.id })
    const author = { created: caller.now, created_by: caller.user.id }
    await copyWaivers(tx, 'event_id', { from_id, to_id: after.id }, author)
    const before = { copied_from: params.id }
    await audited(tx, caller, { action: 'copy event', entity: 'event', entity_id: after.id, before, after })
    return presentEvent(after)
  })

  serve(app, publishEvent, async (tx, { params: { id }, ...caller }) => {
    const event = orNotFound(await findEvent(tx, id))
    if (event.published) return presentEvent(event)
    const after = orNotFound(await setEventPublished(tx, id, true))
    await audited(tx, caller, publishing('publish event', 'event', id, true))
    return presentEvent(after)
  })

  serve(app, unpublishEvent, async (tx, { params: { id }, ...caller }) => {
    const event = orNotFound(await findEvent(tx, id))
    if (!event.published) return presentEvent(event)
    await refuseRegistered(tx, await listCityIds(tx, id))
    const after = orNotFound(await setEventPublished(tx, id, false))
    await audited(tx, caller, publishing('unpublish event', 'event', id, false))
    return presentEvent(after)
  })
}

const publishing = (action: AuditAction, entity: 'tour_date' | 'event', entity_id: number, published: boolean) => ({
  action,
  entity,
  entity_id,
  before: { published: !published },
  after: { published },
})
