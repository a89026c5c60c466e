import { panelEndpoints } from '@callboard/contract/judging/panels.ts'
import type { officePanels } from '@callboard/contract/judging/panels.ts'
import { checkScale } from '@callboard/domain/judging/mark.ts'
import { checkPanel, type SeatDraft } from '@callboard/domain/judging/panel.ts'
import { recusalEffect } from '@callboard/domain/judging/recusal-effect.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import type { z } from 'zod'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { answerWith, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { findOrderCity, selectNumberedEntries } from '../running-order/queries.ts'
import { findCityHead } from '../tours/city-queries.ts'
import {
  insertJudge,
  insertScale,
  listJudges,
  listScales,
  lockJudge,
  lockScale,
  updateJudge,
  updateScale,
} from './judge-queries.ts'
import { loadJudgedCity } from './inputs-queries.ts'
import { presentJudges } from './judge-picture-routes.ts'
import {
  deletePanel,
  findPanel,
  insertPanel,
  listCompetitors,
  listJudgedBlocks,
  listPanels,
  lockJudgedBlock,
  lockPanel,
  raisePanelVersion,
  saveRecusals,
  saveSeats,
  setPanelOfBlock,
  updatePanel,
} from './panel-queries.ts'
import { countSheetsOfBlock } from './sheet-queries.ts'

async function presentPanels(tx: Tx, tour_date_id: number): Promise<z.input<typeof officePanels>> {
  const { event, city, time_zone } = orNotFound(await findOrderCity(tx, tour_date_id))
  return {
    ...{ tour_date_id, event, city, time_zone },
    panels: await listPanels(tx, tour_date_id),
    blocks: await listJudgedBlocks(tx, tour_date_id),
    registrations: await listCompetitors(tx, tour_date_id),
  }
}

function checkVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Refused({ code: 'judging.changed_meanwhile', version: row.version })
}

const trimmed = <Body extends { name: string }>(body: Body): Body => {
  const name = body.name.trim()
  if (!name) throw new Refused({ code: 'required', field: 'name' })
  return { ...body, name }
}

type PanelRow = NonNullable<Awaited<ReturnType<typeof lockPanel>>>
type PanelBody = { kind: string; counted: number; dropping: string; scale_id: number; seats: readonly SeatDraft[] }

/** Whether a panel with scores would change in what made them. Somebody may still sit down on an empty seat. */
function changesScores(before: PanelRow, after: PanelBody): boolean {
  const isOther = (['kind', 'counted', 'dropping', 'scale_id'] as const).some((field) => before[field] !== after[field])
  const isSame = (seat: PanelRow['seats'][number]) =>
    after.seats.some(
      ({ position, judge_id, shadow }) =>
        position === seat.position && shadow === seat.shadow && (seat.judge_id ?? judge_id) === judge_id,
    )
  return isOther || before.seats.length !== after.seats.length || !before.seats.every(isSame)
}

