import { readSomeStaticData, readStaticData } from '@callboard/contract/tours/static-data.ts'
import type { Tx } from '../platform/db/connect.ts'
import { serve, type App } from '../platform/http/serve.ts'
import {
  findCurrentSeasonId,
  isOfferPublished,
  listNames,
  loadLists,
  type StaticDataScope,
  type StaticRows,
} from './static-data-queries.ts'

export function staticDataRoutes(app: App) {
  serve(app, readStaticData, async (tx, { query }) => {
    const lists = await loadLists(tx, listNames, await scopeOf(tx, query))
    // All names were requested, so no list is missing.
    return lists as StaticRows
  })

  serve(app, readSomeStaticData, async (tx, { query }) => {
    // The contract admits no other names.
    const names = query.tables.split(',') as (keyof StaticRows)[]
    return loadLists(tx, names, await scopeOf(tx, query))
  })
}

type ScopeQuery = { event_id?: number | undefined; season_id?: number | undefined }

// No event has id 0, so that drafts are answered without prices.
async function scopeOf(tx: Tx, { event_id = 0, season_id }: ScopeQuery): Promise<StaticDataScope> {
  const scope = { event_id, season_id: season_id ?? (await findCurrentSeasonId(tx)) ?? 0 }
  return (await isOfferPublished(tx, scope)) ? scope : { event_id: 0, season_id: 0 }
}
