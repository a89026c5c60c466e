import type { AwardPick } from './award.ts'
import type { AuditionScore } from './audition-ranks.ts'
import type { JudgedEntry } from '../judging/judged-entry.ts'
import type { PlacementGroup } from './placement.ts'
import type { Points } from '../judging/points.ts'
import { groupBy } from './ranking.ts'
import type { ReleaseWarning } from './release-warnings.ts'
import type { StudioRank } from './studio-award.ts'
import { tabulate, type TabulationInputs } from './tabulate.ts'

export const releaseParts = ['results', 'critiques', 'data'] as const
export type ReleasePart = (typeof releaseParts)[number]
export const partLabels: Readonly<Record<ReleasePart, string>> = {
  results: 'Results',
  critiques: 'Critiques',
  data: 'Data',
}

/** Whether a city has nothing to release or read of a part: the switch “There are no critiques”. RES-041. */
export const lacksPart = (part: ReleasePart, city: { no_critiques: boolean }): boolean =>
  part === 'critiques' && city.no_critiques

/** A judge's sheet of an entry, as critiques and data read it. Text is joined by `client_id` when it is read. */
type ReleasedSheet = {
  registration_routine_id: number
  client_id: string
  judge_id: number
  position: number
  points: Points | null
  /** Level-1 items the judge marked, good or bad. */
  items: readonly { level_1_id: number; good: boolean }[]
}

/** The registration of whom an award can go to. */
export type Holder = {
  registration_id: number
  studio_id: number | null
  person_ids: readonly number[]
  attendee_ids: readonly number[]
}

/** Everything a release is made of. Ids and numbers only: names are joined when it is read. */
export type ReleaseInputs = {
  tabulation: TabulationInputs
  picks: readonly AwardPick[]
  holders: readonly Holder[]
  sheets: readonly ReleasedSheet[]
}

type ReleasedPlace = { definition_id: number; place: number; of: number }

export type ReleasedEntry = Pick<
  JudgedEntry,
  'id' | 'registration_id' | 'entry_number' | 'suffix' | 'panel_id' | 'age_division_id' | 'category_id'
> & {
  performance_division_id: number
  canceled: boolean
  total: Points | null
  dropped_score: Points | null
  deduction: Points
  award_id: number | null
  marks: readonly { position: number; points: Points; is_dropped: boolean; is_substitute: boolean }[]
  /** The places it was awarded, the best first. */
  places: readonly ReleasedPlace[]
  /** Of critiques and data; of results none. */
  sheets: readonly Omit<ReleasedSheet, 'registration_routine_id'>[]
}

type ReleasedAudition = AuditionScore & { definition_id: number }
type ReleasedStudio = StudioRank & { definition_id: number }

export type ReleaseBody = {
  rules_version: number
  /** The levels' ids, the highest first. */
  award_order: readonly number[]
  entries: readonly ReleasedEntry[]
  placements: readonly PlacementGroup[]
  studio_awards: readonly ReleasedStudio[]
  auditions: readonly ReleasedAudition[]
  picks: readonly AwardPick[]
}

/** The part of a release that concerns one registration. */
export type ReleaseSlice = Omit<ReleaseBody, 'rules_version' | 'placements'>

/** The inputs that a part depends on; what it does not show cannot move it. */
export function inputsOfPart(part: ReleasePart, inputs: ReleaseInputs): ReleaseInputs {
  if (part === 'results') return { ...inputs, sheets: [] }
  const tabulation = { ...inputs.tabulation, auditions: [], studio_awards: [], picks: [] }
  return { ...inputs, tabulation, picks: [], holders: [] }
}

const critiqueWarnings = (inputs: ReleaseInputs, entries: readonly ReleasedEntry[]): ReleaseWarning[] => {
  const criticizedIds = new Set(inputs.sheets.map(({ registration_routine_id }) => registration_routine_id))
  return entries.filter(({ id }) => !criticizedIds.has(id)).map(({ id }) => ({ kind: 'no_critique', entry_id: id }))
}

/** A pick whose entry is out since, or has not danced yet: its studio would not read of it. */
const pickWarnings = ({ picks, tabulation }: ReleaseInputs): ReleaseWarning[] => {
  const stateOf = new Map(tabulation.entries.map(({ id, state }) => [id, state]))
  return picks.flatMap(({ award_definition_id, registration_routine_id: entry_id }): ReleaseWarning[] => {
    const state = entry_id === null ? undefined : stateOf.get(entry_id)
    return entry_id === null || state === undefined || state === 'danced'
      ? []
      : [{ kind: 'pick_out', definition_id: award_definition_id, entry_id, state }]
  })
}

/**
 * The body of a part from its inputs, and its warnings. Proposal, confirmation and verification all call it.
 * Only entries that danced, canceled ones among them, are released.
 */
