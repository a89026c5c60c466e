import { panelEndpoints } from '@callboard/contract/judging/panels.ts'
import { blankSheetDocument, type BlankSheet } from '@callboard/domain/judging/blank-sheet.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { takesTime } from '@callboard/domain/running-order/entry-state.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound, Refused } from '../platform/http/errors.ts'
import { servePhases, type App } from '../platform/http/serve.ts'
import { limitPrints } from '../platform/pdf/print-cache.ts'
import { print } from '../platform/pdf/print.ts'
import { findOrderCity } from '../running-order/queries.ts'
import { logoOfCity } from '../tours/logo-files.ts'
import { findSeat, listEntries } from './pack.ts'
import { listJudgedBlocks } from './panel-queries.ts'

async function loadBlankSheet(tx: Tx, seat_id: number): Promise<BlankSheet & { tour_date_id: number }> {
  const seat = orNotFound(await findSeat(tx, seat_id))
  const { panel, panel_id, position, judge, max_points, criteria, tour_date_id } = seat
  const { event, city } = orNotFound(await findOrderCity(tx, tour_date_id))
  const entries = (await listEntries(tx, panel_id, seat_id)).filter(({ state }) => takesTime(state))
  if (entries.length === 0) throw new Refused({ code: 'sheet.nothing_to_judge' })
  const blocks = (await listJudgedBlocks(tx, tour_date_id)).map(({ id, name }) => ({
    name,
    entries: entries
      .filter(({ block_id }) => block_id === id)
      .map(({ title, division, category, recused, ...number }) => ({
        ...{ label: entryLabel(number), name: title, division, category, is_recused: Boolean(recused) },
      })),
  }))
  return { tour_date_id, event, city, panel, position, judge, max_points, criteria, blocks }
}

/** Sheets that judges fill in by hand where there is no tablet. */
export function blankSheetRoutes(app: App) {
  // In phases: no connection waits while a PDF is drawn.
  servePhases(app, panelEndpoints.readBlankSheet, async (db, { params: { seat_id }, now, user, reply }) => {
    await limitPrints(app, user.id)
    const { tour_date_id, ...sheet } = await inTransaction(db, (tx) => loadBlankSheet(tx, seat_id))
    const logo = await logoOfCity(app, tour_date_id)
    void reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="judge-sheet-${seat_id}.pdf"`)
    return print(blankSheetDocument(sheet), now, { logo })
  })
}
