import { currentTotal } from './current-total.ts'
import type { JudgedEntry } from './judged-entry.ts'
import type { Panel } from './panel.ts'
import type { Points } from './points.ts'

/** A judge's seat that does not judge the entries of a registration. */
type Recusal = { seat_id: number; registration_id: number }

/** An entry with marks of the seat: its total without and with the recusal; null: none. */
type RecusedEntry = { id: number; total_counted: Points | null; total_recused: Points | null }

/**
 * The entries of the registration that the seat has marked (in training none of its marks counts), with the totals that its marks do and do not count in, so
 * that a recusal is decided by its effect. OFF-031.
 */
export function recusalEffect(
  entries: readonly JudgedEntry[],
  panel: Panel,
  { seat_id, registration_id }: Recusal,
): RecusedEntry[] {
  return entries
    .filter((entry) => entry.registration_id === registration_id && entry.panel_id === panel.id)
    .filter(({ sheets }) => sheets.some((sheet) => sheet.seat_id === seat_id && !sheet.shadow))
    .map((entry) => {
      const others = entry.recused_seats.filter((id) => id !== seat_id)
      const totalWith = (recused_seats: readonly number[]) => currentTotal({ ...entry, recused_seats }, panel)
      return { id: entry.id, total_counted: totalWith(others), total_recused: totalWith([...others, seat_id]) }
    })
}