export function releaseOf(part: ReleasePart, inputs: ReleaseInputs): { body: ReleaseBody; warnings: ReleaseWarning[] } {
  const results = tabulate(inputs.tabulation)
  const scores = new Map(results.entries.map((score) => [score.id, score]))
  const sheetsOf = groupBy(inputs.sheets, ({ registration_routine_id }) => registration_routine_id)
  const placesOf = awardedPlaces(results.placements)
  const entries = inputs.tabulation.entries
    .filter(({ state }) => state === 'danced' || state === 'canceled')
    .toSorted((a, b) => a.id - b.id)
    .map((entry): ReleasedEntry => {
      const score = scores.get(entry.id)
      const { id, registration_id, entry_number, suffix, panel_id, age_division_id, category_id } = entry
      const canceled = entry.state === 'canceled'
      return {
        ...{ id, registration_id, entry_number, suffix, panel_id, age_division_id, category_id, canceled },
        performance_division_id: entry.performance_division_id,
        total: canceled ? null : (score?.total ?? null),
        dropped_score: canceled ? null : (score?.dropped_score ?? null),
        deduction: score?.deduction ?? 0,
        award_id: score?.award_id ?? null,
        marks: (score?.marks ?? []).map(({ position, points, is_dropped, is_substitute }) => ({
          ...{ position, points, is_dropped, is_substitute },
        })),
        places: placesOf.get(id) ?? [],
        sheets: (sheetsOf.get(id) ?? [])
          .map(({ client_id, judge_id, position, points, items }) => ({ client_id, judge_id, position, points, items }))
          .toSorted((a, b) => a.position - b.position || (a.client_id < b.client_id ? -1 : 1)),
      }
    })
  const isWhole = part === 'results'
  const body: ReleaseBody = {
    rules_version: results.rules_version,
    award_order: inputs.tabulation.levels.toSorted((a, b) => b.minimum_points - a.minimum_points).map(({ id }) => id),
    entries,
    placements: isWhole ? results.placements : [],
    studio_awards: results.studio_awards.flatMap(({ definition_id, studios }) =>
      studios.map((studio) => ({ ...studio, definition_id })),
    ),
    auditions: results.auditions.flatMap(({ definition_id, dancers }) =>
      dancers.map((dancer) => ({ ...dancer, definition_id })),
    ),
    picks: inputs.picks.toSorted((a, b) => a.id - b.id),
  }
  const warnings =
    part === 'critiques' ? critiqueWarnings(inputs, entries) : [...results.warnings, ...pickWarnings(inputs)]
  return { body, warnings }
}

function awardedPlaces(placements: readonly PlacementGroup[]): Map<number, ReleasedPlace[]> {
  const places = new Map<number, ReleasedPlace[]>()
  for (const { definition_id, entries } of placements) {
    for (const { id, place, is_awarded } of entries) {
      if (is_awarded) places.set(id, [...(places.get(id) ?? []), { definition_id, place, of: entries.length }])
    }
  }
  for (const own of places.values()) own.sort((a, b) => a.place - b.place || a.definition_id - b.definition_id)
  return places
}

/** Whether there is something to release: a routine or an audition with a total. */
export const hasResults = ({ entries, auditions }: ReleaseBody): boolean =>
  [...entries, ...auditions].some(({ total }) => total !== null)

/** The slice of a registration that a release does not concern. */
export const emptySlice: ReleaseSlice = { award_order: [], entries: [], studio_awards: [], auditions: [], picks: [] }

/**
 * An entry of critiques while the results of its city are not open: its marks, total, level and places are not said, and a
 * studio reads texts and items alone.
 */
export const withoutScores = (entry: ReleasedEntry): ReleasedEntry => ({
  ...entry,
  ...{ total: null, dropped_score: null, deduction: 0, award_id: null, marks: [], places: [] },
  sheets: entry.sheets.map((sheet) => ({ ...sheet, points: null })),
})

/** Divides a release by registration: its own entries, dancers, and awards of its studio and people. */
export function slicesOf(body: ReleaseBody, holders: readonly Holder[]): Map<number, ReleaseSlice> {
  const entriesOf = groupBy(body.entries, ({ registration_id }) => registration_id)
  const holderOf = new Map(holders.map((holder) => [holder.registration_id, holder]))
  const ids = [...new Set([...entriesOf.keys(), ...holderOf.keys()])].toSorted((a, b) => a - b)
  const slices = new Map<number, ReleaseSlice>()
  for (const registration_id of ids) {
    const entries = entriesOf.get(registration_id) ?? []
    const entryIds = new Set(entries.map(({ id }) => id))
    const { studio_id = null, person_ids = [], attendee_ids = [] } = holderOf.get(registration_id) ?? {}
    const slice: ReleaseSlice = {
      award_order: body.award_order,
      entries,
      studio_awards: body.studio_awards.filter((award) => award.studio_id === studio_id),
      auditions: body.auditions.filter(({ attendee_id }) => attendee_ids.includes(attendee_id)),
      picks: body.picks.filter(
        (pick) =>
          (pick.registration_routine_id !== null && entryIds.has(pick.registration_routine_id)) ||
          (pick.person_id !== null && person_ids.includes(pick.person_id)) ||
          (pick.studio_id !== null && pick.studio_id === studio_id),
      ),
    }
    const rowCount = slice.entries.length + slice.studio_awards.length + slice.auditions.length + slice.picks.length
    if (rowCount > 0) slices.set(registration_id, slice)
  }
  return slices
}
