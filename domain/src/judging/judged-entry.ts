import type { Mark } from './counted-marks.ts'
import type { Discipline } from './panel.ts'
import type { Points } from './points.ts'

/** The word of one judge's seat on an entry, as it was stored: a mark, or an abstention. */
export type Sheet = {
  seat_id: number
  position: number
  /** The latest revision of a seat counts. */
  revision: number
  /** Null: the judge abstained. */
  points: Points | null
  criteria?: Readonly<Record<string, Points>>
  /** Two devices sent this revision: it counts nowhere until the tabulator chooses. */
  contested: boolean
  /** A seat for training: its marks are shown to its judge alone. */
  shadow: boolean
  /** Entered by the tabulator for a missing mark. */
  substitute: boolean
}

/** An entry as tabulation reads it. */
export type JudgedEntry = {
  id: number
  registration_id: number
  studio_id: number | null
  entry_number: number
  suffix: string
  panel_id: number
  /** Only `danced` entries get a total; `canceled` (disqualified) ones keep their marks and have no level. */
  state: 'danced' | 'canceled' | 'scratched' | 'pending'
  /** Judged for a level, without a place. */
  adjudicated_only: boolean
  age_division_id: number
  is_showcase: boolean
  /** The city places this division by performance division too. Absent: it does not. COMP-067. */
  splits_by_performance?: true
  category_id: number
  performance_division_id: number
  dancer_ids: readonly number[]
  sheets: readonly Sheet[]
  /** Seats that do not judge this entry. */
  recused_seats: readonly number[]
  /** Deductions that stand. */
  deductions: readonly Points[]
}

/** A dancer at an audition: the marks of each discipline's panel. RES-014. */
export type Auditioner = { attendee_id: number; marks: Readonly<Partial<Record<Discipline, readonly Mark[]>>> }

/** The latest revision of every seat that counts for the entry. */
export function countingSheets({ sheets, recused_seats }: Pick<JudgedEntry, 'sheets' | 'recused_seats'>): {
  latest: Sheet[]
  isContested: boolean
} {
  const latestOfSeat = new Map<number, Sheet>()
  const isCounting = ({ seat_id, shadow }: Sheet) => !shadow && !recused_seats.includes(seat_id)
  for (const sheet of sheets.filter(isCounting)) {
    const other = latestOfSeat.get(sheet.seat_id)
    if (!sheet.contested && (!other || other.revision < sheet.revision)) latestOfSeat.set(sheet.seat_id, sheet)
  }
  const isContested = sheets.some(
    (sheet) =>
      sheet.contested && isCounting(sheet) && (latestOfSeat.get(sheet.seat_id)?.revision ?? 0) < sheet.revision,
  )
  return { latest: [...latestOfSeat.values()].toSorted((a, b) => a.position - b.position), isContested }
}