/** Judges, scales and panels: who judges which block, and how. docs/rules/judging.md. */
export function officePanelRoutes(app: App) {
  answerWith({ 'judging.changed_meanwhile': 409, 'sheet.changed_meanwhile': 409 })
  const endpoints = panelEndpoints

  serve(app, endpoints.listJudges, async (tx, { now }) => ({
    judges: await presentJudges(app, await listJudges(tx), now),
  }))

  serve(app, endpoints.addJudge, async (tx, { body, ...caller }) => {
    const judge = trimmed(body)
    const { id } = await insertJudge(tx, judge)
    await audited(tx, caller, { action: 'add judge', entity: 'judge', entity_id: id, before: null, after: judge })
    return { judges: await presentJudges(app, await listJudges(tx), caller.now) }
  })

  serve(app, endpoints.changeJudge, async (tx, { params: { id }, body, ...caller }) => {
    const { name, bio, active, version } = orNotFound(await lockJudge(tx, id))
    checkVersion({ version }, body.version)
    const { version: _, ...judge } = trimmed(body)
    await updateJudge(tx, id, judge)
    const before = { name, bio, active }
    await audited(tx, caller, { action: 'change judge', entity: 'judge', entity_id: id, before, after: judge })
    return { judges: await presentJudges(app, await listJudges(tx), caller.now) }
  })

  serve(app, endpoints.listScoreScales, async (tx) => ({ scales: await listScales(tx) }))

  serve(app, endpoints.addScoreScale, async (tx, { body, ...caller }) => {
    const scale = trimmed(body)
    orRefuse(checkScale(scale))
    const { id } = await insertScale(tx, scale)
    const entry = { entity: 'score_scale', entity_id: id, before: null, after: scale }
    await audited(tx, caller, { action: 'add score scale', ...entry })
    return { scales: await listScales(tx) }
  })

  serve(app, endpoints.changeScoreScale, async (tx, { params: { id }, body, ...caller }) => {
    const { has_sheets, id: _id, version, ...before } = orNotFound(await lockScale(tx, id))
    checkVersion({ version }, body.version)
    if (has_sheets) throw new Refused({ code: 'score_scale.in_use' })
    const { version: _, ...scale } = trimmed(body)
    orRefuse(checkScale(scale))
    await updateScale(tx, id, scale)
    const entry = { entity: 'score_scale', entity_id: id, before, after: scale }
    await audited(tx, caller, { action: 'change score scale', ...entry })
    return { scales: await listScales(tx) }
  })

  serve(app, endpoints.listPanels, (tx, { query }) => presentPanels(tx, query.tour_date_id))

  serve(app, endpoints.addPanel, async (tx, { body, ...caller }) => {
    const { tour_date_id, seats, ...panel } = trimmed(body)
    orRefuse(checkPanel(panel, seats))
    const { id } = await insertPanel(tx, tour_date_id, panel)
    await saveSeats(tx, id, seats)
    const entry = { entity: 'judging', entity_id: tour_date_id, before: null, after: { panel: id, ...panel, seats } }
    await audited(tx, caller, { action: 'add panel', ...entry })
    return presentPanels(tx, tour_date_id)
  })

  serve(app, endpoints.changePanel, async (tx, { params: { id }, body, ...caller }) => {
    const before = orNotFound(await lockPanel(tx, id))
    checkVersion(before, body.version)
    const { version: _, seats, ...panel } = trimmed(body)
    orRefuse(checkPanel(panel, seats))
    if (before.has_sheets && changesScores(before, { ...panel, seats })) throw new Refused({ code: 'panel.has_sheets' })
    await updatePanel(tx, id, panel)
    await saveSeats(tx, id, seats)
    const { tour_date_id, name, kind, counted, dropping, scale_id } = before
    await audited(tx, caller, {
      action: 'change panel',
      entity: 'judging',
      entity_id: tour_date_id,
      before: { name, kind, counted, dropping, scale_id, seats: before.seats },
      after: { ...panel, seats },
    })
    return presentPanels(tx, tour_date_id)
  })

  serve(app, endpoints.removePanel, async (tx, { params: { id }, ...caller }) => {
    const before = orNotFound(await lockPanel(tx, id))
    const { tour_date_id, name } = before
    if (before.has_sheets) throw new Refused({ code: 'panel.has_sheets' })
    const blocks = await listJudgedBlocks(tx, tour_date_id)
    if (blocks.some(({ panel_id }) => panel_id === id)) throw new Refused({ code: 'panel.in_use' })
    await deletePanel(tx, id)
    const entry = { entity: 'judging', entity_id: tour_date_id, before: { name }, after: null }
    await audited(tx, caller, { action: 'remove panel', ...entry })
    return presentPanels(tx, tour_date_id)
  })

  serve(app, endpoints.setRecusals, async (tx, { params: { id }, body, ...caller }) => {
    const panel = orNotFound(await lockPanel(tx, id))
    checkVersion(panel, body.version)
    const { tour_date_id, seats } = panel
    const isOfPanel = ({ seat_id }: { seat_id: number }) => seats.some((seat) => seat.id === seat_id)
    if (!body.recusals.every(isOfPanel)) throw new Refused({ code: 'sheet.not_judged_here' })
    await saveRecusals(tx, id, body.recusals)
    await raisePanelVersion(tx, id)
    await audited(tx, caller, {
      action: 'set recusals',
      entity: 'judging',
      entity_id: tour_date_id,
      before: { name: panel.name, recusals: panel.recusals },
      after: { name: panel.name, recusals: body.recusals },
    })
    return presentPanels(tx, tour_date_id)
  })

  serve(app, endpoints.readRecusalEffect, async (tx, { params: { id }, query }) => {
    const panel = orNotFound(await findPanel(tx, id))
    const { tour_date_id } = panel
    const { shows_results: is_released } = orNotFound(await findCityHead(tx, tour_date_id))
    const judged = await loadJudgedCity(tx, tour_date_id)
    const effect = new Map(recusalEffect(judged.entries, panel, query).map((entry) => [entry.id, entry]))
    const rows = (
      await selectNumberedEntries(tx, tour_date_id).select('n.block_id').orderBy('n.entry_number').execute()
    ).filter((row) => effect.has(row.id))
    const blockIds = new Set(rows.map(({ block_id }) => block_id))
    const blocks = await listJudgedBlocks(tx, tour_date_id)
    return {
      entries: rows.map((row) => ({
        ...{ id: row.id, label: entryLabel(row), name: row.name, studio: row.studio },
        ...{ total_counted: effect.get(row.id)?.total_counted ?? null },
        ...{ total_recused: effect.get(row.id)?.total_recused ?? null },
      })),
      locked_blocks: blocks.flatMap((block) => (block.locked_at && blockIds.has(block.id) ? [block.name] : [])),
      is_released,
    }
  })

  serve(app, endpoints.assignPanel, async (tx, { params: { id }, body: { panel_id }, ...caller }) => {
    const block = orNotFound(await lockJudgedBlock(tx, id))
    const { tour_date_id, name } = block
    if (panel_id !== block.panel_id) {
      if (block.locked_at) throw new Refused({ code: 'block.locked', name })
      if ((await countSheetsOfBlock(tx, id)) > 0) throw new Refused({ code: 'block.has_sheets', name })
      if (panel_id !== null) {
        const panel = orNotFound(await lockPanel(tx, panel_id))
        if (panel.tour_date_id !== tour_date_id) throw new Refused({ code: 'panel.other_city' })
        if (panel.kind !== 'competition') throw new Refused({ code: 'panel.wrong_kind' })
      }
      await setPanelOfBlock(tx, id, panel_id)
    }
    await audited(tx, caller, {
      action: 'assign panel',
      entity: 'judging',
      entity_id: tour_date_id,
      before: { name, panel: block.panel_id },
      after: { name, panel: panel_id },
    })
    return presentPanels(tx, tour_date_id)
  })
}
