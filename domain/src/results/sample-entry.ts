import type { JudgedEntry, Sheet } from '../judging/judged-entry.ts'

/** A sheet as a judge at this position sends it first. */
export const sampleSheet = (position: number, points: number | null, rest: Partial<Sheet> = {}): Sheet => ({
  seat_id: position,
  position,
  revision: 1,
  points,
  contested: false,
  shadow: false,
  substitute: false,
  ...rest,
})

/** An entry that danced, with a mark of each judge in the order of their positions. */
export const sampleEntry = (id: number, marks: readonly number[], rest: Partial<JudgedEntry> = {}): JudgedEntry => ({
  id,
  registration_id: 1,
  studio_id: 1,
  entry_number: id,
  suffix: '',
  panel_id: 1,
  state: 'danced',
  adjudicated_only: false,
  age_division_id: 3,
  is_showcase: false,
  category_id: 1,
  performance_division_id: 1,
  dancer_ids: [100 + id],
  sheets: marks.map((points, place) => sampleSheet(place + 1, points)),
  recused_seats: [],
  deductions: [],
  ...rest,
})
