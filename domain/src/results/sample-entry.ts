import type { JudgedEntry, Sheet } from '../judging/judged-entry.ts'
import type { PlacementDefinition } from './placement.ts'
import { usualPlaces } from './ranking.ts'
import { tabulate, type TabulationInputs } from './tabulate.ts'

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

export const samplePanel = { id: 1, counted: 3, dropping: 'lowest' } as const

export const sampleLevels = [
  { id: 1, name: 'Spotlight', minimum_points: 29_000 },
  { id: 2, name: 'High Gold', minimum_points: 28_000 },
  { id: 3, name: 'Gold', minimum_points: 26_500 },
  { id: 6, name: 'Bronze', minimum_points: 0 },
]

const byDivision: PlacementDefinition = {
  id: 7,
  scope: { group_by: ['age_division_id', 'category_id'] },
  places: usualPlaces,
  one_per_dancer: false,
  tie_break: [],
  minimum_points: 0,
}

/** The inputs of a city with these entries, one panel and a placement by division and category. */
export const sampleInputs = (
  entries: readonly JudgedEntry[],
  rest: Partial<TabulationInputs> = {},
): TabulationInputs => ({
  entries,
  panels: [samplePanel],
  levels: sampleLevels,
  placements: [byDivision],
  studio_awards: [],
  auditions: [],
  picks: [],
  blocks: [],
  ...rest,
})

/** The groups of these entries with their places, by division and category unless the definition says otherwise. */
export const placesOf = (entries: readonly JudgedEntry[], definition: Partial<PlacementDefinition> = {}) =>
  tabulate(sampleInputs(entries, { placements: [{ ...byDivision, ...definition }] })).placements
