import { runningOrderEndpoints } from '@callboard/contract/running-order/running-order.ts'
import { changeStates } from '@callboard/domain/running-order/change-states.ts'
import { audited } from '../platform/audit-queries.ts'
import { orRefuse } from '../platform/http/errors.ts'
import { serve, serveEvents, type App } from '../platform/http/serve.ts'
import { lockForWrite } from './office-routes.ts'
import { loadStage, presentStage, type openSharedStages } from './present-stage.ts'
import { keepLockedBlocks, raiseOrderVersion, setEntryState } from './queries.ts'
import type { openStageEvents } from './stage-events.ts'

/** How the pages of a stage hear of it: by events, and by polling. */
export type StageFeeds = {
  watchStage: ReturnType<typeof openStageEvents>
  readShared: ReturnType<typeof openSharedStages>
}

/** The stage manager's page. */
export function stageRoutes(app: App, { watchStage, readShared }: StageFeeds) {
  serve(app, runningOrderEndpoints.readStage, async (tx, { query, now, request, reply }) => {
    if (!query.poll) return presentStage(tx, query.tour_date_id, now)
    const { tag, ...stage } = await readShared(tx, query.tour_date_id, now)
    void reply.header('cache-control', 'private, no-cache').header('etag', tag)
    if (request.headers['if-none-match'] === tag) void reply.code(304)
    return { ...stage, now }
  })

  serveEvents(app, runningOrderEndpoints.watchStage, ({ query, user, reply }) =>
    watchStage(query.tour_date_id, `account ${user.id}`, reply),
  )

  serve(app, runningOrderEndpoints.changeStage, async (tx, { body, ...caller }) => {
    const { tour_date_id, changes } = body
    await lockForWrite(tx, body)
    const { entries, rows } = await loadStage(tx, tour_date_id)
    const lockedBlocks = await keepLockedBlocks(tx, tour_date_id)
    const startOf = new Map(rows.map(({ id, on_stage_at }) => [id, on_stage_at]))
    const stageEntries = entries.map(({ id, stage, state, block_id }) => ({
      ...{ id, stage, state, on_stage_at: startOf.get(id) ?? null },
      is_locked: lockedBlocks.has(block_id),
    }))
    orRefuse(changeStates(stageEntries, changes, caller.now))
    for (const { id, state } of changes) await setEntryState(tx, id, state, caller.now)
    await raiseOrderVersion(tx, tour_date_id)
    const action = { action: 'change stage' as const, entity: 'running_order', entity_id: tour_date_id }
    await audited(tx, caller, { ...action, before: null, after: { changes } })
    return presentStage(tx, tour_date_id, caller.now)
  })
}
