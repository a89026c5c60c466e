import {
  copySeason,
  listSeasonCopies,
  previewSeasonCopy,
  undoSeasonCopy,
} from '@callboard/contract/tours/office-season-copies.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { audited } from '../platform/audit-queries.ts'
import { NotFound, orNotFound, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { deleteCopiedCities } from './city-queries.ts'
import { deleteUnusedPrices } from './event-office-queries.ts'
import { countRegistrationsIn, lockCities } from './publishing-queries.ts'
import { listCopiedCityIds, listOpenCopies, lockSeasonCopy, markUndone } from './season-copy-queries.ts'
import type { CopyWaivers } from './office-draft-routes.ts'
import { planSeason, writeSeason } from './season-copy.ts'

export function officeSeasonCopyRoutes(app: App, copyWaivers: CopyWaivers) {
  serve(app, previewSeasonCopy, async (tx, { params, body }) => {
    const { cities, prices, fees } = await planSeason(tx, params.id, body)
    return {
      fees: fees.map(({ name: _, ...fee }) => fee),
      cities: cities.map(({ city, days, ...planned_city }) => ({
        ...planned_city,
        tour_date_id: city.id,
        event: city.event,
        city: city.city,
        time_zone: city.time_zone,
        canceled: city.canceled,
        old_start_date: city.start_date,
        old_end_date: city.end_date,
        start_date: days.start_date,
        end_date: days.end_date,
        wrong: days.refusal && explain(days.refusal),
      })),
      prices: prices.map(({ rows, ...event }) => ({
        ...event,
        rows: rows.map((row) => ({
          name: row.name,
          kind: 'kind' in row ? row.kind : ('per_dancer' as const),
          tier: 'tier' in row ? row.tier : null,
          old_price: row.old_price,
          price: row.price,
        })),
      })),
    }
  })

  serve(app, copySeason, async (tx, { params, body, ...caller }) => {
    const { user, now } = caller
    const { is_new, ...copy } = await writeSeason(tx, params.id, body, { created: now, created_by: user.id })
    const author = { created: now, created_by: user.id }
    if (is_new) await copyWaivers(tx, 'season_id', { from_id: params.id, to_id: copy.season_id }, author)
    const after = { ...copy, from_season_id: params.id, ...body }
    await audited(tx, caller, {
      action: 'copy season',
      entity: 'season',
      entity_id: copy.season_id,
      before: null,
      after,
    })
    return copy
  })

  serve(app, listSeasonCopies, async (tx) => ({ rows: await listOpenCopies(tx) }))

  serve(app, undoSeasonCopy, async (tx, { params: { id }, ...caller }) => {
    const copy = orNotFound(await lockSeasonCopy(tx, id))
    if (copy.undone_at) throw new NotFound()
    const tour_date_ids = await listCopiedCityIds(tx, id)
    if (tour_date_ids.length > 0) {
      await lockCities(tx, tour_date_ids)
      const registrations = await countRegistrationsIn(tx, tour_date_ids)
      if (registrations > 0) throw new Refused({ code: 'office.undo_registered', registrations })
    }
    const cities = await deleteCopiedCities(tx, id)
    await deleteUnusedPrices(tx, copy.season_id, copy.priced_event_ids)
    await markUndone(tx, id, caller.now)
    const { season_id: entity_id } = copy
    const before = { ...copy, cities }
    await audited(tx, caller, { action: 'undo season copy', entity: 'season', entity_id, before, after: null })
    return { cities }
  })
}
