import { officeNominationEndpoints } from '@callboard/contract/office-nominations.ts'
import { titleOfType } from '@callboard/domain/nominations/nomination.ts'
import { findCityHead } from '../cities/queries.ts'
import { orNotFound } from '../http/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { listCityNominations } from './queries.ts'

/** What the office prepares its award juries with. OFF-014. */
export function officeNominationRoutes(app: App) {
  serve(app, officeNominationEndpoints.officeCityNominations, async (tx, { params }) => {
    const { event: event_name, time_zone: _, ...city } = orNotFound(await findCityHead(tx, params.id))
    const rows = await listCityNominations(tx, params.id)
    return {
      ...city,
      event_name,
      rows: rows.map(({ details, half, type, ...row }) => ({
        ...row,
        // Its category stands beside it.
        type: half === null ? type : titleOfType({ name: row.category, step: row.step }, { name: type, half }),
        outside: details.outside,
        name: details.name,
      })),
    }
  })
}
