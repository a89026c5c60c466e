import type { scoreGrid } from '@callboard/contract/judging/sheets.ts'
import { totalOfMarks } from '@callboard/domain/judging/counted-marks.ts'
import { currentMarks } from '@callboard/domain/judging/current-total.ts'
import { proposedOvertime } from '@callboard/domain/judging/deduction.ts'
import { cellOf, nextRevision } from '@callboard/domain/judging/sheet.ts'
import { entryLabel } from '@callboard/domain/running-order/entry-numbers.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { findOrderCity, selectNumberedEntries } from '../running-order/queries.ts'
import { listDeductions } from './deduction-queries.ts'
import { loadJudgedCity } from './inputs-queries.ts'
import { listJudgedBlocks, listScoringPanels } from './panel-queries.ts'
import { listSheetsOfCity, type SheetRow } from './sheet-queries.ts'

/** Names and times of the entries of a city, in the published order. */
const loadRows = (tx: Tx, tour_date_id: number) =>
  selectNumberedEntries(tx, tour_date_id)
    .innerJoin('competition_blocks as k', 'k.id', 'n.block_id')
    .innerJoin('age_divisions as g', 'g.level_id', 'q.age_division_level_id')
    .innerJoin('routine_categories as c', 'c.category_id', 'q.category_id')
    .select(['g.name as division', 'c.name as category', 'n.state', 'n.block_id', 'n.measured_seconds'])
    .select(sql<number>`c.allowed_seconds + 60 * q.extra_time`.as('allowed_seconds'))
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('sheet_reopenings as o')
          .whereRef('o.registration_routine_id', '=', 'q.id')
          .where('o.closed_at', 'is', null)
          .select('o.seat_id'),
      ).as('reopenings'),
    )
    .orderBy('k.starts_at')
    .orderBy('k.stage')
    .orderBy('k.id')
    .orderBy('n.position')
    .execute()

const presentSheet = (sheet: SheetRow) => {
  const { client_id, revision, points, criteria, abstained, source, origin, reason, verified_at } = sheet
  return { client_id, revision, points, criteria, abstained, source, origin, reason, verified_at }
}

/** The scores of a city as the tabulator sees them. */
export async function presentScores(tx: Tx, tour_date_id: number, user_id: number): Promise<z.input<typeof scoreGrid>> {
  const { event, city } = orNotFound(await findOrderCity(tx, tour_date_id))
  const judged = await loadJudgedCity(tx, tour_date_id)
  const panels = await listScoringPanels(tx, tour_date_id, { isAudition: false })
  const rows = await loadRows(tx, tour_date_id)
  const sheets = new Map<string, SheetRow[]>()
  for (const sheet of await listSheetsOfCity(tx, tour_date_id)) {
    const key = `${sheet.registration_routine_id} ${sheet.seat_id}`
    const ofSeat = sheets.get(key)
    if (ofSeat) ofSeat.push(sheet)
    else sheets.set(key, [sheet])
  }
  const deductions = await listDeductions(tx, tour_date_id)
  const blocks = await listJudgedBlocks(tx, tour_date_id)
  const lockedBlocks = new Set(blocks.flatMap(({ id, locked_at }) => (locked_at ? [id] : [])))
  const judgedById = new Map(judged.entries.map((entry) => [entry.id, entry]))
  const panelById = new Map(judged.panels.map((panel) => [panel.id, panel]))
  const seatsOf = new Map(panels.map(({ id, seats }) => [id, seats]))

  return {
    ...{ tour_date_id, event, city },
    panels: panels.map(({ id, name, counted, seats, max_points, step, soft_floor, criteria }) => ({
      ...{ id, name, counted, seats, scale: { max_points, step, soft_floor, criteria } },
    })),
    blocks: blocks.map(({ id, name, panel_id, locked_at }) => ({ id, name, panel_id, locked_at })),
    entries: rows.flatMap((row) => {
      const entry = judgedById.get(row.id)
      if (!entry) return []
      const panel = panelById.get(entry.panel_id)
      const own = deductions.filter(({ registration_routine_id }) => registration_routine_id === row.id)
      const { id, name, studio, division, category, state, block_id, reopenings } = row
      const marks = panel ? currentMarks(entry, panel) : null
      const droppedSeats = marks?.dropped.map(({ seat_id }) => seat_id) ?? []
      return [
        {
          ...{ id, name, studio, division, category, state, block_id },
          label: entryLabel(row),
          panel_id: entry.panel_id || null,
          cells: (seatsOf.get(entry.panel_id) ?? []).map((seat) => {
            const ofSeat = sheets.get(`${id} ${seat.id}`) ?? []
            const { state: cellState, sheet } = cellOf(ofSeat, entry.recused_seats.includes(seat.id))
            return {
              seat_id: seat.id,
              state: cellState,
              next_revision: nextRevision(ofSeat),
              points: cellState === 'contested' ? null : (sheet?.points ?? null),
              dropped: droppedSeats.includes(seat.id),
              sheet: sheet && presentSheet(sheet),
              is_own: sheet?.entered_by === user_id,
              contested: cellState === 'contested' ? ofSeat.filter(({ contested }) => contested).map(presentSheet) : [],
              locked: lockedBlocks.has(block_id) && !reopenings.some(({ seat_id }) => seat_id === seat.id),
            }
          }),
          total: marks && totalOfMarks(marks.kept, entry.deductions),
          deductions: own.map(({ registration_routine_id: _, ...deduction }) => deduction),
          proposed_overtime: proposedOvertime(
            row,
            own.map(({ code }) => code),
          ),
        },
      ]
    }),
  }
}
