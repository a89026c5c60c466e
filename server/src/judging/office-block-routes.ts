import { sheetEndpoints } from '@callboard/contract/judging/sheets.ts'
import { checkDeduction, highestTotal } from '@callboard/domain/judging/deduction.ts'
import { countOpenCells } from '@callboard/domain/judging/sheet.ts'
import { audited } from '../platform/audit-queries.ts'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { serve, type App } from '../platform/http/serve.ts'
import { insertDeduction, lockDeduction, voidDeduction } from './deduction-queries.ts'
import { findPanelMaximum, lockJudgedBlock, setBlockLock } from './panel-queries.ts'
import { presentScores } from './present-scores.ts'
import { loadSheetContext } from './sheet-context.ts'
import { closeReopeningsOfBlock } from './sheet-queries.ts'

/** The entry of a deduction, in a block that is not locked. */
async function openEntry(tx: Tx, id: number) {
  const { entries } = await loadSheetContext(tx, [], [id])
  const entry = orNotFound(entries.get(id))
  if (entry.is_locked) throw new Refused({ code: 'block.locked', name: entry.block })
  return entry
}

/** Deductions, and the lock at the end of a block. */
export function officeBlockRoutes(app: App) {
  serve(app, sheetEndpoints.addDeduction, async (tx, { body, ...caller }) => {
    const { registration_routine_id, code, points, reason } = body
    const { tour_date_id, panel_id, block } = await openEntry(tx, registration_routine_id)
    const panel = panel_id === null ? undefined : await findPanelMaximum(tx, panel_id)
    if (!panel) throw new Refused({ code: 'block.without_panel', name: block })
    orRefuse(checkDeduction(points, highestTotal(panel)))
    const by = { entered_at: caller.now, entered_by: caller.user.id }
    await insertDeduction(tx, { registration_routine_id, code, points, reason, ...by })
    const after = { entry: registration_routine_id, code, points, reason }
    const about = { entity: 'judging', entity_id: tour_date_id, before: null, after }
    await audited(tx, caller, { action: 'add deduction', ...about })
    return presentScores(tx, tour_date_id, caller.user.id)
  })

  serve(app, sheetEndpoints.voidDeduction, async (tx, { params: { id }, ...caller }) => {
    const { registration_routine_id, code, points, reason } = orNotFound(await lockDeduction(tx, id))
    const { tour_date_id } = await openEntry(tx, registration_routine_id)
    await voidDeduction(tx, id, caller.user.id, caller.now)
    const before = { entry: registration_routine_id, code, points, reason }
    const about = { entity: 'judging', entity_id: tour_date_id, before, after: null }
    await audited(tx, caller, { action: 'void deduction', ...about })
    return presentScores(tx, tour_date_id, caller.user.id)
  })

  serve(app, sheetEndpoints.lockBlock, async (tx, { params: { id }, body: { locked, reason }, ...caller }) => {
    const { tour_date_id, name, panel_id, locked_at } = orNotFound(await lockJudgedBlock(tx, id))
    if (panel_id === null) throw new Refused({ code: 'block.without_panel', name })
    if (locked && locked_at) throw new Refused({ code: 'block.locked', name })
    if (!locked && !locked_at) throw new Refused({ code: 'block.not_locked', name })
    if (!locked && !reason.trim()) throw new Refused({ code: 'required', field: 'reason' })
    if (locked) {
      const { entries } = await presentScores(tx, tour_date_id, caller.user.id)
      const { to_confirm, contested } = countOpenCells(entries.filter(({ block_id }) => block_id === id))
      if (to_confirm + contested > 0) throw new Refused({ code: 'block.unresolved', to_confirm, contested })
    }
    await setBlockLock(tx, id, locked ? { locked_at: caller.now, locked_by: caller.user.id } : null)
    await closeReopeningsOfBlock(tx, id, caller.now)
    const about = { entity: 'judging', entity_id: tour_date_id, before: { name }, after: { name, reason } }
    await audited(tx, caller, { ...(locked ? { action: 'lock block' } : { action: 'unlock block' }), ...about })
    return presentScores(tx, tour_date_id, caller.user.id)
  })
}
