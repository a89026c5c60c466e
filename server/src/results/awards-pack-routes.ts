import { awardsPackEndpoints } from '@callboard/contract/results/awards-pack.ts'
import { releaseOf } from '@callboard/domain/results/release.ts'
import { listHandingDevices } from '../judging/device-queries.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findAwardCity, listAwardBlocks, listAwards } from './award-queries.ts'
import { loadReleaseInputs } from './inputs.ts'
import { loadNameTables } from './names.ts'

/** The inputs and names of a city's results, by which the tabulator's laptop reads awards without a network. */
export function awardsPackRoutes(app: App) {
  serve(app, awardsPackEndpoints.readAwardsPack, async (tx, { query: { tour_date_id }, now }) => {
    const city = orNotFound(await findAwardCity(tx, tour_date_id))
    const inputs = await loadReleaseInputs(tx, city, 'results')
    const names = await loadNameTables(tx, city, releaseOf('results', inputs))
    return {
      ...{ tour_date_id, event: city.event, city: city.city, time_zone: city.time_zone, now },
      tabulation: inputs.tabulation,
      picks: inputs.picks,
      awards: await listAwards(tx, city),
      award_blocks: await listAwardBlocks(tx, tour_date_id),
      devices: await listHandingDevices(tx, tour_date_id),
      names,
    }
  })
}
